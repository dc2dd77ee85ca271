import { isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import type { LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import type { Unit } from './units.ts'

/** A value, or undefined if missing: null and missing are different. */
export type Side = Json | undefined

/**
 * A path that two people changed in different ways. A missing value did not exist. `path` is the
 * wire path in my version; a row that I do not have comes after my last one. `words` are the
 * diagnosis codes of pointers, because a letter means a different diagnosis in each version.
 */
export type Conflict = {
  path: string
  base?: Json
  mine?: Json
  theirs?: Json
  words?: { base: string; mine: string; theirs: string }
  /**
   * The values hold the members of a unit, which are one choice; `path` is one of these members.
   * Pointers among them are the codes of their diagnoses.
   */
  unit?: Unit
}

/** An accepted change of another person. */
export type TheirsChange = LeafChange & { words?: { before: string; after: string } }

/** The state of one merge: the choices, and the results so far. */
export type Run = {
  choices: ReadonlyMap<string, 'mine' | 'theirs'>
  /**
   * An unchanged value of theirs may be a change of mine that somebody reverted: ask about each of
   * my changes.
   */
  isUncertain: boolean
  /** Merges one value. It is passed in because values and lists contain each other. */
  mergeValue: (run: Run, path: string, base: Side, mine: Side, theirs: Side) => Side
  conflicts: Conflict[]
  theirsChanges: TheirsChange[]
  repointed: LeafChange[]
  /**
   * Maps stand-ins (lines, pointers or lists of lines with names instead of pointers) to their
   * original values.
   */
  originals: WeakMap<object, Json>
  /** The codes of a stand-in's pointers. */
  codes: WeakMap<object, string>
}

export function same(a: Side, b: Side): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b)
}

/**
 * The side that wins without a question: both equal, or only one changed. Undefined if there is
 * none.
 */
export function plainWinner(
  run: Run,
  base: Side,
  mine: Side,
  theirs: Side,
): 'mine' | 'theirs' | undefined {
  if (same(mine, theirs)) return 'mine'
  if (same(base, mine)) return 'theirs'
  return same(base, theirs) && !run.isUncertain ? 'mine' : undefined
}

/** The chosen value for a path where both differ. Without a choice: theirs, plus a conflict. */
export function chooseOrConflict(
  run: Run,
  path: string,
  base: Side,
  mine: Side,
  theirs: Side,
  unit?: Unit,
): Side {
  const choice = run.choices.get(path)
  if (choice) return choice === 'mine' ? mine : theirs
  if (run.conflicts.some((conflict) => conflict.path === path)) return theirs
  const words = [base, mine, theirs].some((side) => codesOf(run, side) !== undefined)
  run.conflicts.push({
    path,
    ...member('base', shown(run, base, unit)),
    ...member('mine', shown(run, mine, unit)),
    ...member('theirs', shown(run, theirs, unit)),
    ...(words
      ? {
          words: {
            base: codesOf(run, base) ?? '',
            mine: codesOf(run, mine) ?? '',
            theirs: codesOf(run, theirs) ?? '',
          },
        }
      : {}),
    ...(unit && { unit }),
  })
  return theirs
}

// A unit's pointers are shown as the codes that they point at: a letter means another diagnosis in
// each version.
function shown(run: Run, side: Side, unit: Unit | undefined): Side {
  if (!unit || !isJsonObject(side)) return original(run, side)
  return Object.fromEntries(
    Object.entries(side).map(([name, value]) => [
      name,
      codesOf(run, value) ?? original(run, value)!,
    ]), // a member is given
  )
}

/**
 * Records the changes of theirs, member by member and row by row. A list of another length is one
 * change.
 */
export function noteTheirs(run: Run, path: string, base: Side, theirs: Side): void {
  if (same(base, theirs)) return
  if (isJsonObject(base) && isJsonObject(theirs)) {
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(base)]))
      noteTheirs(run, join(path, name), own(base, name), own(theirs, name))
    return
  }
  // Named pointers look like rows, so describe them by their codes.
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
    ...((before ?? after) === undefined
      ? {}
      : { words: { before: before ?? '', after: after ?? '' } }),
  })
}

function areRows(value: Side): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => isJsonObject(row))
}

/** The member of an object; undefined if missing. */
export function own(value: Side, name: string): Side {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}

/** The wire value of a stand-in; other values are returned unchanged. */
export function original(run: Run, value: Side): Side {
  return typeof value === 'object' && value !== null ? (run.originals.get(value) ?? value) : value
}

function codesOf(run: Run, value: Side): string | undefined {
  return typeof value === 'object' && value !== null ? run.codes.get(value) : undefined
}

function member<Name extends string>(name: Name, value: Side): { [key in Name]?: Json } {
  return (value === undefined ? {} : { [name]: value }) as { [key in Name]?: Json }
}
