import { expect, it } from 'vitest'
import { firstDay, lastDay, type BarState, type CoverageBar } from '#lib/rules/coverage/bars.ts'
import { barName, barWords, standingWords } from './state-words.ts'

const asOf = '2026-11-21'

it.each<[BarState, string, string, string, string | undefined]>([
  ['covered', '2026-01-03', lastDay, 'Covered from 01/03/2026, no end', undefined],
  ['gap', '2026-07-01', '2026-08-16', 'Gap from 07/01/2026 to 08/16/2026, 47 days', 'gap 47 d'],
  ['gap', '2026-07-01', '2026-07-01', 'Gap from 07/01/2026 to 07/01/2026, 1 day', 'gap 1 d'],
  [
    'expiring',
    '2026-11-12',
    '2026-12-12',
    'Expiring from 11/12/2026 to 12/12/2026, 31 days',
    'ends in 21 d',
  ],
  ['expired', '2026-10-01', lastDay, 'Expired from 10/01/2026 on', 'expired'],
  ['none', firstDay, lastDay, 'No span', 'no span'],
  ['none', firstDay, '2026-10-01', 'No span until 10/01/2026', 'no span'],
  [
    'submitted',
    '2026-10-02',
    lastDay,
    'Submitted, not loaded from 10/02/2026, no end',
    'submitted, not loaded',
  ],
])('%s from %s to %s', (state, from, to, name, words) => {
  const bar = { state, from, to, spans: ['s1'] }
  expect([barName(bar), barWords(bar, asOf)]).toEqual([name, words])
})

it('an overlap shows the number of its spans', () => {
  expect(
    barName({ state: 'overlap', from: '2026-10-01', to: '2026-10-02', spans: ['a', 'b'] }),
  ).toBe('Overlap of 2 spans from 10/01/2026 to 10/02/2026, 2 days')
})

it('a submitted span without a first day shows that the payer has not set it', () => {
  const bar: CoverageBar = {
    state: 'submitted',
    from: '2026-10-02',
    to: asOf,
    spans: ['s1'],
    awaits_first_day: true,
  }
  expect(barName(bar)).toBe('Submitted, no effective date from 10/02/2026 to 11/21/2026, 51 days')
  expect(barWords(bar, asOf)).toBe('submitted, no effective date')
  expect(
    standingWords(
      { state: 'submitted', awaits_first_day: true, until: undefined, earlier: [] },
      asOf,
    ),
  ).toBe('Submitted, no effective date')
})

it.each([
  ['2026-12-12', 'Ends in 21 d'],
  [asOf, 'Ends today'],
])('cover until %s: %s', (until, words) => {
  expect(standingWords({ state: 'expiring', until, earlier: [] }, asOf)).toBe(words)
})
