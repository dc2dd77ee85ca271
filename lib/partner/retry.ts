import 'server-only'

/** The largest number of attempts of a GET. */
export const maxAttempts = 3

/** A person does not wait longer than this for a page; then the failure is shown. */
export const longestWaitMs = 5_000

/**
 * The milliseconds to wait before attempt `attempt` (2 or 3): a random part of a growing backoff.
 */
export function waitBefore(attempt: number, isBusy: boolean): number {
  const span = (isBusy ? 1_000 : 50) * 2 ** (attempt - 1)
  return Math.random() * Math.min(span, longestWaitMs)
}

/**
 * Retry-After in milliseconds: seconds, or a date compared with the answer's Date. Undefined if it
 * cannot be parsed.
 */
export function retryAfterMs(
  header: string | undefined,
  date: string | undefined,
): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const until = Date.parse(text)
  // A number that is no valid count of seconds ("-5", "1e9") must not be parsed as a year.
  if (Number.isNaN(until) || !/[a-z]/i.test(text) || /^[\d.e+-]+$/i.test(text)) return undefined
  const from = Date.parse(date ?? '')
  return Math.max(0, until - (Number.isNaN(from) ? Date.now() : from))
}
