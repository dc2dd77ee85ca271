import { isJsonObject } from '#lib/core/json.ts'

const splitPaths = new Map<string, string[]>()
// Rules ask for the same few hundred paths again and again; paths made at run time must not fill the memory.
const mostSplitPaths = 1000

/** The value at a dotted path (`patient.address.zip_code`, `service_lines.1.units`); undefined where there is none. */
export function at(value: unknown, path: string): unknown {
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

/** The text at a path, trimmed; undefined for blank text and for anything that is no text. */
export function textAt(value: unknown, path: string): string | undefined {
  return asText(at(value, path))
}

/** The text itself, trimmed; undefined for blank text and for anything that is no text. */
export function asText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}

/** The array at a path; empty where there is none, so that callers can loop without asking. */
export function listAt(value: unknown, path: string): unknown[] {
  const list = at(value, path)
  return Array.isArray(list) ? list : []
}

/** True when a value was given at all: null, a missing key, blank text and empty arrays are not. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'string') return value.trim() !== ''
  return !Array.isArray(value) || value.length > 0
}
