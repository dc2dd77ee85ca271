import { type ObjectShape, isLeaf } from '#lib/rules/edit/field-shape.ts'

/** The fields that identify the visit and decide its billing: always on the page. */
export const visitNames: readonly string[] = [
  'external_id',
  'date_of_service',
  'end_date_of_service',
  'place_of_service_code',
  'billable_status',
  'appointment_type',
  'synchronicity',
  'patient_authorized_release',
  'benefits_assigned_to_provider',
  'provider_accepts_assignment',
]

/** Members with sections of their own kind. */
export const alwaysDrawn: readonly string[] = [
  'pre_encounter_patient_id',
  'pre_encounter_appointment_ids',
  'rendering_provider',
  'billing_provider',
  'service_facility',
  'service_facility_id',
  'diagnoses',
  'service_lines',
]

/** A section that a person adds to the page: `name` is the member that it edits. */
export type OptionalPart = { name: string; kind: 'object' | 'rows' }

/** Single fields that are asked for together. */
export type FieldGroup = { key: string; title: string; names: readonly string[] }

const stayNames = [
  'admission_date',
  'admission_hour',
  'admission_type_code',
  'admission_source_code',
  'discharge_date',
  'discharge_hour',
  'discharge_status',
]

/** The single fields that no other section has: those of a stay in a hospital, and all others. */
export function fieldGroups({ members }: ObjectShape): FieldGroup[] {
  const names = Object.keys(members).filter(
    (name) => isLeaf(members[name]!) && !visitNames.includes(name) && !alwaysDrawn.includes(name),
  )
  return [
    {
      key: 'details',
      title: 'More of the visit',
      names: names.filter((name) => !stayNames.includes(name)),
    },
    {
      key: 'stay',
      title: 'Hospital stay',
      names: stayNames.filter((name) => names.includes(name)),
    },
  ]
}

/** Every other member, in the contract's order, including members that the interface adds later. */
export function optionalParts({ members }: ObjectShape): OptionalPart[] {
  const names = Object.keys(members).filter(
    (name) => !isLeaf(members[name]!) && !alwaysDrawn.includes(name),
  )
  return names.map((name) => ({ name, kind: members[name]!.kind === 'list' ? 'rows' : 'object' }))
}
