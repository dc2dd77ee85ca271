import { createChargeCaptureBody, createChargeCaptureFromPreEncounterBody } from '#lib/contract/charge-captures.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { toShape } from '#lib/rules/edit/contract-shape.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'

// Apart from what the browser runs: the schema library stays on the server.

/** The shape of the body that creates a capture. */
export function newCaptureShape(): ObjectShape {
  return toShape(createChargeCaptureBody) as ObjectShape
}

/** The same from pre-encounter records: without the members of the data that the records fill, which must not be set. */
export function newFromPreEncounterShape(): ObjectShape {
  const body = toShape(createChargeCaptureFromPreEncounterBody) as ObjectShape
  const data = body.members.data as ObjectShape
  const members = Object.fromEntries(
    Object.entries(data.members).filter(([name]) => !(preEncounterFilledMembers as readonly string[]).includes(name)),
  )
  return { kind: 'object', members: { ...body.members, data: { kind: 'object', members } } }
}
