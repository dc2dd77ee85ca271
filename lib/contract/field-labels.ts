/** Labels that the rule below would get wrong or make too long. */
const labels: Record<string, string> = {
  npi: 'NPI',
  tax_id: 'Tax ID',
  zip_plus_four_code: 'ZIP +4',
  zip_code: 'ZIP code',
  address1: 'Street',
  address2: 'Street, second line',
  date_of_service: 'Date of service',
  end_date_of_service: 'End date of service',
  place_of_service_code: 'Place of service',
  place_of_service_code_as_submitted: 'Place as submitted',
  ehr_source_url: 'Link to the EHR',
  charge_external_id: 'Charge external ID',
  patient_external_id: 'Patient external ID',
  originating_system: 'Originating system',
  claim_creation_category: 'Category',
  pre_encounter_patient_id: 'Pre-encounter patient ID',
  pre_encounter_appointment_ids: 'Appointment IDs',
  patient_relationship_to_subscriber_code: 'Patient’s relationship',
  procedure_code: 'Procedure',
  diagnosis_pointers: 'Diagnoses',
  charge_amount_cents: 'Charge',
  outside_lab_charges_amount_cents: 'Outside lab charges',
  code_type: 'Type',
  present_on_admission_indicator: 'Present on admission',
  rx_bin: 'RxBIN',
  rx_pcn: 'RxPCN',
  rx_cui: 'RxCUI',
  emr_payer_crosswalk: 'EMR payer crosswalk',
  image_url_front: 'Card image, front',
  image_url_back: 'Card image, back',
  epsdt_referral: 'EPSDT referral',
  has_epsdt_indicator: 'EPSDT',
  has_family_planning_indicator: 'Family planning',
  subscriber_primary: 'Primary subscriber',
  subscriber_secondary: 'Secondary subscriber',
  subscriber_tertiary: 'Tertiary subscriber',
  schema_instances: 'Metadata of the encounter',
  metadata: 'Metadata of the capture',
  hl7_message_type: 'HL7 message type',
  attachment_external_document_ids: 'Attachment IDs',
  tag_ids: 'Tag IDs',
  phone_numbers: 'Telephone',
  non_insurance_payers: 'Non-insurance payers',
  non_insurance_payers_info: 'Non-insurance payer details',
  non_insurance_payer_id: 'Non-insurance payer ID',
  clinical_trial_info: 'Clinical trials',
  secondary_identification: 'Secondary identification',
  related_causes_information: 'Related causes',
  related_causes_code_1: 'Cause',
  related_causes_code_2: 'Second cause',
  property_casualty_patient_identifier: 'Property and casualty identifier',
  property_casualty_patient_identifier_qualifier: 'Identifier’s qualifier',
  property_casualty_claim_number: 'Property and casualty claim',
  claim_supplemental_information: 'Supplemental information',
  attachment_report_type_code: 'Report type',
  attachment_transmission_code: 'Transmission',
  attachment_control_number: 'Control number',
  condition_indicator1: 'Condition',
  condition_indicator2: 'Second condition',
  condition_indicator3: 'Third condition',
  follow_ups: 'Follow-ups',
  last_menstrual_period_date: 'Last menstrual period',
  secondary_payer_carrier_code: 'Secondary payer’s carrier code',
  clinical_trial_arm: 'Trial arm',
  clinical_trial_id: 'Trial ID',
  onset_of_current_illness_or_symptom_date: 'Onset of illness',
  provider_commercial_license_type: 'Commercial licence',
  mammography_certification_number: 'Mammography certification',
  service_authorization_exception_code: 'Authorisation exception',
  reference_identification_qualifier: 'Qualifier',
  reference_identification: 'Identification',
  purchased_service_provider_npi: 'Purchased service provider NPI',
  blood_pressure_systolic_mmhg: 'Systolic (mmHg)',
  blood_pressure_diastolic_mmhg: 'Diastolic (mmHg)',
  body_temperature_f: 'Temperature (°F)',
  weight_lbs: 'Weight (lb)',
  height_in: 'Height (in)',
  hemoglobin_gdl: 'Haemoglobin (g/dL)',
  accident_state_or_province_code: 'State of the accident',
  admission_type_code: 'Admission type',
  admission_source_code: 'Admission source',
  submission_expectation: 'Expected claim',
  effective_date: 'Effective date',
  expiration_date: 'End date',
  contract_status: 'Status',
  payer_uuid: 'Payer UUID',
  start_date: 'Effective date',
  end_date: 'End date',
  submitted_date: 'Submitted',
  payer_loaded_date: 'Loaded by the payer',
  service_facility_id: 'Service facility ID',
  contracting_provider_id: 'Contracting provider ID',
  rendering_provider_ids: 'Rendering provider IDs',
  contract_service_facilities: 'Service facility IDs',
  hematocrit_pct: 'Haematocrit (%)',
}

