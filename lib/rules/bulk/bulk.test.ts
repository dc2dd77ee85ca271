import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExact, type Json, type JsonObject } from '#lib/core/json.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { checkProposals } from '#lib/rules/queue/check-proposals.ts'
import { mergeThree } from '#lib/rules/merge/merge-three.ts'
import { cleanData, today } from '#lib/rules/testdata/clean-capture.ts'
import {
  applyChange,
  otherThanWritten,
  readChange,
  shapeOfPath,
  undoBody,
  type AskedChange,
  type ReadChange,
} from './bulk-change.ts'
import { classOf } from './change-class.ts'
import { chosenAmount, type Choosable, type SentState } from './chosen-amount.ts'
import { judgeChange } from './judge-change.ts'
import { readValueFile, unknownIds, valueFileOf } from './value-file.ts'

const shape = captureShape()

function bodyWith(data: object = {}, header: object = {}): JsonObject {
  const body = {
    status: 'billable',
    charge_external_id: 'CHG-1',
    ...header,
    data: { ...cleanData(), ...data },
  }
  return parseExact(JSON.stringify(body)) as JsonObject // an object's own text
}

function read(asked: Exclude<AskedChange, { kind: 'map' }>): ReadChange {
  const change = readChange(asked, shape)
  if ('issues' in change) throw new Error(JSON.stringify(change.issues))
  return change
}

function after(body: JsonObject, asked: Exclude<AskedChange, { kind: 'map' }>): JsonObject {
  const applied = applyChange(body, read(asked))
  if (applied.kind !== 'changed') throw new Error(JSON.stringify(applied))
  return applied.after
}

const linesOf = (body: JsonObject) => (body.data as JsonObject).service_lines as JsonObject[]

test('a value is set in every row, and everything else keeps its text', () => {
  const text = `{"status":"billable","data":{"x_odd":1.00,"service_lines":[{"quantity":"1","x":2.50},{"units":"MJ"}]}}`
  const body = parseExact(text) as JsonObject
  const asked = { kind: 'set', path: 'data.service_lines.*.units', text: 'UN' } as const
  expect(JSON.stringify(after(body, asked))).toBe(
    `{"status":"billable","data":{"x_odd":1.00,"service_lines":[{"quantity":"1","x":2.50,"units":"UN"},{"units":"UN"}]}}`,
  )
  expect(JSON.stringify(body)).toBe(text)
})

test('a missing section is made, a missing row is not', () => {
  const npi = { kind: 'set', path: 'data.supervising_provider.npi', text: '1234567893' } as const
  expect(after(bodyWith(), npi)).toMatchObject({
    data: { supervising_provider: { npi: '1234567893' } },
  })
  const units = read({ kind: 'set', path: 'data.service_lines.*.units', text: 'UN' })
  expect(applyChange(bodyWith({ service_lines: [] }), units)).toEqual({
    kind: 'unfit',
    words: 'Has no service line.',
  })
  expect(applyChange(bodyWith({ service_lines: 'x' }), units)).toMatchObject({ kind: 'unfit' })
  expect(
    applyChange(
      bodyWith({ rendering_provider: 7 }),
      read({ ...npi, path: 'data.rendering_provider.npi' }),
    ),
  ).toEqual({
    kind: 'unfit',
    words: 'Rendering provider has an unexpected value.',
  })
})

test('a replacement changes only what holds the value, a cleared field is null', () => {
  const body = bodyWith()
  linesOf(body)[1]!.units = 'MJ'
  const replaced = after(body, {
    kind: 'replace',
    path: 'data.service_lines.*.units',
    find: 'MJ',
    text: 'UN',
  })
  expect(linesOf(replaced)[0]).toBe(linesOf(body)[0])
  expect(linesOf(replaced)[1]).toMatchObject({ units: 'UN' })
  expect(after(body, { kind: 'clear', path: 'data.rendering_provider.npi' })).toMatchObject({
    data: { rendering_provider: { npi: null } },
  })
  const nothing = read({ kind: 'clear', path: 'data.supervising_provider.npi' })
  expect(applyChange(body, nothing)).toEqual({ kind: 'same' })
})

