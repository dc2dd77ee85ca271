import { parseExact } from './json.ts'

/**
 * The position at which text stops being JSON, from 1, and the problem in words for the person who
 * typed it.
 */
export type JsonFault = { line: number; column: number; message: string }

/**
 * The fault of a JSON text; undefined for valid JSON. Engines word and locate faults differently,
 * so we search ourselves.
 */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    parseExact(text)
    return undefined
  } catch {
    const stop = stopOf(text)
    if (stop === text.length) return placed(text, stop, 'the text ends too early')
    // Valid JSON that was still refused contains a member name that would change the prototype.
    if (stop > text.length)
      return placed(
        text,
        Math.max(0, text.indexOf('"__proto__"')),
        'the name __proto__ is not allowed',
      )
    return placed(text, stop, `${JSON.stringify(text.slice(stop, stop + 1))} cannot stand here`)
  }
}

/** A fault in one sentence. */
export function faultWords({ line, column, message }: JsonFault): string {
  return `This isn’t valid JSON: line ${line}, column ${column}: ${message}.`
}

function placed(text: string, offset: number, message: string): JsonFault {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n'), message }
}

// No record is nested this deep; the limit bounds the recursion.
const deepest = 500
const space = /[ \t\n\r]*/y
// JSON strings contain no raw control characters.
const string = new RegExp(
  String.raw`"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`,
  'y',
)
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** The offset at which text stops being JSON; greater than its length for valid JSON. */
function stopOf(text: string): number {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    if (pattern !== space) take(space)
    return true
  }
  const items = (close: RegExp, item: () => boolean): boolean => {
    if (take(close)) return true
    do {
      if (!item()) return false
    } while (take(/,/y))
    return take(close)
  }
  let depth = 0
  const value = (): boolean => {
    if (depth >= deepest) return false
    depth += 1
    const isValue = take(/\{/y)
      ? items(/\}/y, () => take(string) && take(/:/y) && value())
      : take(/\[/y)
        ? items(/\]/y, value)
        : take(string) || take(scalar)
    depth -= 1
    return isValue
  }
  take(space)
  return value() && at === text.length ? text.length + 1 : at
}
