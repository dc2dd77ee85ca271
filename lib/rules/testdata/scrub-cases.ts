import { rulebookOf } from '#lib/rules/filing/rulebook.ts'
import { today } from './clean-capture.ts'
import { codeCases } from './code-cases.ts'
import { findCode } from './made-up-codes.ts'
import { listsWith, pairWith } from './made-up-lists.ts'
import { at, type ScrubCase } from './scrub-case.ts'

const payer = { payer_id: 'NBH01', payer: 'Northbridge Health Plan' }

/** A rulebook in which the clean capture's payer takes claims for 90 days. */
export const ninetyDays = {
  book: rulebookOf([{ ...payer, limits: { original: 90 }, source: 'Contract' }]),
  today,
}

/** What the provider list has of the clean capture's providers. */
export const listed = (
  billing: Record<string, unknown> = {},
  rendering: Record<string, unknown> = {},
) => ({
  findProviders: (npi: string) =>
    npi === '1999999984'
      ? [
          {
            organization_name: 'North Clinic',
            tax_id: '931402217',
            addresses: [{ address: { address1: '12 Elm St', zip_code: '97205' } }],
            ...billing,
          },
        ]
      : npi === '1234567893'
        ? [{ first_name: 'Dana', last_name: 'Fox', ...rendering }]
        : [],
})

const fiveLabs = Array.from({ length: 6 }, () => ({ value: 1, result_type: 'LDL' }))

const otherCard = (card: object) => ({
  patient_relationship_to_subscriber_code: '18',
  insurance_card: card,
})

const partB = { 'subscriber_primary.insurance_card.plan_type': 'MB' }