test('rows are added at the end and removed by a value; pointers keep their diagnosis', () => {
  const added = after(bodyWith(), {
    kind: 'add-row',
    path: 'data.diagnoses',
    members: [
      { path: 'code', text: 'Z00.00' },
      { path: 'code_type', text: 'ABF' },
    ],
  })
  expect((added.data as JsonObject).diagnoses).toHaveLength(3)
  const removed = after(bodyWith(), {
    kind: 'remove-row',
    path: 'data.diagnoses',
    member: 'code',
    text: 'E11.9',
  })
  expect((removed.data as JsonObject).diagnoses).toMatchObject([{ code: 'I10' }])
  expect(linesOf(removed).map((line) => line.diagnosis_pointers)).toEqual([[0], [0]])
})

test.each<[Exclude<AskedChange, { kind: 'map' }>, string]>([
  [{ kind: 'set', path: 'data.nothing_like_it', text: 'x' }, 'path: Choose a field.'],
  [{ kind: 'set', path: 'data.patient', text: 'x' }, 'path: Choose one field, not a section.'],
  [
    { kind: 'set', path: 'data.service_lines.*.charge_amount_cents', text: 'ten' },
    'text: Enter an amount',
  ],
  [
    { kind: 'set', path: 'data.rendering_provider.npi', text: '1234567890' },
    'text: This isn’t a valid NPI.',
  ],
  [
    { kind: 'set', path: 'data.date_of_service', text: '2026-02-30' },
    'text: There is no February 30.',
  ],
  // Whose year it is depends on the day on which it is read.
  [{ kind: 'set', path: 'data.date_of_service', text: '2/28' }, 'text: Write the day as'],
  [{ kind: 'set', path: 'status', text: 'lost' }, 'text: Choose one of the values.'],
  [{ kind: 'set', path: 'data.patient.first_name', text: ' ' }, 'text: Enter a value.'],
  [{ kind: 'add-row', path: 'data.diagnoses', members: [] }, 'members.0.text: Fill in'],
  [
    { kind: 'add-row', path: 'data.diagnoses', members: [{ path: 'x', text: 'y' }] },
    'members.0.text: This field',
  ],
  [
    { kind: 'remove-row', path: 'data.diagnoses', member: 'x', text: 'y' },
    'member: Choose a field',
  ],
])('%j is refused at its member', (asked, words) => {
  const change = readChange(asked, shape)
  const [issue] = 'issues' in change ? change.issues : []
  expect(`${issue?.path}: ${issue?.message}`).toContain(words)
})

const path = 'data.rendering_provider.npi'
const fileOf = (text: string, at = path) => readValueFile(text, at, shape)

test('a file gives each capture its own value', () => {
  const file = fileOf('charge_external_id,NPI\r\nCHG-1,1234567893\r\n"CHG-2",1999999984\r\n')
  if ('problems' in file) throw new Error(JSON.stringify(file.problems))
  expect([...file.lines]).toEqual([
    ['CHG-1', 2],
    ['CHG-2', 3],
  ])
  const change = {
    kind: 'map',
    path,
    shape: shapeOfPath(shape, path)!,
    values: file.values,
    finds: file.finds,
  } as const
  expect(applyChange(bodyWith({}, { charge_external_id: 'CHG-2' }), change)).toMatchObject({
    kind: 'changed',
    after: { data: { rendering_provider: { npi: '1999999984' } } },
  })
  expect(applyChange(bodyWith({}, { charge_external_id: 'CHG-9' }), change)).toEqual({
    kind: 'unfit',
    words: 'Not in the file.',
  })
  expect(unknownIds(file, new Set(['CHG-1']))).toEqual([
    { line: 3, message: 'None of the chosen captures has CHG-2.' },
  ])
})

