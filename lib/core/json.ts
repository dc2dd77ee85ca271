/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A JSON object. */
export type JsonObject = { [key: string]: Json }

/** True for a plain JSON object: not null, not an array, not a raw number. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJson(value)
}

// `JSON.rawJSON` and the reviver's source text are in Node 22+ and every current browser;
// TypeScript's library lags.
type SourceJson = typeof JSON & {
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
}
const sourceJson = JSON as SourceJson

/** True for a number that `parseExact` keeps as source text. */
export function isRawJson(value: unknown): boolean {
  return sourceJson.isRawJSON(value)
}

// What a plain parse might change: a number with a fraction, an exponent, 16 digits or a minus
// before 0, and a member name that is or may be `__proto__`. Most long texts (100,000 ids) have
// none of these.
const needsCare = /__proto__|\\u|(?:^|[[,]|["\s]:)\s*-?(?:\d+(?:[.eE]|\d{15})|(?<=-)0)/

/**
 * Parses JSON so that `JSON.stringify` returns every number as written. A number that a double
 * would change (`1.0`, 20 digits) stays source text. `__proto__` members throw a SyntaxError.
 */
export function parseExact(text: string): Json {
  const plain = JSON.parse(text) as Json
  return needsCare.test(text) ? readExact(text) : plain
}

/**
 * Reads a text that is surely JSON, numbers as written. `JSON.parse` with a reviver finds the same,
 * but takes ten times as long, and its recursion fails where the nesting is deep.
 */
function readExact(text: string): Json {
  let root: Json = null
  let inner: Json[] | JsonObject | undefined
  let name: string | undefined
  const above: (Json[] | JsonObject | undefined)[] = []
  const put = (value: Json) => {
    if (inner === undefined) root = value
    else if (Array.isArray(inner)) inner.push(value)
    else {
      inner[name!] = value // valid JSON has a name before each value of an object
      name = undefined
    }
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (sign === '"') {
      const end = endOfString(text, at)
      // Parsed, because a slice would keep the whole text in memory.
      const string = JSON.parse(text.slice(at, end + 1)) as string
      at = end
      const isName = inner !== undefined && !Array.isArray(inner) && name === undefined
      if (!isName) put(string)
      else if (string === '__proto__')
        throw new SyntaxError('the member name __proto__ is not allowed')
      else name = string
    } else if (sign === '{' || sign === '[') {
      const opened = sign === '[' ? [] : {}
      put(opened)
      above.push(inner)
      inner = opened
    } else if (sign === '}' || sign === ']') inner = above.pop()
    else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      let end = at + 1
      while (isInNumber(text.charCodeAt(end))) end += 1
      const source = text.slice(at, end)
      const value = Number(source)
      put(String(value) === source ? value : (sourceJson.rawJSON(source) as Json))
      at = end - 1
    } else if (sign === 't' || sign === 'f' || sign === 'n') {
      put(sign === 'n' ? null : sign === 't')
      at += sign === 'f' ? 4 : 3
    }
  }
  return root
}

// A digit, a sign, a point or an exponent's letter.
function isInNumber(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    code === 0x2b ||
    code === 0x2d ||
    (code | 0x20) === 0x65
  )
}

/**
 * Where a string ends that begins at `at`: at a quote after an even number of backslashes; -1 if it
 * does not end.
 */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === 0x5c) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return -1
}

/** How much JSON text may hold: its values, and how deep they may be nested. */
export type JsonBounds = { values: number; depth: number }

/**
 * What a text has too much of, counted without parsing it: parsing a text takes as long as it has
 * values, and code that walks through a deeply nested value fails. undefined for a text within the
 * bounds, also if it is no JSON.
 */
export function tooMuchIn(
  text: string,
  { values, depth }: JsonBounds,
): keyof JsonBounds | undefined {
  let count = 1
  let level = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      at = endOfString(text, at)
      if (at === -1) return undefined
    } else if (code === 0x2c) count += 1
    else if (code === 0x5b || code === 0x7b) {
      count += 1
      level += 1
      if (level > depth) return 'depth'
    } else if (code === 0x5d || code === 0x7d) level -= 1
    if (count > values) return 'values'
  }
  return undefined
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
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  )
}

/**
 * Canonical JSON text: equal for values that `sameJson` calls equal. Members are sorted, numbers
 * are as written.
 */
export function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name]!)}`)
  return `{${members.join(',')}}`
}
