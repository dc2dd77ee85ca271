import { type JsonObject, isJsonObject } from '#lib/core/json.ts'
import type { LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import {
  type Conflict,
  type Run,
  type TheirsChange,
  chooseOrConflict,
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

/** The side that a person chooses for a conflict's path. */
export type Choice = { path: string; take: 'mine' | 'theirs' }

export type Triple = { base: JsonObject; mine: JsonObject; theirs: JsonObject }

export type Merged = {
  /**
   * The merged record. While there are conflicts it holds theirs at those paths and must not be
   * sent.
   */
  merged: JsonObject
  conflicts: Conflict[]
  /** Other people's changes that the merged record contains. */
  theirsChanges: TheirsChange[]
  /** Pointers of my lines that were renumbered to keep their diagnosis. */
  repointed: LeafChange[]
}

/**
 * Merges two people's versions of one record, as parsed by `parseExact`: number spelling, null or
 * missing, and unknown members are preserved. Service lines match by `external_id`, otherwise by
 * unchanged content; diagnoses match by type and code. A unit (`units.ts`) is one choice. Every
 * pointer keeps the diagnosis that its author meant. With `isUncertain` (my change may have been
 * made and reverted), every change of mine that is missing is a conflict.
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
  const merged = mergeValue(run, '', base, mine, theirs) as JsonObject // three objects merge into an object
  return {
    merged,
    conflicts: run.conflicts,
    theirsChanges: run.theirsChanges,
    repointed: run.repointed,
  }
}

/**
 * Merges one value. A change of one side is accepted; objects merge member by member; different
 * changes of both sides are a conflict. Lists are taken as a whole, except a visit's lines and
 * diagnoses. So are units (`units.ts`).
 */
export function mergeValue(run: Run, path: string, base: Side, mine: Side, theirs: Side): Side {
  const winner = plainWinner(run, base, mine, theirs)
  if (winner === 'mine') return mine
  if (winner === 'theirs') {
    noteTheirs(run, path, base, theirs)
    return theirs
  }
  // Without a base object, both people created an object: half of each would be a third that nobody
  // entered.
  if (isJsonObject(base) && isJsonObject(mine) && isJsonObject(theirs) && !isWholeUnit(path))
    return mergeObject(run, path, base, mine, theirs)
  return chooseOrConflict(run, path, base, mine, theirs)
}

const visitLists = ['diagnoses', 'service_lines'] as const

function mergeObject(
  run: Run,
  path: string,
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): JsonObject {
  const merged: JsonObject = {}
  const isVisit = visitLists.some((name) => !same(own(mine, name), own(theirs, name)))
  let visit: ReturnType<typeof mergeVisit> | undefined
  const unit = unitAt(path)
  let chosen: { members: Side } | undefined
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const isList = name === 'diagnoses' || name === 'service_lines'
    // At the position of the first of the two, so conflicts come in the record's order.
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

// One choice for all members of the unit: never a mix of both sides.
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
  if (!winner) return chooseOrConflict(run, join(path, first), was, here, there, unit)
  for (const name of new Set([...Object.keys(there ?? {}), ...Object.keys(was ?? {})]))
    noteTheirs(run, join(path, name), own(was, name), own(there, name))
  return there
}
