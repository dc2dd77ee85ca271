/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A JSON object. */
export type JsonObject = { [key: string]: Json }

/** True for a plain JSON object: not null, not an array, not a raw number. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJson(value)
}

// `JSON.rawJSON` and the reviver's source text are in Node 22+ and every current browser; TypeScript's library lags.
type SourceJson = typeof JSON & {
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
}
const sourceJson = JSON as SourceJson

/** True for a number that `parseExact` keeps as source text. */
export function isRawJson(value: unknown): boolean {
  return sourceJson.isRawJSON(value)
}

// What a plain parse might change: a number with a fraction, an exponent, 16 digits or a minus before 0, and a member
// name that is or may be `__proto__`. A reviver takes ten times as long as parsing, and most long texts (100,000 ids)
// have none of these.
const needsCare = /__proto__|\\u|(?:^|[[,]|["\s]:)\s*-?(?:\d+(?:[.eE]|\d{15})|(?<=-)0)/

/**
 * Parses JSON so that `JSON.stringify` returns every number as written. A number that a double would change (`1.0`, 20
 * digits) stays source text. `__proto__` members throw a SyntaxError.
 */
export function parseExact(text: string): Json {
  if (!needsCare.test(text)) return JSON.parse(text) as Json
  const revive = (key: string, value: unknown, context?: { source?: string }) => {
    if (key === '__proto__') throw new SyntaxError('the member name __proto__ is not allowed')
    if (typeof value !== 'number' || context?.source === undefined) return value
    return String(value) === context.source ? value : sourceJson.rawJSON(context.source)
  }
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as Json
}

/** A number, plain or as source text; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return isRawJson(value) ? Number((value as { rawJSON: string }).rawJSON) : undefined
}

/** True if two JSON values are equal, ignoring member order. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (isRawJson(a) || isRawJson(b)) return JSON.stringify(a) === JSON.stringify(b)
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

/** Canonical JSON text: equal for values that `sameJson` calls equal. Members are sorted, numbers are as written. */
export function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name]!)}`)
  return `{${members.join(',')}}`
}