test.each([
  'Charge external ID,Rendering provider · NPI',
  'capture;npi',
  'Rendering provider · NPI\tCapture',
  'charge_external_id,data.rendering_provider.npi',
  '"Charge external ID","rendering_provider.npi"',
])('the heading %j names the columns, in words or as the partner does', (heading) => {
  const mark = /[,;\t]/.exec(heading)![0]
  const cells = ['CHG-1', '1234567893']
  const file = fileOf(
    `${heading}\n${(/^"?ch|^cap/i.test(heading) ? cells : cells.toReversed()).join(mark)}\n`,
  )
  if ('problems' in file) throw new Error(JSON.stringify(file.problems))
  expect([...file.values]).toEqual([['CHG-1', '1234567893']])
})

test.each([
  ['visit_id,npi\nCHG-1,1234567893', [[1, 'There is no column “Charge external ID”.']]],
  [
    'charge_external_id,tax_id\nCHG-1,12',
    [[1, 'The column is called “tax_id”, not “Rendering provider · NPI”.']],
  ],
  [
    'charge_external_id,npi,new value\nCHG-1,1234567893,x',
    [[1, 'Several columns can be “Rendering provider · NPI”. Keep one.']],
  ],
  [
    'charge_external_id,payer,name\nCHG-1,x,y',
    [[1, 'There is no column “Rendering provider · NPI”.']],
  ],
  [
    '"charge_external_id";"npi"\n"CHG-1";"1234567893"\n\n"CHG\n2";"12"\nCHG-1;1999999984\n;1999999984\nCHG-3\n',
    [
      [4, 'CHG\n2: This isn’t a valid NPI.'],
      [6, 'Repeats CHG-1 of line 2.'],
      [7, 'Has no charge external ID.'],
      [8, 'Has 1 columns instead of 2.'],
    ],
  ],
  ['charge_external_id,npi\n', [[0, 'The file has no values.']]],
  ['', [[0, 'The file is empty.']]],
  ['PK\u0003\u0004', [[0, 'This is a spreadsheet, not a CSV file. Save it as CSV first.']]],
])('%j is refused with its lines', (text, expected) => {
  const file = fileOf(text)
  expect('problems' in file && file.problems.map(({ line, message }) => [line, message])).toEqual(
    expected,
  )
})

test('columns that a file has beside its two are not read', () => {
  const file = fileOf('Patient,charge_external_id,Payer,New NPI\nMoss,CHG-1,Sunfield,1234567893\n')
  expect(file).toMatchObject({ values: new Map([['CHG-1', '1234567893']]) })
})

test('lines that a person leaves out are not read, and the others are counted', () => {
  const text = 'charge_external_id,npi\nCHG-1,12\nCHG-2,1234567893\nCHG-3,\n'
  expect(fileOf(text)).toEqual({
    problems: [
      { line: 2, message: 'CHG-1: This isn’t a valid NPI.' },
      { line: 4, message: 'CHG-3: Enter a value.' },
    ],
    fit: 1,
  })
  expect(readValueFile(text, path, shape, [2, 4])).toMatchObject({
    values: new Map([['CHG-2', '1234567893']]),
  })
})

test('more wrong lines than are named cannot be left out', () => {
  const lines = Array.from({ length: 60 }, (_, at) => `CHG-${at},12\n`).join('')
  const file = fileOf(`charge_external_id,npi\n${lines}`)
  expect('problems' in file && file.problems.at(-1)).toEqual({
    line: 0,
    message: 'More than 50 lines don’t fit. Correct the file first.',
  })
})

