import type { Json } from './json.ts'

// Readers that accept any JSON and never throw: a value of the wrong type is not shown.

/** The value at a path of member names; undefined if the path leaves plain objects. */
export function memberAt(value: unknown, ...path: string[]): unknown {
  let inner = value
  for (const name of path) {
    if (
      typeof inner !== 'object' ||
      inner === null ||
      Array.isArray(inner) ||
      !Object.hasOwn(inner, name)
    )
      return undefined
    inner = (inner as { [name: string]: Json })[name]
  }
  return inner
}

/** Non-empty text, or a number as text; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The items of an array; empty for anything else. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
