'use client'
import { isLeaf, shapeAt } from '#lib/rules/field-shape.ts'
import { RecordField } from './record-field.tsx'
import { useRecord } from './record-context.tsx'
import { SubFields } from './sub-fields.tsx'

/** How much of a row of twelve a field takes; four to a row where nothing is said. */
export type Spans = { [name: string]: number }

const spanStyle: Record<number, string> = {
  1: 'col-span-3 min-[900px]:col-span-1', 2: 'col-span-6 min-[900px]:col-span-2', 3: 'col-span-6 min-[900px]:col-span-3', 4: 'col-span-6 min-[900px]:col-span-4',
  5: 'col-span-12 min-[900px]:col-span-5', 6: 'col-span-12 min-[900px]:col-span-6', 8: 'col-span-12 min-[900px]:col-span-8', 12: 'col-span-12',
}

/** Fields of one object in a grid of twelve, in the given order. Names that the object lacks are left out. */
export function FieldGrid({ at, names, spans = {} }: { at: string; names: readonly string[]; spans?: Spans }) {
  const { shape } = useRecord()
  const known = names.filter((name) => {
    const member = shapeAt(shape, at === '' ? name : `${at}.${name}`)
    return member !== undefined && isLeaf(member)
  })
  return (
    <div className="grid grid-cols-12 gap-x-3 gap-y-3">
      {known.map((name) => (
        <RecordField key={name} name={at === '' ? name : `${at}.${name}`} className={spanStyle[spans[name] ?? 3]} />
      ))}
    </div>
  )
}

/** An address: street, city, state and ZIP in the order in which it is written. */
export function AddressFields({ at, title = 'Address' }: { at: string; title?: string }) {
  return (
    <SubFields at={at} title={title}>
      <FieldGrid at={at} names={addressNames} spans={addressSpans} />
    </SubFields>
  )
}

const addressNames = ['address1', 'address2', 'city', 'state', 'zip_code', 'zip_plus_four_code']
const addressSpans: Spans = { address1: 6, address2: 6, city: 5, state: 2, zip_code: 3, zip_plus_four_code: 2 }
