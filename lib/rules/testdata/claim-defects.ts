import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { addDays } from '#lib/core/local-date.ts'
import { isDrug } from '#lib/rules/codes/procedure-kinds.ts'
import type { Severity } from '#lib/rules/scrub/rule.ts'

/**
 * One change that makes a good claim bad, and the rule that finds it at `found`. The change is of one
 * member: of the data, or of the capture for `charge_external_id` and `ehr_source_url`.
 */
export type ClaimDefect = {
  rule: string
  /** The changed member. */
  path: string
  /** Its new value; undefined removes it. */
  to: (data: ChargeCaptureData) => unknown
  /** Where the finding is; the changed member by default. */
  found: string
  /** The claims that can have it; every claim by default. */
  fits: (data: ChargeCaptureData) => boolean
  /** The severity here, where the rule has several. */
  severity?: Severity
  /** The capture follows pre-encounter records, which fill its patient. */
  isFilled?: boolean
}

type More = Partial<Pick<ClaimDefect, 'found' | 'fits' | 'severity' | 'isFilled'>>

const defect = (rule: string, path: string, to: unknown, more: More = {}): ClaimDefect => ({
  rule,
  path,
  to: typeof to === 'function' ? (to as ClaimDefect['to']) : () => to,
  found: path,
  fits: () => true,
  ...more,
})

const day = (data: ChargeCaptureData, days: number) => addDays(String(data.date_of_service), days)
const lineAt = (data: ChargeCaptureData) => data.service_lines![0]!
const card = 'subscriber_primary.insurance_card'
const relationship = 'subscriber_primary.patient_relationship_to_subscriber_code'
const line = 'service_lines.0'
const drug = `${line}.drug_identification`

const isSelf = ({ subscriber_primary: cover }: ChargeCaptureData) =>
  cover?.patient_relationship_to_subscriber_code === '18' && Boolean(cover.first_name)
const isOther = ({ subscriber_primary: cover }: ChargeCaptureData) =>
  cover?.patient_relationship_to_subscriber_code === '19'
const hasPlan =
  (...plans: string[]) =>
  ({ subscriber_primary: cover }: ChargeCaptureData) =>
    plans.includes(String(cover?.insurance_card?.plan_type))
const hasDrug = (data: ChargeCaptureData) =>
  isDrug(String(lineAt(data).procedure_code)) && Boolean(lineAt(data).drug_identification)
// A visit or another service of a G code.
const isOfService = (data: ChargeCaptureData) =>
  String(lineAt(data).procedure_code).startsWith('G0')
const withLine = (members: object) => (data: ChargeCaptureData) => ({
  ...lineAt(data),
  modifiers: [],
  drug_identification: null,
  ...members,
})
const isProfessional = (data: ChargeCaptureData) => !lineAt(data).revenue_code
const isOfHospital = (data: ChargeCaptureData) => !isProfessional(data)
const hasTwoDiagnoses = (data: ChargeCaptureData) => data.diagnoses!.length > 1
const hasTwoLines = (data: ChargeCaptureData) => data.service_lines!.length > 1
const hasOneLine = (data: ChargeCaptureData) => data.service_lines!.length === 1
const isInOffice = (data: ChargeCaptureData) => data.place_of_service_code === '11'
const isUninjured = (data: ChargeCaptureData) =>
  !data.accident_date && !data.related_causes_information
const wasInHospital = (data: ChargeCaptureData) => Boolean(data.admission_date)
const otherCover = (insurance_card: object) => ({
  patient_relationship_to_subscriber_code: '18',
  insurance_card,
})

