import type { Tone } from '#components/ui/tone.ts'
import { type LocalDate, daysBetween, isLocalDate } from '#lib/core/local-date.ts'

const soonDays = 90

/**
 * A contract's last day against today. The partner keeps a contract effective after its last day
 * (companion facts), so somebody must settle an effective contract that has ended. Undefined if
 * there is nothing to report.
 */
export function endStanding(
  {
    status,
    expiration_date: end,
  }: { status?: string | undefined; expiration_date?: string | undefined },
  today: LocalDate,
): { words: string; tone: Tone } | undefined {
  if (status === 'cancelled' || end === undefined || !isLocalDate(end)) return undefined
  const days = daysBetween(today, end)
  if (days < 0)
    return status === 'effective'
      ? { words: 'Ended, still effective', tone: 'red' }
      : { words: 'Ended', tone: 'grey' }
  if (days > soonDays) return undefined
  return {
    words: days === 0 ? 'Ends today' : `Ends in ${days} d`,
    tone: days > 30 ? 'grey' : 'amber',
  }
}
