import 'server-only'

/** The largest number of attempts of a GET. */
export const maxAttempts = 3

// A person does not wait longer than this for a page; then the failure is shown.
const longestWaitMs = 5_000

type Budget = { tokens: number }
const budgets = new Map<string, Budget>()
const fullBudget = 100
const costOfRetry = 5

/**
 * Takes one retry from a partner's retry budget; false if it is used up. Successes slowly restore the budget. Without it,
 * every read would be sent three times during an outage.
 */
export function takeRetry(connectionId: string): boolean {
  const budget = budgetOf(connectionId)
  if (budget.tokens < costOfRetry) return false
  budget.tokens -= costOfRetry
  return true
}

/** Restores a little of the budget after an answer that is not a failure of the partner. */
export function restoreBudget(connectionId: string): void {
  const budget = budgetOf(connectionId)
  budget.tokens = Math.min(fullBudget, budget.tokens + 1)
}

/**
 * The milliseconds to wait before attempt `attempt` (2 or 3): the partner's Retry-After, otherwise a random part of a growing
 * backoff. Undefined if Retry-After is longer than a person waits.
 */
export function waitBefore(
  attempt: number,
  busy: { retryAfter: string | undefined; date: string | undefined } | undefined,
): number | undefined {
  const asked = busy ? retryAfterMs(busy.retryAfter, busy.date) : undefined
  if (asked !== undefined) return asked <= longestWaitMs ? asked : undefined
  const span = (busy ? 1_000 : 50) * 2 ** (attempt - 1)
  return Math.random() * Math.min(span, longestWaitMs)
}

/** Retry-After in milliseconds: seconds, or a date compared with the answer's Date. Undefined if it cannot be parsed. */
export function retryAfterMs(header: string | undefined, date: string | undefined): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const until = Date.parse(text)
  // A number that is no valid count of seconds ("-5", "1e9") must not be parsed as a year.
  if (Number.isNaN(until) || !/[a-z]/i.test(text) || /^[\d.e+-]+$/i.test(text)) return undefined
  const from = Date.parse(date ?? '')
  return Math.max(0, until - (Number.isNaN(from) ? Date.now() : from))
}

function budgetOf(connectionId: string): Budget {
  const existing = budgets.get(connectionId)
  if (existing) return existing
  const fresh = { tokens: fullBudget }
  budgets.set(connectionId, fresh)
  return fresh
}
