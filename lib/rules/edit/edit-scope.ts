import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { type FieldShape, type ObjectShape, isLeaf } from './field-shape.ts'

/** The header fields of a capture: every member of the update body except the data. */
export const editableHeader = [
  'status',
  'charge_external_id',
  'patient_external_id',
  'ehr_source_url',
  'originating_system',
  'claim_creation_category',
  'hl7_message_type',
  'attachment_external_document_ids',
  'metadata',
] as const

/**
 * The shape that the editor edits: the whole update body, plus the unknown members of this record.
 * Their types are unknown, so each is free-form JSON under its own wire path. The rows of a list
 * share the unknown members of all rows.
 */
export function editableShape(body: ObjectShape, base?: JsonObject): ObjectShape {
  return base === undefined ? body : (withOthers(body, [base]) as ObjectShape)
}

/** The unknown members of a loaded value that a control can edit. */
export function otherNames(value: Json | undefined, known: ObjectShape): string[] {
  return isJsonObject(value)
    ? Object.keys(value).filter((name) => !Object.hasOwn(known.members, name) && canBeControl(name))
    : []
}

function withOthers(shape: FieldShape, values: readonly (Json | undefined)[]): FieldShape {
  if (isLeaf(shape) || values.length === 0) return shape
  if (shape.kind === 'list') {
    const item = withOthers(
      shape.item,
      values.flatMap((value) => (Array.isArray(value) ? value : [])),
    )
    return item === shape.item ? shape : { kind: 'list', item }
  }
  return withOtherMembers(
    shape as ObjectShape,
    values.filter((value) => isJsonObject(value)),
  )
}

function withOtherMembers(shape: ObjectShape, values: readonly JsonObject[]): ObjectShape {
  let members = shape.members
  const put = (name: string, member: FieldShape) => {
    if (members[name] === member) return
    if (members === shape.members) members = { ...members }
    members[name] = member
  }
  for (const [name, member] of Object.entries(shape.members))
    put(
      name,
      withOthers(
        member,
        values.map((value) => (Object.hasOwn(value, name) ? value[name] : undefined)),
      ),
    )
  for (const name of new Set(values.flatMap((value) => otherNames(value, shape))))
    put(name, { kind: 'any' })
  return members === shape.members ? shape : { kind: 'object', members }
}

// A control's name is a dotted path, and the form library does not store names such as
// `constructor`.
function canBeControl(name: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(name) && !(name in Object.prototype) && name !== 'prototype'
}
