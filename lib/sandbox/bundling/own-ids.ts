import { textAt } from '#lib/rules/edit/json-path.ts'

/**
 * The encounter's external id in the data, trimmed; undefined if the data gives none and the
 * sandbox assigns one.
 */
export function externalIdOf(data: unknown): string | undefined {
  return storable(textAt(data, 'external_id'))
}

/** The patient control number of a claim that was submitted elsewhere; undefined if it was not. */
export function controlNumberIn(data: unknown): string | undefined {
  return storable(textAt(data, 'external_claim_submission.patient_control_number'))
}

// PostgreSQL text cannot hold NUL, but a capture's data can.
function storable(text: string | undefined): string | undefined {
  return text?.replaceAll('\u0000', '') || undefined
}
