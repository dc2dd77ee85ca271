import type { Json, JsonObject } from '../../core/json.ts'
import { mergeThree } from '../merge/merge-three.ts'
import type { Choice, Conflict, Merged, Triple } from '../merge/merge-three.ts'
import { isUnionTerm } from './contract-terms.ts'

/**
 * Merges what two people made of one contract's terms, as `mergeThree` does. Regions and insurance types are one choice
 * each: half of one person's "national" with half of another's states would be a third thing that nobody meant.
 */
export function mergeTerms({ base, mine, theirs }: Triple, choices: readonly Choice[] = [], isUncertain = false): Pick<Merged, 'merged' | 'conflicts' | 'theirsChanges'> {
  const found = mergeThree({ base: closed(base), mine: closed(mine), theirs: closed(theirs) }, choices, isUncertain)
  return {
    merged: Object.fromEntries(Object.entries(found.merged).map(([name, value]) => [name, opened(name, value)!])),
    conflicts: found.conflicts.map((conflict): Conflict => ({ ...conflict, base: opened(conflict.path, conflict.base), mine: opened(conflict.path, conflict.mine), theirs: opened(conflict.path, conflict.theirs) })),
    theirsChanges: found.theirsChanges.map((change) => ({ ...change, before: opened(change.path, change.before), after: opened(change.path, change.after) })),
  }
}

// The merge takes a list whole, so a union in a list is taken whole.
function closed(terms: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, isUnionTerm(name) ? [value] : value]))
}

function opened(name: string, value: Json | undefined): Json | undefined {
  return isUnionTerm(name) && Array.isArray(value) ? value[0] : value
}
