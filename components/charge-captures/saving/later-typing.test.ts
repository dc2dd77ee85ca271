import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { draftOf, edited, type DraftObject, type DraftRow } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { laterTyping } from './later-typing.ts'

const text = { kind: 'text' } as const
const line: ObjectShape = {
  kind: 'object',
  members: {
    procedure_code: text,
    units: text,
    charge_amount_cents: { kind: 'cents' },
    description: text,
  },
}
const shape: ObjectShape = {
  kind: 'object',
  members: {
    data: {
      kind: 'object',
      members: {
        patient: { kind: 'object', members: { last_name: text } },
        service_lines: { kind: 'list', item: line },
      },
    },
  },
}
const row = (code: string, more: object = {}) => ({
  procedure_code: code,
  units: 'UN',
  charge_amount_cents: 100,
  x_kept: code,
  ...more,
})
const record = (last: string, ...lines: object[]) =>
  ({ data: { patient: { last_name: last }, service_lines: lines } }) as unknown as JsonObject

type Form = { data: { patient: { last_name: string }; service_lines: DraftRow[] } }

function typed(base: JsonObject, change: (form: Form) => void): DraftObject {
  const draft = structuredClone(draftOf(base, shape)) as DraftObject
  change(draft as unknown as Form)
  return draft
}

const base = record('Old', row('A'), row('B'))
const sent = typed(base, (form) => {
  form.data.patient.last_name = 'Sent'
})

test('without typing during the save the form shows the saved record', () => {
  expect(
    laterTyping(
      { base, shape, sent, now: structuredClone(sent) },
      record('SENT', row('A'), row('B')),
      shape,
    ),
  ).toBeUndefined()
})

test('typing during the save stays, on the saved record with its unknown members and other people’s rows', () => {
  const now = structuredClone(sent)
  const form = now as unknown as Form
  form.data.service_lines[1]!.procedure_code = 'later'
  const next = record('SENT', row('NEW'), row('A'), row('B', { description: 'theirs' }))
  const later = laterTyping({ base, shape, sent, now }, next, shape)!
  expect(edited(next, shape, later.draft)).toEqual(
    record(
      'SENT',
      row('NEW'),
      row('A'),
      row('B', { description: 'theirs', procedure_code: 'later' }),
    ),
  )
})

test('a procedure typed during the save keeps the units of its own row', () => {
  const now = structuredClone(sent)
  ;(now as unknown as Form).data.service_lines[1]!.procedure_code = 'later'
  const next = record('SENT', row('A'), row('B', { procedure_code: '00100', units: 'MJ' }))
  expect(edited(next, shape, laterTyping({ base, shape, sent, now }, next, shape)!.draft)).toEqual(
    record('SENT', row('A'), row('B', { procedure_code: 'later' })),
  )
})

test('a saved field that was typed over again keeps the newer text', () => {
  const now = structuredClone(sent)
  ;(now as unknown as Form).data.patient.last_name = 'Newer'
  const next = record('SENT', row('A'), row('B'))
  expect(edited(next, shape, laterTyping({ base, shape, sent, now }, next, shape)!.draft)).toEqual(
    record('Newer', row('A'), row('B')),
  )
})

test('text that cannot be read yet is put back as it is', () => {
  const now = structuredClone(sent)
  ;(now as unknown as Form).data.service_lines[0]!.charge_amount_cents = '12.345'
  const later = laterTyping({ base, shape, sent, now }, record('SENT', row('A'), row('B')), shape)!
  expect(later.texts).toEqual([
    { name: 'data.service_lines.0.charge_amount_cents', text: '12.345' },
  ])
})
