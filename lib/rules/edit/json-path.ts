import { isJsonObject, type Json } from '#lib/core/json.ts'

const splitPaths = new Map<string, string[]>()
// Rules use the same few hundred paths repeatedly; the limit keeps generated paths from filling the
// memory.
const mostSplitPaths = 1000

/**
 * The value at a dotted path (`patient.address.zip_code`, `service_lines.1.units`); undefined if
 * missing.
 */
export function valueAt(value: unknown, path: string): unknown {
  let keys = splitPaths.get(path)
  if (!keys) {
    keys = path.split('.')
    if (splitPaths.size < mostSplitPaths) splitPaths.set(path, keys)
  }
  let current: unknown = value
  for (const key of keys) {
    if (Array.isArray(current)) current = /^\d+$/.test(key) ? current[Number(key)] : undefined
    else if (isJsonObject(current)) current = Object.hasOwn(current, key) ? current[key] : undefined
    else return undefined
  }
  return current
}

/** The value at a path inside of JSON; null if missing, so that both compare as one. */
export function jsonAt(value: Json | undefined, path: string): Json {
  return (valueAt(value, path) as Json | undefined) ?? null
}

/** The trimmed text at a path; undefined for blank text and other types. */
export function textAt(value: unknown, path: string): string | undefined {
  return asText(valueAt(value, path))
}

/** The trimmed text; undefined for blank text and other types. */
export function asText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}

/** The array at a path; empty if missing, so callers can loop without a check. */
export function listAt(value: unknown, path: string): unknown[] {
  const list = valueAt(value, path)
  return Array.isArray(list) ? list : []
}

/** True if a value was given: not null, missing, blank text or an empty array. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'string') return value.trim() !== ''
  return !Array.isArray(value) || value.length > 0
}
