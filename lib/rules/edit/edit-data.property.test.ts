import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { isJsonObject, parseExact, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import { captureShape } from './contract-shape.ts'
import {
  type Draft,
  type DraftObject,
  bodyOf,
  draftOf,
  edited,
  isUnreadable,
  patchOf,
} from './edit-data.ts'
import { changesOf } from './edit-changes.ts'
import { editableHeader, editableShape } from './edit-scope.ts'
import { draftFromJson } from './draft-from-json.ts'
import { type FieldShape, type ObjectShape, isLeaf } from './field-shape.ts'

const whole = captureShape()

// Generates JSON text instead of values, so 1.0, 1e3 and 20 digits reach the parser as a partner
// may write them.
const oddNumber = fc.constantFrom(
  '1.0',
  '0.10',
  '12345678901234567890',
  '-0',
  '1e3',
  '2.50',
  '-7',
  '0',
)
const oddText = fc.constantFrom(
  '""',
  '" "',
  '"Zoë"',
  '"line\\nbreak"',
  '"27"',
  '"a,b c"',
  '"NEW_VALUE"',
  '"2026-02-30"',
  '"#3"',
  '"\\u0000"',
)
const anything = fc.oneof(
  oddNumber,
  oddText,
  fc.constantFrom('null', 'true', '[]', '{}', '[null]', '{"deep":[1.0,null]}'),
)
const unknown = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: anything },
)

function textOf(field: FieldShape): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: plain(field) },
    { weight: 1, arbitrary: fc.constant('null') },
    { weight: 1, arbitrary: anything },
  )
}

function plain(field: FieldShape): fc.Arbitrary<string> {
  if (field.kind === 'object') return objectText(field, 4)
  if (field.kind === 'list')
    return fc.array(textOf(field.item), { maxLength: 3 }).map((items) => `[${items.join(',')}]`)
  if (field.kind === 'boolean') return fc.constantFrom('true', 'false')
  if (field.kind === 'number' || field.kind === 'cents')
    return fc.oneof(oddNumber, fc.nat(99_999).map(String))
  if (field.kind === 'choice')
    return fc.constantFrom(
      ...field.values.slice(0, 6).map((value) => JSON.stringify(value)),
      '"NOT_A_KNOWN_ONE"',
    )
  return fc.oneof(oddText, fc.constantFrom('"2026-08-14"', '"Ada"', '"1234567893"'))
}

function objectText(field: ObjectShape, members: number): fc.Arbitrary<string> {
  const names = Object.keys(field.members)
  return fc
    .uniqueArray(fc.constantFrom(...names), { maxLength: members })
    .chain((chosen) =>
      fc.tuple(
        fc.constant(chosen),
        fc.tuple(...chosen.map((name) => textOf(field.members[name]!))),
        unknown,
      ),
    )
    .map(([chosen, texts, extra]) => {
      const pairs = chosen.map((name, i) => `${JSON.stringify(name)}:${texts[i]}`)
      if (extra !== '') pairs.push(`"a_field_of_tomorrow":${extra}`)
      return `{${pairs.join(',')}}`
    })
}

const dataShape = whole.members.data as ObjectShape
const captures = fc
  .tuple(
    objectText(dataShape, 8),
    fc.constantFrom('"billable"', '"planned"', '"brand-new-status"'),
    fc.constantFrom('', ',"originating_system":null', ',"ehr_source_url":"https://ehr.example/1"'),
  )
  .map(
    ([data, status, more]) =>
      `{"id":"c","status":${status},"charge_external_id":"X"${more},"charge_capture_data":${data},"updates":[]}`,
  )

