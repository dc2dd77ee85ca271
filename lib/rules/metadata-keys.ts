import { type Json, parseExact, toNumber } from '#lib/core/json.ts'

// The keys of a custom schema have BOOLEAN, DOUBLE, INTEGER or STRING values (GET
// /api/custom-schemas/v1).

/** The control text of a key's value. Anything but text, numbers and booleans shows as JSON. */
export function keyText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * The value of a key's control. Undefined for a cleared control, which removes the key. Text that
 * does not fit the type stays text, so nothing typed is lost; `keyProblem` reports it.
 */
export function keyFromText(text: string, type: string): Json | undefined {
  if (text === '') return undefined
  if (type === 'BOOLEAN' && (text === 'true' || text === 'false')) return text === 'true'
  const isNumber =
    (type === 'INTEGER' || type === 'DOUBLE') &&
    /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)
  return isNumber ? parseExact(text) : text
}

/** The problem of a key's value for its type, in words; undefined if there is none, or no value. */
export function keyProblem(value: Json | undefined, type: string): string | undefined {
  if (value === undefined || value === null) return undefined
  const number = toNumber(value)
  if (type === 'BOOLEAN' && typeof value !== 'boolean') return 'Enter yes or no.'
  if (type === 'INTEGER' && !Number.isInteger(number)) return 'Enter a whole number.'
  if (type === 'DOUBLE' && number === undefined) return 'Enter a number.'
  return type === 'STRING' && typeof value !== 'string' ? 'Enter text.' : undefined
}
