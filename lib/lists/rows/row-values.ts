import type { Json } from '#lib/core/json.ts'

// Readers that take any JSON and never throw: a value of the wrong type is simply not shown in a row.

/** The value at a path of member names; undefined as soon as the path leaves plain objects. */
export function at(value: unknown, ...path: string[]): unknown {
  let inner = value
  for (const name of path) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner) || !Object.hasOwn(inner, name))
      return undefined
    inner = (inner as { [name: string]: Json })[name]
  }
  return inner
}

/** Text that shows something; numbers become text; anything else is undefined. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The items of an array; none for anything else. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** "First Last" of an object with a person's name, or the name of an organization. */
export function nameOf(person: unknown): string | undefined {
  const names = [text(at(person, 'first_name')), text(at(person, 'last_name'))].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(' ') : text(at(person, 'organization_name'))
}

/**
 * The charges of service lines in whole cents: the sum of `charge_amount_cents`, which is a line's total (it
 * includes the quantity). Undefined when no line states one, so that "no amount" is not shown as $0.00.
 */
export function chargesOf(data: unknown): number | undefined {
  return sumOf(list(at(data, 'service_lines')), 'charge_amount_cents')
}

/** The sum of one amount over lines in whole cents; undefined when no line states it. */
export function sumOf(lines: readonly unknown[], name: string): number | undefined {
  const amounts = lines.map((line) => at(line, name)).filter((cents): cents is number => Number.isSafeInteger(cents))
  return amounts.length > 0 ? amounts.reduce((sum, cents) => sum + cents, 0) : undefined
}
