import { fieldLabel, labelInSentence } from '#lib/contract/field-labels.ts'
import { subscribers } from './payment.ts'
import type { ScrubInput } from './rule.ts'

// The fields of a claim by kind. A rule ranges over a kind, so a field of it is named here once.

/** A field of a capture: its path, with `*` for each row of a list, and its label. */
export type Field = { path: string; label: string }

const fieldOf = ([path, label]: readonly [string, string]): Field => ({ path, label })

const within = ({ path, label }: Field, member: string, name = fieldLabel(member)): Field => ({
  path: `${path}.${member}`,
  label: `${label} ${labelInSentence(name)}`,
})

const across = (fields: readonly Field[], ...members: string[]) =>
  fields.flatMap((field) => members.map((member) => within(field, member)))

const insured = subscribers.map(([path, label]) =>
  fieldOf([path, `${label[0]!.toUpperCase()}${label.slice(1)}`]),
)
const cards = insured.map(({ path, label }) => ({ path: `${path}.insurance_card`, label }))

/** The people of a claim who are no providers. */
export const people: readonly Field[] = [
  fieldOf(['patient', 'Patient']),
  ...insured,
  fieldOf(['guarantor', 'Guarantor']),
]

/** The providers of a claim's header: path and label. */
export const headerProviders = [
  ['billing_provider', 'Billing provider'],
  ['rendering_provider', 'Rendering provider'],
  ['supervising_provider', 'Supervising provider'],
  ['referring_provider', 'Referring provider'],
  ['initial_referring_provider', 'Initial referring provider'],
  ['treating_provider', 'Treating provider'],
] as const

/** Every provider, those of lines too. */
export const providers = [
  ...headerProviders.map(fieldOf),
  { path: 'service_lines.*.ordering_provider', label: 'Ordering provider' },
]
const facility = { path: 'service_facility', label: 'Service facility' }
const parties = [...people, ...providers, facility]

export const addresses: readonly Field[] = [
  ...across(parties, 'address'),
  { path: 'pay_to_address', label: 'Pay-to address' },
  ...cards.map((card) => within(card, 'payer_address', 'Payer address')),
]

/** NPIs of providers, of the facility and of those who are named by an NPI alone. */
export const npis: readonly Field[] = [
  ...across([...providers, facility], 'npi'),
  { path: 'purchased_service_provider_npi', label: 'Purchased service provider NPI' },
  { path: 'clinical_notes.*.notes.*.author_npi', label: 'Clinical note author NPI' },
]

/** What a date is of: a birth, a service, or what happened around it. */
export type DateField = Field & { of: 'birth' | 'service' | 'event' }

export const dates: readonly DateField[] = [
  ...[
    { path: 'date_of_service', label: 'Date of service' },
    { path: 'end_date_of_service', label: 'End date of service' },
    { path: 'service_lines.*.date_of_service', label: 'Date of service' },
    { path: 'service_lines.*.end_date_of_service', label: 'End date of service' },
  ].map((field) => ({ ...field, of: 'service' as const })),
  ...people.map((person) => ({
    path: `${person.path}.date_of_birth`,
    label: `${person.label}'s date of birth`,
    of: 'birth' as const,
  })),
  ...[
    ['accident_date', 'Accident date'] as const,
    ['admission_date', 'Admission date'] as const,
    ['discharge_date', 'Discharge date'] as const,
    ['onset_of_current_illness_or_symptom_date', 'Onset date'] as const,
    ['last_menstrual_period_date', 'Last menstrual period date'] as const,
  ].map((field) => ({ ...fieldOf(field), of: 'event' as const })),
]

/**
 * What a text is: a name, a place of an address, a number that a payer or an agency gave, one of
 * an insurance card, its member ID, one of our own, a code of a fixed form, or prose.
 */
export type TextKind = 'name' | 'place' | 'number' | 'card' | 'member' | 'own' | 'code' | 'prose'

/** `most` is the length of the 837 element that carries it. Others have a rule of their own. */
export type TextField = Field & { kind: TextKind; most?: number }

const texts = (kind: TextKind, most: number | undefined, fields: readonly Field[]) =>
  fields.map((field): TextField => ({ ...field, kind, ...(most !== undefined && { most }) }))

