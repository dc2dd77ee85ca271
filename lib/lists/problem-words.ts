import { changeNoun, countOf } from '#lib/core/count-of.ts'
import type { ChargeCaptureRow, ClaimCreationRow, VisitRow } from './rows/rows.ts'

/** What a list says under "Problem": where it is, in words, and what it is. */
export type Problem = { where?: string | undefined; what: string }

/** A problem on one line: "Line 3 · 99213 is already billed". */
export function problemText(problem: Problem | undefined): string | undefined {
  return problem && [problem.where, problem.what].filter(Boolean).join(' · ')
}

// The partner often names the field itself: "Line 1 date of service is in the future" at
// "Line 1 · Date of service". What its message begins with is not said twice.
function placed({ message, field_label: label }: VisitRow): Problem | undefined {
  if (message === undefined) return undefined
  const parts = label?.split(' · ') ?? []
  const start = message.toLowerCase()
  const said = parts.findIndex((_, place) => {
    const words = parts.slice(place).join(' ').toLowerCase()
    return start.startsWith(words) && !/^\w/.test(start.slice(words.length))
  })
  const where = (said < 0 ? parts : parts.slice(0, said)).join(' · ')
  return { where: where || undefined, what: message }
}

/**
 * What a claim creation's captures add to its row; `change` is the first of their unresolved
 * changes in words.
 */
type OwnCaptures = { planned: number; changes: number; change: string | undefined }

const plannedNoun = { one: 'planned capture', many: 'planned captures' }

/**
 * Why a claim creation is not through, or what has happened since it was; undefined when there is
 * nothing to say. Without its captures it says what its own row knows.
 */
export function creationProblem(row: ClaimCreationRow, own?: OwnCaptures): Problem | undefined {
  if (row.message !== undefined) return placed(row)
  if (own?.changes === 1 && own.change) return { where: 'After billing', what: own.change }
  if (own && own.changes > 0)
    return { where: 'After billing', what: countOf(own.changes, changeNoun) }
  if (row.status !== 'held') return undefined
  if (!own || own.planned === 0) return { what: 'Waiting for planned captures' }
  return { what: `Waiting for ${countOf(own.planned, plannedNoun)}` }
}

/** How many more errors a claim creation has than the one that its row names. */
export function moreErrors({ errors = 0 }: ClaimCreationRow): string | undefined {
  return errors > 1 ? `+${errors - 1} more` : undefined
}

/**
 * The error on a capture, or what changed since it was billed; else what stops the rest of its claim
 * creation, where that is known.
 */
export function captureProblem(
  row: ChargeCaptureRow,
  claim?: ClaimCreationRow,
): Problem | undefined {
  if (row.message !== undefined) return placed(row)
  if (row.updates !== undefined)
    return { where: 'After billing', what: row.update_message ?? 'Changed' }
  if (claim?.status === 'in-error') return { where: 'Claim', what: claim.message ?? 'In error' }
  if (claim?.status !== 'held') return undefined
  return row.status === 'planned'
    ? { where: 'Still planned', what: 'Holds its claim' }
    : { what: 'Waiting for planned captures' }
}
