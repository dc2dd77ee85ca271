import { formatLocalDate, isLocalDate } from '../core/local-date.ts'
import type { FilterSpec, FilterValue } from './list-spec.ts'

/**
 * A value from text (a form field or a URL) by the filter's declared kind, never by what the text looks like.
 * Undefined when there is nothing to filter by, or when a date or a yes/no cannot be read.
 */
export function parseFilterValue(spec: FilterSpec, texts: readonly string[]): FilterValue | undefined {
  if (spec.kind === 'multi') {
    const values = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
    return values.length > 0 ? values : undefined
  }
  const text = texts.at(-1)?.trim() ?? ''
  if (spec.kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (spec.kind === 'date') return isLocalDate(text) ? text : undefined
  return text === '' ? undefined : text
}

/** The value as texts, the reverse of `parseFilterValue`. */
export function filterTexts(value: FilterValue): string[] {
  return Array.isArray(value) ? value : [String(value)]
}

/** The value for a chip: one value in words, several as a count ("3 values"). */
export function describeValue(spec: FilterSpec, value: FilterValue): string {
  if (Array.isArray(value)) return value.length === 1 ? value[0]! : `${value.length} values`
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (spec.kind === 'date') return formatLocalDate(value)
  return spec.kind === 'enum' ? humanize(value) : value
}

/** The chip's words between label and value. */
export function describeOperator(spec: FilterSpec, value: FilterValue): string {
  return spec.operator ?? (Array.isArray(value) && value.length > 1 ? 'is any of' : 'is')
}

/** A wire value as words: "not-started" -> "Not started", "ERA_RECEIVED" -> "Era received". */
export function humanize(wire: string): string {
  const words = wire.replaceAll(/[-_]+/g, ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
