import { wrongDates } from '#components/ui/date-input.tsx'
import type { Issue } from '#lib/core/result.ts'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'

/**
 * A half-typed date has no value, which would read as "cleared": nothing is sent until it is
 * finished. Nor is a typed date of a year that cannot be meant.
 */
export function unfinishedDates(): Issue[] {
  const main = document.querySelector('main')
  return (main ? wrongDates(main) : []).map(({ name, validationMessage }) => ({
    path: name,
    message: validationMessage,
  }))
}

/**
 * The form without half-typed dates, for its draft: no page can read what they say, and coming back
 * as cleared they would be saved so.
 */
export function withoutUnfinishedDates(draft: DraftObject): DraftObject {
  const names = unfinishedDates().map(({ path }) => path.split('.'))
  if (names.length === 0) return draft
  const rest = structuredClone(draft)
  for (const name of names) {
    const holder = name
      .slice(0, -1)
      .reduce<unknown>(
        (at, part) =>
          typeof at === 'object' && at !== null
            ? (at as { [part: string]: unknown })[part]
            : undefined,
        rest,
      )
    if (typeof holder === 'object' && holder !== null)
      delete (holder as { [part: string]: unknown })[name.at(-1)!]
  }
  return rest
}
