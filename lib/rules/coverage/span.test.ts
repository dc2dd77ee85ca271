import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '#lib/core/local-date.ts'
import { holdsDay, overlap, statusDiffers } from './span.ts'

const day = fc.integer({ min: 0, max: 30 }).map((days) => addDays('2026-02-20', days))
const span = fc.record({
  id: fc.constant('s'),
  start_date: fc.option(day, { freq: 8 }),
  end_date: fc.option(day),
  is_enabled: fc.constantFrom(true, true, true, false),
})

it('finds a common day exactly if there is one', () => {
  // The day after the last edge represents all later days of two open ends.
  const days = Array.from({ length: 32 }, (_, index) => addDays('2026-02-20', index))
  fc.assert(
    fc.property(span, span, (a, b) => {
      expect(overlap(a, b)).toBe(days.some((each) => holdsDay(a, each) && holdsDay(b, each)))
    }),
    { numRuns: 2_000 },
  )
})

it("finds none in different states, and may find one if a span's states are unknown", () => {
  const of = (states: string[] | null | undefined) => ({
    id: 's',
    start_date: '2026-02-20',
    states,
  })
  expect([
    overlap(of(['NC']), of(['SC'])),
    overlap(of(['NC']), of(['SC', 'NC'])),
    overlap(of(['NC']), of(null)),
    overlap(of(['NC']), of(undefined)),
  ]).toEqual([false, true, true, true])
})

// In the evening of New York the sandbox, which counts by UTC, has the next day already.
it.each([
  ['expired', { end_date: '2026-11-27' }, false],
  ['expired', { end_date: '2026-11-28' }, true],
  ['effective', { payer_loaded_date: '2026-11-28' }, false],
  ['effective', { payer_loaded_date: '2026-11-29' }, true],
  ['pending', { start_date: '2026-11-27' }, false],
  ['pending', { start_date: '2026-11-26' }, true],
])('on 11/27 the status %s differs from %j: %s', (status, dates, differs) => {
  const span = {
    id: 's',
    start_date: '2026-01-01',
    payer_loaded_date: '2026-01-01',
    status,
    ...dates,
  }
  expect(statusDiffers(span, '2026-11-27')).toBe(differs)
})
