import { countOf, lineNoun } from '#lib/core/count-of.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'

/** The new index of the diagnosis at an old index, or null if it was deleted. */
export type Moved = (old: number) => number | null

/**
 * The diagnosis at `gone` was deleted. Pointers past the `count` diagnoses were invalid and stay
 * unchanged.
 */
export function afterRemoving(gone: number, count: number): Moved {
  return (old) => (old === gone ? null : old > gone && old < count ? old - 1 : old)
}

/**
 * A diagnosis was inserted at `at`. Invalid pointers past the last diagnosis move too, so they stay
 * invalid.
 */
export function afterInserting(at: number): Moved {
  return (old) => (old >= at ? old + 1 : old)
}

/** The diagnosis at `from` was moved to `to`. */
export function afterMoving(from: number, to: number): Moved {
  return (old) => {
    if (old === from) return to
    if (from < old && old <= to) return old - 1
    return to <= old && old < from ? old + 1 : old
  }
}

/**
 * A line's diagnosis letters after a rearrangement. Each letter follows its diagnosis, and the
 * letter of a deleted diagnosis is removed. Invalid letters and other text (a half-typed cell)
 * stay; the letters beside them are still updated.
 */
export function repoint(letters: string, moved: Moved): string {
  let isChanged = false
  const parts = letters
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap((part) => {
      const pointers = pointersIn(part)
      if (!pointers) return [part]
      const after = pointers.map((pointer) =>
        Number.isInteger(pointer) && pointer >= 0 ? moved(pointer) : pointer,
      )
      isChanged ||= after.some((pointer, place) => pointer !== pointers[place])
      return after.filter((pointer) => pointer !== null).map((pointer) => letterOf(pointer))
    })
  return isChanged ? parts.join(' ') : letters
}

/** The effect of a rearrangement on one line. `line` is zero-based. */
export type Repointed = { line: number; before: string; after: string }

/** The lines that a rearrangement of the diagnoses changes, by their pointer texts. */
export function repointLines(letters: readonly string[], moved: Moved): Repointed[] {
  return letters
    .map((before, line) => ({ line, before, after: repoint(before, moved) }))
    .filter(({ before, after }) => after !== before)
}

/**
 * The lines' letters when a deleted diagnosis is restored at `at`. An untouched line gets its old
 * letters back; an edited line keeps what its letters point at now. `then` has the letters of all
 * lines before and after the deletion; the lines must be the same.
 */
export function restorePointers(
  now: readonly string[],
  then: readonly { before: string; after: string }[],
  at: number,
): string[] {
  return now.map((letters, line) =>
    letters === then[line]?.after ? then[line].before : repoint(letters, afterInserting(at)),
  )
}

/**
 * The changes to the lines in words; '' if there are none. `unread` are lines with unreadable
 * pointers.
 */
export function repointWords(
  changes: readonly Repointed[],
  unread: readonly number[] = [],
): string {
  const bare = changes.filter(({ after }) => after.trim() === '')
  const repointed = changes.length - bare.length
  const words: string[] = []
  if (repointed > 0) words.push(`${countOf(repointed, lineNoun)} re-pointed.`)
  if (bare.length > 0)
    words.push(
      `${lineWords(bare.map(({ line }) => line))} lost ${bare.length === 1 ? 'its' : 'their'} only diagnosis.`,
    )
  if (unread.length > 0)
    words.push(
      `The diagnoses of ${lineWords(unread).toLowerCase()} couldn’t be read and weren’t changed. Check them.`,
    )
  return words.join(' ')
}

/**
 * The message when a new diagnosis takes a letter that lines already used as an invalid pointer.
 * Those lines are not re-pointed, because adding the diagnosis is how to correct them. '' if there
 * is no such line.
 */
export function newTargetWords(letters: readonly string[], index: number): string {
  const lines = letters.flatMap((text, line) =>
    text.split(/[\s,]+/).some((part) => pointersIn(part)?.includes(index)) ? [line] : [],
  )
  return lines.length === 0
    ? ''
    : `${lineWords(lines)} pointed at ${letterOf(index)} already, and ${lines.length === 1 ? 'names' : 'name'} the new diagnosis now.`
}

function lineWords(lines: readonly number[]): string {
  const numbers = lines.map((line) => String(line + 1))
  return numbers.length === 1
    ? `Line ${numbers[0]}`
    : `Lines ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}

// Reads letters as the pointer cell does: "AC" and "#30"; undefined for other text.
function pointersIn(part: string): number[] | undefined {
  if (/^#-?\d+(\.\d+)?$/.test(part)) return [Number(part.slice(1))]
  return /^[A-Za-z]+$/.test(part)
    ? [...part.toUpperCase()].map((letter) => letter.codePointAt(0)! - 65)
    : undefined
}