test('a file with the present values replaces only these, and an empty new value is skipped', () => {
  const text = valueFileOf(path, [
    { external: 'CHG-1', now: '1234567890', text: '1234567893' },
    { external: 'CHG-2', now: '1234567890', text: '' },
  ])
  const file = fileOf(text)
  if ('problems' in file) throw new Error(JSON.stringify(file.problems))
  expect([[...file.values], [...file.finds], file.empty]).toEqual([
    [['CHG-1', '1234567893']],
    [['CHG-1', '1234567890']],
    1,
  ])
  const { values, finds } = file
  const change = { kind: 'map', path, shape: shapeOfPath(shape, path)!, values, finds } as const
  const withNpi = (npi: string) =>
    bodyWith({ rendering_provider: { npi } }, { charge_external_id: 'CHG-1' })
  expect(applyChange(withNpi('1234567890'), change)).toMatchObject({
    kind: 'changed',
    after: { data: { rendering_provider: { npi: '1234567893' } } },
  })
  expect(applyChange(withNpi('1999999984'), change)).toEqual({
    kind: 'unfit',
    words: 'It no longer has this value.',
  })
  expect(applyChange(withNpi('1234567893'), change)).toEqual({ kind: 'same' })
})

test('of several lines only those with the present value are changed', () => {
  const at = 'data.service_lines.*.ordering_provider.npi'
  const text = valueFileOf(at, [{ external: 'CHG-1', now: '1234567890', text: '1234567893' }])
  const file = fileOf(text, at)
  if ('problems' in file) throw new Error(JSON.stringify(file.problems))
  const { values, finds } = file
  const change = { kind: 'map', path: at, shape: shapeOfPath(shape, at)!, values, finds } as const
  const lines = ['1234567890', '1999999984'].map((npi) => ({ ordering_provider: { npi } }))
  const applied = applyChange(
    bodyWith({ service_lines: lines }, { charge_external_id: 'CHG-1' }),
    change,
  )
  expect(applied).toMatchObject({
    kind: 'changed',
    after: {
      data: {
        service_lines: [
          { ordering_provider: { npi: '1234567893' } },
          { ordering_provider: { npi: '1999999984' } },
        ],
      },
    },
  })
})

test.each([
  [
    'a drug code gets its 11 digits in the lines that lack them',
    'data.service_lines.*.drug_identification.national_drug_code',
    { service_lines: ['0409-1234-01', '0409-1234-01', '00409123402'].map(drugOf) },
    ['0409-1234-01', '00409123401', '00409999999'],
    { service_lines: ['00409123401', '00409123401', '00409123402'].map(drugOf) },
  ],
  [
    'the first diagnosis becomes the principal one, and the others keep their kind',
    'data.diagnoses.*.code_type',
    { diagnoses: ['ABF', 'ABF'].map(diagnosisOf) },
    ['ABF', 'ABK', 'ABJ'],
    { diagnoses: ['ABK', 'ABF'].map(diagnosisOf) },
  ],
  [
    'a modifier that stands twice stays once',
    'data.service_lines.*.modifiers',
    { service_lines: [{ modifiers: ['25', '25'] }, { modifiers: ['RT'] }] },
    ['25 25', '25', '59'],
    { service_lines: [{ modifiers: ['25'] }, { modifiers: ['RT'] }] },
  ],
])('in a table, of what the chart decides: %s', (_, path, data, [now, text, other], expected) => {
  const set = (value: string) => {
    const file = fileOf(valueFileOf(path, [{ external: 'CHG-1', now: now!, text: value }]), path)
    if ('problems' in file) throw new Error(JSON.stringify(file.problems))
    const { values, finds } = file
    return applyChange(bodyWith(data), {
      kind: 'map',
      path,
      shape: shapeOfPath(shape, path)!,
      values,
      finds,
      written: (body) => checkProposals(body, { shape, today }),
    })
  }
  expect(set(text!)).toMatchObject({ kind: 'changed', after: { data: expected } })
  expect(set(other!)).toEqual({ kind: 'unfit', words: otherThanWritten })
  // A file is refused, as before.
  expect(classOf({ kind: 'map', path }, []).kind).toBe('refused')
  expect(classOf({ kind: 'map', path, is_table: true }, [])).toMatchObject({ kind: 'free' })
})
function drugOf(national_drug_code: string) {
  return { drug_identification: { national_drug_code, service_id_qualifier: 'N4' } }
}
function diagnosisOf(code_type: string, at: number) {
  return { code_type, code: ['E11.9', 'I10'][at] }
}

