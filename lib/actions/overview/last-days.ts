import 'server-only'
import { addDays, type LocalDate } from '#lib/core/local-date.ts'

/** The last local days, oldest first; the last one is today. */
export function lastDays(count: number, today: LocalDate): LocalDate[] {
  return Array.from({ length: count }, (_, place) => addDays(today, place - count + 1))
}
