import {
  createChargeCaptureBody,
  createChargeCaptureFromPreEncounterBody,
} from '#lib/contract/charge-captures.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { toShape } from '#lib/rules/edit/contract-shape.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'

// Separate from browser code: the schema library stays on the server.

/** The shape of the body that creates a capture. */
export function newCaptureShape(): ObjectShape {
  return toShape(createChargeCaptureBody) as ObjectShape
}

/**
 * The shape of the body that creates a capture from pre-encounter records, without the members that
 * the records fill.
 */
export function newFromPreEncounterShape(): ObjectShape {
  const body = toShape(createChargeCaptureFromPreEncounterBody) as ObjectShape
  const data = body.members.data as ObjectShape
  const members = Object.fromEntries(
    Object.entries(data.members).filter(
      ([name]) => !(preEncounterFilledMembers as readonly string[]).includes(name),
    ),
  )
  return { kind: 'object', members: { ...body.members, data: { kind: 'object', members } } }
}
