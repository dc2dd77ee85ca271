import { isCalendarDate } from '#lib/core/local-date.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'

// The rules check the same few dates repeatedly; each is parsed once.
const known = new Map<string, boolean>()
const mostKnown = 5000
// Earlier years are slips of the keyboard. That nobody is so old is a rule of its own.
const firstJudged = '1800-01-01'

/** True for a calendar date written YYYY-MM-DD, from the year 1800 on. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== 10) return false
  let answer = known.get(value)
  if (answer === undefined) {
    answer = value >= firstJudged && isCalendarDate(value)
    if (known.size >= mostKnown) known.clear()
    known.set(value, answer)
  }
  return answer
}

/** The calendar date at a path; undefined for anything else. */
export function dateAt(value: unknown, path: string): string | undefined {
  const text = textAt(value, path)
  return isDate(text) ? text : undefined
}
