import type { Tone } from '#components/ui/tone.ts'
import { type LocalDate, daysBetween } from '#lib/core/local-date.ts'
import { endWords, type ContractEnd } from '#lib/lists/rows/contract-rows.ts'

/** A contract's last day against today; undefined if there is nothing to report. */
export function endStanding(
  contract: ContractEnd,
  today: LocalDate,
): { words: string; tone: Tone } | undefined {
  const words = endWords(contract, today)
  const { status, expiration_date: end } = contract
  if (words === undefined || end === undefined) return undefined
  const days = daysBetween(today, end)
  if (days < 0) return { words, tone: status === 'effective' ? 'red' : 'grey' }
  return { words, tone: days > 30 ? 'grey' : 'amber' }
}
