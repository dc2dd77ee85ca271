import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#lib/core/local-date.ts'
import { coverageBars, firstDay, lastDay } from './bars.ts'
import { coverageOn, problems } from './coverage.ts'
import type { CoverageSpan } from './span.ts'
import { bySeverity, lookBackDays, standingOf } from './standing.ts'

const asOf = '2026-11-21'
const view = { asOf, expiringDays: 30 }
const loaded = { submitted_date: '2020-01-01', payer_loaded_date: '2020-02-01' }
const span = (
  start_date: string | null,
  end_date: string | null,
  more: Partial<CoverageSpan> = {},
): CoverageSpan => ({
  id: `${start_date}`,
  start_date,
  end_date,
  ...loaded,
  ...more,
})
const barsOf = (spans: CoverageSpan[]) =>
  coverageBars(spans, view).map(({ from, to, state }) => `${from} ${to} ${state}`)

describe('the bars of all time', () => {
  it.each([
    ['nothing at all', [], [`${firstDay} ${lastDay} none`]],
    [
      'cover without an end, and the days before it',
      [span('2026-01-01', null)],
      [`${firstDay} 2025-12-31 before`, `2026-01-01 ${lastDay} covered`],
    ],
    [
      'a gap between two',
      [span('2026-01-01', '2026-03-31'), span('2026-05-01', null)],
      [
        `${firstDay} 2025-12-31 before`,
        '2026-01-01 2026-03-31 covered',
        '2026-04-01 2026-04-30 gap',
        `2026-05-01 ${lastDay} covered`,
      ],
    ],
    [
      'cover that ended, without an expiring tail',
      [span('2026-01-01', '2026-10-31')],
      [
        `${firstDay} 2025-12-31 before`,
        '2026-01-01 2026-10-31 covered',
        `2026-11-01 ${lastDay} expired`,
      ],
    ],
    [
      'cover that will end, but not soon: nothing is expiring, as the count of the day says',
      [span('2026-01-01', '2026-12-31')],
      [
        `${firstDay} 2025-12-31 before`,
        '2026-01-01 2026-12-31 covered',
        `2027-01-01 ${lastDay} expired`,
      ],
    ],
    [
      'cover that will end soon',
      [span('2026-01-01', '2026-11-30')],
      [
        `${firstDay} 2025-12-31 before`,
        '2026-01-01 2026-11-20 covered',
        '2026-11-21 2026-11-30 expiring',
        `2026-12-01 ${lastDay} expired`,
      ],
    ],
    [
      'cover that ended, with paperwork for more without a start date',
      [
        span('2026-01-01', '2026-10-31'),
        {
          ...span(null, null, { submitted_date: '2026-10-15', payer_loaded_date: null }),
          id: 'paper',
        },
      ],
      [
        `${firstDay} 2025-12-31 before`,
        '2026-01-01 2026-10-31 covered',
        '2026-11-01 2026-11-20 expired',
        `2026-11-21 ${lastDay} submitted`,
      ],
    ],
    [
      'paperwork without a start date',
      [span(null, null, { submitted_date: '2026-10-01', payer_loaded_date: null })],
      [`${firstDay} 2026-09-30 none`, `2026-10-01 ${lastDay} submitted`],
    ],
    [
      'cover that begins next month',
      [span('2026-12-01', null)],
      [
        `${firstDay} 2026-11-20 before`,
        '2026-11-21 2026-11-30 gap',
        `2026-12-01 ${lastDay} covered`,
      ],
    ],
    [
      'a span that is not submitted',
      [span(null, null, { submitted_date: null, payer_loaded_date: null })],
      [`${firstDay} ${lastDay} none`],
    ],
  ])('%s', (_, spans, bars) => {
    expect(barsOf(spans)).toEqual(bars)
  })
})