export const scrubCases: readonly ScrubCase[] = [
  ...codeCases,
  at('responsible-party-missing', 'responsible_party', null),
  { ...at('responsible-party-missing', 'responsible_party', 'UNKNOWN'), severity: 'warning' },
  at('billable-status-missing', 'billable_status', null),
  at('statement-missing', 'provider_accepts_assignment', undefined),
  at('statement-no', 'patient_authorized_release', false),
  {
    rule: 'coverage-repeated',
    path: 'subscriber_tertiary.insurance_card',
    changes: { subscriber_tertiary: otherCard({ payer_id: 'nbh01', member_id: 'w123456789' }) },
  },
  {
    rule: 'coverage-skipped',
    path: 'subscriber_secondary',
    changes: { subscriber_tertiary: otherCard({ payer_id: 'OTH02', member_id: 'W7654321' }) },
  },
  {
    rule: 'medicare-later-type',
    path: 'subscriber_secondary.insurance_card.insurance_type',
    changes: {
      subscriber_secondary: otherCard({
        payer_id: 'MCR01',
        member_id: '1EG4TE5MK73',
        plan_type: 'MB',
      }),
    },
  },
  at('patient-first-name-missing', 'patient.first_name', null),
  at('patient-last-name-missing', 'patient.last_name', '  '),
  at('patient-birth-date-missing', 'patient.date_of_birth', undefined),
  at('patient-gender-missing', 'patient.gender', ''),
  at('patient-address-missing', 'patient.address', null),
  at('address-incomplete', 'patient.address.city', null),
  at('birth-date-impossible', 'patient.date_of_birth', '2027-01-01'),
  at('birth-date-impossible', 'patient.date_of_birth', '1876-11-20'),
  {
    rule: 'date-before-birth',
    path: 'date_of_service',
    changes: { 'patient.date_of_birth': '2026-10-03' },
  },
  at('birth-date-impossible', 'guarantor.date_of_birth', '2027-01-01'),
  at('birth-date-impossible', 'subscriber_primary.date_of_birth', '1876-11-20'),
  at('subscriber-missing', 'subscriber_primary', null),
  at('member-id-missing', 'subscriber_primary.insurance_card.member_id', null),
  at('payer-id-missing', 'subscriber_primary.insurance_card.payer_id', undefined),
  {
    ...at('payer-id-zeros', 'subscriber_primary.insurance_card.payer_id', '520'),
    input: { findPayers: () => [{ payer_id: '00520' }, { payer_id: 'X520' }] },
  },
  at('member-id-shape', 'subscriber_primary.insurance_card.member_id', '999999999'),
  at('member-id-shape', 'subscriber_primary.insurance_card.member_id', 'W123-456'),
  at('member-id-shape', 'subscriber_primary.insurance_card.member_id', 'PENDING - CALL'),
  at('medicare-id-shape', 'subscriber_primary.insurance_card.member_id', '123456780A', {
    'subscriber_primary.insurance_card.plan_type': 'MA',
  }),
  at('medicare-id-at-plan', 'subscriber_primary.insurance_card.member_id', '1EG4TE5MK73', {
    'subscriber_primary.insurance_card.plan_type': '16',
  }),
  at('relationship-missing', 'subscriber_primary.patient_relationship_to_subscriber_code', null),
  {
    rule: 'subscriber-details-missing',
    path: 'subscriber_primary.last_name',
    changes: { 'subscriber_primary.patient_relationship_to_subscriber_code': '01' },
  },
  at('npi-shape', 'rendering_provider.npi', '123456789'),
  at('npi-shape', 'service_facility.npi', '3999999984'),
  at('npi-check-digit', 'rendering_provider.npi', '1234567890'),
  at('npi-check-digit', 'service_lines.1.ordering_provider.npi', '1234567890'),
  at('npi-check-digit', 'purchased_service_provider_npi', '1234567890'),
  {
    rule: 'npi-check-digit',
    path: 'clinical_notes.0.notes.0.author_npi',
    changes: {
      clinical_notes: [
        { category: 'clinical', notes: [{ text: 'Seen', author_npi: '1234567890' }] },
      ],
    },
  },
  at('billing-npi-missing', 'billing_provider.npi', null),
  at('billing-name-missing', 'billing_provider.organization_name', null),
  at('billing-name-conflict', 'billing_provider.last_name', 'Fox'),
  at('tax-id-missing', 'billing_provider.tax_id', undefined),
  at('tax-id-shape', 'billing_provider.tax_id', '93-1402217'),
  at('tax-id-shape', 'billing_provider.tax_id', '00-0000000'),
  // Wrong digits are another organization's, with and without separators: an error, as it would be
  // paid. A name or an address may only be another one of the same provider: a warning.
  ...['820537579', '82-0537579'].map((tax_id) => ({
    ...at('tax-id-not-listed', 'billing_provider.tax_id', tax_id),
    input: listed(),
  })),
  {
    ...at('provider-name-not-listed', 'billing_provider.organization_name', 'South Clinic'),
    input: listed(),
  },
  {
    ...at('provider-name-not-listed', 'billing_provider.last_name', 'Moss', {
      'billing_provider.organization_name': undefined,
    }),
    input: listed({ organization_name: undefined, first_name: 'Lee', last_name: 'Ash' }),
  },
  {
    ...at('provider-name-not-listed', 'rendering_provider.last_name', 'Wolf'),
    input: listed(),
  },
  // Two people of one family have one last name.
  {
    ...at('provider-name-not-listed', 'rendering_provider.last_name', 'Fox'),
    input: listed({}, { first_name: 'Robin' }),
  },
  {
    ...at('provider-name-not-listed', 'rendering_provider.organization_name', 'Fox Imaging', {
      'rendering_provider.last_name': undefined,
    }),
    input: listed({}, { organization_name: 'Elm Imaging', last_name: undefined }),
  },
  {
    ...at('provider-address-not-listed', 'billing_provider.address.address1', '14 Elm Street'),
    input: listed(),
  },
  {
    ...at('provider-address-not-listed', 'rendering_provider.address.address1', '14 Elm Street'),
    input: listed({}, { addresses: [{ address: { address1: '9 Oak Road' } }] }),
  },
  at('address-incomplete', 'billing_provider.address.address1', ''),
  at('address-incomplete', 'billing_provider.address.state', null),
  at('billing-zip-plus-four', 'billing_provider.address.zip_plus_four_code', ''),
  at('address-box', 'billing_provider.address.address1', 'P.O. Box 12'),
  at(
    'billing-identification-conflict',
    'billing_provider.secondary_identification',
    { reference_identification: 'A1' },
    {
      'billing_provider.provider_commercial_license_type': 'A',
    },
  ),
  at('rendering-npi-missing', 'rendering_provider.npi', ''),
  {
    ...at('provider-npi-missing', 'referring_provider.npi', undefined, {
      referring_provider: { first_name: 'Dana', last_name: 'Fox' },
    }),
    severity: 'warning',
  },
  at('provider-name-missing', 'rendering_provider.last_name', null),
  at('taxonomy-shape', 'rendering_provider.taxonomy_code', '207Q'),
  at('facility-missing', 'service_facility', null),
  at('address-incomplete', 'service_facility.address', null),
  at('address-incomplete', 'service_facility.address.city', ''),
  { ...at('address-box', 'service_facility.address.address1', 'PO BX 12'), severity: 'warning' },
  at('facility-given-twice', 'service_facility_id', '0c2f9d46-6d5a-4c43-9a7e-6a0b9a1f3c10'),
  at('facility-zip-plus-four', 'service_facility.address.zip_plus_four_code', null),
  at('zip-shape', 'patient.address.zip_code', '972051234'),
  at('zip-shape', 'pay_to_address.zip_plus_four_code', '12', {
    'pay_to_address.zip_code': '97205',
  }),
  at('state-unknown', 'billing_provider.address.state', 'Oregon'),
  at('zip-other-state', 'service_facility.address.zip_code', '06390'),
  at('place-missing', 'place_of_service_code', null),
  at('place-differs', 'service_lines.1.place_of_service_code', '22'),
  {
    rule: 'admission-date-missing',
    path: 'admission_date',
    changes: { place_of_service_code: '21' },
  },
  ...['0100', '0124', '0200'].map((code) => ({
    rule: 'admission-date-missing',
    path: 'admission_date',
    changes: {
      place_of_service_code: null,
      'service_lines.0.revenue_code': code,
      'service_lines.1.revenue_code': '0250',
    },
  })),
  {
    rule: 'diagnosis-code-year',
    path: 'diagnoses.1.code',
    changes: { 'diagnoses.1.code': 'I10.9' },
    input: { findCode },
  },
  {
    rule: 'diagnosis-code-year',
    path: 'diagnoses.0.code',
    changes: { date_of_service: '2026-09-30' },
    input: { findCode },
  },
  {
    rule: 'diagnosis-code-header',
    path: 'diagnoses.0.code',
    changes: { 'diagnoses.0.code': 'e11' },
    input: { findCode },
  },
  {
    rule: 'ncci-pair',
    path: 'service_lines.1.procedure_code',
    changes: { 'subscriber_primary.insurance_card.plan_type': 'MB' },
    input: { lists: pairWith('0') },
  },
  {
    rule: 'ncci-pair',
    path: 'service_lines.1.procedure_code',
    changes: {
      'subscriber_primary.insurance_card.plan_type': 'MB',
      'service_lines.0.modifiers': [],
    },
    input: { lists: pairWith('1') },
    severity: 'warning',
  },
  {
    rule: 'ncci-pair',
    path: 'service_lines.1.procedure_code',
    changes: { 'subscriber_primary.insurance_card.plan_type': 'MC' },
    input: { lists: pairWith('0') },
    severity: 'warning',
  },
  {
    rule: 'orderer-not-listed',
    path: 'referring_provider.npi',
    changes: { ...partB, referring_provider: { npi: '1234567893' } },
    input: { lists: listsWith({ ordering: [] }) },
  },
  {
    rule: 'orderer-not-listed',
    path: 'service_lines.0.ordering_provider.npi',
    changes: { ...partB, 'service_lines.0.ordering_provider': { npi: '1234567893' } },
    input: { lists: listsWith({ ordering: [{ code: '1234567893', mark: 'NYNNN' }] }) },
  },
  {
    rule: 'hcpcs-code-unknown',
    path: 'service_lines.0.procedure_code',
    changes: {},
    input: { lists: listsWith({ hcpcs: [{ code: 'J0696' }] }) },
  },
  {
    rule: 'hcpcs-code-unknown',
    path: 'service_lines.0.procedure_code',
    changes: {},
    input: { lists: listsWith({ hcpcs: [{ code: 'G0463', first_day: '2026-10-03' }] }) },
  },
  {
    rule: 'hcpcs-code-ended',
    path: 'service_lines.0.procedure_code',
    changes: {},
    input: { lists: listsWith({ hcpcs: [{ code: 'G0463', last_day: '2026-10-01' }] }) },
  },
  {
    rule: 'ndc-unknown',
    path: 'service_lines.1.drug_identification.national_drug_code',
    changes: {},
    input: { lists: listsWith({ ndc: [] }) },
  },
  {
    rule: 'ndc-ended',
    path: 'service_lines.1.drug_identification.national_drug_code',
    changes: {},
    input: { lists: listsWith({ ndc: [{ code: '00409123401', last_day: '2025-10-01' }] }) },
  },
  at('diagnosis-missing', 'diagnoses', []),
  at('diagnosis-code-missing', 'diagnoses.1.code', null),
  at('diagnosis-code-shape', 'diagnoses.1.code', '401.9'),
  at('diagnosis-principal-type', 'diagnoses.0.code_type', 'ABF'),
  at('diagnosis-principal-type', 'diagnoses.0.code_type', 'ABF', {
    'diagnoses.1.code_type': 'ABK',
  }),
  at('diagnosis-principal-type', 'diagnoses.0.code_type', null, { 'diagnoses.1.code_type': 'ABK' }),
  at('diagnosis-external-cause-first', 'diagnoses.0.code', 'y93.01'),
  at('diagnosis-second-principal', 'diagnoses.1.code_type', 'ABK'),
  at('diagnosis-type-missing', 'diagnoses.1.code_type', null),
  at('diagnosis-code-case', 'diagnoses.0.code', 'e11.9'),
  { ...at('diagnosis-icd9-type', 'diagnoses.1.code_type', 'BF'), severity: 'error' },
  at('diagnosis-icd9-type', 'diagnoses.1.code_type', 'BJ', { 'diagnoses.1.code': '401.9' }),
  at('diagnosis-duplicate', 'diagnoses.1.code', 'e119'),
  {
    rule: 'diagnoses-too-many',
    path: 'diagnoses',
    changes: {
      diagnoses: Array.from({ length: 13 }, (_, i) => ({
        code: `A${10 + i}`,
        code_type: i ? 'ABF' : 'ABK',
      })),
    },
  },
  at('service-lines-missing', 'service_lines', []),
  at('procedure-code-missing', 'service_lines.0.procedure_code', null),
  at('procedure-code-shape', 'service_lines.0.procedure_code', 'VISIT'),
  at('modifier-shape', 'service_lines.0.modifiers.0', '255', {
    'service_lines.0.modifiers': ['25'],
  }),
  at('modifier-duplicate', 'service_lines.0.modifiers', ['25', '59', '25']),
  at('modifiers-too-many', 'service_lines.0.modifiers', ['25', '59', '76', 'RT', 'LT']),
  at('revenue-code-shape', 'service_lines.0.revenue_code', '9999'),
  at('revenue-code-total', 'service_lines.1.revenue_code', '0001', {
    'service_lines.0.revenue_code': '0450',
  }),
  at('line-kinds-mixed', 'service_lines.1.revenue_code', '0450'),
  at('line-kinds-mixed', 'service_lines.1.revenue_code', ' ', {
    'service_lines.0.revenue_code': '0450',
  }),
  at('line-external-id-duplicate', 'service_lines.1.external_id', 'a', {
    'service_lines.0.external_id': 'a',
  }),
  at('line-repeated', 'service_lines.1.procedure_code', 'G0463', {
    'service_lines.0.modifiers': [],
    'service_lines.1.drug_identification': null,
  }),
  at('pointer-missing', 'service_lines.0.diagnosis_pointers', []),
  at('pointer-out-of-range', 'service_lines.0.diagnosis_pointers', [0, 2]),
  at('pointer-out-of-range', 'service_lines.0.diagnosis_pointers', [0.5]),
  at('pointer-out-of-range', 'service_lines.0.diagnosis_pointers', [-1]),
  at('pointer-duplicate', 'service_lines.0.diagnosis_pointers', [1, 1]),
  at('pointers-too-many', 'service_lines.0.diagnosis_pointers', [0, 1, 0, 1, 0]),
  at('pointers-not-a-list', 'service_lines.0.diagnosis_pointers', '0'),
  at('quantity-missing', 'service_lines.0.quantity', null),
  at('quantity-not-positive', 'service_lines.0.quantity', '0.0'),
  at('quantity-not-positive', 'service_lines.0.quantity', 1),
  at('quantity-not-positive', 'service_lines.0.quantity', '1e3'),
  at('quantity-precision', 'service_lines.0.quantity', '1.2345'),
  { ...at('quantity-precision', 'service_lines.0.quantity', '1.25'), severity: 'warning' },
  at('units-missing', 'service_lines.0.units', undefined),
  at('units-unknown', 'service_lines.0.units', 'HR'),
  at('charge-missing', 'service_lines.0.charge_amount_cents', null),
  at('charge-not-whole-cents', 'service_lines.0.charge_amount_cents', 125.5),
  at('charge-not-whole-cents', 'service_lines.0.charge_amount_cents', '12500'),
  at('charge-negative', 'service_lines.0.charge_amount_cents', -1),
  at('charge-too-large', 'service_lines.0.charge_amount_cents', 10_000_000_000),
  {
    rule: 'claim-total-too-large',
    path: 'service_lines',
    changes: {
      'service_lines.0.charge_amount_cents': 9_999_999_999,
      'service_lines.1.charge_amount_cents': 1,
    },
  },
  at('charge-zero', 'service_lines.0.charge_amount_cents', 0),
  at('claim-charges-nothing', 'service_lines', [{ charge_amount_cents: 0 }]),
  at('test-results-too-many', 'service_lines.0.test_results', fiveLabs),
  at('ndc-shape', 'service_lines.1.drug_identification.national_drug_code', '0409-1234-01'),
  at('ndc-missing', 'service_lines.1.drug_identification.national_drug_code', null),
  at('ndc-count', 'service_lines.1.drug_identification.national_drug_unit_count', '0'),
  at('ndc-unit', 'service_lines.1.drug_identification.measurement_unit_code', 'MG'),
  at('date-shape', 'date_of_service', '10/02/2026'),
  at('date-shape', 'service_lines.0.date_of_service', '2026-02-30'),
  {
    rule: 'date-of-service-missing',
    path: 'date_of_service',
    changes: {
      date_of_service: null,
      'service_lines.0.date_of_service': null,
      'service_lines.1.date_of_service': null,
    },
  },
  at('date-end-before-start', 'end_date_of_service', '2026-10-01'),
  at('date-end-before-start', 'service_lines.0.end_date_of_service', '2026-10-01'),
  at('date-future', 'date_of_service', '2026-12-01'),
  at('date-future', 'end_date_of_service', '2026-12-01'),
  at('date-future', 'service_lines.0.end_date_of_service', '2026-12-01'),
  at('line-date-outside-visit', 'service_lines.1.date_of_service', '2026-10-03'),
  at('accident-after-service', 'accident_date', '2026-10-03'),
  at('discharge-before-admission', 'discharge_date', '2026-10-01', {
    admission_date: '2026-10-02',
  }),
  at('service-outside-stay', 'admission_date', '2026-10-03', {
    'service_lines.0.place_of_service_code': '51',
  }),
  at('onset-after-service', 'onset_of_current_illness_or_symptom_date', '2026-10-03'),
  {
    rule: 'timely-filing',
    path: 'date_of_service',
    changes: { date_of_service: '2026-08-10', 'service_lines.0.date_of_service': '2026-08-10' },
    input: { filing: ninetyDays },
  },
  {
    rule: 'external-id-names-patient',
    path: 'charge_external_id',
    changes: {},
    input: { charge_external_id: 'visit-moss-1' },
  },
  at('external-id-names-patient', 'external_id', '19800229-A'),
  at('external-id-names-patient', 'service_lines.0.external_id', '123-45-6789'),
  {
    rule: 'auto-accident-details',
    path: 'related_causes_information.state_or_province_code',
    changes: { related_causes_information: { related_causes_code_2: 'AA' } },
  },
  {
    rule: 'accident-date-missing',
    path: 'accident_date',
    changes: { related_causes_information: { related_causes_code_1: 'AA' } },
  },
  {
    rule: 'accident-cause-missing',
    path: 'related_causes_information.related_causes_code_1',
    changes: { accident_date: '2026-09-01' },
  },
  at('referral-number-length', 'referral_number', 'R'.repeat(51)),
  at('number-note', 'referral_number', 'n/a'),
  at('number-note', 'service_lines.1.prior_authorization_number', '0000000'),
  at(
    'supplements-too-many',
    'claim_supplemental_information',
    Array.from({ length: 11 }, () => ({ attachment_report_type_code: '03' })),
  ),
  at('mammography-number-shape', 'service_facility.mammography_certification_number', '12345'),
  {
    rule: 'pre-encounter-field',
    path: 'patient',
    changes: {},
    input: { from_pre_encounter: true },
  },
  at('delimiter-signs', 'guarantor.first_name', 'Ann:Lee'),
  at('delimiter-signs', 'service_facility.organization_name', 'North~Clinic'),
  at('text-spaces', 'rendering_provider.npi', '1234567893 '),
  at('invisible-signs', 'subscriber_primary.insurance_card.payer_id', 'KLM07\u200B'),
  at('invisible-signs', 'patient.last_name', 'Mo\u00ADss'),
  at('text-spaces', 'service_lines.1.drug_identification.national_drug_code', ' 00409123401'),
  {
    rule: 'ehr-link-not-https',
    path: 'ehr_source_url',
    changes: {},
    input: { ehr_source_url: 'http://ehr.example/1' },
  },
  at('pointer-other-kind', 'service_lines.0.diagnosis_pointers', [1], {
    'diagnoses.1.code_type': 'ABJ',
  }),
  at('text-damaged', 'patient.last_name', 'Mu\uFFFDoz'),
  at('text-too-long', 'service_lines.0.note', 'n'.repeat(81)),
  at('text-placeholder', 'patient.first_name', 'unknown'),
  at('text-placeholder', 'subscriber_primary.insurance_card.group_number', 'N/A'),
  at('text-placeholder', 'rendering_provider.last_name', 'TBD'),
  at('self-differs', 'subscriber_primary.date_of_birth', '1980-03-01'),
  at('self-differs', 'subscriber_secondary.last_name', 'Lee', {
    subscriber_secondary: { patient_relationship_to_subscriber_code: '18' },
  }),
  {
    rule: 'self-unmarked',
    path: 'subscriber_primary.patient_relationship_to_subscriber_code',
    changes: {
      'subscriber_primary.patient_relationship_to_subscriber_code': '01',
      'subscriber_primary.first_name': 'AVERY J',
      'subscriber_primary.last_name': 'Moss',
      'subscriber_primary.date_of_birth': '1980-02-29',
    },
  },
  {
    rule: 'medicare-not-self',
    path: 'subscriber_primary.patient_relationship_to_subscriber_code',
    changes: {
      'subscriber_primary.patient_relationship_to_subscriber_code': '01',
      'subscriber_primary.insurance_card.plan_type': 'MB',
    },
  },
  at('rendering-is-organization', 'rendering_provider.npi', '1999999984'),
  at('modifiers-excluding', 'service_lines.0.modifiers', ['GZ', 'ga']),
  at('telehealth-place', 'service_lines.0.modifiers', ['GT']),
  at('telehealth-timing', 'service_lines.0.modifiers', ['GQ'], { synchronicity: 'Synchronous' }),
  {
    rule: 'drug-code-for-medicaid',
    path: 'service_lines.1.drug_identification.national_drug_code',
    changes: {
      'service_lines.1.drug_identification': null,
      'subscriber_primary.insurance_card.plan_type': 'MC',
    },
  },
  at('ordering-provider-missing', 'service_lines.0.ordering_provider.npi', null, {
    'service_lines.0.procedure_code': 'E0114',
    'subscriber_primary.insurance_card.plan_type': 'MA',
  }),
  at('medicare-total', 'service_lines', [{ charge_amount_cents: 10_000_000 }], {
    'subscriber_primary.insurance_card.plan_type': 'MB',
  }),
  at('work-injury-details', 'property_casualty_claim_number', '', {
    'subscriber_primary.insurance_card.plan_type': 'WC',
  }),
  {
    rule: 'attachment-number-missing',
    path: 'claim_supplemental_information.1.attachment_control_number',
    changes: {
      claim_supplemental_information: [
        { attachment_transmission_code: 'AA' },
        { attachment_transmission_code: 'FX' },
      ],
    },
  },
]
