import { textAt } from '#lib/rules/edit/read-json.ts'

/** The encounter's external id that the data asks for, without spaces at its ends; undefined where it leaves that to the service. */
export function externalIdOf(data: unknown): string | undefined {
  return storable(textAt(data, 'external_id'))
}

/** The patient control number under which the claim was submitted elsewhere; undefined where it was not. */
export function controlNumberIn(data: unknown): string | undefined {
  return storable(textAt(data, 'external_claim_submission.patient_control_number'))
}

// A database's text cannot hold NUL, and a capture's data may hold anything.
function storable(text: string | undefined): string | undefined {
  return text?.replaceAll('\u0000', '') || undefined
}
