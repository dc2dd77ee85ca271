import { type Json, isJsonObject } from '#lib/core/json.ts'
import { sectionId } from '#components/form/sections.ts'
import { type ObjectShape, isLeaf } from '#lib/rules/edit/field-shape.ts'

/** The header fields, in the order of the form. */
export const headerNames = [
  'status',
  'charge_external_id',
  'patient_external_id',
  'claim_creation_category',
  'originating_system',
  'hl7_message_type',
  'ehr_source_url',
  'attachment_external_document_ids',
] as const

/** The single fields of the first section; the others are claim details. */
export const visitNames = [
  'date_of_service',
  'end_date_of_service',
  'place_of_service_code',
  'billable_status',
  'responsible_party',
  'prior_authorization_number',
  'referral_number',
  'external_id',
  'appointment_type',
  'synchronicity',
] as const

/** Facts of the claim besides the visit: the accident, its causes, and the casualty insurer. */
const accidentNames = [
  'accident_date',
  'related_causes_information',
  'property_casualty_claim_number',
  'property_casualty_patient_identifier',
] as const

/**
 * A section of the page. `names` are the members of the body or its data that it edits; `covers`
 * tells whether a control's name, or a path of the data, lies in it. An optional one is shown once
 * it holds something or is asked for.
 */
export type SectionEntry = {
  id: string
  at: string
  title: string
  isOptional: boolean
  paths: readonly string[]
  covers: (name: string) => boolean
}

const plan: readonly [at: string, title: string, names: readonly string[], isOptional?: true][] = [
  ['', 'Header and dates', [...headerNames, ...visitNames]],
  ['data.patient', 'Patient', ['patient']],
  ['data.subscriber_primary', 'Primary subscriber', ['subscriber_primary']],
  ['data.subscriber_secondary', 'Secondary subscriber', ['subscriber_secondary'], true],
  ['data.subscriber_tertiary', 'Tertiary subscriber', ['subscriber_tertiary'], true],
  ['data.guarantor', 'Guarantor', ['guarantor'], true],
  ['data.rendering_provider', 'Rendering provider', ['rendering_provider']],
  ['data.supervising_provider', 'Supervising provider', ['supervising_provider'], true],
  ['data.referring_provider', 'Referring provider', ['referring_provider'], true],
  [
    'data.initial_referring_provider',
    'Initial referring provider',
    ['initial_referring_provider'],
    true,
  ],
  ['data.treating_provider', 'Treating provider', ['treating_provider'], true],
  ['data.billing_provider', 'Billing provider', ['billing_provider']],
  ['data.pay_to_address', 'Pay-to address', ['pay_to_address'], true],
  ['data.service_facility', 'Service facility', ['service_facility', 'service_facility_id']],
  ['data.diagnoses', 'Diagnoses', ['diagnoses']],
  ['data.service_lines', 'Service lines', ['service_lines']],
  ['data.details', 'Claim details', []],
  ['data.accident', 'Accident and casualty', accidentNames, true],
  ['data.epsdt_referral', 'EPSDT referral', ['epsdt_referral'], true],
  [
    'data.claim_supplemental_information',
    'Supplemental information',
    ['claim_supplemental_information'],
    true,
  ],
  [
    'data.external_claim_submission',
    'External claim submission',
    ['external_claim_submission'],
    true,
  ],
  ['data.vitals', 'Vitals', ['vitals'], true],
  ['data.interventions', 'Interventions', ['interventions'], true],
  ['data.existing_medications', 'Existing medications', ['existing_medications'], true],
  ['data.patient_histories', 'Patient histories', ['patient_histories'], true],
  ['data.clinical_notes', 'Clinical notes', ['clinical_notes'], true],
  ['data.billing_notes', 'Billing notes', ['billing_notes'], true],
  ['data.schema_instances', 'Encounter’s metadata', ['schema_instances'], true],
  ['metadata', 'Capture’s metadata', ['metadata'], true],
]

/** The members of the data that the contract does not know, by name. */
function unknownNames(data: Json | undefined, body: ObjectShape): string[] {
  const known = body.members.data
  return isJsonObject(data) && known?.kind === 'object'
    ? Object.keys(data).filter((name) => !Object.hasOwn(known.members, name))
    : []
}

/** The single fields of the data that no other section shows. */
export function detailNames(body: ObjectShape): string[] {
  const known = body.members.data
  if (known?.kind !== 'object') return []
  const shown = new Set<string>([...visitNames, ...accidentNames, 'service_facility_id'])
  return Object.keys(known.members).filter(
    (name) => isLeaf(known.members[name]!) && !shown.has(name),
  )
}

/** A new capture of a known patient needs these: they come right after the first section. */
const visitSections = ['data.diagnoses', 'data.service_lines']

function newCaptureOrder(sections: typeof plan): typeof plan {
  const isOfVisit = ([at]: (typeof plan)[number]) => visitSections.includes(at)
  const [, ...others] = sections
  return [
    ['', 'Visit', [...visitNames, ...headerNames]],
    ...others.filter(isOfVisit),
    ...others.filter((section) => !isOfVisit(section)),
  ]
}

/** Every section of the page, top to bottom. */
export function sectionEntries(
  data: Json | undefined,
  body: ObjectShape,
  { isNew = false }: { isNew?: boolean } = {},
): SectionEntry[] {
  const entries = (isNew ? newCaptureOrder(plan) : plan)
    .map(([at, title, names, isOptional = false]) =>
      entry(at, title, at === 'data.details' ? detailNames(body) : names, isOptional, body),
    )
    .filter(({ paths }) => paths.length > 0)
  const unknown = unknownNames(data, body)
  return unknown.length > 0
    ? [...entries, entry('data.other', 'Other data', unknown, false, body)]
    : entries
}

// A body that creates a record lacks some of the members, and their sections with them.
function entry(
  at: string,
  title: string,
  names: readonly string[],
  isOptional: boolean,
  body: ObjectShape,
): SectionEntry {
  const data = body.members.data?.kind === 'object' ? body.members.data.members : {}
  const known = names.filter(
    (name) => at === 'data.other' || Object.hasOwn(data, name) || Object.hasOwn(body.members, name),
  )
  const covered = new Set(known)
  const top = (name: string) => name.replace(/^data\./, '').split('.')[0] ?? ''
  const paths = known.map((name) => (Object.hasOwn(body.members, name) ? name : `data.${name}`))
  return {
    id: sectionId(at),
    at,
    title,
    isOptional,
    paths,
    covers: (name) => name === at || covered.has(top(name)),
  }
}
