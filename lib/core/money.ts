/** The greatest amount of a claim, in cents: X12 gives money at most ten digits. */
export const mostCents = 9_999_999_999

/**
 * Whole cents as dollars without a currency sign, for a file: 123450 -> "1234.50", -50 -> "-0.50".
 * No rounding.
 */
export function dollarsText(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** Whole cents as dollars: 123450 -> "$1,234.50". Negative amounts have a leading minus. */
export function formatCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  // Grouped by hand: the platform's formatter takes hundreds of times longer, and a form of 50
  // lines formats after every pause.
  return `${cents < 0 ? '-' : ''}$${String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',')}.${rest}`
}

/**
 * Parses a typed amount in dollars to whole cents: "1,234.5" -> 123450, "$12" -> 1200. Undefined if
 * it is no amount or finer than a cent: amounts are never rounded silently.
 */
export function parseDollars(text: string): number | undefined {
  const match = /^(-?)\$?\s*(\d{1,3}(?:,\d{3})*|\d+)?(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (!match || (match[2] === undefined && !match[3])) return undefined
  const cents =
    Number((match[2] ?? '0').replaceAll(',', '')) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return undefined
  return match[1] && cents > 0 ? -cents : cents
}
