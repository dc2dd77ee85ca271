import { expect, test } from 'vitest'
import { payerDays } from './payer-days.ts'

const asOf = '2026-11-26'
const span = (submitted_date: string | null, payer_loaded_date?: string | null) => ({
  id: 's',
  submitted_date,
  payer_loaded_date,
})

test('the days from submission to load are the median of the spans that have both dates', () => {
  const spans = [
    span('2026-01-01', '2026-01-11'),
    span('2026-01-01', '2026-02-10'),
    span('2026-01-01', '2026-01-31'),
  ]
  expect(payerDays(spans, asOf)).toEqual({ median: 30, spans: 3 })
  expect(payerDays([...spans, span('2026-03-01', '2026-03-08')], asOf)).toEqual({
    median: 20,
    spans: 4,
  })
  expect(payerDays([span('2026-01-01', '2026-01-01')], asOf)).toEqual({ median: 0, spans: 1 })
  // A half is rounded up.
  expect(
    payerDays([span('2026-01-01', '2026-01-11'), span('2026-01-01', '2026-01-12')], asOf),
  ).toEqual({ median: 11, spans: 2 })
})

test('a span that is not loaded, was loaded before its submission, or has no date does not count', () => {
  expect(
    payerDays(
      [
        span('2026-01-01'),
        span('2026-01-01', null),
        span(null, '2026-01-11'),
        span('2026-02-01', '2026-01-11'),
        span('2026-11-01', '2026-11-27'),
        span('soon', '2026-01-11'),
      ],
      asOf,
    ),
  ).toBeNull()
  expect(payerDays([], asOf)).toBeNull()
})
