import { withNamedInvisible } from '#lib/core/invisible-signs.ts'
import { toNumber, type Json } from '#lib/core/json.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import { valueAt, textAt } from '#lib/rules/edit/json-path.ts'
import type { Fix } from './rule.ts'

/** A fix that writes one text; undefined without text. */
export function fixTo(path: string, text: string | undefined): Fix | undefined {
  return text === undefined ? undefined : { label: `Write ${text}`, sets: [{ path, value: text }] }
}

/** The text in capitals, if that is valid. */
export function inCapitals(
  text: string,
  passes: (capitals: string) => boolean,
): string | undefined {
  const capitals = text.toUpperCase()
  return capitals !== text && passes(capitals) ? capitals : undefined
}

/** A fix that removes repeated items of a list and keeps their order. */
export function fixRepeats(path: string, list: readonly unknown[], label: string): Fix {
  return { label, sets: [{ path, value: [...new Set(list)] as Json }] }
}

/** Adds the old and the new value in words: a person reads both before the click. */
export function withOldAndNew(data: unknown, fix: Fix): Fix {
  const words = (values: unknown[]) =>
    values
      .map((value) => wordsOf(value))
      .filter(Boolean)
      .join(' ')
  if (fix.move) {
    const { list, from, to } = fix.move
    const codeAt = (place: number) => textAt(data, `${list}.${place}.code`) ?? ''
    return { ...fix, from: codeAt(to), to: codeAt(from) }
  }
  return {
    ...fix,
    from: words(fix.sets.map(({ path }) => valueAt(data, path))),
    to: words(fix.sets.map(({ value }) => value)),
  }
}

// Numbers in a fixed list are pointers, which people read as letters.
function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (!Array.isArray(value))
    return typeof value === 'string' ? withNamedInvisible(value) : JSON.stringify(value)
  return value
    .map((item) => (toNumber(item) === undefined ? wordsOf(item) : letterOf(toNumber(item)!)))
    .join(' ')
}
