import { expect, test } from 'vitest'
import type { NamedCause } from '#lib/rules/coverage/board.ts'
import { whyWords } from '#lib/rules/coverage/why-words.ts'
import { fixesOf } from './fix-of.ts'

const row = {
  payer: { uuid: 'pay', id: 'NBH01', name: 'Northbridge' },
  provider: { id: 'g1', npi: '1', name: 'Group' },
}
const cause = (more: Partial<NamedCause>): NamedCause => ({
  kind: 'provider',
  id: 'p1',
  state: 'none',
  is_certain: true,
  captures: 1,
  cents: 100,
  alone_captures: 1,
  alone_cents: 100,
  first_date: '2026-11-01',
  last_date: '2026-11-01',
  ...more,
})
const labels = (given: NamedCause) => fixesOf(given, row).ways.map(({ label }) => label)

test('for a provider without spans the fix is a new span', () => {
  expect(labels(cause({}))).toEqual(['Record a span'])
})

test('after a span that ended it is extended, or the next one is recorded from the day after', () => {
  const { words, ways } = fixesOf(
    cause({
      state: 'expired',
      former: { id: 's0', end_date: '2026-10-05' },
      first_date: '2026-10-30',
    }),
    row,
  )
  expect(words).toBe(
    'The span ended on 10/05/2026. Extend it if the payer did, or record the next one.',
  )
  expect(ways.map(({ label }) => label)).toEqual(['Extend the span', 'Record a span'])
  expect(ways[0]!.href).toBe('/credentialing/provider-spans/s0')
  expect(new URL(ways[1]!.href, 'http://console').searchParams.get('start_date')).toBe('2026-10-06')
})

test.each([
  [
    {
      state: 'submitted',
      is_certain: false,
      waits_for: 'effective-date',
      submitted_on: '2026-09-01',
    },
    'Ask the payer for the effective date and enter it. Hold these captures until then.',
    'The payer has the paperwork but hasn’t set an effective date. These dates may still be covered. Waits for the effective date, submitted on 09/01/2026.',
  ],
  [
    { state: 'none', is_certain: false },
    'Enter the effective date that the payer loaded.',
    'The span has no effective date, so its coverage is unknown.',
  ],
  [
    { state: 'none', is_certain: true },
    'The span has no effective date, and nothing was submitted.',
    'The span has no effective date, so its coverage is unknown.',
  ],
] as const)(
  'a span without a first day is opened, never recorded a second time: %j',
  (more, words, why) => {
    const given = cause({ ...more, span_id: 's1', awaits_first_day: true })
    expect(fixesOf(given, row)).toEqual({
      words,
      ways: [
        { href: '/credentialing/provider-spans/s1', label: 'Open the span', recordsSpan: false },
      ],
    })
    expect(whyWords(given)).toBe(why)
  },
)