/** The other rules that speak of the same change: they say what follows from it. */
export const consequences: { readonly [rule: string]: readonly string[] } = {
  'birth-date-impossible': ['self-differs'],
  'tax-id-shape': ['tax-id-not-listed'],
  'place-shape': ['place-differs'],
  'place-unknown': ['place-differs'],
  'admission-date-missing': ['place-differs'],
  'diagnosis-missing': ['pointer-out-of-range'],
  'diagnosis-external-cause-first': ['diagnosis-code-year'],
  'diagnoses-too-many': ['diagnosis-code-year'],
  'pointers-too-many': ['pointer-duplicate'],
  'claim-charges-nothing': ['charge-zero'],
  'date-end-before-start': ['line-date-outside-visit'],
  'service-outside-stay': ['line-date-outside-visit'],
  'date-future': ['line-date-outside-visit'],
  'accident-after-service': ['accident-cause-missing'],
  'timely-filing': ['line-date-outside-visit'],
  'auto-accident-details': ['accident-date-missing'],
  'work-injury-details': ['injury-date-missing'],
  'injury-date-missing': ['work-injury-details'],
  'pre-encounter-field': ['self-differs'],
  'text-placeholder': ['self-differs'],
  'delimiter-signs': ['self-differs'],
}

/** One defect for each rule, in the order of the rules. */
export const claimDefects: readonly ClaimDefect[] = [
  defect('responsible-party-missing', 'responsible_party', null),
  defect('billable-status-missing', 'billable_status', null),
  defect('statement-missing', 'provider_accepts_assignment', undefined),
  defect('statement-no', 'patient_authorized_release', false),
  // The patient.
  defect('patient-first-name-missing', 'patient.first_name', null),
  defect('patient-last-name-missing', 'patient.last_name', '  '),
  defect('patient-birth-date-missing', 'patient.date_of_birth', undefined),
  defect('patient-gender-missing', 'patient.gender', ''),
  defect('patient-address-missing', 'patient.address', null),
  defect('address-incomplete', 'patient.address.city', null),
  defect('birth-date-impossible', 'patient.date_of_birth', '1850-01-01', { fits: isSelf }),
  defect('date-before-birth', 'patient.date_of_birth', (data: ChargeCaptureData) => day(data, 1), {
    found: 'date_of_service',
    fits: (data) => !isSelf(data),
  }),
  // Coverage.
  defect('subscriber-missing', 'subscriber_primary', null),
  defect('member-id-missing', `${card}.member_id`, null),
  defect('payer-id-missing', `${card}.payer_id`, undefined),
  defect('member-id-shape', `${card}.member_id`, 'PENDING - CALL'),
  defect('medicare-id-shape', `${card}.member_id`, '123456780A', { fits: hasPlan('MB') }),
  defect('medicare-id-at-plan', `${card}.member_id`, '1EG4TE5MK73', { fits: hasPlan('16') }),
  defect('relationship-missing', relationship, null),
  defect('subscriber-details-missing', 'subscriber_primary.last_name', null, { fits: isOther }),
  defect('self-differs', 'subscriber_primary.date_of_birth', '1901-03-01', { fits: isSelf }),
  defect('self-unmarked', relationship, '01', {
    fits: (data) => isSelf(data) && !hasPlan('MB')(data),
  }),
  defect('medicare-not-self', relationship, '01', { fits: hasPlan('MB') }),
  defect(
    'coverage-repeated',
    'subscriber_secondary',
    (data: ChargeCaptureData) => data.subscriber_primary,
    {
      found: 'subscriber_secondary.insurance_card',
    },
  ),
  defect(
    'coverage-skipped',
    'subscriber_tertiary',
    otherCover({ payer_id: 'OTH02', member_id: 'W7654321' }),
    { found: 'subscriber_secondary', fits: (data) => !data.subscriber_secondary },
  ),
  defect(
    'medicare-later-type',
    'subscriber_secondary',
    otherCover({ payer_id: 'MCR01', member_id: '1EG4TE5MK73', plan_type: 'MB' }),
    { found: 'subscriber_secondary.insurance_card.insurance_type' },
  ),
  // Providers.
  defect('npi-shape', 'rendering_provider.npi', '123456789'),
  defect('npi-check-digit', 'rendering_provider.npi', '1234567890'),
  defect('billing-npi-missing', 'billing_provider.npi', null),
  defect('billing-name-missing', 'billing_provider.organization_name', null),
  defect('billing-name-conflict', 'billing_provider.last_name', 'Fox'),
  defect('tax-id-missing', 'billing_provider.tax_id', undefined),
  defect('tax-id-shape', 'billing_provider.tax_id', '93-1402217'),
  defect('tax-id-not-listed', 'billing_provider.tax_id', '931402217'),
  defect('provider-name-not-listed', 'rendering_provider.last_name', 'Quartermain'),
  defect('provider-address-not-listed', 'billing_provider.address.address1', '1 Elsewhere Street'),
  defect('billing-zip-plus-four', 'billing_provider.address.zip_plus_four_code', ''),
  defect('address-box', 'billing_provider.address.address1', 'P.O. Box 12'),
  defect(
    'billing-identification-conflict',
    'billing_provider',
    ({ billing_provider }: ChargeCaptureData) => ({
      ...billing_provider,
      secondary_identification: { reference_identification: 'A1' },
      provider_commercial_license_type: 'A',
    }),
    { found: 'billing_provider.secondary_identification' },
  ),
  defect('rendering-npi-missing', 'rendering_provider.npi', ''),
  defect(
    'provider-npi-missing',
    'referring_provider',
    { last_name: 'Fox' },
    {
      found: 'referring_provider.npi',
      fits: hasPlan('MB'),
    },
  ),
  defect('provider-name-missing', 'rendering_provider.last_name', null),
  defect(
    'rendering-is-organization',
    'rendering_provider.npi',
    (data: ChargeCaptureData) => data.billing_provider!.npi,
  ),
  defect('taxonomy-shape', 'rendering_provider.taxonomy_code', '207Q'),
  // The place.
  defect('facility-missing', 'service_facility', null, {
    fits: (data) => !data.service_facility_id,
  }),
  defect('facility-given-twice', 'service_facility_id', '0c2f9d46-6d5a-4c43-9a7e-6a0b9a1f3c10', {
    fits: (data) => Boolean(data.service_facility),
  }),
  defect('facility-zip-plus-four', 'service_facility.address.zip_plus_four_code', null, {
    fits: (data) => Boolean(data.service_facility),
  }),
  defect('zip-shape', 'patient.address.zip_code', '9720'),
  defect('state-unknown', 'patient.address.state', 'Oregon'),
  defect('zip-other-state', 'patient.address.zip_code', '10001', {
    fits: (data) => data.patient!.address!.state !== 'NY',
  }),
  defect('place-shape', 'place_of_service_code', '1'),
  defect('place-unknown', 'place_of_service_code', '29'),
  defect('place-differs', `${line}.place_of_service_code`, '22', { fits: isInOffice }),
  defect('admission-date-missing', 'place_of_service_code', '21', {
    found: 'admission_date',
    fits: (data) => !wasInHospital(data),
  }),
  // Diagnoses.
  defect('diagnosis-missing', 'diagnoses', []),
  defect('diagnosis-code-missing', 'diagnoses.0.code', null),
  defect('diagnosis-code-shape', 'diagnoses.0.code', 'E11.9X9999'),
  defect('diagnosis-principal-type', 'diagnoses.0.code_type', 'ABF'),
  defect('diagnosis-external-cause-first', 'diagnoses.0.code', 'W19.XXXA'),
  defect('diagnosis-second-principal', 'diagnoses.1.code_type', 'ABK', { fits: hasTwoDiagnoses }),
  defect('diagnosis-type-missing', 'diagnoses.1.code_type', null, { fits: hasTwoDiagnoses }),
  defect('diagnosis-code-case', 'diagnoses.0.code', (data: ChargeCaptureData) =>
    String(data.diagnoses![0]!.code).toLowerCase(),
  ),
  defect('diagnosis-icd9-type', 'diagnoses.1.code_type', 'BF', {
    fits: hasTwoDiagnoses,
    severity: 'error',
  }),
  defect(
    'diagnosis-duplicate',
    'diagnoses.1.code',
    (data: ChargeCaptureData) => data.diagnoses![0]!.code,
    { fits: hasTwoDiagnoses },
  ),
  defect(
    'diagnoses-too-many',
    'diagnoses',
    () =>
      Array.from({ length: 13 }, (_, i) => ({ code: `A${10 + i}`, code_type: i ? 'ABF' : 'ABK' })),
    { fits: isProfessional },
  ),
  defect('diagnosis-code-year', 'diagnoses.0.code', 'E11.89'),
  defect('diagnosis-code-header', 'diagnoses.0.code', 'E11'),
  // Service lines.
  defect('service-lines-missing', 'service_lines', []),
  defect('procedure-code-missing', `${line}.procedure_code`, null, { fits: isProfessional }),
  defect('procedure-code-shape', `${line}.procedure_code`, 'VISIT'),
  defect('modifier-shape', `${line}.modifiers`, ['255'], { found: `${line}.modifiers.0` }),
  defect('modifier-duplicate', `${line}.modifiers`, ['76', '59', '76']),
  defect('modifiers-too-many', `${line}.modifiers`, ['59', '76', 'GA', 'KX', 'SA']),
  defect('revenue-code-shape', `${line}.revenue_code`, '9999', { fits: isOfHospital }),
  defect('revenue-code-total', `${line}.revenue_code`, '0001', { fits: isOfHospital }),
  defect('line-kinds-mixed', 'service_lines.1.revenue_code', undefined, {
    fits: (data) => isOfHospital(data) && hasTwoLines(data),
  }),
  defect(
    'line-external-id-duplicate',
    'service_lines',
    (data: ChargeCaptureData) =>
      data.service_lines!.map((each) => ({ ...each, external_id: 'line-1' })),
    { found: 'service_lines.1.external_id', fits: hasTwoLines },
  ),
  defect(
    'line-repeated',
    'service_lines',
    (data: ChargeCaptureData) => [lineAt(data), { ...lineAt(data), external_id: null }],
    { found: 'service_lines.1.procedure_code', fits: hasOneLine },
  ),
  defect('modifiers-excluding', `${line}.modifiers`, ['26', 'TC'], { fits: isOfService }),
  defect('modifiers-unusual', `${line}.modifiers`, ['RT', 'LT']),
  defect('modifier-needs-another', `${line}.modifiers`, ['CQ'], { fits: isOfService }),
  defect('modifier-of-others', `${line}.modifiers`, ['25'], { fits: hasDrug }),
  defect('modifier-units', line, withLine({ modifiers: ['50'], quantity: '2' }), {
    found: `${line}.quantity`,
    fits: (data) => !hasPlan('MB')(data),
  }),
  defect('telehealth-place', `${line}.modifiers`, ['GT'], { fits: isInOffice }),
  defect('telehealth-timing', `${line}.modifiers`, ['95'], {
    fits: (data) => data.synchronicity === 'Asynchronous',
  }),
  defect('minutes-elsewhere', `${line}.units`, 'MJ'),
  defect('modifier-missing', line, withLine({ procedure_code: '00142', units: 'MJ' }), {
    found: `${line}.modifiers`,
    fits: isProfessional,
  }),
  defect('anesthesia-time', line, withLine({ procedure_code: '00142', modifiers: ['AA'] }), {
    found: `${line}.units`,
    fits: isProfessional,
  }),
  defect('ambulance-place', line, withLine({ procedure_code: 'A0429', modifiers: ['RH'] }), {
    found: `${line}.place_of_service_code`,
    fits: isInOffice,
  }),
  defect(
    'rental-end-missing',
    line,
    withLine({ procedure_code: 'E0601', modifiers: ['RR', 'KH'] }),
    {
      found: `${line}.end_date_of_service`,
      fits: (data) => isProfessional(data) && !hasPlan('MB')(data),
    },
  ),
  defect(
    'unlisted-description',
    line,
    withLine({ procedure_code: 'E1399', description: null, note: null }),
    { found: `${line}.description` },
  ),
  defect('drug-code-for-medicaid', drug, null, {
    found: `${drug}.national_drug_code`,
    fits: (data) => hasPlan('MC')(data) && hasDrug(data),
  }),
  defect('ordering-provider-missing', `${line}.procedure_code`, 'E0114', {
    found: `${line}.ordering_provider.npi`,
    fits: (data) =>
      hasPlan('MB')(data) &&
      !data.referring_provider &&
      !lineAt(data).ordering_provider &&
      !lineAt(data).modifiers?.includes('25'),
  }),
  defect('medicare-total', `${line}.charge_amount_cents`, 10_000_000, {
    found: 'service_lines',
    fits: (data) => hasPlan('MB')(data) && isProfessional(data),
  }),
  defect('pointer-missing', `${line}.diagnosis_pointers`, [], { fits: isProfessional }),
  defect('pointer-out-of-range', `${line}.diagnosis_pointers`, (data: ChargeCaptureData) => [
    0,
    data.diagnoses!.length,
  ]),
  defect('pointer-other-kind', 'diagnoses.1.code_type', 'ABJ', {
    found: `${line}.diagnosis_pointers`,
    fits: (data) => hasTwoDiagnoses(data) && lineAt(data).diagnosis_pointers!.includes(1),
  }),
  defect('pointer-duplicate', `${line}.diagnosis_pointers`, [0, 0]),
  defect('pointers-too-many', `${line}.diagnosis_pointers`, [0, 0, 0, 0, 0]),
  defect('pointers-not-a-list', `${line}.diagnosis_pointers`, '0'),
  // Amounts.
  defect('quantity-missing', `${line}.quantity`, null),
  defect('quantity-not-positive', `${line}.quantity`, '0'),
  defect('quantity-precision', `${line}.quantity`, '1.2345'),
  defect('units-unknown', `${line}.units`, 'HR'),
  defect('units-missing', `${line}.units`, undefined),
  defect('charge-missing', `${line}.charge_amount_cents`, null),
  defect('charge-not-whole-cents', `${line}.charge_amount_cents`, 125.5),
  defect('charge-negative', `${line}.charge_amount_cents`, -1),
  defect('charge-too-large', `${line}.charge_amount_cents`, 10_000_000_000, {
    fits: (data) => isOfHospital(data) || !hasPlan('MB')(data),
  }),
  defect('claim-total-too-large', `${line}.charge_amount_cents`, 9_999_999_999, {
    found: 'service_lines',
    fits: (data) => hasTwoLines(data) && (isOfHospital(data) || !hasPlan('MB')(data)),
  }),
  defect('charge-zero', `${line}.charge_amount_cents`, 0, { fits: hasTwoLines }),
  defect('claim-charges-nothing', `${line}.charge_amount_cents`, 0, {
    found: 'service_lines',
    fits: hasOneLine,
  }),
  defect('test-results-too-many', `${line}.test_results`, () =>
    Array.from({ length: 6 }, () => ({ value: 1, result_type: 'LDL' })),
  ),
  // Drugs.
  defect('ndc-shape', `${drug}.national_drug_code`, '0409-1234-01', { fits: hasDrug }),
  defect('ndc-missing', `${drug}.national_drug_code`, null, { fits: hasDrug }),
  defect('ndc-count', `${drug}.national_drug_unit_count`, '0', { fits: hasDrug }),
  defect('ndc-unit', `${drug}.measurement_unit_code`, 'MG', { fits: hasDrug }),
  defect(
    'ndc-elsewhere',
    drug,
    {
      service_id_qualifier: 'N4',
      national_drug_code: '00409123401',
      national_drug_unit_count: '1',
      measurement_unit_code: 'UN',
    },
    { found: `${drug}.national_drug_code`, fits: isOfService },
  ),
  defect('drug-waste-alone', `${line}.modifiers`, ['JW'], { fits: hasDrug }),
  // Dates.
  defect('date-shape', 'date_of_service', '10/02/2026'),
  defect('date-end-before-start', 'end_date_of_service', (data: ChargeCaptureData) =>
    day(data, -3),
  ),
  defect('date-future', 'date_of_service', '2026-12-01'),
  defect('line-date-outside-visit', `${line}.date_of_service`, (data: ChargeCaptureData) =>
    day(data, -5),
  ),
  defect('accident-after-service', 'accident_date', (data: ChargeCaptureData) => day(data, 1)),
  defect(
    'discharge-before-admission',
    'discharge_date',
    (data: ChargeCaptureData) => addDays(String(data.admission_date), -1),
    { fits: wasInHospital },
  ),
  defect(
    'service-outside-stay',
    `${line}.date_of_service`,
    (data: ChargeCaptureData) => addDays(String(data.discharge_date), 1),
    { fits: (data) => wasInHospital(data) && String(data.discharge_date) < '2026-11-01' },
  ),
  defect(
    'onset-after-service',
    'onset_of_current_illness_or_symptom_date',
    (data: ChargeCaptureData) => day(data, 2),
  ),
  defect('timely-filing', `${line}.date_of_service`, '2025-06-02', {
    found: 'date_of_service',
    fits: isProfessional,
  }),
  // Accidents and references.
  defect(
    'auto-accident-details',
    'related_causes_information',
    { related_causes_code_1: 'AA' },
    { found: 'related_causes_information.state_or_province_code', fits: isUninjured },
  ),
  defect(
    'accident-date-missing',
    'related_causes_information',
    { related_causes_code_1: 'OA' },
    { found: 'accident_date', fits: isUninjured },
  ),
  defect('accident-cause-missing', 'accident_date', (data: ChargeCaptureData) => day(data, -1), {
    found: 'related_causes_information.related_causes_code_1',
    fits: isUninjured,
  }),
  defect('work-injury-details', `${card}.plan_type`, 'WC', {
    found: 'property_casualty_claim_number',
    fits: isUninjured,
  }),
  defect('injury-date-missing', `${card}.plan_type`, 'WC', {
    found: 'accident_date',
    fits: isUninjured,
  }),
  defect(
    'external-id-names-patient',
    'charge_external_id',
    (data: ChargeCaptureData) => `visit-${data.patient!.last_name}-1`,
    { fits: (data) => /^[A-Za-z]{4,}$/.test(String(data.patient!.last_name)) },
  ),
  defect('referral-number-length', 'referral_number', `REF${'1234567890'.repeat(5)}`),
  defect('number-note', 'prior_authorization_number', 'PENDING'),
  defect('supplements-too-many', 'claim_supplemental_information', () =>
    Array.from({ length: 11 }, () => ({ attachment_report_type_code: '03' })),
  ),
  defect(
    'attachment-number-missing',
    'claim_supplemental_information',
    [{ attachment_report_type_code: 'OZ', attachment_transmission_code: 'FX' }],
    { found: 'claim_supplemental_information.0.attachment_control_number' },
  ),
  defect('mammography-number-shape', 'service_facility.mammography_certification_number', '12345', {
    fits: (data) => Boolean(data.service_facility),
  }),
  defect('pre-encounter-field', 'patient.first_name', 'Ann', { found: 'patient', isFilled: true }),
  defect('ehr-link-not-https', 'ehr_source_url', 'http://ehr.example/1'),
  // Texts.
  defect(
    'text-spaces',
    'rendering_provider.npi',
    (data: ChargeCaptureData) => `${data.rendering_provider!.npi} `,
  ),
  defect(
    'invisible-signs',
    'patient.first_name',
    (data: ChargeCaptureData) => `${data.patient!.first_name}\u200B`,
  ),
  defect('text-damaged', 'patient.address.address1', '12 \uFFFDlm Street'),
  defect('text-too-long', `${line}.note`, 'n'.repeat(81)),
  defect('text-placeholder', 'patient.first_name', 'unknown', { fits: isSelf }),
  defect('delimiter-signs', 'patient.last_name', 'Ann:Lee', { fits: isSelf }),
]

const placed = 'The rule needs a placed list: the scrub cases bring one.'

/** The rules that no one change breaks in any claim of the generator, with the reason. */
export const withoutDefect: { readonly [rule: string]: string } = {
  'payer-id-zeros': 'The rule needs the payer list: the scrub cases bring one.',
  'place-missing': 'The place is at the visit and at each line.',
  'date-of-service-missing': 'The date is at the visit and at each line.',
  'ncci-pair': placed,
  'orderer-not-listed': placed,
  'hcpcs-code-unknown': placed,
  'hcpcs-code-ended': placed,
  'ndc-unknown': placed,
  'ndc-ended': placed,
}
