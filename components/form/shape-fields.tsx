'use client'
import { use, type ReactNode } from 'react'
import { type FieldShape, type ObjectShape, isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { BodyShape } from './body-shape.ts'
import { AddressFields, AddressGrid, FieldGrid } from './field-grid.tsx'
import { fieldLabel, rowNoun } from '#lib/contract/field-labels.ts'
import { OtherMembers } from './reading/other-members.tsx'
import { useRecord } from './record-context.tsx'
import { RecordField } from './record-field.tsx'
import { RowList } from './row-list.tsx'
import { RowMarks } from './marks/row-marks.tsx'
import { SubFields } from './sub-fields.tsx'

type ShapeFieldsProps = {
  /** The wire path of an object. */
  at: string
  /** The fields that come first, in this order; the others follow in the contract's. */
  first?: readonly string[]
  /** Members that are drawn elsewhere. */
  without?: readonly string[]
  /** Content beside the title of an inner object, by its name. */
  notes?: { [name: string]: ReactNode }
}

/**
 * Every field of an object, drawn from its shape: its single fields as a grid, then objects, rows,
 * and what only this record has.
 */
export function ShapeFields({ at, first = [], without = [], notes = {} }: ShapeFieldsProps) {
  const { shape } = useRecord()
  const body = use(BodyShape)
  const known = shapeAt(body ?? shape, at)
  if (known?.kind !== 'object') return null
  const names = [
    ...first,
    ...Object.keys(known.members).filter((name) => !first.includes(name)),
  ].filter((name) => Object.hasOwn(known.members, name) && !without.includes(name))
  const leaves = names.filter((name) => isLeaf(known.members[name]!))
  return (
    <>
      {Object.hasOwn(known.members, 'address1') ? (
        <AddressGrid at={at} />
      ) : (
        leaves.length > 0 && <FieldGrid at={at} names={leaves} />
      )}
      {names.map((name) => {
        const member = known.members[name]!
        if (member.kind === 'object')
          return (
            <ObjectMember
              key={name}
              at={`${at}.${name}`}
              name={name}
              shape={member}
              note={notes[name]}
            />
          )
        return member.kind === 'list' && !isLeaf(member) ? (
          <ShapeRows key={name} at={`${at}.${name}`} title={fieldLabel(name)} />
        ) : null
      })}
      <OtherMembers at={at} />
    </>
  )
}

function ObjectMember({
  at,
  name,
  shape,
  note,
}: {
  at: string
  name: string
  shape: ObjectShape
  note: ReactNode
}) {
  if (Object.hasOwn(shape.members, 'address1'))
    return <AddressFields at={at} title={fieldLabel(name)} />
  return (
    <SubFields at={at} title={fieldLabel(name)} note={note}>
      <ShapeFields at={at} first={readingOrder[name]} />
    </SubFields>
  )
}

// Objects that are read off a card or a form in another order than the contract's.
const readingOrder: { [name: string]: readonly string[] } = {
  insurance_card: [
    'member_id',
    'payer_name',
    'payer_id',
    'group_number',
    'plan_name',
    'plan_type',
    'insurance_type',
    'payer_plan_group_name',
    'payer_plan_group_id',
    'rx_bin',
    'rx_pcn',
    'emr_payer_crosswalk',
  ],
}

/**
 * A list of objects drawn from its shape: rows of few short fields as lines under column heads,
 * others as blocks.
 */
export function ShapeRows({
  at,
  title,
  startsWithRow,
}: {
  at: string
  title?: string
  startsWithRow?: boolean
}) {
  const { shape } = useRecord()
  const body = use(BodyShape)
  const item = shapeAt(body ?? shape, `${at}.0`)
  if (item?.kind !== 'object') return null
  const list = at.split('.').at(-1) ?? ''
  const noun = rowNoun(list)
  const names = Object.keys(item.members)
  const shared = { at, noun, title, startsWithRow, canMove: ordered.has(list) }
  if (!isLine(item, names))
    return <RowList {...shared}>{(path) => <ShapeFields at={path} />}</RowList>
  const line = lines[names.length]!
  const heads = (
    <div aria-hidden="true" className={`${line} mb-1 text-xs font-medium text-ink-2`}>
      {names.map((name) => (
        <span key={name} className="truncate">
          {fieldLabel(name)}
        </span>
      ))}
    </div>
  )
  return (
    <RowList {...shared} line={line} heads={heads}>
      {(path, index) => (
        <>
          {names.map((name) => (
            <RecordField
              key={name}
              name={`${path}.${name}`}
              label={`${fieldLabel(name)}, ${noun} ${index + 1}`}
              hideLabel
              narrow
            />
          ))}
          <div className="order-1 col-span-full empty:hidden">
            <RowMarks at={path} names={names} />
            <OtherMembers at={path} />
          </div>
        </>
      )}
    </RowList>
  )
}

// Lists whose order a person gave a meaning: what was asked first, what was submitted first.
const ordered = new Set(['questions', 'submission_records', 'responses', 'follow_ups'])

const lines: Record<number, string> = {
  1: 'grid max-w-90 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2',
  2: 'grid max-w-120 grid-cols-[repeat(2,minmax(0,1fr))_1.75rem] items-start gap-x-2',
  3: 'grid grid-cols-[repeat(3,minmax(0,1fr))_1.75rem] items-start gap-x-2',
  4: 'grid grid-cols-[repeat(4,minmax(0,1fr))_5.25rem] items-start gap-x-2',
}

function isLine(item: ObjectShape, names: readonly string[]): boolean {
  const isShort = (shape: FieldShape) =>
    isLeaf(shape) && shape.kind !== 'any' && shape.kind !== 'list'
  return (
    names.length <= 4 && !names.some((name) => longTexts.has(name) || !isShort(item.members[name]!))
  )
}

const longTexts = new Set(['text', 'response', 'timestamp'])