test('10,000 captures: no edit changes nothing, and one edit changes only that field', () => {
  const rounds = fc.property(captures, fc.nat(), (text, pick) => {
    const base = bodyOf(parseExact(text) as JsonObject, editableHeader)
    const loaded = JSON.stringify(base)
    const shape = editableShape(whole, base)
    const draft = draftOf(base, shape) as DraftObject
    expect(JSON.stringify(patchOf(base, shape, draft))).toBe(JSON.stringify({ data: base.data }))

    const controls = controlsOf(base, shape, draft, [])
    const control = controls[pick % controls.length]!
    control.holder[control.path.at(-1)!] = control.text
    const sent = { ...base, ...patchOf(base, shape, draft) }
    const path = control.path.join('.')
    // Free-form JSON can differ inside.
    expect([
      ...new Set(differences(base, sent, []).map((at) => (at.startsWith(`${path}.`) ? path : at))),
    ]).toEqual([path])
    expect(JSON.stringify(base)).toBe(loaded)
  })
  expect(() => fc.assert(rounds, { numRuns: testSize(500, 10_000) })).not.toThrow()
})

test('10,000 pairs of captures: the JSON of one, written over the other, is sent as written', () => {
  const rounds = fc.property(captures, objectText(dataShape, 8), (text, written) => {
    const base = bodyOf(parseExact(text) as JsonObject, editableHeader)
    const shape = editableShape(whole, base)
    const next = { ...base, data: parseExact(written) }
    const draft = draftFromJson(base, shape, next)
    expect(sameJson(edited(base, shape, draft), next)).toBe(true)
    expect(changesOf(base, shape, draft).length === 0).toBe(sameJson(base, next))
  })
  expect(() => fc.assert(rounds, { numRuns: testSize(500, 10_000) })).not.toThrow()
})

type Control = { holder: DraftObject; path: string[]; text: string }

/** Every typeable control of a draft, with a text that differs from its current one. */
function controlsOf(
  base: Json | undefined,
  field: FieldShape,
  draft: Draft,
  path: string[],
): Control[] {
  if (field.kind === 'list') {
    const rows = Array.isArray(draft) && Array.isArray(base) ? draft : []
    return rows.flatMap((row, index) =>
      controlsOf((base as Json[])[index], field.item, row, [...path, String(index)]),
    )
  }
  if (field.kind !== 'object' || (base !== null && base !== undefined && !isJsonObject(base)))
    return []
  const members = isJsonObject(base) ? base : {}
  return Object.entries(field.members).flatMap(([name, member]) => {
    const holder = draft as DraftObject
    if (!isLeaf(member))
      return controlsOf(members[name], member, holder[name] as Draft, [...path, name])
    if (isUnreadable(members[name], member)) return []
    return [{ holder, path: [...path, name], text: other(member, holder[name] as string) }]
  })
}

function other(field: FieldShape, shown: string): string {
  const texts: Partial<Record<FieldShape['kind'], [string, string]>> = {
    boolean: ['true', 'false'],
    any: ['{"typed": 1}', '{"typed": [2.0]}'],
    cents: ['12.34', '$5.60'],
    number: ['3', '4.5'],
    date: ['2026-08-15', '2026-08-16'],
  }
  const pair =
    field.kind === 'list' ? (['A C', 'B'] as const) : (texts[field.kind] ?? ['typed', 'other'])
  return pair[0] === shown ? pair[1] : pair[0]
}

/**
 * The paths at which two values differ. A member that exists on one side counts at its first
 * difference.
 */
function differences(a: Json | undefined, b: Json | undefined, path: string[]): string[] {
  if (sameJson(a, b)) return []
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length && !isScalarList(b))
    return a.flatMap((item, i) => differences(item, b[i], [...path, String(i)]))
  const left = isJsonObject(a) ? a : a === null || a === undefined ? {} : undefined
  if (left === undefined || !isJsonObject(b)) return [path.join('.')]
  return [...new Set([...Object.keys(left), ...Object.keys(b)])].flatMap((name) =>
    differences(left[name], b[name], [...path, name]),
  )
}

function isScalarList(items: Json[]): boolean {
  return items.every((item) => !isJsonObject(item))
}
