import { expect, it } from 'vitest'
import { isSpanProblem, spanStanding } from './span-standing.ts'

const asOf = '2026-11-21'
const loaded = {
  id: 's',
  start_date: '2026-01-01',
  submitted_date: '2025-11-01',
  payer_loaded_date: '2025-12-20',
}

it.each([
  ['loaded before it began, without an end', {}, { standing: 'covered' }],
  ['ending in more than 90 days', { end_date: '2027-02-20' }, { standing: 'covered' }],
  ['ending in 90 days', { end_date: '2027-02-19' }, { standing: 'expiring', days: 90 }],
  ['ending on the day', { end_date: asOf }, { standing: 'expiring', days: 0 }],
  ['ended the day before', { end_date: '2026-11-20' }, { standing: 'expired', days: 1 }],
  ['loaded on its first day', { payer_loaded_date: '2026-01-01' }, { standing: 'covered' }],
  [
    'loaded after its first day',
    { payer_loaded_date: '2026-01-13' },
    { standing: 'late', days: 12 },
  ],
  [
    'ended without ever being loaded',
    { end_date: '2026-11-20', payer_loaded_date: null },
    { standing: 'expired', days: 1 },
  ],
  [
    'submitted and not loaded',
    { payer_loaded_date: null, submitted_date: '2026-10-11' },
    { standing: 'submitted', days: 41 },
  ],
  [
    'submitted, with a future loading date',
    { payer_loaded_date: '2026-11-22', submitted_date: '2026-10-11' },
    { standing: 'submitted', days: 41 },
  ],
  [
    'submitted tomorrow',
    { payer_loaded_date: null, submitted_date: '2026-11-22' },
    { standing: 'not-submitted' },
  ],
  [
    'neither submitted nor loaded',
    { payer_loaded_date: null, submitted_date: null },
    { standing: 'not-submitted' },
  ],
  ['loaded without a start date', { start_date: null }, { standing: 'no-start' }],
  ['beginning tomorrow', { start_date: '2026-11-22' }, { standing: 'upcoming', days: 1 }],
  ['ending before it starts', { end_date: '2025-12-31' }, { standing: 'reversed' }],
  ['switched off', { is_enabled: false }, { standing: 'off' }],
])('%s', (_, change, standing) => {
  expect(spanStanding({ ...loaded, ...change }, asOf)).toEqual(standing)
})

it('marks the standings that need attention', () => {
  expect((['covered', 'upcoming', 'off'] as const).map(isSpanProblem)).toEqual([
    false,
    false,
    false,
  ])
  expect(
    (
      ['submitted', 'not-submitted', 'late', 'expiring', 'expired', 'reversed', 'no-start'] as const
    ).every(isSpanProblem),
  ).toBe(true)
})
