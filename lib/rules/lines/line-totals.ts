import { parseDollars } from '#lib/core/money.ts'

/**
 * The sum of the lines' charges in whole cents, and the indexes of the lines whose amount is
 * unreadable and left out.
 */
export type LinesTotal = { cents: number; uncounted: number[] }

/**
 * Totals the lines' charges from their cell texts. A line's charge is already its total: the
 * interface does not multiply it by the quantity. An empty cell is no charge. `unreadable` marks a
 * cell that is empty because its loaded value is unreadable.
 */
export function totalOf(lines: readonly { charge: string; unreadable?: boolean }[]): LinesTotal {
  const total: LinesTotal = { cents: 0, uncounted: [] }
  lines.forEach(({ charge, unreadable }, line) => {
    const cents = charge.trim() === '' ? (unreadable ? undefined : 0) : parseDollars(charge)
    if (cents === undefined) total.uncounted.push(line)
    else total.cents += cents
  })
  return total
}

/** The price of one unit in whole cents; undefined if the charge is not an exact multiple. */
export function unitCents(charge: string, quantity: string): number | undefined {
  const cents = parseDollars(charge)
  const parts = /^(\d+)(?:\.(\d{1,6}))?$/.exec(quantity.trim())
  if (cents === undefined || !parts) return undefined
  const fraction = parts[2] ?? ''
  const units = BigInt(parts[1] + fraction)
  const scaled = BigInt(cents) * 10n ** BigInt(fraction.length)
  return units > 0n && scaled % units === 0n ? Number(scaled / units) : undefined
}
