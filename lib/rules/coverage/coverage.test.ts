import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, daysBetween } from '#lib/core/local-date.ts'
import type { CoverageSpan } from './span.ts'
import { coverageOn, coverageSegments, coveredUntil, uncovered } from './coverage.ts'

const asOf = '2026-11-21'
const view = { asOf, expiringDays: 30 }
const span = (
  start_date: string | null,
  end_date: string | null,
  more: Partial<CoverageSpan> = {},
): CoverageSpan => ({
  id: `${start_date}`,
  start_date,
  end_date,
  submitted_date: '2020-01-01',
  payer_loaded_date: '2020-02-01',
  ...more,
})

describe('a day', () => {
  const whole = [span('2026-01-01', '2026-12-31')]
  it.each([
    ['none without spans', [], '2026-05-01', 'none'],
    ['none with a span without a start date', [span(null, null)], '2026-05-01', 'none'],
    ['covered on the first day', whole, '2026-01-01', 'covered'],
    ['gap on the day before the first', whole, '2025-12-31', 'gap'],
    ['expiring on the last day', whole, '2026-12-31', 'expiring'],
    ['covered the day before expiring begins', whole, '2026-11-30', 'covered'],
    ['expiring from that day on', whole, '2026-12-01', 'expiring'],
    ['expired on the day after the last', whole, '2027-01-01', 'expired'],
    ['covered without an end', [span('2026-01-01', null)], '2031-01-01', 'covered'],
    [
      'covered if another span follows directly',
      [...whole, span('2027-01-01', null)],
      '2026-12-31',
      'covered',
    ],
    [
      'expiring if the next span starts a day later',
      [...whole, span('2027-01-02', null)],
      '2026-12-31',
      'expiring',
    ],
    ['gap between two', [...whole, span('2027-03-01', null)], '2027-02-01', 'gap'],
    [
      'overlap if two share an edge day',
      [...whole, span('2026-12-31', null)],
      '2026-12-31',
      'overlap',
    ],
    [
      'covered if two simultaneous spans have different states',
      [
        span('2026-01-01', null, { states: ['NC'] }),
        span('2026-02-01', null, { states: ['SC', 'VA'] }),
      ],
      '2026-05-01',
      'covered',
    ],
    [
      'overlap if two share a state',
      [
        span('2026-01-01', null, { states: ['NC', 'VA'] }),
        span('2026-02-01', null, { states: ['VA'] }),
      ],
      '2026-05-01',
      'overlap',
    ],
    [
      'overlap if one of two is for all states',
      [span('2026-01-01', null, { states: ['NC'] }), span('2026-02-01', null)],
      '2026-05-01',
      'overlap',
    ],
    [
      'expiring if one state’s cover ends and another’s continues',
      [
        span('2026-01-01', '2026-12-31', { states: ['NC'] }),
        span('2026-02-01', null, { states: ['SC'] }),
      ],
      '2026-12-20',
      'expiring',
    ],
    [
      'submitted until the payer has loaded it',
      [span('2026-01-01', null, { payer_loaded_date: null })],
      '2026-05-01',
      'submitted',
    ],
    [
      'submitted while the loading date is in the future',
      [span('2026-01-01', null, { payer_loaded_date: '2026-11-22' })],
      '2026-05-01',
      'submitted',
    ],
    [
      'gap while nothing was submitted',
      [span('2026-01-01', null, { payer_loaded_date: null, submitted_date: null })],
      '2026-05-01',
      'gap',
    ],
    [
      'late between the start and the loading',
      [span('2026-01-01', null, { payer_loaded_date: '2026-03-10' })],
      '2026-03-09',
      'late',
    ],
    [
      'covered on the day of the loading',
      [span('2026-01-01', null, { payer_loaded_date: '2026-03-10' })],
      '2026-03-10',
      'covered',
    ],
    [
      'none if the span is disabled',
      [span('2026-01-01', null, { is_enabled: false })],
      '2026-05-01',
      'none',
    ],
    ['none if the dates are reversed', [span('2026-05-01', '2026-04-01')], '2026-04-15', 'none'],
    [
      'covered on the one day of a span',
      [span('2026-05-01', '2026-05-01')],
      '2026-05-01',
      'expiring',
    ],
  ] as const)('%s', (_, spans, day, state) => {
    expect(coverageOn(spans, day, view)).toBe(state)
  })
})