describe('the state on a day', () => {
  it.each([
    [
      'covered without an end',
      [span('2020-01-01', null)],
      { state: 'covered', until: null, earlier: [] },
    ],
    [
      'covered now, with a gap this year',
      [span('2020-01-01', '2026-03-31'), span('2026-05-01', null)],
      { state: 'covered', until: null, earlier: ['gap'] },
    ],
    [
      'covered now, with a gap two years ago',
      [span('2020-01-01', '2024-03-31'), span('2024-05-01', null)],
      { state: 'covered', until: null, earlier: [] },
    ],
    [
      'hired this year: the time before is no gap',
      [span('2026-06-01', null)],
      { state: 'covered', until: null, earlier: [] },
    ],
    [
      'hired this year, loaded late',
      [span('2026-06-01', null, { payer_loaded_date: '2026-07-01' })],
      { state: 'covered', until: null, earlier: ['late'] },
    ],
    [
      'two problems this year',
      [
        span('2020-01-01', '2026-03-31'),
        span('2026-05-01', null),
        span('2026-05-01', '2026-05-02'),
      ],
      { state: 'covered', until: null, earlier: ['gap', 'overlap'] },
    ],
    [
      'running out',
      [span('2020-01-01', '2026-12-12')],
      { state: 'expiring', until: '2026-12-12', earlier: [] },
    ],
    [
      'run out',
      [span('2020-01-01', '2026-11-20')],
      { state: 'expired', until: undefined, earlier: [] },
    ],
    [
      'begins next month',
      [span('2026-12-01', null)],
      { state: 'gap', until: undefined, earlier: [] },
    ],
    [
      'paperwork without a start date',
      [span(null, null, { submitted_date: asOf, payer_loaded_date: null })],
      { state: 'submitted', awaits_first_day: true, until: undefined, earlier: [] },
    ],
    [
      'run out, with paperwork for more without a start date',
      [
        span('2020-01-01', '2026-11-20'),
        { ...span(null, null, { submitted_date: asOf, payer_loaded_date: null }), id: 'paper' },
      ],
      { state: 'submitted', awaits_first_day: true, until: undefined, earlier: [] },
    ],
    [
      'paperwork that is submitted tomorrow',
      [span(null, null, { submitted_date: '2026-11-22', payer_loaded_date: null })],
      { state: 'none', until: undefined, earlier: [] },
    ],
  ])('%s', (_, spans, standing) => {
    expect(standingOf(spans, view)).toEqual(standing)
  })
})

const date = fc.integer({ min: -500, max: 140 }).map((days) => addDays(asOf, days))
const maybeDate = fc.option(date, { nil: null, freq: 4 })
const anySpan = fc.record({
  start_date: maybeDate,
  end_date: maybeDate,
  submitted_date: maybeDate,
  payer_loaded_date: maybeDate,
  is_enabled: fc.boolean(),
})
const anySpans = fc
  .array(anySpan, { maxLength: 5 })
  .map((spans) => spans.map((one, index): CoverageSpan => ({ ...one, id: String(index) })))
const anyView = fc.record({ asOf: date, expiringDays: fc.integer({ min: 0, max: 90 }) })

describe('for any spans', () => {
  it('bars follow each other without a break from the first day to the last', () => {
    fc.assert(
      fc.property(anySpans, anyView, (spans, given) => {
        const bars = coverageBars(spans, given)
        expect([bars[0]!.from, bars.at(-1)!.to]).toEqual([firstDay, lastDay])
        for (const [index, bar] of bars.slice(1).entries())
          expect(bar.from).toBe(addDays(bars[index]!.to, 1))
      }),
      { numRuns: 400 },
    )
  })

  it("the bar of the chosen day has that day's state", () => {
    fc.assert(
      fc.property(anySpans, anyView, (spans, given) => {
        const bar = coverageBars(spans, given).find(
          ({ from, to }) => from <= given.asOf && given.asOf <= to,
        )!
        expect(bar.state).toBe(standingOf(spans, given).state)
      }),
      { numRuns: 400 },
    )
  })

  it('earlier problems are those of the past year since the first span, the worst first', () => {
    fc.assert(
      fc.property(anySpans, anyView, (spans, given) => {
        const first = coverageBars(spans, given).find(({ state }) => state !== 'before')!.from
        const days = Array.from({ length: lookBackDays }, (_, index) =>
          addDays(given.asOf, -index - 1),
        ).filter((day) => day >= first)
        const states = new Set(
          days.map((day) => coverageOn(spans, day, { ...given, expiringDays: -1 })),
        )
        expect(standingOf(spans, given).earlier).toEqual(
          bySeverity.filter(
            (state) => state !== 'none' && problems.has(state) && states.has(state),
          ),
        )
      }),
      { numRuns: 40 },
    )
  })
})
