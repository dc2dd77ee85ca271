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

/** The dates of a claim's header: path and label. */
export const headerDates = [
  ['date_of_service', 'Date of service'],
  ['end_date_of_service', 'End date of service'],
  ['patient.date_of_birth', "Patient's date of birth"],
  ['guarantor.date_of_birth', "Guarantor's date of birth"],
  ['subscriber_primary.date_of_birth', "Primary subscriber's date of birth"],
  ['subscriber_secondary.date_of_birth', "Secondary subscriber's date of birth"],
  ['subscriber_tertiary.date_of_birth', "Tertiary subscriber's date of birth"],
  ['accident_date', 'Accident date'],
  ['admission_date', 'Admission date'],
  ['discharge_date', 'Discharge date'],
  ['onset_of_current_illness_or_symptom_date', 'Onset date'],
  ['last_menstrual_period_date', 'Last menstrual period date'],
] as const
