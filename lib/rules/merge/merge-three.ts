import type { JsonObject } from '#lib/core/json.ts'
import type { LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import type { Conflict, Run, TheirsChange } from './merge-run.ts'
import { mergeValue } from './merge-value.ts'

export type { Conflict, TheirsChange } from './merge-run.ts'
export type { Unit } from './units.ts'

/** Whose value a person takes at a conflict's path. */
export type Choice = { path: string; take: 'mine' | 'theirs' }

export type Triple = { base: JsonObject; mine: JsonObject; theirs: JsonObject }

export type Merged = {
  /** The record that keeps what both changed. While there are conflicts it holds theirs in those places: not to be sent. */
  merged: JsonObject
  conflicts: Conflict[]
  /** What somebody else changed and the merged record has. */
  theirsChanges: TheirsChange[]
  /** Pointers of my lines whose number changed so that they name the same diagnosis as before. */
  repointed: LeafChange[]
}

/**
 * Merges what two people made of one record, as `parseExact` gives them: numbers as written, null and missing apart,
 * unknown members kept. Service lines are matched by `external_id`, else by what is unchanged in them, diagnoses by
 * type and code; what belongs together (`units.ts`) is one choice; every pointer goes on naming the diagnosis that its author meant.
 * With `isUncertain` (my change may have been made and taken back) whatever of mine is not there is a conflict.
 */
export function mergeThree(
  { base, mine, theirs }: Triple,
  choices: readonly Choice[] = [],
  isUncertain = false,
): Merged {
  const run: Run = {
    choices: new Map(choices.map(({ path, take }) => [path, take])),
    isUncertain,
    mergeValue,
    conflicts: [],
    theirsChanges: [],
    repointed: [],
    originals: new WeakMap(),
    codes: new WeakMap(),
  }
  const merged = mergeValue(run, '', base, mine, theirs) as JsonObject // three objects make one
  return { merged, conflicts: run.conflicts, theirsChanges: run.theirsChanges, repointed: run.repointed }
}
