import { letterOf } from '#lib/rules/edit/draft-text.ts'

/** Where the diagnosis at a position went: its new position, or null when it was deleted. */
export type Moved = (old: number) => number | null

/**
 * The diagnosis at `gone` was deleted. Pointers that named none of the `count` diagnoses still name none: they stay.
 */
export function afterRemoving(gone: number, count: number): Moved {
  return (old) => (old === gone ? null : old > gone && old < count ? old - 1 : old)
}

/** A diagnosis came in at `at`. What named nothing behind the last diagnosis moves on too, so that it names nothing still. */
export function afterInserting(at: number): Moved {
  return (old) => (old >= at ? old + 1 : old)
}

/** The diagnosis at `from` was moved to stand at `to`. */
export function afterMoving(from: number, to: number): Moved {
  return (old) => {
    if (old === from) return to
    if (from < old && old <= to) return old - 1
    return to <= old && old < from ? old + 1 : old
  }
}

/**
 * A line's diagnosis letters after the diagnoses were rearranged: each names the diagnosis that it named before, and a
 * deleted one's letter goes. Letters that name no diagnosis stay, and so does text that is no letter (a cell that is
 * half typed): the letters beside it move on all the same, because they are read one day.
 */
export function repoint(letters: string, moved: Moved): string {
  let isChanged = false
  const parts = letters
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap((part) => {
      const pointers = pointersIn(part)
      if (!pointers) return [part]
      const after = pointers.map((pointer) => (Number.isInteger(pointer) && pointer >= 0 ? moved(pointer) : pointer))
      isChanged ||= after.some((pointer, place) => pointer !== pointers[place])
      return after.filter((pointer) => pointer !== null).map((pointer) => letterOf(pointer))
    })
  return isChanged ? parts.join(' ') : letters
}

/** What a rearrangement did to one line. `line` counts from 0. */
export type Repointed = { line: number; before: string; after: string }

/** The lines that a rearrangement of the diagnoses changes, by the texts of their pointer cells. */
export function repointLines(letters: readonly string[], moved: Moved): Repointed[] {
  return letters
    .map((before, line) => ({ line, before, after: repoint(before, moved) }))
    .filter(({ before, after }) => after !== before)
}

/**
 * The lines' letters when a deleted diagnosis comes back to `at`: a line that was not touched since gets the letters
 * that it had, one that was typed in keeps what its letters name now. `then` are all lines' letters as the deletion
 * found and left them; the lines themselves must be the same ones still.
 */
export function pointBack(
  now: readonly string[],
  then: readonly { before: string; after: string }[],
  at: number,
): string[] {
  return now.map((letters, line) =>
    letters === then[line]?.after ? then[line].before : repoint(letters, afterInserting(at)),
  )
}

/** What happened to the lines, in words; '' when nothing did. `unread` are lines whose pointers could not be read. */
export function repointWords(changes: readonly Repointed[], unread: readonly number[] = []): string {
  const bare = changes.filter(({ after }) => after.trim() === '')
  const repointed = changes.length - bare.length
  const words: string[] = []
  if (repointed > 0) words.push(`${repointed === 1 ? '1 line' : `${repointed} lines`} re-pointed.`)
  if (bare.length > 0)
    words.push(`${lineWords(bare.map(({ line }) => line))} lost ${bare.length === 1 ? 'its' : 'their'} only diagnosis.`)
  if (unread.length > 0)
    words.push(`The diagnoses of ${lineWords(unread).toLowerCase()} couldn’t be read and weren’t changed. Check them.`)
  return words.join(' ')
}

/**
 * Said when a new diagnosis takes a letter that lines pointed at before anything stood there: they are not re-pointed,
 * since that is how such a line is put right. '' where no line did.
 */
export function awaitedWords(letters: readonly string[], index: number): string {
  const lines = letters.flatMap((text, line) =>
    text.split(/[\s,]+/).some((part) => pointersIn(part)?.includes(index)) ? [line] : [],
  )
  return lines.length === 0
    ? ''
    : `${lineWords(lines)} pointed at ${letterOf(index)} already, and ${lines.length === 1 ? 'names' : 'name'} the new diagnosis now.`
}

function lineWords(lines: readonly number[]): string {
  const numbers = lines.map((line) => String(line + 1))
  return numbers.length === 1 ? `Line ${numbers[0]}` : `Lines ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}

// As the pointer cell reads them: "AC" and "#30"; undefined for anything else.
function pointersIn(part: string): number[] | undefined {
  if (/^#-?\d+(\.\d+)?$/.test(part)) return [Number(part.slice(1))]
  return /^[A-Za-z]+$/.test(part) ? [...part.toUpperCase()].map((letter) => letter.codePointAt(0)! - 65) : undefined
}
