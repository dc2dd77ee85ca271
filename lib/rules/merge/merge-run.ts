import { isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import type { LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import type { Unit } from './units.ts'

/** A value, or undefined where there is none: null and missing are two things. */
export type Side = Json | undefined

/**
 * A place that two people changed in different ways. A value that is missing was not there. `path` is the wire path in
 * what I have; a row that I do not have stands behind my last one. `words` are codes of the diagnoses that pointers
 * name, because a letter means another diagnosis in each of the three.
 */
export type Conflict = {
  path: string
  base?: Json
  mine?: Json
  theirs?: Json
  words?: { base: string; mine: string; theirs: string }
  /** The values hold the members of a unit, which are one choice; `path` is one of them. */
  unit?: Unit
}

/** A change of somebody else's that was taken. */
export type TheirsChange = LeafChange & { words?: { before: string; after: string } }

/** One merge as it goes: what was chosen, and what is found. */
export type Run = {
  choices: ReadonlyMap<string, 'mine' | 'theirs'>
  /** What theirs leaves as it was may be a change of mine that was taken back: each of mine is asked about. */
  isUncertain: boolean
  /** Merges one value: handed on, because values hold lists and lists hold values. */
  mergeValue: (run: Run, path: string, base: Side, mine: Side, theirs: Side) => Side
  conflicts: Conflict[]
  theirsChanges: TheirsChange[]
  repointed: LeafChange[]
  /** What stands in for a line, its pointers or a list of lines while pointers are names, and what it stands for. */
  originals: WeakMap<object, Json>
  /** The codes that a line's pointers name, for the pointers that stand in. */
  codes: WeakMap<object, string>
}

export function same(a: Side, b: Side): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b)
}

/** Whose value stands where it is plain: the same, or changed by one side alone. Undefined when it is not. */
export function plainWinner(run: Run, base: Side, mine: Side, theirs: Side): 'mine' | 'theirs' | undefined {
  if (same(mine, theirs)) return 'mine'
  if (same(base, mine)) return 'theirs'
  return same(base, theirs) && !run.isUncertain ? 'mine' : undefined
}

/** The value that was chosen for a place where both differ; theirs, and one more conflict, while nothing was. */
export function ask(run: Run, path: string, base: Side, mine: Side, theirs: Side, unit?: Unit): Side {
  const choice = run.choices.get(path)
  if (choice) return choice === 'mine' ? mine : theirs
  if (run.conflicts.some((conflict) => conflict.path === path)) return theirs
  const words = [base, mine, theirs].some((side) => codesOf(run, side) !== undefined)
  run.conflicts.push({
    path,
    ...member('base', original(run, base)),
    ...member('mine', original(run, mine)),
    ...member('theirs', original(run, theirs)),
    ...(words
      ? {
          words: { base: codesOf(run, base) ?? '', mine: codesOf(run, mine) ?? '', theirs: codesOf(run, theirs) ?? '' },
        }
      : {}),
    ...(unit && { unit }),
  })
  return theirs
}

/** Writes down what theirs changed, member by member and row by row; lists that grew or shrank are told as a whole. */
export function noteTheirs(run: Run, path: string, base: Side, theirs: Side): void {
  if (same(base, theirs)) return
  if (isJsonObject(base) && isJsonObject(theirs)) {
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(base)]))
      noteTheirs(run, join(path, name), own(base, name), own(theirs, name))
    return
  }
  // Pointers that are names look like rows, and are told by the codes that they name.
  const isNamed = codesOf(run, theirs) !== undefined || codesOf(run, base) !== undefined
  if (!isNamed && areRows(base) && areRows(theirs) && base.length === theirs.length) {
    theirs.forEach((row, index) => noteTheirs(run, join(path, index), base[index], row))
    return
  }
  const [before, after] = [codesOf(run, base), codesOf(run, theirs)]
  run.theirsChanges.push({
    path,
    ...member('before', original(run, base)),
    ...member('after', original(run, theirs)),
    ...((before ?? after) === undefined ? {} : { words: { before: before ?? '', after: after ?? '' } }),
  })
}

function areRows(value: Side): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => isJsonObject(row))
}

/** The member of an object; undefined where there is none. */
export function own(value: Side, name: string): Side {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}

/** The wire value that a value stands in for; most stand for themselves. */
export function original(run: Run, value: Side): Side {
  return typeof value === 'object' && value !== null ? (run.originals.get(value) ?? value) : value
}

function codesOf(run: Run, value: Side): string | undefined {
  return typeof value === 'object' && value !== null ? run.codes.get(value) : undefined
}

function member<Name extends string>(name: Name, value: Side): { [key in Name]?: Json } {
  return (value === undefined ? {} : { [name]: value }) as { [key in Name]?: Json }
}
