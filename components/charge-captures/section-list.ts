import type { Json, JsonObject } from '#lib/core/json.ts'
import { isJsonObject } from '#lib/core/json.ts'
import { sectionId } from '#components/form/sections.ts'
import { fieldLabel } from '#components/form/field-label.ts'
import { editableHeader, editableSections } from '#lib/rules/edit-scope.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { isLeaf } from '#lib/rules/field-shape.ts'

/** The header fields, in the order of the form. */
export const headerNames = ['status', 'charge_external_id', 'patient_external_id', 'claim_creation_category', 'originating_system', 'ehr_source_url'] as const

/** The scalars of the data that stand in the first section; the others are claim details. */
export const visitNames = [
  'date_of_service', 'end_date_of_service', 'place_of_service_code', 'billable_status', 'responsible_party',
  'prior_authorization_number', 'referral_number', 'external_id', 'appointment_type', 'synchronicity',
] as const

/** A section of the page. `covers` tells whether a control's name, or a path of the data, lies in it. */
export type SectionEntry = { id: string; at: string; title: string; covers: (name: string) => boolean }

const editable: readonly [at: string, title: string][] = [
  ['data.patient', 'Patient'],
  ['data.subscriber_primary', 'Primary subscriber'],
  ['data.rendering_provider', 'Rendering provider'],
  ['data.billing_provider', 'Billing provider'],
  ['data.service_facility', 'Service facility'],
  ['data.diagnoses', 'Diagnoses'],
  ['data.service_lines', 'Service lines'],
]

/** The sections that the editor does not edit yet and that this capture has, with their values, in the contract's order. */
export function readOnlySections(data: Json | undefined, shape: ObjectShape): { name: string; value: Json }[] {
  const known = shape.members.data
  if (known?.kind !== 'object' || !isJsonObject(data)) return []
  const edited = new Set<string>(editableSections)
  return Object.entries(known.members)
    .filter(([, member]) => !isLeaf(member) || member.kind === 'list')
    .filter(([name]) => !edited.has(name) && isFilled(data[name]))
    .map(([name]) => ({ name, value: data[name]! }))
}

/** The members of the data that the contract does not know: shown, and sent back as they came. */
export function otherData(data: Json | undefined, shape: ObjectShape): JsonObject {
  const known = shape.members.data
  const entries = isJsonObject(data) && known?.kind === 'object' ? Object.entries(data).filter(([name]) => !Object.hasOwn(known.members, name)) : []
  return Object.fromEntries(entries)
}

/** The scalars of the data that the first section does not show. */
export function detailNames(shape: ObjectShape): string[] {
  const known = shape.members.data
  if (known?.kind !== 'object') return []
  const shown = new Set<string>([...visitNames, 'service_facility_id'])
  return Object.keys(known.members).filter((name) => known.members[name]!.kind !== 'list' && isLeaf(known.members[name]!) && !shown.has(name))
}

/** Every section of the page for this capture, top to bottom. */
export function sectionEntries(data: Json | undefined, shape: ObjectShape, hasMetadata: boolean): SectionEntry[] {
  const details = new Set(detailNames(shape))
  const header = new Set<string>([...editableHeader, ...visitNames])
  const top = (name: string) => name.replace(/^data\./, '').split('.')[0] ?? ''
  const entry = (at: string, title: string, covers: (name: string) => boolean) => ({ id: sectionId(at), at, title, covers })
  const entries = [entry('', 'Header and dates', (name) => header.has(top(name)))]
  for (const [at, title] of editable) {
    entries.push(entry(at, title, (name) => top(name) === at.slice(5) || (at === 'data.service_facility' && top(name) === 'service_facility_id')))
  }
  entries.push(entry('data.details', 'Claim details', (name) => details.has(top(name)) || top(name) === 'related_causes_information'))
  for (const { name } of readOnlySections(data, shape)) entries.push(entry(`data.${name}`, fieldLabel(name), (path) => top(path) === name))
  if (hasMetadata) entries.push(entry('metadata', 'Metadata', (path) => top(path) === 'metadata'))
  const other = otherData(data, shape)
  if (Object.keys(other).length > 0) entries.push(entry('data.other', 'Other data', (path) => Object.hasOwn(other, top(path))))
  return entries
}

function isFilled(value: Json | undefined): boolean {
  if (value === null || value === undefined) return false
  return !Array.isArray(value) || value.length > 0
}
