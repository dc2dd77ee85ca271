import { changeNoun, countOf } from '#lib/core/count-of.ts'
import type { ChargeCaptureRow, ClaimCreationRow } from './rows/rows.ts'

// What stands under "Problem" on a page stands there in its file.

/**
 * What a claim creation's captures add to its row; `change` is the first of their unresolved
 * changes in words.
 */
type OwnCaptures = { planned: number; changes: number; change: string | undefined }

/**
 * Why a claim creation is not through, or what has happened since it was; undefined when there is
 * nothing to say. Without its captures it says what its own row knows.
 */
export function creationProblem(row: ClaimCreationRow, own?: OwnCaptures): string | undefined {
  if (row.message) return row.message
  if (own?.changes === 1 && own.change) return `Changed since billed: ${own.change}`
  if (own && own.changes > 0) return `${countOf(own.changes, changeNoun)} since billed`
  if (row.status !== 'held') return undefined
  if (!own || own.planned === 0) return 'Waiting for planned captures'
  return `Waiting for ${countOf(own.planned, { one: 'planned capture', many: 'planned captures' })}`
}

/** How many more errors a claim creation has than the one that its row names. */
export function moreErrors({ errors = 0 }: ClaimCreationRow): string | undefined {
  return errors > 1 ? `+${errors - 1} more` : undefined
}

/** The error on a capture, or what changed since it was billed. */
export function captureProblem(row: ChargeCaptureRow): string | undefined {
  if (row.message !== undefined || row.updates === undefined) return row.message
  return row.update_message ?? 'Changed since billed'
}