test('cover continues from span to span, to its last day or without end', () => {
  expect(
    coveredUntil(
      [span('2026-01-01', '2026-06-30'), span('2026-07-01', '2026-09-30')],
      '2026-02-01',
      asOf,
    ),
  ).toBe('2026-09-30')
  expect(
    coveredUntil([span('2026-01-01', '2026-06-30'), span('2026-07-01', null)], '2026-02-01', asOf),
  ).toBeNull()
  expect(coveredUntil([span('2026-01-01', '2026-06-30')], '2026-08-01', asOf)).toBeUndefined()
})

test('days are local: a clock change does not make a day longer, shorter or missing', () => {
  const segments = coverageSegments(
    [span('2026-03-08', '2026-11-01')],
    { from: '2026-03-07', to: '2026-11-02' },
    { asOf, expiringDays: 0 },
  )
  expect(segments.map(({ from, to, state }) => [from, to, state])).toEqual([
    ['2026-03-07', '2026-03-07', 'gap'],
    ['2026-03-08', '2026-10-31', 'covered'],
    ['2026-11-01', '2026-11-01', 'expiring'],
    ['2026-11-02', '2026-11-02', 'expired'],
  ])
})

const origin = '2026-01-01'
const date = fc.integer({ min: -40, max: 140 }).map((days) => addDays(origin, days))
const maybeDate = fc.option(date, { nil: null, freq: 4 })
const anySpan = fc.record({
  start_date: maybeDate,
  end_date: maybeDate,
  submitted_date: maybeDate,
  payer_loaded_date: maybeDate,
  is_enabled: fc.boolean(),
  states: fc.constantFrom(undefined, undefined, ['NC'], ['NC', 'SC'], ['VA']),
})
const anySpans = fc
  .array(anySpan, { maxLength: 5 })
  .map((spans) => spans.map((one, index): CoverageSpan => ({ ...one, id: String(index) })))
const anyView = fc.record({ asOf: date, expiringDays: fc.integer({ min: 0, max: 60 }) })
const window = { from: origin, to: addDays(origin, 100) }
const days = Array.from({ length: 101 }, (_, index) => addDays(origin, index))

describe('the segments of a window', () => {
  it('contain each day once and in order, with the same state as the day by itself', () => {
    fc.assert(
      fc.property(anySpans, anyView, (spans, view) => {
        const segments = coverageSegments(spans, window, view)
        const byDay = segments.flatMap(({ from, to, state }) =>
          Array.from(
            { length: daysBetween(from, to) + 1 },
            (_, index) => `${addDays(from, index)} ${state}`,
          ),
        )
        expect(byDay).toEqual(days.map((day) => `${day} ${coverageOn(spans, day, view)}`))
      }),
      { numRuns: 400 },
    )
  })

  it('are as long as possible', () => {
    fc.assert(
      fc.property(anySpans, anyView, (spans, view) => {
        const segments = coverageSegments(spans, window, view)
        for (const [index, { state, spans: ids }] of segments.slice(1).entries()) {
          expect([segments[index]!.state, ...segments[index]!.spans]).not.toEqual([state, ...ids])
        }
      }),
      { numRuns: 400 },
    )
  })

  it('do not depend on the order of the spans', () => {
    fc.assert(
      fc.property(anySpans, anyView, (spans, view) => {
        const states = (list: readonly CoverageSpan[]) =>
          days.map((day) => coverageOn(list, day, view))
        expect(states(spans.toReversed())).toEqual(states(spans))
      }),
      { numRuns: 400 },
    )
  })

  it('lose no covered day when a span is added', () => {
    fc.assert(
      fc.property(anySpans, anySpan, anyView, (spans, more, view) => {
        const isCovered = (list: readonly CoverageSpan[]) => (day: string) =>
          !uncovered.has(coverageOn(list, day, view))
        const after = days.filter(isCovered([...spans, { ...more, id: 'more' }]))
        expect(days.filter(isCovered(spans)).filter((day) => !after.includes(day))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})
