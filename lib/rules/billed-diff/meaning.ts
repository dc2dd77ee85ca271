import { isJsonObject, isRawJson } from '#lib/core/json.ts'
import { withoutZerosAtEnd } from '#lib/core/zeros.ts'

/**
 * What a value says, as text to compare: undefined for what says nothing (null, a missing member, blank text, an empty
 * list, an object of nothing). Spaces around text, the order of members and the spelling of a number (1, 1.0) say nothing.
 */
export function meaningOf(value: unknown): string | undefined {
  if (typeof value === 'string') return textMeaning(value)
  if (typeof value === 'number') return decimalOf(String(value))
  if (isRawJson(value)) return decimalOf((value as { rawJSON: string }).rawJSON)
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value))
    return value.length === 0 ? undefined : `[${value.map((item) => meaningOf(item) ?? '').join(',')}]`
  if (!isJsonObject(value)) return undefined
  const members = Object.keys(value)
    .toSorted()
    .flatMap((name) => {
      const meaning = meaningOf(value[name])
      return meaning === undefined ? [] : [`${JSON.stringify(name)}:${meaning}`]
    })
  return members.length === 0 ? undefined : `{${members.join(',')}}`
}

/** True when two values say the same. */
export function saysSame(a: unknown, b: unknown): boolean {
  return meaningOf(a) === meaningOf(b)
}

/** A decimal number without leading and trailing zeros, digit by digit: "01.50" -> "1.5". Other text stays as it is. */
export function decimalOf(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text.trim())
  if (!match) return text.trim()
  const [, sign = '', digits = '', decimals = ''] = match
  const whole = digits.replace(/^0+(?=\d)/, '')
  const rest = withoutZerosAtEnd(decimals)
  const number = rest === '' ? whole : `${whole}.${rest}`
  return number === '0' ? number : sign + number
}

function textMeaning(value: string): string | undefined {
  const text = value.trim()
  return text === '' ? undefined : JSON.stringify(text)
}
