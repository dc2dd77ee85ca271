import { addDays, formatLocalDate, isLocalDate, months } from '#lib/core/local-date.ts'
import { copiedId } from '#lib/core/copied-id.ts'
import { folded } from '#lib/core/folded.ts'
import { movingWords } from './date-range.ts'
import { rankedSuffix, type DateRange, type FilterSpec, type FilterValue } from './list-spec.ts'

/**
 * A value from text (a form field or a URL) by the filter's declared kind, never by what the text
 * looks like. Undefined when there is nothing to filter by, when a date or a yes/no cannot be read,
 * or when a filter of the console itself has no such value.
 */
export function parseFilterValue(
  spec: FilterSpec,
  texts: readonly string[],
): FilterValue | undefined {
  if (spec.kind === 'multi') {
    const values = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
    return values.length > 0 ? values : undefined
  }
  const text = texts.at(-1)?.trim() ?? ''
  if (spec.kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (spec.kind === 'date') return isLocalDate(text) ? text : spec.range && movingWords(text)
  if (spec.kind === 'enum' && ownValues(spec)?.includes(text) === false) return undefined
  return text === '' ? undefined : text
}

/** The values of a filter that are the console's own; undefined where the partner has more. */
export function ownValues(spec: FilterSpec): readonly string[] | undefined {
  if (spec.isClosed) return Object.keys(spec.valueNames ?? {})
  return spec.local && spec.local.length > 0 ? spec.local : undefined
}

/** The value as texts, the reverse of `parseFilterValue`. */
export function filterTexts(value: FilterValue): string[] {
  return Array.isArray(value) ? value : [String(value)]
}

/**
 * The value for a chip: one value in words; several as their names, where they have any, else as a
 * count ("3 values").
 */
export function describeValue(spec: FilterSpec, value: FilterValue): string {
  if (Array.isArray(value)) {
    if (spec.valueNames || spec.lookUp?.member === 'payer_name')
      return joinNames(
        value.slice(0, namesInChip).map((each) => nameOfValue(spec, each)),
        value.length,
      )
    return value.length === 1 ? value[0]! : `${value.length} values`
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (spec.kind === 'date')
    return isLocalDate(value) ? formatLocalDate(value, { weekday: false }) : inCapitals(value)
  return spec.kind === 'enum' ? choiceWords(spec, value) : value
}

/**
 * A range of dates for a chip: "Sep 2026", "Sep – Oct 2026", "2026", "Last 30 days", else its days.
 * With one end `operator` says which; `since` is that of a beginning.
 */
export function describeRange(
  { from = '', to = '' }: DateRange,
  since = 'is on or after',
): { operator: string; words: string } {
  const written = (date: string) => formatLocalDate(date, { weekday: false })
  if (from !== '' && !isLocalDate(from)) return { operator: 'is', words: inCapitals(from) }
  if (to === '') return { operator: since, words: written(from) }
  if (from === '') return { operator: 'is on or before', words: written(to) }
  if (from === to) return { operator: 'is', words: written(from) }
  const [year, endYear] = [from.slice(0, 4), to.slice(0, 4)]
  // The first and the last day of months.
  const isWhole = from.endsWith('-01') && addDays(to, 1).endsWith('-01')
  if (!isWhole) return { operator: 'is', words: `${written(from)} – ${written(to)}` }
  const [month, endMonth] = [from, to].map((date) => months[Number(date.slice(5, 7)) - 1]!)
  if (year === endYear && month === 'Jan' && endMonth === 'Dec')
    return { operator: 'is', words: year }
  if (year === endYear && month === endMonth) return { operator: 'is', words: `${month} ${year}` }
  const start = year === endYear ? month : `${month} ${year}`
  return { operator: 'is', words: `${start} – ${endMonth} ${endYear}` }
}

function inCapitals(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A choice of an enumerated filter in words: its own name where it has one. */
export function choiceWords(spec: Pick<FilterSpec, 'valueNames'>, value: string): string {
  return spec.valueNames ? nameOfValue(spec, value) : humanize(value)
}

/** So many values are named in a chip; the rest are counted. */
export const namesInChip = 2

/** The first names of `count` values as a chip says them: "Oregon, Washington and 3 more". */
export function joinNames(names: readonly string[], count: number): string {
  return (
    names.join(', ') +
    (count > names.length ? ` and ${(count - names.length).toLocaleString('en-US')} more` : '')
  )
}

/** The name of a value; the value itself where it has none. */
export function nameOfValue({ valueNames }: Pick<FilterSpec, 'valueNames'>, value: string): string {
  return valueNames && Object.hasOwn(valueNames, value) ? valueNames[value]! : value
}

/**
 * The value that a person means who typed its name: "oregon" -> "OR", and a part of the name of one
 * of the console's own values. Anything else stays as it was typed.
 */
export function valueOfName(spec: FilterSpec, typed: string): string {
  const { valueNames = {} } = spec
  if (Object.hasOwn(valueNames, typed)) return typed
  const wanted = folded(typed)
  const named = Object.keys(valueNames).find(
    (value) => folded(value) === wanted || folded(valueNames[value]!) === wanted,
  )
  if (named !== undefined || wanted === '') return named ?? typed
  const parts = ownValues(spec)?.filter((value) =>
    folded(`${value} ${nameOfValue(spec, value)}`).includes(wanted),
  )
  return parts?.length === 1 ? parts[0]! : typed
}

/** The chip's words before the value: "Payer" "is any of". */
export function describeFilter(
  { label, chip }: FilterSpec,
  value: FilterValue,
): { label: string; operator: string } {
  const usual = Array.isArray(value) && value.length > 1 ? 'is any of' : 'is'
  return { label: chip?.label ?? label, operator: chip?.operator ?? usual }
}

/** A wire value as words: "not-started" -> "Not started", "ERA_RECEIVED" -> "Era received". */
export function humanize(wire: string): string {
  const words = wire.replaceAll(/[-_]+/g, ' ').trim().toLowerCase()
  return inCapitals(words)
}

/**
 * The text of a filter's control as texts for `parseFilterValue`; a name becomes its code, and an id
 * is cleaned. `name` is the filter's name on the wire.
 */
export function typedValues(name: string, spec: FilterSpec, text: string): string[] {
  const isOfIds =
    idName.test(name) || (spec.lookUp !== undefined && spec.lookUp.member !== 'payer_name')
  const read = (typed: string) => {
    const value = valueOfName(spec, typed)
    return isOfIds ? copiedId(value) : value
  }
  if (spec.kind === 'multi') return [...new Set(parsePastedList(text).map(read))]
  return [spec.kind === 'enum' || isOfIds ? read(text.trim()) : text]
}

const idName = new RegExp(`_(?:ids?|npis?)(?:${rankedSuffix})?$`)

/**
 * The values in a typed or pasted list: separated by commas, semicolons, new lines or tabs;
 * trimmed, without blanks or repeats, in their order. A value in double quotes, straight or curly,
 * keeps its separators ("Moss, Avery"); "" inside is one quote.
 */
export function parsePastedList(text: string): string[] {
  return [...new Set(pastedValues(text))]
}

/** The same values one by one, repeats too: for work that is done in slices. */
export function* pastedValues(text: string): Generator<string> {
  for (const match of text
    .replaceAll(/[“”„‟]/g, '"')
    .matchAll(/\s*(?:"((?:[^"]|"")*)"(?=\s*(?:[,;\n\r\t]|$))|([^,;\n\r\t]*))(?:[,;\n\r\t]|$)/g)) {
    const value = (match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim()
    if (value !== '') yield value
  }
}

/**
 * The list as `parsePastedList` reads it back: one value a line, quoted where it holds a separator.
 */
export function writeList(values: readonly string[]): string {
  return values
    .map((value) => (/[,;\n\r\t"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join('\n')
}
