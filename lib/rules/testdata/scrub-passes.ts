import { codePasses } from './code-cases.ts'
import { findCode } from './made-up-codes.ts'
import { listsWith, pairWith } from './made-up-lists.ts'
import { at, type ScrubCase } from './scrub-case.ts'
import { listed, ninetyDays } from './scrub-cases.ts'

const oneBox = { address1: 'P.O. Box 12', city: 'Portland', state: 'OR', zip_code: '97205' }

const otherCard = (path: string, card: object, more: object = {}) => ({
  path,
  changes: {
    [path]: { patient_relationship_to_subscriber_code: '18', insurance_card: card },
    ...more,
  },
})

// Medicare pays both codes: a modifier of the first line's, a deleted pair, a pair of later days, a
// list of another year, other days, no charge, and a hospital's claim.
const pairsThatPass: readonly ScrubCase[] = [
  { input: { lists: pairWith('1') } },
  { input: { lists: pairWith('9') } },
  { input: { lists: pairWith('0', { last_day: '2026-10-01' }) } },
  { input: { lists: pairWith('0', { first_day: '2026-10-03' }) } },
  {
    input: {
      lists: listsWith(
        { ncci: [{ code: 'G0463', other: 'J0696', mark: '0' }] },
        { from: '2025-01-01', to: '2025-12-31' },
      ),
    },
  },
  { changes: { 'service_lines.1.date_of_service': '2026-10-01' }, input: { lists: pairWith('0') } },
  { changes: { 'service_lines.1.charge_amount_cents': 0 }, input: { lists: pairWith('0') } },
  { changes: { 'service_lines.0.revenue_code': '0510' }, input: { lists: pairWith('0') } },
].map(({ changes, input }) => ({
  rule: 'ncci-pair',
  path: 'service_lines.1.procedure_code',
  changes: { 'subscriber_primary.insurance_card.plan_type': 'MB', ...changes },
  input,
}))

