import { formatCents, mostCents, parseDollars } from '#lib/core/money.ts'
import { type Json, isJsonObject, parseExact, toNumber } from '#lib/core/json.ts'
import { faultWords, jsonFault } from '#lib/core/json-fault.ts'
import { readTypedDate, termsOfField, writtenDate, yearProblem } from '#lib/core/typed-date.ts'
import { type FieldShape, isJsonLeaf } from './field-shape.ts'
import { itemsText, textItems } from './list-text.ts'

/** The wire value of a control's text; undefined if the text cannot be sent. */
export type Meaning = { value: Json } | undefined

/**
 * The control text of a wire value. Undefined if the value has the wrong type for its field: such a
 * value is unreadable, shown and sent back unchanged. Null and missing are both ''. Line breaks are
 * \n, as in browsers.
 */
export function toText(value: Json | undefined, shape: FieldShape): string | undefined {
  if (value === null || value === undefined) return ''
  if (isJsonLeaf(shape)) return JSON.stringify(value, null, 2)
  if (shape.kind === 'list')
    return shape.item.kind === 'number'
      ? lettersOf(value)
      : itemsText(value, shape.item.kind === 'choice')
  if (shape.kind === 'boolean') return typeof value === 'boolean' ? String(value) : undefined
  if (shape.kind === 'cents') return dollarsOf(value)
  if (shape.kind === 'number')
    return toNumber(value) === undefined ? undefined : JSON.stringify(value)
  return typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : undefined
}

/**
 * The wire value of a control's text. Do not pass '': the meaning of an empty control depends on
 * the loaded value.
 */
export function fromText(text: string, shape: FieldShape): Meaning {
  if (isJsonLeaf(shape)) return jsonOf(text, shape)
  if (shape.kind === 'list')
    return shape.item.kind === 'number'
      ? pointersOf(text)
      : { value: textItems(text, shape.item.kind === 'choice') }
  if (shape.kind === 'boolean')
    return text === 'true' || text === 'false' ? { value: text === 'true' } : undefined
  if (shape.kind === 'cents') return meaningOf(parseDollars(text))
  if (shape.kind === 'number') return numberOf(text.trim())
  if (shape.kind === 'date') return meaningOf(writtenDate(text))
  return { value: text }
}

/**
 * The letter of a diagnosis by its zero-based wire index: 0 -> "A". After Z it is `#` and the
 * number.
 */
export function letterOf(index: number): string {
  return Number.isInteger(index) && index >= 0 && index < 26
    ? String.fromCodePoint(65 + index)
    : `#${index}`
}

/**
 * The problem of the text in the control of that name, in words for the person who typed it;
 * undefined if it can be sent.
 */
export function textProblem(text: string, shape: FieldShape, name = ''): string | undefined {
  if (shape.kind === 'cents' && isTooMuch(text))
    return `Enter an amount of at most ${formatCents(mostCents)}.`
  if (shape.kind === 'date') return dateProblem(text, name)
  if (text === '' || fromText(text, shape)) return undefined
  if (isJsonLeaf(shape)) {
    const fault = jsonFault(text)
    if (fault) return faultWords(fault)
    return shape.kind === 'list'
      ? 'Enter a JSON list, such as ["a", "b"].'
      : 'Enter a JSON object, such as {"key": "value"}.'
  }
  if (shape.kind === 'cents') return 'Enter an amount in dollars and cents, such as 1,234.50.'
  if (shape.kind === 'list') return 'Enter diagnosis letters, such as A C.'
  if (shape.kind === 'number') return 'Enter a number.'
  return 'Choose one of the values.'
}

function dateProblem(text: string, name: string): string | undefined {
  if (text.trim() === '') return undefined
  const date = writtenDate(text)
  if (date !== undefined) return yearProblem(name, date)
  const read = readTypedDate(text, termsOfField(name))
  return 'problem' in read ? read.problem : 'Write the whole date, for example 9/26/2026.'
}

function jsonOf(text: string, shape: FieldShape): Meaning {
  try {
    const value = parseExact(text)
    const isWanted =
      shape.kind === 'list'
        ? Array.isArray(value)
        : shape.kind !== 'any' || shape.holds !== 'object' || isJsonObject(value)
    return isWanted || value === null ? { value } : undefined
  } catch {
    return undefined
  }
}

// A number is sent as typed, because a double would lose digits. Non-JSON spellings (007, .5) are
// corrected.
function numberOf(text: string): Meaning {
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return { value: parseExact(text) }
  return /^-?(\d+\.?|\d*\.\d+)$/.test(text) ? { value: Number(text) } : undefined
}

// More digits than a number holds are too much as well, so `parseDollars` cannot decide.
function isTooMuch(text: string): boolean {
  const dollars = /^-?\$?\s*(\d[\d,]*)(?:\.\d{0,2})?$/.exec(text.trim())?.[1]
  return dollars !== undefined && Number(dollars.replaceAll(',', '')) * 100 > mostCents
}

function dollarsOf(value: Json): string | undefined {
  const cents = toNumber(value)
  return cents !== undefined && Number.isSafeInteger(cents) ? formatCents(cents) : undefined
}

function lettersOf(value: Json): string | undefined {
  if (!Array.isArray(value)) return undefined
  const numbers = value.map(toNumber)
  return numbers.every((number) => number !== undefined)
    ? numbers.map((number) => letterOf(number)).join(' ')
    : undefined
}

// "A C", "a,c", "AC" and "#30" are diagnosis letters; other text is no pointer.
function pointersOf(text: string): Meaning {
  const pointers: number[] = []
  for (const part of text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)) {
    if (/^#-?\d+(\.\d+)?$/.test(part)) pointers.push(Number(part.slice(1)))
    else if (/^[A-Z]+$/.test(part))
      pointers.push(...[...part].map((letter) => letter.codePointAt(0)! - 65))
    else return undefined
  }
  return { value: pointers }
}

function meaningOf(value: number | string | undefined): Meaning {
  return value === undefined ? undefined : { value }
}
