import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import type { Random } from './random.ts'

export type SeedSpan = {
  start_date: LocalDate | null
  end_date: LocalDate | null
  submitted_date: LocalDate | null
  payer_loaded_date: LocalDate | null
}

type Days = { start?: number; end?: number; submitted?: number; loaded?: number }

// Typical histories of spans, in days from today.
const patterns: readonly ((random: Random) => Days[])[] = [
  (random) => [loaded(-random.int(200, 900))],
  (random) => [loaded(-random.int(200, 900), random.int(200, 700))],
  (random) => [loaded(-random.int(90, 900))],
  // Expires soon.
  (random) => [loaded(-random.int(400, 900), random.int(5, 85))],
  // A gap between two spans.
  (random) => [loaded(-700, -random.int(350, 420)), loaded(-random.int(200, 320))],
  // Two spans that overlap.
  (random) => [loaded(-650, -random.int(60, 120)), loaded(-random.int(150, 260))],
  // Submitted but not loaded by the payer: already started, or without a start date.
  (random) => [{ submitted: -random.int(30, 110), start: -random.int(1, 20) }],
  (random) => [{ submitted: -random.int(2, 60) }],
  // Expired and not renewed.
  (random) => [loaded(-random.int(500, 900), -random.int(10, 120))],
  // Loaded before its start date.
  (random) => [{ submitted: -80, loaded: -random.int(1, 10), start: random.int(5, 60) }],
  // Started by staff but not submitted.
  () => [{}],
  // No spans.
  () => [],
]

/** The spans of one provider or facility. `index` selects the history. */
export function makeSpans(random: Random, today: LocalDate, index: number): SeedSpan[] {
  const day = (days: number | undefined) => (days === undefined ? null : addDays(today, days))
  return patterns[index % patterns.length]!(random).map(({ start, end, submitted, loaded }) => ({
    start_date: day(start),
    end_date: day(end),
    submitted_date: day(submitted),
    payer_loaded_date: day(loaded),
  }))
}

// Submitted two months before the start date and loaded some weeks after it, as is usual, but never
// in the future.
function loaded(start: number, end?: number): Days {
  return {
    start,
    submitted: start - 60,
    loaded: Math.min(start + 20, -1),
    ...(end === undefined ? {} : { end }),
  }
}
