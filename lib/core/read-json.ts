import type { Json } from './json.ts'

// Readers that take any JSON and never throw: a value of the wrong type is simply not shown in a row.

/** The value at a path of member names; undefined as soon as the path leaves plain objects. */
export function memberAt(value: unknown, ...path: string[]): unknown {
  let inner = value
  for (const name of path) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner) || !Object.hasOwn(inner, name))
      return undefined
    inner = (inner as { [name: string]: Json })[name]
  }
  return inner
}

/** Text that shows something; numbers become text; anything else is undefined. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The items of an array; none for anything else. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
