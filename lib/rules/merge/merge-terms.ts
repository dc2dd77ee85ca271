import type { Json, JsonObject } from '#lib/core/json.ts'
import { mergeThree, type Choice, type Conflict, type Merged, type Triple } from './merge-three.ts'

/**
 * Merges two people's changes of a record's terms, like `mergeThree`. A term that `isWhole` is one
 * choice: a mix of one person's "national" and another's states would be a third value that nobody
 * entered.
 */
export function mergeTerms(
  { base, mine, theirs }: Triple,
  isWhole: (name: string) => boolean,
  choices: readonly Choice[] = [],
  isUncertain = false,
): Pick<Merged, 'merged' | 'conflicts' | 'theirsChanges'> {
  // The merge takes a list as a whole, so a value wrapped in a list is taken as a whole.
  const closed = (terms: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(terms).map(([name, value]) => [name, isWhole(name) ? [value] : value]),
    )
  const opened = (name: string, value: Json | undefined): Json | undefined =>
    isWhole(name) && Array.isArray(value) ? value[0] : value
  const found = mergeThree(
    { base: closed(base), mine: closed(mine), theirs: closed(theirs) },
    choices,
    isUncertain,
  )
  return {
    merged: Object.fromEntries(
      Object.entries(found.merged).map(([name, value]) => [name, opened(name, value)!]),
    ),
    conflicts: found.conflicts.map((conflict): Conflict => ({
      ...conflict,
      base: opened(conflict.path, conflict.base),
      mine: opened(conflict.path, conflict.mine),
      theirs: opened(conflict.path, conflict.theirs),
    })),
    theirsChanges: found.theirsChanges.map((change) => ({
      ...change,
      before: opened(change.path, change.before),
      after: opened(change.path, change.after),
    })),
  }
}
