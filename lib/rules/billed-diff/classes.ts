/**
 * The effect of a field on a billed claim: `money` is the amount charged; `coding` is what was
 * done, where, when and why; `coverage` is who pays and who is paid; `cosmetic` is everything that
 * no payer decides on.
 */
export type DiffClass = 'money' | 'coding' | 'coverage' | 'cosmetic'

/** The classes, most important first. */
export const diffClasses: readonly DiffClass[] = ['money', 'coding', 'coverage', 'cosmetic']

// The longest matching path prefix decides; list indexes are ignored. Fields that are not listed
// are cosmetic: notes, vitals, histories, medications, tags and the like stay with the encounter
// and are not sent to a payer.
const classes: Record<string, DiffClass> = {
  // X12 837P SV102 to SV104: charge, unit and count of a line. A capture that is not billable
  // charges nothing.
  status: 'money',
  billable_status: 'money',
  service_lines: 'money',
  outside_lab: 'money',
  outside_lab_charges_amount_cents: 'money',
  // SV101, SV105, SV107, DTP 472, HI, LIN: procedure, place, pointers, dates, diagnoses, drug.
  date_of_service: 'coding',
  end_date_of_service: 'coding',
  place_of_service_code: 'coding',
  diagnoses: 'coding',
  'diagnoses.name': 'cosmetic',
  'service_lines.procedure_code': 'coding',
  'service_lines.modifiers': 'coding',
  'service_lines.diagnosis_pointers': 'coding',
  'service_lines.place_of_service_code': 'coding',
  'service_lines.date_of_service': 'coding',
  'service_lines.end_date_of_service': 'coding',
  'service_lines.drug_identification': 'coding',
  'service_lines.drug_identification.drug_description': 'cosmetic',
  'service_lines.revenue_code': 'coding',
  'service_lines.test_results': 'coding',
  'service_lines.has_epsdt_indicator': 'coding',
  'service_lines.has_family_planning_indicator': 'coding',
  epsdt_referral: 'coding',
  admission_date: 'coding',
  discharge_date: 'coding',
  onset_of_current_illness_or_symptom_date: 'coding',
  last_menstrual_period_date: 'coding',
  // Loops 2000B to 2010CA: a payer finds its member by these fields. It decides nothing by address
  // or phone number.
  responsible_party: 'coverage',
  subscriber_primary: 'coverage',
  subscriber_secondary: 'coverage',
  subscriber_tertiary: 'coverage',
  patient_external_id: 'coverage',
  patient: 'coverage',
  // The EHR's own number, and programs that no payer of a claim knows.
  'patient.external_id': 'cosmetic',
  'patient.non_insurance_payers': 'cosmetic',
  'patient.non_insurance_payers_info': 'cosmetic',
  secondary_payer_carrier_code: 'coverage',
  // Loops 2010AA to 2010AC, 2310 and 2420: who is paid, and the identities that contracts and
  // credentials depend on.
  billing_provider: 'coverage',
  // Payers pay to the account or address of the provider's enrollment.
  pay_to_address: 'cosmetic',
  rendering_provider: 'coverage',
  supervising_provider: 'coverage',
  referring_provider: 'coverage',
  initial_referring_provider: 'coverage',
  treating_provider: 'coverage',
  purchased_service_provider_npi: 'coverage',
  service_facility: 'coverage',
  service_facility_id: 'coverage',
  'service_lines.ordering_provider': 'coverage',
  // REF G1 and 9F, CLM07, CLM08, CLM09, CLM11, CLM20, PWK: what a payer requires before it pays, or
  // whether another payer is liable.
  prior_authorization_number: 'coverage',
  'service_lines.prior_authorization_number': 'coverage',
  referral_number: 'coverage',
  service_authorization_exception_code: 'coverage',
  provider_accepts_assignment: 'coverage',
  benefits_assigned_to_provider: 'coverage',
  patient_authorized_release: 'coverage',
  delay_reason_code: 'coverage',
  related_causes_information: 'coverage',
  accident_date: 'coverage',
  property_casualty_claim_number: 'coverage',
  property_casualty_patient_identifier: 'coverage',
  claim_supplemental_information: 'coverage',
  external_claim_submission: 'coverage',
  // Of a line, only the fields listed above or here move money.
  'service_lines.description': 'cosmetic',
  'service_lines.note': 'cosmetic',
  'service_lines.external_id': 'cosmetic',
}

const cosmeticOfPeople = [
  'address',
  'phone_numbers',
  'phone_consent',
  'email',
  'email_consent',
  'auto_charge_consent',
]
const people = [
  'patient',
  'subscriber_primary',
  'subscriber_secondary',
  'subscriber_tertiary',
  'rendering_provider',
  'supervising_provider',
  'referring_provider',
  'initial_referring_provider',
  'treating_provider',
]
for (const person of people)
  for (const member of cosmeticOfPeople) classes[`${person}.${member}`] = 'cosmetic'
// A card's pictures, pharmacy numbers and the EHR's own crosswalk are not on a medical claim.
const cosmeticOfCards = [
  'image_url_front',
  'image_url_back',
  'rx_bin',
  'rx_pcn',
  'emr_payer_crosswalk',
  'payer_address',
  // A payer is known by its id, and a member by the member id.
  'payer_name',
  'plan_name',
  'group_number',
  'payer_plan_group_id',
  'payer_plan_group_name',
]
for (const person of people.filter((name) => name.startsWith('subscriber_'))) {
  for (const member of cosmeticOfCards) classes[`${person}.insurance_card.${member}`] = 'cosmetic'
}
// A provider and a facility are known by their NPI.
const byNpi = ['billing', 'rendering', 'supervising', 'referring', 'initial_referring', 'treating']
for (const record of [...byNpi.map((name) => `${name}_provider`), 'service_facility'])
  for (const member of ['first_name', 'last_name', 'middle_name', 'organization_name'])
    classes[`${record}.${member}`] = 'cosmetic'
for (const moved of ['charge_amount_cents', 'quantity', 'units'])
  classes[`service_lines.${moved}`] = 'money'

/**
 * The class of a difference at a dotted wire path in a capture's data. Unknown members of a line
 * are cosmetic.
 */
export function classOf(path: string): DiffClass {
  const parts = path.split('.').filter((part) => !/^\d+$/.test(part))
  if (
    parts.length > 1 &&
    parts[0] === 'service_lines' &&
    !Object.hasOwn(classes, `service_lines.${parts[1]}`)
  )
    return 'cosmetic'
  for (let length = parts.length; length > 0; length -= 1) {
    const known = parts.slice(0, length).join('.')
    if (Object.hasOwn(classes, known)) return classes[known]!
  }
  return 'cosmetic'
}
