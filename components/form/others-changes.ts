import { isJsonObject, parseExact } from '#lib/core/json.ts'
import { countOf, lineNoun } from '#lib/core/count-of.ts'
import type { TheirsChange } from '#lib/rules/merge/merge-three.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { wireValue } from '#lib/contract/wire-words.ts'

/** Other people's changes, as a save or a conflict reports them. */
export type OthersChanges = {
  /** TheirsChange[] of `lib/rules/merge`, as JSON text. */
  also_kept_text: string
  /** The authors, if all changes were made in this console. */
  changed_by: string[] | null
  /** LeafChange[]: diagnosis pointers that were renumbered; records without diagnoses have none. */
  repointed_text?: string
}

const mostLines = 4

/** Other people's changes that a save kept, in sentences. */
export function othersChangeLines(others: OthersChanges): string[] {
  const changes = parseExact(others.also_kept_text) as unknown as TheirsChange[] // our own action wrote it
  const lines = changes
    .slice(0, mostLines)
    .map(
      (change, index) =>
        `Also kept: ${changeWords(change)}${index === 0 ? ` ${authorWords(others)}` : ''}.`,
    )
  if (changes.length > mostLines)
    lines.push(`${changes.length - mostLines} more changes by others were kept.`)
  const moved = (parseExact(others.repointed_text ?? '[]') as unknown[]).length
  if (moved > 0)
    lines.push(
      `The diagnosis letters of ${countOf(moved, lineNoun)} were adjusted to keep the same diagnoses.`,
    )
  return lines
}

/** The authors of other people's changes: "by Ada Field and Tom Moss", "in another system". */
export function authorWords({ changed_by }: Pick<OthersChanges, 'changed_by'>): string {
  return changed_by && changed_by.length > 0
    ? `by ${changed_by.join(' and ')}`
    : 'in another system'
}

/** One change of somebody else's: "Place of service changed from 11 to 22". */
export function changeWords({ path, before, after, words }: TheirsChange): string {
  const label = pathLabel(path)
  const [was, is] = [
    words ? words.before || 'none' : wireValue(path, before),
    words ? words.after || 'none' : wireValue(path, after),
  ]
  if (after === undefined) return `${label} removed`
  // Where a new row comes to be among the others is not known yet.
  if (before === undefined && /\.\d+$/.test(path))
    return `${label.replace(/ \d+$/, '')} added: ${is}`
  if (
    [before, after].some(
      (value) => Array.isArray(value) && value.some((item) => isJsonObject(item)),
    )
  )
    return `${label} changed`
  if (before === undefined || before === null) return `${label} set to ${is}`
  return after === null
    ? `${label} cleared; it was ${was}`
    : `${label} changed from ${was} to ${is}`
}
