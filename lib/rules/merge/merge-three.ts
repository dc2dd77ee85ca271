import { type JsonObject, isJsonObject } from '#lib/core/json.ts'
import type { LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import {
  type Conflict,
  type Run,
  type TheirsChange,
  ask,
  join,
  noteTheirs,
  own,
  plainWinner,
  same,
  type Side,
} from './merge-run.ts'
import { mergeVisit } from './merge-visit.ts'
import { isWholeUnit, pickUnit, unitAt } from './units.ts'

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

/**
 * One value from three: what one side alone changed is taken, objects member by member; where both changed it in
 * different ways, somebody has to choose. Lists are taken whole, but for a visit's lines and diagnoses; so is what
 * belongs together (`units.ts`).
 */
export function mergeValue(run: Run, path: string, base: Side, mine: Side, theirs: Side): Side {
  const winner = plainWinner(run, base, mine, theirs)
  if (winner === 'mine') return mine
  if (winner === 'theirs') {
    noteTheirs(run, path, base, theirs)
    return theirs
  }
  // Where the base is no object, two people made two objects: halves of both would make a third that nobody meant.
  if (isJsonObject(base) && isJsonObject(mine) && isJsonObject(theirs) && !isWholeUnit(path))
    return mergeObject(run, path, base, mine, theirs)
  return ask(run, path, base, mine, theirs)
}

const visitLists = ['diagnoses', 'service_lines'] as const

function mergeObject(run: Run, path: string, base: JsonObject, mine: JsonObject, theirs: JsonObject): JsonObject {
  const merged: JsonObject = {}
  const isVisit = visitLists.some((name) => !same(own(mine, name), own(theirs, name)))
  let visit: ReturnType<typeof mergeVisit> | undefined
  const unit = unitAt(path)
  let chosen: { members: Side } | undefined
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const isList = name === 'diagnoses' || name === 'service_lines'
    // Where the first of the two stands, so that people are asked in the record's order.
    if (isVisit && isList) visit ??= mergeVisit(run, path, base, mine, theirs)
    if (unit?.has(name)) chosen ??= { members: mergeUnit(run, path, unit, base, mine, theirs) }
    const value =
      chosen && unit?.has(name)
        ? own(chosen.members, name)
        : visit && isList
          ? visit[name]
          : mergeValue(run, join(path, name), own(base, name), own(mine, name), own(theirs, name))
    if (value !== undefined) merged[name] = value
  }
  return merged
}

// One choice for all members of the unit: one side's, never a part of each.
function mergeUnit(
  run: Run,
  path: string,
  { unit, has, first }: NonNullable<ReturnType<typeof unitAt>>,
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): Side {
  const [was, here, there] = [pickUnit(base, has), pickUnit(mine, has), pickUnit(theirs, has)]
  const winner = plainWinner(run, was, here, there)
  if (winner === 'mine') return here
  if (!winner) return ask(run, join(path, first), was, here, there, unit)
  for (const name of new Set([...Object.keys(there ?? {}), ...Object.keys(was ?? {})]))
    noteTheirs(run, join(path, name), own(was, name), own(there, name))
  return there
}
