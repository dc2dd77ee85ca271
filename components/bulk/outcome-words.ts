import type { BulkOutcome } from '#lib/actions/bulk/outcome.ts'
import { claimNoun, countOf } from '#lib/core/count-of.ts'
import type { BulkForecast } from '#lib/rules/bulk/chosen-amount.ts'
import { formatCents } from '#lib/core/money.ts'

/** What a bulk fix should do: "11 of 20 claims should bill, $6,766.54." */
export function forecastWords({ claims, cents, of }: Omit<BulkForecast, 'unknown'>): string {
  return `${claims.toLocaleString('en-US')} of ${countOf(of, claimNoun)} should bill, ${formatCents(cents)}.`
}

/**
 * What became of the claims that a bulk fix changed: "5 claims billed, $2,040.00. 1 claim still in
 * error, $300.00."
 */
export function outcomeWords({ billed, in_error, other }: BulkOutcome): string {
  const parts: [{ claims: number; cents: number }, string][] = [
    [billed, 'billed'],
    [in_error, 'still in error'],
    [other, 'not billed yet'],
  ]
  return parts
    .filter(([{ claims }]) => claims > 0)
    .map(
      ([{ claims, cents }, words]) =>
        `${countOf(claims, claimNoun)} ${words}, ${formatCents(cents)}.`,
    )
    .join(' ')
}
