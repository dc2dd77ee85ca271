import { isJsonObject } from '#lib/core/json.ts'
import { countOf } from '#lib/core/count-of.ts'

/** A wire value in one short line, for lists of changes. */
export function shortValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (typeof value === 'string') return value === '' ? '""' : value
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null))
    return `[${value.join(', ')}]`
  if (Array.isArray(value)) return countOf(value.length, { one: 'row', many: 'rows' })
  if (!isJsonObject(value)) return JSON.stringify(value)
  const shown = Object.values(value).filter((member) => typeof member === 'string' && member !== '')
  return shown.slice(0, 3).join(' · ') || `${Object.keys(value).length} fields`
}
