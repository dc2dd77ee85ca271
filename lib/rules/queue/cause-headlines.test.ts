import { expect, test } from 'vitest'
import { bundled } from '#lib/sandbox/bundling/testdata/bundled.ts'
import { checkAcross } from '#lib/sandbox/bundling/cross-checks.ts'
import type { Json } from '#lib/core/json.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { billable, cleanWith } from '#lib/rules/testdata/clean-capture.ts'
import { fieldCases } from '#lib/rules/testdata/rules-cases/fields.ts'
import { scrubCases } from '#lib/rules/testdata/scrub-cases.ts'
import { scrubCapture } from '#lib/rules/scrub/scrub.ts'
import { causeOf } from './cause.ts'
import { recordValues } from './record-values.ts'

// The sandbox has no placed lists.
const scrubbed = scrubCases.filter(({ input }) => !input || !('lists' in input))
const cases: readonly Pick<(typeof scrubCases)[number], 'changes' | 'input'>[] = [
  ...scrubbed,
  ...fieldCases,
]
const found = cases.flatMap(({ changes, input }) => {
  const data = cleanWith(changes)
  return scrubCapture({ ...billable(data), ...input }).map(({ message, path }) =>
    causeOf({ message, field: path, values: recordValues([data]) }),
  )
})

test('the headlines of the rules that the sandbox scrubs with have no hole, no value and both brackets', () => {
  const headlines = [...new Set(found.map(({ words }) => words))]
  expect(headlines.length).toBeGreaterThan(80)
  expect(headlines.filter((words) => words.includes('…'))).toEqual([])
  expect(headlines.filter((words) => /\d{4}|"/.test(words))).toEqual([])
  const count = (text: string, sign: string) => text.split(sign).length
  expect(headlines.filter((words) => count(words, '(') !== count(words, ')'))).toEqual([])
})

// Every field of a capture that is in no list.
function fieldsOf(shape: FieldShape, path = ''): string[] {
  if (shape.kind !== 'object') return shape.kind === 'list' ? [] : [path]
  return Object.entries(shape.members).flatMap(([name, member]) =>
    fieldsOf(member, path === '' ? name : `${path}.${name}`),
  )
}

test('captures that disagree in any field, or name half of a person each, have a headline without a hole', () => {
  const at = (path: string, value: string) =>
    path.split('.').reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
  const pairs = fieldsOf(captureShape())
    .filter((path) => path.startsWith('data.'))
    .map((path) => path.slice('data.'.length))
    .map((path): [Json, Json] => [at(path, 'AAA'), at(path, 'BBB')])
  const halves = [
    'patient',
    'guarantor',
    'subscriber_primary',
    'subscriber_secondary',
    'subscriber_tertiary',
  ].map((who): [Json, Json] => [
    { [who]: { first_name: 'Ann' } },
    { [who]: { last_name: 'Lee', date_of_birth: '1990-01-01' } },
  ])
  const headlines = new Set<string>()
  for (const [a, b] of [...pairs, ...halves])
    checkAcross(
      [bundled('1', {}, { data: a }), bundled('2', {}, { data: b })],
      () => (_cause, field, message) => {
        headlines.add(causeOf({ message, field, values: recordValues([a, b]) }).words)
      },
    )
  expect(headlines.size).toBeGreaterThan(80)
  const others = [...headlines].filter(
    (words) => !/^Captures (?:disagree: |do not name one )[^…]+$/.test(words),
  )
  expect(others).toEqual(['Patient ID differs from the charge capture’s'])
})

test.each([
  [
    'Code W19.XXXA is an external cause, which is never first: it says how',
    'An external cause is the first diagnosis',
  ],
  [
    'Diagnosis B (I10) has an ICD-9 type (BF) on an ICD-10 code',
    'Diagnosis has an ICD-9 type on an ICD-10 code',
  ],
  ['Line 1 quantity "0" is not a number above zero', 'Quantity is zero or not a number'],
  [
    'Line 2 ordering provider NPI 1234567890 fails its check digit',
    'Ordering provider NPI fails its check digit',
  ],
  ['Payer id X99 is not mapped to a payer', 'Payer ID is not mapped to a payer'],
  [
    'Rendering provider NPI 1999999984 joined the organization on 2026-02-01, after the date of service',
    'Rendering provider joined after the date of service',
  ],
  [
    'Charge captures CHG-1 and CHG-2 differ in the referring provider NPI; one claim can have only one',
    'Captures disagree: referring provider NPI',
  ],
  [
    'Line 1 points to diagnosis C (pointer 2), but 2 diagnoses are listed',
    'A line points to a diagnosis that is not there',
  ],
  [
    'Line 1 points to diagnosis B (pointer 1), but 1 diagnosis is listed',
    'A line points to a diagnosis that is not there',
  ],
  [
    'The claim would have 60 service lines; at most 50 are allowed',
    'Too many service lines for one claim',
  ],
  [
    "The patient's date of birth 1990-01-31 is in the future",
    "The patient's date of birth … is in the future",
  ],
])('%s', (message, words) => {
  expect(causeOf({ message }).words).toBe(words)
})

test('a name in the place of a label is not in a headline', () => {
  const message = 'Rendering provider Rosa Ek NPI 1234567890 fails its check digit'
  expect(causeOf({ message, names: ['Rosa Ek'] }).words).not.toContain('Ek')
})