test('the rules say what a change clears, leaves and brings', () => {
  const terms = { shape, today }
  const before = bodyWith({
    rendering_provider: { ...cleanData().rendering_provider, npi: '1234567890' },
  })
  const fixed = after(before, { kind: 'set', path, text: '1234567893' })
  const judged = judgeChange(before, fixed, terms)
  expect(judged.changes).toEqual([{ path, before: '1234567890', after: '1234567893' }])
  expect([judged.cleared.map((finding) => finding.path), judged.stays, judged.added]).toEqual([
    ['rendering_provider.npi'],
    [],
    [],
  ])
  // What another field leaves was there before; an empty field instead of a wrong one is a new error.
  const referral: AskedChange = { kind: 'set', path: 'data.referral_number', text: 'R-1' }
  const other = judgeChange(before, after(before, referral), terms)
  expect([other.stays.length, other.added]).toEqual([1, []])
  const gone = judgeChange(before, after(before, { kind: 'clear', path }), terms)
  expect([gone.stays, gone.added.map((finding) => finding.path)]).toEqual([
    [],
    ['rendering_provider.npi'],
  ])
  const broken = judgeChange(
    before,
    after(before, { kind: 'clear', path: 'charge_external_id' }),
    terms,
  )
  expect(broken.blocking.map((finding) => finding.path)).toEqual(['charge_external_id'])
})

// Undo as the job does it: a merge of what the change left, what was before it, and what is there
// now.
function undone(before: JsonObject, changed: JsonObject, now: JsonObject) {
  return mergeThree({
    base: changed,
    mine: { ...changed, ...undoBody(before, changed) },
    theirs: now,
  })
}

const asked = fc.constantFrom<Exclude<AskedChange, { kind: 'map' }>>(
  { kind: 'set', path: 'data.service_lines.*.units', text: 'MJ' },
  { kind: 'set', path: 'data.service_lines.*.charge_amount_cents', text: '12.50' },
  { kind: 'set', path, text: '1999999984' },
  { kind: 'set', path: 'data.supervising_provider.npi', text: '1999999984' },
  { kind: 'set', path: 'status', text: 'planned' },
  { kind: 'clear', path: 'data.rendering_provider.taxonomy_code' },
  { kind: 'clear', path: 'data.patient.address.zip_plus_four_code' },
  { kind: 'replace', path: 'data.place_of_service_code', find: '11', text: '22' },
  { kind: 'add-row', path: 'data.diagnoses', members: [{ path: 'code', text: 'Z00.00' }] },
  { kind: 'remove-row', path: 'data.diagnoses', member: 'code', text: 'E11.9' },
  { kind: 'remove-row', path: 'data.service_lines', member: 'procedure_code', text: 'J0696' },
)
const numbers = fc.constantFrom('1.0', '2.50', '12345678901234567890', '0', '1e3')

test('a change that is taken back leaves the record as it was, and untouched fields keep their text', () => {
  fc.assert(
    fc.property(asked, numbers, fc.constantFrom('Ann', 'Zoë', ''), (change, odd, name) => {
      const text = JSON.stringify(bodyWith({ x_first: '@' })).replace('"@"', odd)
      const before = parseExact(text) as JsonObject // our own text
      ;((before.data as JsonObject).patient as JsonObject).first_name = name
      const changed = after(before, change)
      const back = undone(before, changed, changed)
      expect(back.conflicts).toEqual([])
      expect(back.merged).toEqual(before)
      expect(JSON.stringify((changed.data as JsonObject).x_first)).toBe(odd)
      expect(JSON.stringify(before)).toBe(JSON.stringify(parseExact(JSON.stringify(before))))
    }),
    { numRuns: testSize(200, 5_000) },
  )
})

