'use client'
import { use, type ReactNode } from 'react'
import { isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { MoreFields, RareFields } from './more-fields.tsx'
import { OtherMembers } from './reading/other-members.tsx'
import { RecordField } from './record-field.tsx'
import { useRecord } from './record-context.tsx'
import { SubFields } from './sub-fields.tsx'

/** The number of a row's twelve columns that a field takes; three by default. */
export type Spans = { [name: string]: number }

const spanStyle: Record<number, string> = {
  1: 'col-span-3 min-[900px]:col-span-1',
  2: 'col-span-6 min-[900px]:col-span-2',
  3: 'col-span-6 min-[900px]:col-span-3',
  4: 'col-span-6 min-[900px]:col-span-4',
  5: 'col-span-12 min-[900px]:col-span-5',
  6: 'col-span-12 min-[900px]:col-span-6',
  8: 'col-span-12 min-[900px]:col-span-8',
  12: 'col-span-12',
}

/** Fields whose usual content is longer or shorter than four to a row. */
const usualSpans: Spans = {
  timestamp: 4,
  submitted_at: 4,
  claim_created_at: 4,
  schema_id: 6,
  text: 12,
  response: 12,
  additional_information: 12,
  content: 12,
  description: 6,
  ehr_source_url: 6,
  image_url_front: 6,
  image_url_back: 6,
  payer_plan_group_id: 6,
  organization_name: 6,
  non_insurance_payers: 6,
  tag_ids: 6,
  attachment_external_document_ids: 6,
  clinical_trial_id: 6,
}

type FieldGridProps = {
  at: string
  names: readonly string[]
  spans?: Spans
  /** The notes under fields, by their names. */
  hints?: { [name: string]: ReactNode }
  /** Those that must be filled in. */
  required?: readonly string[]
}

/**
 * Fields of one object in a grid of twelve, in the given order. Names that the object lacks are
 * left out; those that the form folds come last.
 */
export function FieldGrid({ at, names, spans = {}, hints = {}, required = [] }: FieldGridProps) {
  const { shape } = useRecord()
  const rare = use(RareFields)
  const pathOf = (name: string) => (at === '' ? name : `${at}.${name}`)
  const known = names.filter((name) => {
    const member = shapeAt(shape, pathOf(name))
    return member !== undefined && isLeaf(member)
  })
  const usual = known.filter((name) => !rare.has(pathOf(name)))
  const folded = known.filter((name) => rare.has(pathOf(name)))
  const grid = (fields: readonly string[], className: string) => (
    <div className={className}>
      {fields.map((name) => (
        <RecordField
          key={name}
          name={pathOf(name)}
          className={spanStyle[spans[name] ?? usualSpans[name] ?? 3]}
          hint={hints[name]}
          required={required.includes(name)}
        />
      ))}
    </div>
  )
  return (
    <>
      {usual.length > 0 && grid(usual, gridStyle)}
      {folded.length > 0 && (
        <MoreFields paths={folded.map(pathOf)}>{grid(folded, `${gridStyle} mt-3`)}</MoreFields>
      )}
    </>
  )
}

const gridStyle = 'grid grid-cols-12 gap-x-3 gap-y-3'

/** An address: street, city, state and ZIP in the order in which it is written. */
export function AddressFields({ at, title = 'Address' }: { at: string; title?: string }) {
  return (
    <SubFields at={at} title={title}>
      <AddressGrid at={at} />
      <OtherMembers at={at} />
    </SubFields>
  )
}

/** The fields of an address alone. */
export function AddressGrid({ at }: { at: string }) {
  return <FieldGrid at={at} names={addressNames} spans={addressSpans} />
}

const addressNames = ['address1', 'address2', 'city', 'state', 'zip_code', 'zip_plus_four_code']
const addressSpans: Spans = {
  address1: 6,
  address2: 6,
  city: 5,
  state: 2,
  zip_code: 3,
  zip_plus_four_code: 2,
}
