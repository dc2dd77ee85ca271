import type { Issue } from '#lib/core/result.ts'

/** A half-typed date has no value, which would read as "cleared": nothing is sent until it is finished. */
export function unfinishedDates(): Issue[] {
  const boxes = document.querySelectorAll<HTMLInputElement>('main input[type="date"]')
  return [...boxes].filter((box) => box.validity.badInput).map((box) => ({ path: box.name, message: 'Finish this date, or clear it.' }))
}