const capitals = new Map([
  ['id', 'ID'],
  ['npi', 'NPI'],
  ['url', 'URL'],
  ['ids', 'IDs'],
  ['zip', 'ZIP'],
  ['uuid', 'UUID'],
  ['era', 'ERA'],
  ['clia', 'CLIA'],
])

const smallTerm = new RegExp(
  `(?<![\\w"“'’.@/-])(?:${[...capitals.keys()].join('|')})(?![\\w"”@/-]|\\.\\w)`,
  'g',
)

/**
 * Gives the terms of a sentence their capitals: "the member id" -> "the member ID". Values in
 * quotes stay.
 */
export function withCapitals(text: string): string {
  return text.replaceAll(smallTerm, (term) => capitals.get(term)!)
}

/** A label in the middle of a sentence: "Member ID" -> "member ID". */
export function labelInSentence(label: string): string {
  // A term such as NPI or RxBIN is no word of the sentence.
  return /^[A-Z][a-z’-]*(?![A-Za-z])/.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label
}

/** What one row of a list is called, by the list's wire name. */
export function rowNoun(list: string): string {
  const own = Object.hasOwn(nouns, list) ? nouns[list] : undefined
  return own ?? labelInSentence(fieldLabel(list)).replace(/s$/, '')
}

const nouns: Record<string, string> = {
  diagnoses: 'diagnosis',
  phone_numbers: 'telephone',
  non_insurance_payers_info: 'non-insurance payer',
  clinical_trial_info: 'clinical trial',
  clinical_notes: 'kind of note',
  claim_supplemental_information: 'attachment',
  existing_medications: 'medication',
  patient_histories: 'history',
  submission_records: 'submission',
  schema_instances: 'instance',
  metadata: 'instance',
}

/**
 * A wire name as a label: `last_name` -> "Last name". Amounts are shown in dollars, so the label
 * does not name cents.
 */
export function fieldLabel(name: string): string {
  const own = Object.hasOwn(labels, name) ? labels[name] : undefined
  if (own) return own
  const words = name
    .replace(/_cents$/, '')
    .split('_')
    .filter(Boolean)
    .map((word) => capitals.get(word) ?? word)
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * A wire path with `*` for every row in words: `data.service_lines.*.units` -> "Every service line
 * · Units".
 */
export function choiceLabel(path: string): string {
  const parts = path.split('.')
  return parts
    .flatMap((part, index) => {
      if (part === '*' || (part === 'data' && index === 0)) return []
      return [parts[index + 1] === '*' ? `Every ${rowNoun(part)}` : fieldLabel(part)]
    })
    .join(' · ')
}

/**
 * A dotted wire path in words without the name of the whole record, rows counted from one:
 * `service_lines.1.units` -> "Line 2 · Units".
 */
export function pathLabel(path: string): string {
  const parts: string[] = []
  let list = ''
  for (const part of path.split('.')) {
    if (part === 'data' || part === 'charge_capture_data') continue
    if (/^\d+$/.test(part) && parts.length > 0)
      parts[parts.length - 1] = `${rowLabel(list)} ${Number(part) + 1}`
    else parts.push(fieldLabel(part))
    list = part
  }
  return parts.join(' · ')
}

// One row of a list, as a label. A claim's line needs no further word.
function rowLabel(list: string): string {
  if (list === 'service_lines') return 'Line'
  const noun = rowNoun(list)
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