test('what somebody changed later stays when a change is taken back, and the same field is a conflict', () => {
  fc.assert(
    fc.property(asked, (change) => {
      const before = bodyWith()
      const changed = after(before, change)
      const later = structuredClone(changed)
      const data = later.data as { [name: string]: Json }
      data.billing_notes = 'Called the payer'
      ;(data.patient as JsonObject).last_name = 'Later'
      const back = undone(before, changed, later)
      const expected = structuredClone(before)
      Object.assign(expected.data as JsonObject, { billing_notes: 'Called the payer' })
      ;((expected.data as JsonObject).patient as JsonObject).last_name = 'Later'
      expect(back.conflicts).toEqual([])
      expect(back.merged).toEqual(expected)
    }),
  )
  const before = bodyWith()
  const changed = after(before, { kind: 'set', path, text: '1999999984' })
  const later = after(changed, { kind: 'set', path, text: '1234567893' })
  expect(
    undone(
      { ...before, data: { ...(before.data as JsonObject), rendering_provider: null } },
      changed,
      later,
    ).conflicts,
  ).toHaveLength(1)
})

test('what is chosen counts each claim once, as long as one of its captures is chosen', () => {
  const none = { moved: 0, unknown: 0, overwrites: 0 }
  // Claim A has two ready captures and one that keeps an error, B one that is ready, C a billed
  // one.
  const counts = { ready: 3, keeps: 1, billed: 1 }
  const sums = {
    ready: { ...none, cents: 900 + 100, charges: 600 + 100 },
    keeps: { ...none, cents: 0, charges: 300 },
    billed: { ...none, cents: 50, charges: 50 },
  }
  const inA = (state: 'ready' | 'keeps') =>
    ({ state, claim: 'A', together: [2, 1, 0], cents: 900, charges: 300 }) satisfies Choosable
  const amount = (isAll: boolean, states: SentState[], ...named: Choosable[]) =>
    Object.values(chosenAmount(counts, sums, { states, isAll, named }))
  expect(amount(true, ['ready'])).toEqual([3, 1_000, 700])
  expect(amount(true, ['ready', 'keeps', 'billed'])).toEqual([5, 1_050, 1_050])
  expect(amount(true, ['ready'], inA('ready'))).toEqual([2, 1_000, 400])
  expect(amount(true, ['ready'], inA('ready'), inA('ready'))).toEqual([1, 100, 100])
  expect(amount(true, ['ready', 'keeps'], inA('ready'), inA('ready'))).toEqual([2, 1_000, 400])
  expect(amount(false, ['ready'], inA('ready'), inA('ready'), inA('keeps'))).toEqual([2, 900, 600])
})

test('a file of a spreadsheet is read past its mark, and what it damaged is refused by its line', () => {
  const at = 'data.subscriber_primary.insurance_card.group_number'
  expect(
    fileOf('sep=;\r\ncharge_external_id;Group number\r\nCHG-1\u200B;G\u00AD7\r\n', at),
  ).toMatchObject({
    values: new Map([['CHG-1', 'G7']]),
    lines: new Map([['CHG-1', 3]]),
  })
  const damaged = fileOf(
    'charge_external_id,Group number\nCHG-1,1.23457E+11\nCHG-2,#N/A\n1.2E+05,G7\nCHG-4',
    at,
  )
  expect('problems' in damaged && damaged.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('A spreadsheet shortened this number'),
    expect.stringContaining('an error of a spreadsheet'),
    expect.stringContaining('A spreadsheet shortened this number'),
    'Has 1 columns instead of 2.',
  ])
  expect(
    fileOf('charge_external_id,Last name\nCHG-1,Ord\uFFFDez', 'data.patient.last_name'),
  ).toEqual({
    problems: [{ line: 0, message: expect.stringContaining('CSV UTF-8') }],
    fit: 0,
  })
})