/** Every text that goes into the claim as it is. Source of the lengths: X12 005010X222 and X223. */
const claimTexts: readonly TextField[] = [
  ...texts('name', 60, across(parties, 'last_name', 'organization_name')),
  ...texts('name', 35, across(parties, 'first_name')),
  ...texts('name', 60, across(cards, 'payer_name', 'plan_name')),
  ...texts('place', 55, across(addresses, 'address1', 'address2')),
  ...texts('place', 30, across(addresses, 'city')),
  ...texts('number', undefined, [{ path: 'referral_number', label: 'Referral number' }]),
  ...texts('number', 50, [
    { path: 'prior_authorization_number', label: 'Prior authorization number' },
    { path: 'property_casualty_claim_number', label: 'Property and casualty claim number' },
    {
      path: 'property_casualty_patient_identifier.property_casualty_patient_identifier',
      label: 'Property and casualty identifier',
    },
    ...providers.map((provider) =>
      within(
        provider,
        'secondary_identification.reference_identification',
        'Secondary identification',
      ),
    ),
    within(facility, 'secondary_identification'),
    {
      path: 'claim_supplemental_information.*.attachment_control_number',
      label: 'Control number',
    },
    { path: 'service_lines.*.prior_authorization_number', label: 'Prior authorization number' },
    {
      path: 'service_lines.*.drug_identification.pharmacy_prescription_number',
      label: 'Prescription number',
    },
    { path: 'service_lines.*.drug_identification.link_sequence_number', label: 'Link number' },
    { path: 'secondary_payer_carrier_code', label: 'Secondary payer’s carrier code' },
    { path: 'patient.non_insurance_payers_info.*.member_id', label: 'Non-insurance member ID' },
    {
      path: 'patient.non_insurance_payers_info.*.clinical_trial_info.*.clinical_trial_id',
      label: 'Trial ID',
    },
  ]),
  ...texts('member', undefined, across(cards, 'member_id')),
  ...texts('card', 80, across(cards, 'payer_id')),
  ...texts('card', 50, across(cards, 'group_number')),
  ...texts('own', 38, [
    {
      path: 'external_claim_submission.patient_control_number',
      label: 'Patient control number',
    },
  ]),
  ...texts('own', undefined, [
    { path: 'external_id', label: 'External ID' },
    { path: 'patient.external_id', label: 'Patient external ID' },
    { path: 'guarantor.external_id', label: 'Guarantor external ID' },
    { path: 'service_lines.*.external_id', label: 'External ID' },
  ]),
  ...texts('prose', 80, [
    { path: 'service_lines.*.note', label: 'Note' },
    { path: 'service_lines.*.description', label: 'Description' },
  ]),
  ...texts('code', undefined, [
    ...npis,
    ...across(providers, 'taxonomy_code'),
    ...across(addresses, 'state', 'zip_code', 'zip_plus_four_code'),
    { path: 'billing_provider.tax_id', label: 'Billing provider tax ID' },
    {
      path: 'related_causes_information.state_or_province_code',
      label: 'State of the accident',
    },
    { path: 'diagnoses.*.code', label: 'Code' },
    { path: 'service_lines.*.procedure_code', label: 'Procedure code' },
    { path: 'service_lines.*.revenue_code', label: 'Revenue code' },
    { path: 'service_lines.*.quantity', label: 'Quantity' },
    {
      path: 'service_lines.*.drug_identification.national_drug_code',
      label: 'National drug code',
    },
  ]),
]

/** The texts of some kinds. */
export function textsOf(...kinds: TextKind[]): readonly TextField[] {
  return claimTexts.filter(({ kind }) => kinds.includes(kind))
}

/** The fields as a check names them: `*.npi` where several sections have a member of that name. */
export function pathsOf(fields: readonly Field[]): string[] {
  const plain = fields.map(({ path }) => path.replaceAll('.*', ''))
  const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)
  return [...Map.groupBy(plain, lastOf)].flatMap(([last, paths]) => {
    const inner = paths.filter((path) => path !== last)
    return [
      ...(inner.length < paths.length ? [last] : []),
      ...(inner.length > 1 ? [`*.${last}`] : inner),
    ]
  })
}

const rows: { readonly [list: string]: string } = {
  service_lines: 'Line',
  diagnoses: 'Diagnosis',
  claim_supplemental_information: 'Attachment',
}

const stepsOf = new Map<string, readonly string[]>()

/** The members on the way to a field, `*` for each row. */
function steps(path: string): readonly string[] {
  let known = stepsOf.get(path)
  if (!known) stepsOf.set(path, (known = path.split('.')))
  return known
}

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Record<string, unknown>)[name]
    : undefined

/** Visits each field that the capture has: its value, its path and its label ("Line 2 note"). */
export function eachOf<F extends Field>(
  data: unknown,
  fields: readonly F[],
  visit: (value: unknown, path: string, label: string, field: F) => void,
): void {
  for (const field of fields)
    walk(data, steps(field.path), 0, field.label, (value, rowsPath, label) =>
      visit(value, rowsPath ?? field.path, label, field),
    )
}

// Without rows the path of the field is the path of its value.
function walk(
  of: unknown,
  way: readonly string[],
  from: number,
  label: string,
  visit: (value: unknown, path: string | undefined, label: string) => void,
  before?: string,
): void {
  let value = of
  for (let at = from; at < way.length; at += 1) {
    if (way[at] === '*') {
      const list = way.slice(from, at).join('.')
      const noun = rows[list]
      if (Array.isArray(value))
        for (const [i, row] of value.entries()) {
          const own = noun === undefined ? label : `${noun} ${i + 1} ${labelInSentence(label)}`
          walk(row, way, at + 1, own, visit, `${before ?? ''}${list}.${i}.`)
        }
      return
    }
    value = memberOf(value, way[at]!)
    if (value === undefined || value === null) return
  }
  visit(value, before && before + way.slice(from).join('.'), label)
}

type FoundText = Pick<TextField, 'label' | 'kind' | 'most'> & { text: string; path: string }

// Several rules judge the texts of one capture, which are looked for once.
const foundIn = new WeakMap<ScrubInput, readonly FoundText[]>()

/** The texts of some kinds that a capture has. */
export function textsIn(input: ScrubInput, ...kinds: TextKind[]): readonly FoundText[] {
  let found = foundIn.get(input)
  if (!found) {
    const all: FoundText[] = []
    eachOf(input.data, claimTexts, (text, path, label, { kind, most }) => {
      if (typeof text === 'string' && text.trim() !== '')
        all.push({ text, path, label, kind, ...(most !== undefined && { most }) })
    })
    foundIn.set(input, (found = all))
  }
  return found.filter(({ kind }) => kinds.includes(kind))
}
