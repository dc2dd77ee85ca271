import 'server-only'
import { now } from '#lib/console/clock.ts'
import { addDays, localDateAt, type LocalDate } from '#lib/core/local-date.ts'

/** The last local days, oldest first; the last one is today. */
export function lastDays(count: number): LocalDate[] {
  const today = localDateAt(now())
  return Array.from({ length: count }, (_, place) => addDays(today, place - count + 1))
}