/** Values that each rule checks and accepts: the valid value closest to its failing case. */
export const scrubPasses: readonly ScrubCase[] = [
  ...codePasses,
  at('responsible-party-missing', 'responsible_party', 'SELF_PAY'),
  at('billable-status-missing', 'billable_status', 'NOT_BILLABLE'),
  at('statement-missing', 'provider_accepts_assignment', false),
  at('statement-no', 'patient_authorized_release', null),
  // One payer and member under two groups: an employer and a retirement plan.
  {
    rule: 'coverage-repeated',
    ...otherCard(
      'subscriber_secondary',
      { payer_id: 'NBH01', member_id: 'W123456789', group_number: 'G2' },
      { 'subscriber_primary.insurance_card.group_number': 'G1' },
    ),
  },
  {
    rule: 'coverage-skipped',
    ...otherCard('subscriber_secondary', { payer_id: 'OTH02', member_id: 'W7654321' }),
  },
  {
    rule: 'medicare-later-type',
    ...otherCard('subscriber_secondary', {
      payer_id: 'MCR01',
      member_id: '1EG4TE5MK73',
      plan_type: 'MB',
      insurance_type: '12',
    }),
  },
  at('patient-first-name-missing', 'patient.first_name', 'Al'),
  at('patient-last-name-missing', 'patient.last_name', "O'Hara"),
  at('patient-birth-date-missing', 'patient.date_of_birth', '1980-02-28'),
  at('patient-gender-missing', 'patient.gender', 'not_given'),
  {
    rule: 'patient-address-missing',
    path: 'patient.address',
    changes: { patient: null },
    input: { from_pre_encounter: true },
  },
  at('address-incomplete', 'patient.address.address2', null),
  at('birth-date-impossible', 'patient.date_of_birth', '2026-10-02'),
  at('birth-date-impossible', 'patient.date_of_birth', '1876-11-21'),
  at('birth-date-impossible', 'guarantor.date_of_birth', '1876-11-21'),
  at('date-before-birth', 'patient.date_of_birth', '2026-10-02'),
  at('subscriber-missing', 'subscriber_primary', null, { responsible_party: 'SELF_PAY' }),
  at('member-id-missing', 'subscriber_primary.insurance_card.member_id', 'W1'),
  at('payer-id-missing', 'subscriber_primary.insurance_card.payer_id', '00501'),
  at('member-id-shape', 'subscriber_primary.insurance_card.member_id', '999999998'),
  at('medicare-id-shape', 'subscriber_primary.insurance_card.member_id', '1eg4te5mk73', {
    'subscriber_primary.insurance_card.plan_type': 'MB',
  }),
  at('medicare-id-at-plan', 'subscriber_primary.insurance_card.member_id', '1EG4TE5MK7', {
    'subscriber_primary.insurance_card.plan_type': '16',
  }),
  at('relationship-missing', 'subscriber_primary.patient_relationship_to_subscriber_code', 'G8'),
  at('subscriber-details-missing', 'subscriber_primary.last_name', null),
  at('npi-shape', 'rendering_provider.npi', '1234567890'),
  at('npi-check-digit', 'rendering_provider.npi', '1999999984'),
  at('billing-npi-missing', 'billing_provider.npi', '1234567893'),
  at('billing-name-missing', 'billing_provider.last_name', 'Fox', {
    'billing_provider.organization_name': null,
  }),
  at('billing-name-conflict', 'billing_provider.last_name', 'Fox', {
    'billing_provider.organization_name': '',
  }),
  at('tax-id-missing', 'billing_provider.tax_id', '1'),
  at('tax-id-shape', 'billing_provider.tax_id', '000000001'),
  // The right digits with separators are only written wrong, on either side. A list that is not
  // read, is being read, or has no entry or no number of this NPI speaks of nothing.
  ...[
    { changes: {}, input: listed() },
    { changes: {}, input: listed({ tax_id: '93-1402217' }) },
    { changes: { 'billing_provider.tax_id': '93-1402217' }, input: listed() },
    ...[
      {},
      { findProviders: () => null },
      { findProviders: () => undefined },
      { findProviders: () => [] },
      listed({ tax_id: null }),
    ].map((input) => ({ changes: { 'billing_provider.tax_id': '820537579' }, input })),
  ].map(({ changes, input }) => ({
    rule: 'tax-id-not-listed',
    path: 'billing_provider.tax_id',
    changes,
    input,
  })),
  // A longer form of the name, a nickname, an accent, another NPI, and no name to compare.
  ...[
    { changes: { 'billing_provider.organization_name': 'NORTH CLINIC, LLC' } },
    { changes: { 'rendering_provider.first_name': 'Danny' } },
    { changes: { 'rendering_provider.last_name': 'Fóx-Moss' } },
    { changes: { 'rendering_provider.npi': '1215900002', 'rendering_provider.last_name': 'Ash' } },
    { changes: { 'rendering_provider.last_name': undefined } },
  ].map(({ changes }) => ({
    rule: 'provider-name-not-listed',
    path: 'rendering_provider.last_name',
    changes,
    input: listed(),
  })),
  // A street is written in many ways. A PO box has a check of its own.
  ...['12 Elm Street', '12 ELM STREET, Suite 4', 'P.O. Box 12', undefined].map((street) => ({
    ...at('provider-address-not-listed', 'billing_provider.address.address1', street),
    input: listed(),
  })),
  at('address-incomplete', 'billing_provider.address.address1', '1'),
  at('billing-zip-plus-four', 'billing_provider.address.zip_plus_four_code', null, {
    'billing_provider.address.zip_code': null,
  }),
  at('address-box', 'billing_provider.address.address1', '12 Boxwood Road', {
    pay_to_address: oneBox,
  }),
  at('billing-identification-conflict', 'billing_provider.secondary_identification', {
    reference_identification: 'A1',
  }),
  at('rendering-npi-missing', 'rendering_provider.npi', '1999999984'),
  at('provider-name-missing', 'rendering_provider.organization_name', 'Fox Group', {
    'rendering_provider.last_name': null,
  }),
  at('taxonomy-shape', 'rendering_provider.taxonomy_code', '363LF0000X'),
  at('facility-missing', 'service_facility_id', '0c2f9d46-6d5a-4c43-9a7e-6a0b9a1f3c10', {
    service_facility: null,
  }),
  at('address-incomplete', 'service_facility', null, { service_facility_id: 'f1' }),
  at('address-box', 'service_facility.address.address1', '12 Po Boulevard'),
  at('facility-given-twice', 'service_facility_id', ''),
  at('facility-zip-plus-four', 'service_facility.address.zip_plus_four_code', '9998'),
  at('zip-shape', 'patient.address.zip_code', '00501'),
  at('state-unknown', 'billing_provider.address.state', 'FC'),
  at('zip-other-state', 'service_facility.address.zip_code', '06390', {
    'service_facility.address.state': 'NY',
  }),
  at('zip-other-state', 'patient.address.zip_code', '10001', { 'patient.address.state': 'FC' }),
  at('place-missing', 'place_of_service_code', null, {
    'service_lines.0.place_of_service_code': '11',
    'service_lines.1.place_of_service_code': '11',
  }),
  at('place-missing', 'place_of_service_code', null, {
    'service_lines.0.revenue_code': '0450',
    'service_lines.1.revenue_code': '0636',
  }),
  at('place-differs', 'service_lines.1.place_of_service_code', '11'),
  at('admission-date-missing', 'admission_date', '2026-10-01', { place_of_service_code: '51' }),
  at('admission-date-missing', 'service_lines.0.revenue_code', '0220', {
    'service_lines.1.revenue_code': '0636',
  }),
  { rule: 'diagnosis-code-year', path: 'diagnoses.0.code', changes: {}, input: { findCode } },
  {
    rule: 'diagnosis-code-year',
    path: 'diagnoses.1.code',
    changes: { 'diagnoses.1.code': 'I10.9', date_of_service: '2024-10-02' },
    input: { findCode },
  },
  {
    rule: 'diagnosis-code-year',
    path: 'diagnoses.1.code',
    changes: { 'diagnoses.1.code': '401.9', 'diagnoses.1.code_type': 'BF' },
    input: { findCode },
  },
  {
    rule: 'diagnosis-code-year',
    path: 'diagnoses.0.code',
    changes: { date_of_service: null, service_lines: [] },
    input: { findCode },
  },
  {
    rule: 'diagnosis-code-header',
    path: 'diagnoses.0.code',
    changes: { 'diagnoses.0.code': 'E119' },
    input: { findCode },
  },
  ...pairsThatPass,
  {
    rule: 'orderer-not-listed',
    path: 'referring_provider.npi',
    changes: {
      'subscriber_primary.insurance_card.plan_type': 'MB',
      referring_provider: { npi: '1234567893' },
    },
    input: { lists: listsWith({ ordering: [{ code: '1234567893', mark: 'YNNNN' }] }) },
  },
  // Another payer, whose rules the list does not tell.
  {
    rule: 'orderer-not-listed',
    path: 'referring_provider.npi',
    changes: { referring_provider: { npi: '1234567893' } },
    input: { lists: listsWith({ ordering: [] }) },
  },
  // Equipment may be ordered by whom Part B does not list.
  {
    rule: 'orderer-not-listed',
    path: 'service_lines.0.ordering_provider.npi',
    changes: {
      'subscriber_primary.insurance_card.plan_type': 'MB',
      'service_lines.0.procedure_code': 'E0601',
      'service_lines.0.ordering_provider': { npi: '1234567893' },
    },
    input: { lists: listsWith({ ordering: [{ code: '1234567893', mark: 'NYNNN' }] }) },
  },
  {
    rule: 'hcpcs-code-unknown',
    path: 'service_lines.0.procedure_code',
    changes: {},
    input: {
      lists: listsWith({ hcpcs: [{ code: 'G0463', first_day: '2026-10-02' }, { code: 'J0696' }] }),
    },
  },
  // Codes that were not asked about, and a list of another year.
  {
    rule: 'hcpcs-code-unknown',
    path: 'service_lines.0.procedure_code',
    changes: {
      'service_lines.0.procedure_code': 'G0999',
      'service_lines.1.procedure_code': 'D0120',
    },
    input: { lists: listsWith({ hcpcs: [] }) },
  },
  {
    rule: 'hcpcs-code-unknown',
    path: 'service_lines.0.procedure_code',
    changes: {},
    input: { lists: listsWith({ hcpcs: [] }, { from: '2025-01-01', to: '2025-12-31' }) },
  },
  {
    rule: 'hcpcs-code-ended',
    path: 'service_lines.0.procedure_code',
    changes: {},
    input: { lists: listsWith({ hcpcs: [{ code: 'G0463', last_day: '2026-10-02' }] }) },
  },
  {
    rule: 'ndc-unknown',
    path: 'service_lines.1.drug_identification.national_drug_code',
    changes: {},
    input: { lists: listsWith({ ndc: [{ code: '00409123401' }] }) },
  },
  {
    rule: 'ndc-ended',
    path: 'service_lines.1.drug_identification.national_drug_code',
    changes: {},
    input: { lists: listsWith({ ndc: [{ code: '00409123401', last_day: '2025-10-02' }] }) },
  },
  at('diagnosis-missing', 'diagnoses', [{ code: 'I10', code_type: 'ABK' }]),
  at('diagnosis-code-missing', 'diagnoses.1.code', 'I10'),
  at('diagnosis-code-shape', 'diagnoses.1.code', 'C4A.9'),
  at('diagnosis-code-shape', 'diagnoses.1.code', '401.9', { 'diagnoses.1.code_type': 'BF' }),
  at('diagnosis-principal-type', 'diagnoses.0.code_type', 'BK'),
  at('diagnosis-external-cause-first', 'diagnoses.1.code', 'W19.XXXA'),
  at('diagnosis-external-cause-first', 'diagnoses.0.code', 'Z04.1'),
  at('diagnosis-second-principal', 'diagnoses.1.code_type', 'APR'),
  at('diagnosis-second-principal', 'diagnoses.1.code_type', 'ABK', {
    'diagnoses.0.code_type': 'ABF',
  }),
  at('diagnosis-type-missing', 'diagnoses.1', {}),
  at('diagnosis-code-case', 'diagnoses.0.code', 'E119'),
  at('diagnosis-icd9-type', 'diagnoses.1.code_type', 'BF', { date_of_service: '2015-09-30' }),
  at('diagnosis-duplicate', 'diagnoses.1.code', 'E11.8'),
  at('diagnosis-duplicate', 'diagnoses.1', { code: 'E11.9', code_type: 'ABJ' }),
  {
    rule: 'diagnoses-too-many',
    path: 'diagnoses',
    changes: {
      diagnoses: Array.from({ length: 12 }, (_, i) => ({
        code: `A${10 + i}`,
        code_type: i ? 'ABF' : 'ABK',
      })),
    },
  },
  {
    rule: 'diagnoses-too-many',
    path: 'diagnoses',
    changes: {
      diagnoses: Array.from({ length: 25 }, (_, i) => ({
        code: `A${10 + i}`,
        code_type: i ? 'ABF' : 'ABK',
      })),
      'service_lines.0.revenue_code': '0450',
    },
  },
  at('service-lines-missing', 'service_lines', [{}]),
  at('procedure-code-missing', 'service_lines.0.revenue_code', '0450', {
    'service_lines.0.procedure_code': null,
  }),
  at('procedure-code-shape', 'service_lines.0.procedure_code', '0001U'),
  at('modifier-shape', 'service_lines.0.modifiers', ['XE', '25']),
  at('modifier-duplicate', 'service_lines.0.modifiers', ['25', '59']),
  at('modifiers-too-many', 'service_lines.0.modifiers', ['25', '59', '76', 'RT']),
  at('revenue-code-shape', 'service_lines.0.revenue_code', '0001'),
  at('revenue-code-total', 'service_lines.0.revenue_code', '0010'),
  at('line-kinds-mixed', 'service_lines.0.revenue_code', '0450', {
    'service_lines.1.revenue_code': '0636',
  }),
  at('line-external-id-duplicate', 'service_lines.1.external_id', 'b', {
    'service_lines.0.external_id': 'a',
  }),
  at('line-repeated', 'service_lines.1.modifiers', ['76'], {
    'service_lines.1.procedure_code': 'G0463',
    'service_lines.1.drug_identification': null,
  }),
  at('pointer-missing', 'service_lines.0.diagnosis_pointers', [0]),
  at('pointer-missing', 'service_lines.0.diagnosis_pointers', [], {
    'service_lines.0.revenue_code': '0450',
  }),
  at('pointer-out-of-range', 'service_lines.0.diagnosis_pointers', [1]),
  at('pointer-duplicate', 'service_lines.0.diagnosis_pointers', [1, 0]),
  at('pointers-too-many', 'service_lines.0.diagnosis_pointers', [0, 1, 2, 3], {
    diagnoses: ['I10', 'E11', 'A10', 'A11'].map((code) => ({ code })),
  }),
  at('pointers-not-a-list', 'service_lines.0.diagnosis_pointers', null),
  at('quantity-missing', 'service_lines.0.quantity', '0'),
  at('quantity-not-positive', 'service_lines.0.quantity', '0.5'),
  at('quantity-precision', 'service_lines.0.quantity', '1.50'),
  at('units-missing', 'service_lines.0.units', 'HR'),
  at('units-unknown', 'service_lines.0.units', 'MJ'),
  at('charge-missing', 'service_lines.0.charge_amount_cents', 0),
  at('charge-not-whole-cents', 'service_lines.0.charge_amount_cents', 1),
  at('charge-negative', 'service_lines.0.charge_amount_cents', 0),
  at('charge-too-large', 'service_lines.0.charge_amount_cents', 9_999_999_999),
  at('claim-total-too-large', 'service_lines.0.charge_amount_cents', 9_999_987_499),
  at('charge-zero', 'service_lines.0.charge_amount_cents', 1),
  at('charge-zero', 'service_lines.0.charge_amount_cents', 0, {
    'service_lines.0.modifiers': ['SL'],
  }),
  at('claim-charges-nothing', 'service_lines.0.charge_amount_cents', 0),
  at(
    'test-results-too-many',
    'service_lines.0.test_results',
    Array.from({ length: 5 }, () => ({ value: 1, result_type: 'LDL' })),
  ),
  at('ndc-shape', 'service_lines.1.drug_identification.national_drug_code', '00409123402'),
  at('ndc-missing', 'service_lines.1.drug_identification', { service_id_qualifier: 'UP' }),
  at('ndc-count', 'service_lines.1.drug_identification.national_drug_unit_count', '0.25'),
  at('ndc-unit', 'service_lines.1.drug_identification.measurement_unit_code', 'F2'),
  at('date-shape', 'date_of_service', '2024-02-29'),
  at('date-of-service-missing', 'date_of_service', null),
  at('date-end-before-start', 'end_date_of_service', '2026-10-02'),
  at('date-future', 'date_of_service', '2026-11-20'),
  at('line-date-outside-visit', 'service_lines.1.date_of_service', '2026-10-03', {
    end_date_of_service: '2026-10-03',
  }),
  at('accident-after-service', 'accident_date', '2026-10-02'),
  at('discharge-before-admission', 'discharge_date', '2026-10-02', {
    admission_date: '2026-10-02',
  }),
  at('service-outside-stay', 'admission_date', '2026-10-02', { place_of_service_code: '21' }),
  // Hospitals bill what they did in the days before a stay together with it.
  at('service-outside-stay', 'admission_date', '2026-10-03', {
    place_of_service_code: '21',
    'service_lines.0.revenue_code': '0450',
  }),
  at('onset-after-service', 'onset_of_current_illness_or_symptom_date', '2026-10-02'),
  {
    rule: 'timely-filing',
    path: 'date_of_service',
    changes: { date_of_service: '2026-10-02' },
    input: { filing: ninetyDays },
  },
  {
    rule: 'external-id-names-patient',
    path: 'charge_external_id',
    changes: {},
    input: { charge_external_id: 'visit-1234' },
  },
  at('external-id-names-patient', 'external_id', 'Mossyrock-7'),
  at('auto-accident-details', 'accident_date', '2026-10-01', {
    related_causes_information: { related_causes_code_1: 'AA', state_or_province_code: 'OR' },
  }),
  at('accident-date-missing', 'related_causes_information', { related_causes_code_1: 'EM' }),
  at('accident-cause-missing', 'accident_date', '2026-10-01', {
    related_causes_information: { related_causes_code_1: 'EM' },
  }),
  at('referral-number-length', 'referral_number', 'R'.repeat(50)),
  at('number-note', 'prior_authorization_number', 'NO20418'),
  at(
    'supplements-too-many',
    'claim_supplemental_information',
    Array.from({ length: 10 }, () => ({ attachment_report_type_code: '03' })),
  ),
  at('mammography-number-shape', 'service_facility.mammography_certification_number', '123456'),
  {
    rule: 'pre-encounter-field',
    path: 'patient',
    changes: {},
    input: { from_pre_encounter: false },
  },
  {
    rule: 'ehr-link-not-https',
    path: 'ehr_source_url',
    changes: {},
    input: { ehr_source_url: 'https://ehr.example/1' },
  },
  at('delimiter-signs', 'guarantor.first_name', "Ann-Lee O'Hara, Jr."),
  at('text-spaces', 'rendering_provider.npi', '1234567893'),
  at('invisible-signs', 'subscriber_primary.insurance_card.payer_id', 'KLM07'),
  at('pointer-other-kind', 'service_lines.0.diagnosis_pointers', [0], {
    'diagnoses.1.code_type': 'ABJ',
    'service_lines.1.diagnosis_pointers': [0],
  }),
  ...[['00520', '520'], ['00520', '0520'], ['5200'], []].map((listed) => ({
    ...at('payer-id-zeros', 'subscriber_primary.insurance_card.payer_id', '520'),
    input: { findPayers: () => listed.map((payer_id) => ({ payer_id })) },
  })),
  at('text-damaged', 'patient.last_name', 'Şahin'),
  at('text-too-long', 'service_lines.0.note', 'n'.repeat(80)),
  at('provider-npi-missing', 'referring_provider.npi', '1234567893', {
    'referring_provider.last_name': 'Fox',
  }),
  at('text-placeholder', 'patient.last_name', 'Test-Ochoa'),
  at('self-differs', 'subscriber_primary.first_name', 'Avery Jo', {
    'subscriber_primary.last_name': 'Móss-Lee',
    'patient.last_name': 'Moss Lee',
  }),
  at('self-differs', 'subscriber_primary.date_of_birth', '1950-01-01', {
    'subscriber_primary.patient_relationship_to_subscriber_code': '01',
  }),
  at('self-unmarked', 'subscriber_primary.patient_relationship_to_subscriber_code', '01', {
    'subscriber_primary.first_name': 'Avery',
    'subscriber_primary.last_name': 'Moss',
    'subscriber_primary.date_of_birth': '1950-02-29',
  }),
  at('medicare-not-self', 'subscriber_primary.insurance_card.plan_type', '16', {
    'subscriber_primary.patient_relationship_to_subscriber_code': '01',
  }),
  at('rendering-is-organization', 'rendering_provider.npi', '1999999984', {
    'billing_provider.organization_name': null,
    'billing_provider.last_name': 'Fox',
  }),
  at('modifiers-excluding', 'service_lines.0.modifiers', ['RT', 'LT', 'GX', 'GY']),
  at('modifiers-unusual', 'service_lines.0.modifiers', ['RT', '76', '95']),
  at('telehealth-place', 'service_lines.0.modifiers', ['95'], {
    'service_lines.0.place_of_service_code': '10',
  }),
  at('telehealth-timing', 'service_lines.0.modifiers', ['93'], { synchronicity: 'Synchronous' }),
  at('drug-code-for-medicaid', 'subscriber_primary.insurance_card.plan_type', 'MC'),
  at('ordering-provider-missing', 'subscriber_primary.insurance_card.plan_type', 'CI', {
    'service_lines.0.procedure_code': 'E0114',
  }),
  at('medicare-total', 'service_lines', [{ charge_amount_cents: 9_999_999 }], {
    'subscriber_primary.insurance_card.plan_type': 'MB',
  }),
  at('work-injury-details', 'property_casualty_claim_number', 'PC1', {
    'subscriber_primary.insurance_card.plan_type': 'WC',
    related_causes_information: { related_causes_code_2: 'EM' },
  }),
  at('attachment-number-missing', 'claim_supplemental_information', [
    { attachment_transmission_code: 'BM', attachment_control_number: 'A1' },
  ]),
]
