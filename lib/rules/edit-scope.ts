import type { FieldShape, ObjectShape } from './field-shape.ts'
import { isLeaf, pickMembers } from './field-shape.ts'

/** The header fields of a capture that a person may change; the other members of the update body are left alone. */
export const editableHeader = [
  'status',
  'charge_external_id',
  'patient_external_id',
  'ehr_source_url',
  'originating_system',
  'claim_creation_category',
] as const

/** The sections of a capture's data that the editor has controls for, besides its scalar fields. */
export const editableSections = [
  'patient',
  'subscriber_primary',
  'rendering_provider',
  'billing_provider',
  'service_facility',
  'diagnoses',
  'service_lines',
  'related_causes_information',
] as const

/**
 * The part of the update body that the editor edits: header fields, every scalar of the data and the sections above.
 * Everything else is shown and goes back to the partner exactly as it came.
 */
export function editableShape(body: ObjectShape): ObjectShape {
  const data = body.members.data
  if (data?.kind !== 'object') throw new Error('the update body has no data')
  const scalars = Object.keys(data.members).filter((name) => data.members[name]!.kind !== 'list' && isLeaf(data.members[name]!))
  const kept = pickMembers(data, [...scalars, ...editableSections])
  return { kind: 'object', members: { ...pickMembers(body, editableHeader).members, data: withoutUneditable(kept) } }
}

// Lists inside a section are edited where the editor has a control for them; free-form content never is.
function withoutUneditable(shape: ObjectShape): ObjectShape {
  const members: { [name: string]: FieldShape } = {}
  for (const [name, member] of Object.entries(shape.members)) {
    if (readOnlyLists.has(name)) continue
    if (member.kind === 'object') members[name] = withoutUneditable(member)
    else if (member.kind === 'list' && member.item.kind === 'object') members[name] = { kind: 'list', item: withoutUneditable(member.item) }
    else members[name] = member
  }
  return { kind: 'object', members }
}

const readOnlyLists = new Set(['non_insurance_payers', 'non_insurance_payers_info', 'test_results'])
