import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { type Json, type JsonObject, parseExact } from '#lib/core/json.ts'
import { type DraftObject, type DraftRow, draftOf, newRow } from './edit-data.ts'
import { shapeAt, type ObjectShape } from './field-shape.ts'
import { serializeEdits, restoreEdits } from './draft-edits.ts'

const text = { kind: 'text' } as const
const line: ObjectShape = {
  kind: 'object',
  members: {
    code: text,
    units: { kind: 'number' },
    modifiers: { kind: 'list', item: text },
    drug: { kind: 'object', members: { ndc: text } },
  },
}
const shape: ObjectShape = {
  kind: 'object',
  members: {
    status: text,
    patient: { kind: 'object', members: { name: text, email: text } },
    lines: { kind: 'list', item: line },
  },
}

const base = parseExact(
  '{"status":"billable","patient":{"name":"Ada","email":null},"lines":[{"code":"a","units":1.0},{"code":"b","odd":1},{"code":"c","drug":{"ndc":"1"}}]}',
) as JsonObject

type Rows = DraftRow[]

function roundTrip(change: (draft: DraftObject) => void): {
  draft: DraftObject
  edits: string | undefined
  back: DraftObject
} {
  const draft = draftOf(base, shape) as DraftObject
  change(draft)
  const edits = serializeEdits(base, shape, draft)
  return { draft, edits, back: restoreEdits(base, shape, edits ?? '') }
}

test('an untouched form has no edits', () => {
  const { draft, edits, back } = roundTrip(() => undefined)
  expect(edits).toBeUndefined()
  expect(back).toEqual(draft)
  expect(
    roundTrip((form) => {
      form.patient = { ...(form.patient as DraftObject), $cleared: false, $exact: {} }
    }).edits,
  ).toBeUndefined()
})

test('only typed text is serialized, including half-typed values and spaces', () => {
  const { draft, edits, back } = roundTrip((form) => {
    ;(form.patient as DraftObject).name = ' Gr'
    ;(form.lines as Rows)[1]!.units = '1.'
  })
  expect(JSON.parse(edits!)).toEqual({
    patient: { name: ' Gr' },
    lines: [{ $base: 0 }, { units: '1.', $base: 1 }, { $base: 2 }],
  })
  expect(back).toEqual(draft)
})

test('moved, removed, added and cleared rows are restored in place', () => {
  const { draft, back } = roundTrip((form) => {
    const rows = form.lines as Rows
    rows.reverse()
    rows.splice(1, 1, { ...newRow(shapeAt(shape, 'lines.0')!), code: 'n' })
    rows[0]!.drug = { ...(rows[0]!.drug as DraftObject), $cleared: true }
    form.patient = { ...(form.patient as DraftObject), $exact: { email: '""' } }
  })
  expect(back).toEqual(draft)
})

test('text without edits, or with edits of another form, changes nothing', () => {
  const unchanged = draftOf(base, shape)
  for (const odd of [
    '',
    'no json',
    '[]',
    '7',
    'null',
    '{"lines":7,"patient":[],"status":{}}',
    '{"gone":"x","__proto__":{"status":"y"}}',
  ]) {
    expect(restoreEdits(base, shape, odd), odd).toEqual(unchanged)
  }
})

test('10,000 forms are restored character by character', () => {
  const value = fc.oneof(
    fc.constantFrom('', ' ', 'a', '1.0', '"', '\u0000', '2026-0'),
    fc.string({ maxLength: 5 }),
  )
  const row = fc.record({
    $base: fc.option(fc.nat(2)),
    code: value,
    units: value,
    modifiers: value,
    ndc: value,
    isCleared: fc.boolean(),
  })
  const forms = fc.record({
    status: value,
    name: value,
    email: value,
    rows: fc.array(row, { maxLength: 4 }),
    bases: fc.shuffledSubarray([0, 1, 2]),
  })
  const rounds = fc.property(forms, ({ status, name, email, rows }) => {
    const seen = new Set<number>()
    const lines = rows.map(({ $base, ndc, isCleared, ...texts }) => {
      const from = $base === null || seen.has($base) ? null : $base
      if (from !== null) seen.add(from)
      return { ...texts, drug: { ndc, ...(isCleared && { $cleared: true }) }, $base: from }
    })
    const draft: DraftObject = { status, patient: { name, email }, lines }
    expect(restoreEdits(base as Json, shape, serializeEdits(base, shape, draft) ?? '')).toEqual(
      draft,
    )
  })
  expect(() => fc.assert(rounds, { numRuns: testSize(500, 10_000) })).not.toThrow()
})
