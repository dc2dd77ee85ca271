import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { testSize } from '#lib/core/test-size.testing.ts'
import { causeOf, fieldOf } from './cause.ts'
import { recordValues } from './record-values.ts'

const wordsOf = (message: string, names: string[] = []) => causeOf({ message, names }).words

describe('the words of a cause', () => {
  const values = recordValues([
    {
      diagnoses: [{ code: 'E11.9', code_type: 'ABK' }],
      service_lines: [{ modifiers: ['RT'], procedure_code: 'G0463' }],
    },
  ])
  test.each([
    ['Member ID SAME belongs to another person', 'Member ID belongs to another person'],
    ['Diagnosis code "E119" is not covered', 'Diagnosis code is not covered'],
    ['Modifier RT is not allowed on line 2', 'Modifier is not allowed on line'],
    ['Modifier LT is not allowed on line 2', 'Modifier LT is not allowed on line'],
    ['G0463 needs a referral (CHG-1)', '… needs a referral'],
    ['Place (pointer 2), which is wrong', 'Place (pointer), which is wrong'],
    ['A plan of 60 visits ended on 2026-09-01', 'A plan of … visits ended on …'],
    ['Zip code 97205 is not in the state', 'Zip code is not in the state'],
    ['12', '…'],
    ['', '…'],
  ])('%s', (message, words) => {
    expect(causeOf({ message, values }).words).toBe(words)
  })

  test('count the values of the record that a message quotes, by what they are', () => {
    expect(
      causeOf({ message: 'Procedure code G0463 with modifier RT on 2026-09-01', values }).taken,
    ).toEqual([
      { kind: 'Procedure', value: 'G0463' },
      { kind: 'Modifier', value: 'RT' },
    ])
    expect(causeOf({ message: 'Procedure code G0464', values }).taken).toBeUndefined()
  })

  test('of two messages without a record at hand may differ in every code', () => {
    const keyOf = (message: string, from?: 'any') => causeOf({ message, values: from }).key
    const [one, other] = [
      'Procedure code G0463 is not covered',
      'Procedure code J0696 is not covered',
    ]
    expect(keyOf(one, 'any')).toBe(keyOf(other, 'any'))
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  test('have no name of the record', () => {
    expect(wordsOf('Maria Gomez is not a member of the plan', ['Maria Gomez'])).toBe(
      '… is not a member of the plan',
    )
    expect(wordsOf('No coverage for Gomez, Maria on 01/02/2026', ['Maria Gomez'])).toBe(
      'No coverage for … on …',
    )
    expect(wordsOf('The subscriber Gomez has no plan', ['Maria Gomez'])).toBe(
      'The subscriber … has no plan',
    )
    expect(wordsOf('Service line 3 has no units', ['Ann Service'])).toBe(
      'Service line has no units',
    )
  })

  test('name the changed fields of a change after billing, not their values', () => {
    const message =
      'ADT, no charge message: patient.last_name changed from Gomez to O; removed; service_lines.0.units changed from 1 to 2; service_lines.1.units changed from 1 to 2; and 3 more'
    expect(wordsOf(message)).toBe(
      'ADT, no charge message: patient.last_name changed; service_lines.units changed',
    )
  })
})

describe('the field of a cause', () => {
  test.each([
    ['service_lines.0.units', 'service_lines.units'],
    ['data.serviceLines[2].units', 'service_lines.units'],
    ['/charge_capture_data/service_lines/0/units', 'service_lines.units'],
    ['charge_external_id', 'charge_external_id'],
    ['data', 'data'],
    ['..', undefined],
  ])('%s', (field, expected) => {
    expect(fieldOf(field)).toBe(expected)
  })

  test('separates two causes with the same message', () => {
    const message = 'NPI 1234567890 fails its check digit'
    expect(causeOf({ message, field: 'rendering_provider.npi' }).key).not.toBe(
      causeOf({ message, field: 'billing_provider.npi' }).key,
    )
  })
})

// Words that no rule removes, so that the test knows which words must stay.
const plain = fc.constantFrom(
  'provider',
  'date',
  'fails',
  'is',
  'after',
  'on',
  'the',
  'not',
  'known',
  'has',
  'with',
)
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{1,${length}}$`))
const day = fc.date({
  min: new Date('1930-01-01'),
  max: new Date('2040-12-31'),
  noInvalidDate: true,
})
const quoted = fc.stringMatching(/^[A-Za-z0-9 .,;:()/-]{0,20}$/)
// A code that the record does not have is no value: what is asked for, or a payer's reason.
const code = /^["“']?(?=.*[A-Z])(?:[A-Z\d.-]{1,7}|(?:CO|CR|OA|PI|PR)-\d{1,3})["”']?$/
const value = fc
  .oneof(
    digits(12),
    fc.uuid(),
    fc.stringMatching(/^[A-Z]{2,4}[-_]\d{1,8}$/),
    fc.tuple(digits(3), digits(2)).map(([whole, part]) => `$${whole},123.${part}`),
    fc.tuple(digits(3), digits(2)).map(([whole, part]) => `-${whole}.${part}`),
    day.map((date) => date.toISOString().slice(0, 10)),
    day.map((date) => date.toISOString()),
    day.map((date) => date.toLocaleDateString('en-US', { timeZone: 'UTC' })),
    day.map((date) => date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' })),
    quoted.map((text) => `"${text}"`),
    quoted.map((text) => `“${text}”`),
    quoted.map((text) => `'${text}'`),
  )
  .filter((text) => !code.test(text))
const slots = fc.array(
  fc.record({ words: fc.array(plain, { minLength: 1, maxLength: 3 }), one: value, other: value }),
  {
    minLength: 1,
    maxLength: 4,
  },
)

test('messages that differ only in their values have one cause, and every word stays', () => {
  fc.assert(
    fc.property(slots, fc.array(plain, { maxLength: 2 }), (parts, rest) => {
      const written = (pick: 'one' | 'other') =>
        [...parts.flatMap((part) => [...part.words, part[pick]]), ...rest].join(' ')
      const field = 'rendering_provider.npi'
      const [one, other] = [
        causeOf({ message: written('one'), field }),
        causeOf({ message: written('other'), field }),
      ]
      expect(one).toEqual(other)
      expect(one.words.toLowerCase().match(/[a-z]+/g)).toEqual([
        ...parts.flatMap((part) => part.words),
        ...rest,
      ])
    }),
    { numRuns: testSize(2_000, 50_000), seed: 14 },
  )
})

test('any text has a cause', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string(),
      fc.array(fc.string()),
      (message, field, names) => {
        const cause = causeOf({ message, field, names })
        expect(cause.key).toMatch(/^[a-z0-9]{11}$/)
        expect(cause.words).not.toBe('')
        expect(cause.words.length).toBeLessThanOrEqual(250)
      },
    ),
    { numRuns: testSize(2_000, 20_000), seed: 14 },
  )
})

test('a long hostile message is read in a moment', () => {
  for (const text of [
    '1'.repeat(100_000),
    "'".repeat(100_000),
    'a1-'.repeat(40_000),
    '; a changed from '.repeat(10_000),
  ])
    expect(causeOf({ message: text }).words.length).toBeLessThanOrEqual(250)
})
