import { type Json, isJsonObject } from '#lib/core/json.ts'
import { meaningOf, saysSame } from './meaning.ts'

/** One place where two values say different things. A side that says nothing is undefined. */
export type LeafChange = { path: string; billed?: Json; now?: Json }

/**
 * The places where two values differ in what they say, as dotted paths. A section that is only there on one side is one
 * place. Rows that stand elsewhere but say the same are no difference, nor is the order of a list of plain values.
 */
export function leafChanges(path: string, billed: Json | undefined, now: Json | undefined): LeafChange[] {
  if (saysSame(billed, now)) return []
  if (
    isJsonObject(billed) &&
    isJsonObject(now) &&
    (path === '' || (meaningOf(billed) !== undefined && meaningOf(now) !== undefined))
  ) {
    const names = new Set([...Object.keys(billed), ...Object.keys(now)])
    return [...names].flatMap((name) =>
      leafChanges(path === '' ? name : `${path}.${name}`, own(billed, name), own(now, name)),
    )
  }
  if (Array.isArray(billed) && Array.isArray(now) && billed.length > 0 && now.length > 0)
    return rowChanges(path, billed, now)
  return [leaf(path, billed, now)]
}

function rowChanges(path: string, billed: Json[], now: Json[]): LeafChange[] {
  const left = billed.map((row) => ({ row, meaning: meaningOf(row) }))
  const added: { row: Json; index: number }[] = []
  now.forEach((row, index) => {
    const same = left.findIndex(({ meaning }) => meaning === meaningOf(row))
    if (same >= 0) left.splice(same, 1)
    else added.push({ row, index })
  })
  if (left.length === 0 && added.length === 0) return []
  if (![...billed, ...now].every(isJsonObject)) return [leaf(path, billed, now)]
  const changed = added
    .slice(0, left.length)
    .flatMap(({ row, index }, place) => leafChanges(`${path}.${index}`, left[place]!.row, row))
  const gone = left.slice(added.length).map(({ row }) => leaf(path, row, undefined))
  return [
    ...changed,
    ...gone,
    ...added.slice(left.length).map(({ row, index }) => leaf(`${path}.${index}`, undefined, row)),
  ]
}

function leaf(path: string, billed: Json | undefined, now: Json | undefined): LeafChange {
  return {
    path,
    ...(meaningOf(billed) === undefined ? {} : { billed: billed! }), // what says something is there
    ...(meaningOf(now) === undefined ? {} : { now: now! }),
  }
}

function own(object: { [name: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
