import { type Json, parseExact, toNumber } from '#lib/core/json.ts'

// The keys of a custom schema hold BOOLEAN, DOUBLE, INTEGER or STRING values (GET /api/custom-schemas/v1).

/** The text that a key's control shows for its value; what is neither text nor number nor yes and no shows as JSON. */
export function keyText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * The value of a key's control. Undefined for an emptied one: the key goes. Text that is no value of the type is kept
 * as text, so that nothing typed is lost; `keyProblem` names it.
 */
export function keyFromText(text: string, type: string): Json | undefined {
  if (text === '') return undefined
  if (type === 'BOOLEAN' && (text === 'true' || text === 'false')) return text === 'true'
  const isNumber = (type === 'INTEGER' || type === 'DOUBLE') && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)
  return isNumber ? parseExact(text) : text
}

/** What is wrong with a key's value for its type, in words for the person; undefined when nothing is, or nothing is there. */
export function keyProblem(value: Json | undefined, type: string): string | undefined {
  if (value === undefined || value === null) return undefined
  const number = toNumber(value)
  if (type === 'BOOLEAN' && typeof value !== 'boolean') return 'Enter yes or no.'
  if (type === 'INTEGER' && !Number.isInteger(number)) return 'Enter a whole number.'
  if (type === 'DOUBLE' && number === undefined) return 'Enter a number.'
  return type === 'STRING' && typeof value !== 'string' ? 'Enter text.' : undefined
}
