import type { CapturesOfRow, ChargeCaptureRow, ClaimCreationRow } from './rows.ts'

// A list of captures shows what their claims say, and a list of claim creations what their captures
// say. The partner gives neither with the other.

/** The captures of claim creations, by claim creation id; a missing one is not loaded. */
export type CapturesById = ReadonlyMap<string, CapturesOfRow>

/** Captures grouped by the claim creation that they belong to. */
export function groupCaptures(
  ids: readonly string[],
  captures: readonly ChargeCaptureRow[],
): CapturesById {
  const groups = new Map<string, CapturesOfRow>(
    ids.map((id) => [
      id,
      {
        names: [],
        planned: 0,
        changes: 0,
        change: undefined,
        visit: undefined,
        charges: undefined,
      },
    ]),
  )
  for (const capture of captures) {
    const group = groups.get(capture.claim_creation_id ?? '')
    if (!group) continue
    group.names.push(capture.external_id ?? capture.id)
    if (capture.status === 'planned') group.planned += 1
    group.changes += capture.updates ?? 0
    group.change ??= capture.update_message
    group.visit ??= capture
    if (capture.charges !== undefined) group.charges = (group.charges ?? 0) + capture.charges
  }
  return groups
}

/**
 * The row with what its first capture says of the visit: while captures are planned there is no
 * merged input.
 */
export function withCaptures(
  row: ClaimCreationRow,
  own: CapturesOfRow | undefined,
): ClaimCreationRow {
  if (!own) return row
  const { patient, payer, facility, rendering, billing_npi } = { ...own.visit, ...row }
  const charges = row.charges ?? own.charges
  return {
    ...row,
    patient,
    payer,
    facility,
    rendering,
    billing_npi,
    charges,
    own,
  } as ClaimCreationRow
}
