import type { Json } from '#lib/core/json.ts'
import type { KeyedRows } from './align-rows.ts'
import { chooseOrConflict, join, original, same, type Run, type Side } from './merge-run.ts'

/** A row of the merged list: its key, the path for its conflicts, and its value. */
export type MergedRow = { key: string; path: string; value: Json }

/**
 * Merges three lists of keyed rows. Additions, removals and moves of one side are accepted. A row
 * that one side changed and the other removed is a conflict. If both changed the order, the result
 * is undefined. A `needed` row is not removed without asking, because the other side points at it.
 */
export function mergeRows(
  run: Run,
  path: string,
  sides: [KeyedRows, KeyedRows, KeyedRows],
  needed: ReadonlySet<string> = new Set(),
): MergedRow[] | undefined {
  const [base, mine, theirs] = sides
  const keys = orderOf(run, path, sides)
  if (!keys) return undefined
  const valueIn = ({ keys: known, rows }: KeyedRows, key: string): Side =>
    known.includes(key) ? rows[known.indexOf(key)] : undefined
  let behind = mine.keys.length
  const merged: MergedRow[] = []
  for (const key of keys) {
    const index = mine.keys.indexOf(key)
    const at = join(path, index === -1 ? behind++ : index)
    const [was, here, there] = [valueIn(base, key), valueIn(mine, key), valueIn(theirs, key)]
    let value = run.mergeValue(run, at, was, here, there)
    if (value === undefined && needed.has(key)) value = chooseOrConflict(run, at, was, here, there)
    if (value !== undefined) merged.push({ key, path: at, value })
  }
  return merged
}

/** The keys of all rows of both sides, in the order of the one side that changed it. */
function orderOf(
  run: Run,
  path: string,
  [base, mine, theirs]: [KeyedRows, KeyedRows, KeyedRows],
): string[] | undefined {
  if (bothReplaced(base, mine, theirs)) return undefined
  const common = ({ keys }: KeyedRows) =>
    keys.filter(
      (key) => base.keys.includes(key) && mine.keys.includes(key) && theirs.keys.includes(key),
    )
  const [was, here, there] = [common(base), common(mine), common(theirs)]
  if (same(here, there) || same(was, here)) {
    if (!same(was, there))
      run.theirsChanges.push({
        path,
        before: original(run, base.rows)!,
        after: original(run, theirs.rows)!,
      }) // lists stay lists
    return interleaved(theirs.keys, mine.keys)
  }
  return same(was, there) && !run.isUncertain ? interleaved(mine.keys, theirs.keys) : undefined
}

// A row that both sides removed, while both added rows, may have been rewritten by both.
function bothReplaced(base: KeyedRows, mine: KeyedRows, theirs: KeyedRows): boolean {
  const isNewIn = (one: KeyedRows, other: KeyedRows) =>
    one.keys.some((key) => !base.keys.includes(key) && !other.keys.includes(key))
  return (
    base.keys.some((key) => !mine.keys.includes(key) && !theirs.keys.includes(key)) &&
    isNewIn(mine, theirs) &&
    isNewIn(theirs, mine)
  )
}

// Rows of the other side go after their predecessor there, and after the rows that this side added
// at that place.
function interleaved(order: readonly string[], other: readonly string[]): string[] {
  const keys = [...order]
  other.forEach((key, index) => {
    if (keys.includes(key)) return
    const before = other.slice(0, index).findLast((each) => keys.includes(each))
    let at = before === undefined ? 0 : keys.indexOf(before) + 1
    while (at < keys.length && !other.includes(keys[at]!)) at += 1
    keys.splice(at, 0, key)
  })
  return keys
}
