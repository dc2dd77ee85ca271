import { addDays, weekdayOf, type LocalDate } from '#lib/core/local-date.ts'

/**
 * The days until which work can be snoozed with one press, the first day first: none is on a
 * weekend, and no two are the same.
 */
export function snoozeChoices(today: LocalDate): { label: string; until: LocalDate }[] {
  const tomorrow = addDays(today, 1)
  const choices = new Map<LocalDate, string>()
  const offer = (label: string, until: LocalDate) => {
    if (!choices.has(until)) choices.set(until, label)
  }
  if (workdayFrom(tomorrow) === tomorrow) offer('Tomorrow', tomorrow)
  offer('Next Monday', mondayFrom(tomorrow))
  offer('In 3 days', workdayFrom(addDays(today, 3)))
  offer('In 2 weeks', workdayFrom(addDays(today, 14)))
  return [...choices]
    .map(([until, label]) => ({ label, until }))
    .toSorted((a, b) => (a.until < b.until ? -1 : 1))
}

/** The day itself, or the Monday after a weekend. */
export function workdayFrom(day: LocalDate): LocalDate {
  return ['Saturday', 'Sunday'].includes(weekdayOf(day)) ? mondayFrom(day) : day
}

function mondayFrom(day: LocalDate): LocalDate {
  return weekdayOf(day) === 'Monday' ? day : mondayFrom(addDays(day, 1))
}
