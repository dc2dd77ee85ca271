import 'server-only'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'

/** `id` is empty where the partner gave none. */
export type ChangedError = { id: string; message: string }

/** The change of the claim creation by a save. */
export type ClaimCreationChange = {
  id: string
  status_before: string | null
  status_after: string | null
  /** Unresolved errors that are gone, those that are new, and how many remain. */
  cleared: ChangedError[]
  added: ChangedError[]
  remaining: number
}

/**
 * The change of a claim creation between two readings of it (JSON text); null when there is no
 * claim creation.
 */
export function claimCreationChange(
  before: string | null,
  after: string | null,
): ClaimCreationChange | null {
  const [old, current] = [
    before === null ? null : JSON.parse(before),
    after === null ? null : JSON.parse(after),
  ] as [unknown, unknown]
  const id = textOf(memberAt(current, 'id')) ?? textOf(memberAt(old, 'id'))
  if (id === undefined) return null
  const [errorsBefore, errorsAfter] = [openErrors(old), openErrors(current)]
  return {
    id,
    status_before: textOf(memberAt(old, 'status')) ?? null,
    status_after: textOf(memberAt(current, 'status')) ?? null,
    cleared: missingFrom(errorsBefore, errorsAfter).map(({ id, message }) => ({ id, message })),
    added: missingFrom(errorsAfter, errorsBefore).map(({ id, message }) => ({ id, message })),
    remaining: errorsAfter.length,
  }
}

type OpenError = { id: string; capture: string; field: string; message: string }

function openErrors(creation: unknown): OpenError[] {
  return itemsOf(memberAt(creation, 'errors'))
    .filter((error) => memberAt(error, 'resolved') !== true)
    .map((error) => ({
      id: textOf(memberAt(error, 'id')) ?? '',
      capture: textOf(memberAt(error, 'charge_capture_id')) ?? '',
      field: textOf(memberAt(error, 'field_in_error')) ?? '',
      message: textOf(memberAt(error, 'message')) ?? '',
    }))
}

// By what they say, not by id: the partner makes new errors each time it tries again.
function missingFrom(some: OpenError[], others: OpenError[]): OpenError[] {
  const words = ({ capture, field, message }: OpenError) =>
    JSON.stringify([capture, field, message])
  const known = new Set(others.map(words))
  return some.filter((error) => !known.has(words(error)))
}
