import { parseDollars } from '#lib/core/money.ts'

/** The sum of the lines' charges in whole cents, and the lines (from 0) whose amount cannot be read and is not in it. */
export type LinesTotal = { cents: number; uncounted: number[] }

/**
 * The total of the lines' charges by the texts of their cells. A line's charge is the line's total: the interface does
 * not multiply it by the quantity, and neither is it here. An empty cell is no charge; `unreadable` says that the cell
 * is empty because what was loaded cannot be read.
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

/** The price of one unit in whole cents, where the line's charge is an exact multiple of it; undefined where it is not. */
export function unitCents(charge: string, quantity: string): number | undefined {
  const cents = parseDollars(charge)
  const parts = /^(\d+)(?:\.(\d{1,6}))?$/.exec(quantity.trim())
  if (cents === undefined || !parts) return undefined
  const fraction = parts[2] ?? ''
  const units = BigInt(parts[1] + fraction)
  const scaled = BigInt(cents) * 10n ** BigInt(fraction.length)
  return units > 0n && scaled % units === 0n ? Number(scaled / units) : undefined
}
