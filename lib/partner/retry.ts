import 'server-only'

/** A GET is tried at most this often. */
export const maxAttempts = 3

// Longer than this nobody waits in front of a page: the failure is shown with the partner's own time to wait.
const longestWaitMs = 5_000

type Budget = { tokens: number }
const budgets = new Map<string, Budget>()
const fullBudget = 100
const costOfRetry = 5

/**
 * Takes the right to one retry against a partner. Successes slowly give it back, so that an outage is met with hardly
 * more requests than a good day: without it, every read of everybody would be sent three times.
 */
export function takeRetry(connectionId: string): boolean {
  const budget = budgetOf(connectionId)
  if (budget.tokens < costOfRetry) return false
  budget.tokens -= costOfRetry
  return true
}

/** Gives back a little of the budget after an answer that was no failure of the partner. */
export function restoreBudget(connectionId: string): void {
  const budget = budgetOf(connectionId)
  budget.tokens = Math.min(fullBudget, budget.tokens + 1)
}

/**
 * How long to wait before attempt `attempt` (2 or 3), in milliseconds: the partner's Retry-After where it gives one,
 * else a random part of a growing span. Undefined when that is longer than anybody should wait.
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

/** Retry-After as milliseconds: seconds, or a date measured against the answer's own Date. Undefined when unreadable. */
export function retryAfterMs(header: string | undefined, date: string | undefined): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const until = Date.parse(text)
  // A bare number that is no count of seconds ("-5", "1e9") must not be read as a year.
  if (Number.isNaN(until) || !/[a-z]/i.test(text) || /^[\d.e+-]+$/i.test(text)) return undefined
  const from = Date.parse(date ?? '')
  return Math.max(0, until - (Number.isNaN(from) ? Date.now() : from))
}

function budgetOf(connectionId: string): Budget {
  const known = budgets.get(connectionId)
  if (known) return known
  const fresh = { tokens: fullBudget }
  budgets.set(connectionId, fresh)
  return fresh
}
