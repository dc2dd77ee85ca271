import { isJsonObject, isRawJson, type Json } from '#lib/core/json.ts'
import { trimTrailingZeros } from '#lib/core/trailing-zeros.ts'

/**
 * The meaning of a value as comparable text. Empty values (null, missing, blank text, empty list,
 * object with only empty members) have no meaning: undefined. Outer spaces, member order and number
 * spelling (1, 1.0) are ignored.
 */
export function meaningOf(value: unknown): string | undefined {
  if (typeof value === 'string') return textMeaning(value)
  if (typeof value === 'number') return decimalOf(String(value))
  if (isRawJson(value)) return decimalOf((value as { rawJSON: string }).rawJSON)
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value))
    return value.length === 0
      ? undefined
      : `[${value.map((item) => meaningOf(item) ?? '').join(',')}]`
  if (!isJsonObject(value)) return undefined
  const members = Object.keys(value)
    .toSorted()
    .flatMap((name) => {
      const meaning = meaningOf(value[name])
      return meaning === undefined ? [] : [`${JSON.stringify(name)}:${meaning}`]
    })
  return members.length === 0 ? undefined : `{${members.join(',')}}`
}

/** True if two values have the same meaning. */
function hasSameMeaning(a: unknown, b: unknown): boolean {
  return meaningOf(a) === meaningOf(b)
}

/**
 * A decimal number without leading and trailing zeros, digit by digit: "01.50" -> "1.5". Other text
 * is returned unchanged.
 */
export function decimalOf(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text.trim())
  if (!match) return text.trim()
  const [, sign = '', digits = '', decimals = ''] = match
  const whole = digits.replace(/^0+(?=\d)/, '')
  const rest = trimTrailingZeros(decimals)
  const number = rest === '' ? whole : `${whole}.${rest}`
  return number === '0' ? number : sign + number
}

function textMeaning(value: string): string | undefined {
  const text = value.trim()
  return text === '' ? undefined : JSON.stringify(text)
}

/** One path at which two values differ in meaning. An empty side is undefined. */
export type MeaningChange = { path: string; billed?: Json; now?: Json }

/**
 * The dotted paths at which two values differ in meaning. A section that exists on only one side is
 * one path. Moved rows with the same content are no difference, nor is the order of a list of plain
 * values.
 */
export function meaningChanges(
  path: string,
  billed: Json | undefined,
  now: Json | undefined,
): MeaningChange[] {
  if (hasSameMeaning(billed, now)) return []
  if (
    isJsonObject(billed) &&
    isJsonObject(now) &&
    (path === '' || (meaningOf(billed) !== undefined && meaningOf(now) !== undefined))
  ) {
    const names = new Set([...Object.keys(billed), ...Object.keys(now)])
    return [...names].flatMap((name) =>
      meaningChanges(path === '' ? name : `${path}.${name}`, own(billed, name), own(now, name)),
    )
  }
  if (Array.isArray(billed) && Array.isArray(now) && billed.length > 0 && now.length > 0)
    return rowChanges(path, billed, now)
  return [leaf(path, billed, now)]
}

function rowChanges(path: string, billed: Json[], now: Json[]): MeaningChange[] {
  const left = billed.map((row) => ({ row, meaning: meaningOf(row) }))
  const added: { row: Json; index: number }[] = []
  now.forEach((row, index) => {
    const same = left.findIndex(({ meaning }) => meaning === meaningOf(row))
    if (same >= 0) left.splice(same, 1)
    else added.push({ row, index })
  })
  if (left.length === 0 && added.length === 0) return []
  if (![...billed, ...now].every(isJsonObject)) return [leaf(path, billed, now)]
  const changed = added
    .slice(0, left.length)
    .flatMap(({ row, index }, place) => meaningChanges(`${path}.${index}`, left[place]!.row, row))
  const gone = left.slice(added.length).map(({ row }) => leaf(path, row, undefined))
  return [
    ...changed,
    ...gone,
    ...added.slice(left.length).map(({ row, index }) => leaf(`${path}.${index}`, undefined, row)),
  ]
}

function leaf(path: string, billed: Json | undefined, now: Json | undefined): MeaningChange {
  return {
    path,
    ...(meaningOf(billed) === undefined ? {} : { billed: billed! }), // a value with meaning is present
    ...(meaningOf(now) === undefined ? {} : { now: now! }),
  }
}

function own(object: { [name: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
