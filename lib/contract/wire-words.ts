import { withNamedInvisible } from '#lib/core/invisible-signs.ts'
import { isJsonObject, toNumber, type Json } from '#lib/core/json.ts'
import { formatLocalDate, isLocalDate, withWrittenDates } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import { codeWord } from './codes/code-words.ts'
import { fieldLabel, pathLabel, withCapitals } from './field-labels.ts'
import { shortValue } from './short-value.ts'

// The one place that turns the partner's paths and values into words. Pages show no wire name and
// no raw value.

/**
 * A value at a wire path in words, by the kind of its field: whole cents as dollars, local dates as
 * dates, codes with their meaning, pointers to diagnoses as letters, rows by what they are, no
 * value as "nothing". Never throws.
 */
export function wireValue(path: string, value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  const name = fieldNameOf(path)
  if (name.endsWith('_cents')) {
    const cents = toNumber(value)
    if (Number.isSafeInteger(cents)) return formatCents(cents!)
  }
  if (typeof value === 'string')
    return isLocalDate(value)
      ? formatLocalDate(value, { weekday: false })
      : withNamedInvisible(codeWord(name, value))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return listWords(name, value)
  if (!isJsonObject(value)) return shortValue(value)
  if (typeof value.code === 'string')
    return [value.code, value.name]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' ')
  if (value.procedure_code !== undefined || value.charge_amount_cents !== undefined)
    return lineWords(value)
  return shortValue(value)
}

/** A service line by its amount and its quantity: "$125.00, 1 UN". */
function lineWords(line: { [name: string]: Json }): string {
  const cents = toNumber(line.charge_amount_cents)
  const amount = Number.isSafeInteger(cents) ? formatCents(cents!) : 'no charge'
  return [amount, [line.quantity, line.units].filter((part) => typeof part === 'string').join(' ')]
    .filter(Boolean)
    .join(', ')
}

function listWords(name: string, values: Json[]): string {
  if (values.length === 0) return 'none'
  if (values.some((value) => isJsonObject(value) || Array.isArray(value))) return shortValue(values)
  return values
    .map((value) => (name === 'diagnosis_pointers' ? pointerWords(value) : wireValue(name, value)))
    .join(', ')
}

// The twelve diagnoses of a claim have the letters A to L on it.
function pointerWords(pointer: Json): string {
  const place = toNumber(pointer)
  return Number.isInteger(place) && place! >= 0 && place! < 26
    ? String.fromCharCode(65 + place!)
    : shortValue(pointer)
}

function fieldNameOf(path: string): string {
  return path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
}

/**
 * The partner's message in words. A list of differences ("service_lines.0.charge_amount_cents
 * changed from 22500 to 25500") becomes "Line 1 · Charge $225.00 → $255.00"; in other text the
 * names of fields become their labels, terms have their capitals ("member ID"), and dates are
 * written as in the US. Other text stays as it is.
 */
export function partnerWords(message: string): string {
  // A partner's message is untrusted text of any length.
  const text = message.slice(0, longest)
  const [, lead = '', first = ''] =
    /^([^:;]{0,60}: )(?=[a-z][\w.[\]]* (?:changed from|added|removed))(.*)$/is.exec(text) ?? []
  const clauses = (lead === '' ? text : first)
    .split('; ')
    .map((clause) => differenceWords(clause) ?? withWrittenDates(withLabels(clause)))
  return lead + clauses.join('; ') + message.slice(longest)
}

const longest = 5_000
const difference =
  /^([a-z][\w.[\]]*) (?:changed from (.*?) to (.*)|(added)(?:: (.*))?|(removed)(?:, was (.*))?)$/is

function differenceWords(clause: string): string | undefined {
  const [, path, before, after, added, addedValue, removed, removedValue] =
    difference.exec(clause) ?? []
  if (path === undefined) return undefined
  const { place, wire } = placeOf(path)
  const words = (text: string) => wireValue(wire, valueIn(wire, text))
  if (before !== undefined && after !== undefined)
    return `${place} ${words(before)} → ${words(after)}`
  if (added !== undefined)
    return `${place} added${addedValue === undefined ? '' : `: ${words(addedValue)}`}`
  if (removed !== undefined)
    return `${place} removed${removedValue === undefined ? '' : `, was ${words(removedValue)}`}`
  return undefined
}

// A message has values as text: what is surely JSON is read as JSON.
function valueIn(wire: string, text: string): Json {
  const isNumber = fieldNameOf(wire).endsWith('_cents') && /^-?\d{1,15}$/.test(text)
  if (isNumber) return Number(text)
  if (!/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function withLabels(text: string): string {
  return withCapitals(
    text.replaceAll(/(?<![\w/@.-])[A-Za-z]\w*(?:\[\d+\]|\.\w+)*(?![\w@/])/g, (word) =>
      isWirePath(word) ? placeOf(word).place : word,
    ),
  )
}

// Words of English and ids are no paths: a path has a name with an underscore, or a row's number,
// or begins with `data`.
function isWirePath(word: string): boolean {
  const parts = placeOf(word).wire.split('.')
  const hasShape = parts.every((part) => /^(?:\d{1,3}|[a-z]+\d?(?:_[a-z]+\d?)*)$/.test(part))
  const hasRow =
    parts.length > 1 &&
    parts.slice(1).some((part) => /^\d+$/.test(part)) &&
    /^[a-z]/.test(parts[0]!)
  return (
    hasShape &&
    (hasRow ||
      parts.some((part) => part.includes('_')) ||
      (parts.length > 1 && parts[0] === 'data'))
  )
}

/** A field in any spelling (`data.serviceLines[0].units`) as a path of ours, and that in words. */
function placeOf(field: string): { place: string; wire: string } {
  const wire = field
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return { wire, place: pathLabel(wire) || fieldLabel(wire) }
}
