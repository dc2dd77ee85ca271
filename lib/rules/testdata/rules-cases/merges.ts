import type { JsonObject } from '#lib/core/json.ts'

/**
 * Two people's versions of one capture's data. `asked`: the one conflict, its members in each
 * version.
 */
export type MergeCase = {
  id: string
  base: JsonObject
  mine: JsonObject
  theirs: JsonObject
  asked: { path: string; unit: string; mine: JsonObject; theirs: JsonObject }
}

/** Two captures of one claim. `disagree`: the paths of the partner's errors. */
export type BundleCase = {
  id: string
  a: JsonObject
  b: JsonObject
  disagree?: readonly string[]
  diagnoses?: readonly JsonObject[]
  cause?: string
}

const avery: JsonObject = { first_name: 'Avery', last_name: 'Moss', date_of_birth: '1980-02-29' }
const ann: JsonObject = {
  patient_relationship_to_subscriber_code: '18',
  first_name: 'Ann',
  last_name: 'Lee',
  date_of_birth: '1980-01-01',
}
const drugLine = (procedure_code: string, national_drug_code: string): JsonObject => ({
  external_id: 'L1',
  procedure_code,
  drug_identification: { service_id_qualifier: 'N4', national_drug_code },
})
const diagnoses: JsonObject[] = [
  { code: 'E11.9', code_type: 'ABK' },
  { code: 'I10', code_type: 'ABF' },
]
const pointing = (
  place: number,
  procedure_code: string,
  charge_amount_cents: number,
): JsonObject => ({
  diagnoses,
  service_lines: [
    { external_id: 'L1', procedure_code, charge_amount_cents, diagnosis_pointers: [place] },
  ],
})

export const mergeCases: readonly MergeCase[] = [
  {
    id: 'M01',
    base: { patient: avery },
    mine: { patient: { ...avery, first_name: 'Anna' } },
    theirs: { patient: { ...avery, last_name: 'Lee', date_of_birth: '1999-01-01' } },
    asked: {
      path: 'data.patient.last_name',
      unit: 'person',
      mine: { ...avery, first_name: 'Anna' },
      theirs: { ...avery, last_name: 'Lee', date_of_birth: '1999-01-01' },
    },
  },
  {
    id: 'M02',
    base: { subscriber_primary: ann },
    mine: { subscriber_primary: { ...ann, patient_relationship_to_subscriber_code: '01' } },
    theirs: { subscriber_primary: { ...ann, first_name: 'Bob', date_of_birth: '1978-01-01' } },
    asked: {
      path: 'data.subscriber_primary.last_name',
      unit: 'person',
      mine: { ...ann, patient_relationship_to_subscriber_code: '01' },
      theirs: { ...ann, first_name: 'Bob', date_of_birth: '1978-01-01' },
    },
  },
  {
    id: 'M03',
    base: { service_lines: [drugLine('J0696', '00409123401')] },
    mine: { service_lines: [drugLine('J0696', '00409123402')] },
    theirs: { service_lines: [drugLine('J1885', '00409123401')] },
    asked: {
      path: 'data.service_lines.0.procedure_code',
      unit: 'service',
      mine: {
        procedure_code: 'J0696',
        drug_identification: { service_id_qualifier: 'N4', national_drug_code: '00409123402' },
      },
      theirs: {
        procedure_code: 'J1885',
        drug_identification: { service_id_qualifier: 'N4', national_drug_code: '00409123401' },
      },
    },
  },
  {
    id: 'M04',
    base: pointing(0, 'G0463', 10_000),
    mine: pointing(1, 'G0463', 10_000),
    theirs: pointing(0, 'G0101', 15_000),
    asked: {
      path: 'data.service_lines.0.procedure_code',
      unit: 'service',
      mine: { procedure_code: 'G0463', charge_amount_cents: 10_000, diagnosis_pointers: 'I10' },
      theirs: { procedure_code: 'G0101', charge_amount_cents: 15_000, diagnosis_pointers: 'E11.9' },
    },
  },
]

const differing = (path: string, a: string, b: string): BundleCase => {
  const at = (value: string) =>
    path.split('.').reduceRight<JsonObject | string>((inner, name) => ({ [name]: inner }), value)
  return { id: `M07 ${path}`, a: at(a) as JsonObject, b: at(b) as JsonObject, disagree: [path] }
}
const visitOf = (procedure_code: string): JsonObject => ({
  date_of_service: '2026-10-02',
  service_lines: [{ procedure_code, date_of_service: '2026-10-02' }],
})

export const bundleCases: readonly BundleCase[] = [
  {
    id: 'M05',
    a: { patient: { first_name: 'Ann' } },
    b: { patient: { last_name: 'Lee', date_of_birth: '1990-01-01' } },
    disagree: ['patient.last_name'],
  },
  {
    id: 'M06',
    a: {
      diagnoses: [
        { code: 'I10', code_type: 'ABK' },
        { code: 'I10', code_type: 'ABJ' },
      ],
    },
    b: { diagnoses: [{ code: 'I10', code_type: 'ABF' }] },
    diagnoses: [
      { code: 'I10', code_type: 'ABK' },
      { code: 'I10', code_type: 'ABJ' },
    ],
  },
  differing('discharge_date', '2026-10-02', '2026-10-03'),
  differing('property_casualty_claim_number', 'PC1', 'PC2'),
  differing('related_causes_information.state_or_province_code', 'OR', 'WA'),
  differing('delay_reason_code', '1', '11'),
  differing('patient.first_name', 'Ann', 'Anna'),
  differing('patient.gender', 'female', 'male'),
  differing('subscriber_primary.patient_relationship_to_subscriber_code', '18', '01'),
  { id: 'M09', a: visitOf('g0463'), b: visitOf('G0463'), cause: 'line-billed-twice' },
]

/**
 * A capture's data, the members of it that a duplicate copies, and the paths that it leaves out.
 */
export const duplicateCase = {
  id: 'M08',
  data: {
    patient: avery,
    related_causes_information: { related_causes_code_1: 'AA', state_or_province_code: 'OR' },
    accident_date: '2026-09-30',
    billing_notes: [{ text: 'Called the payer' }],
    patient_histories: [{ category: 'PRESENT_ILLNESS' }],
    existing_medications: [{ name: 'Aspirin' }],
    service_lines: [
      { procedure_code: 'J0696', drug_identification: { pharmacy_prescription_number: 'RX1' } },
    ],
  },
  copied: ['patient', 'service_lines'],
  left: [
    'data.accident_date',
    'data.related_causes_information',
    'data.billing_notes',
    'data.patient_histories',
    'data.existing_medications',
    'data.service_lines.drug_identification.pharmacy_prescription_number',
  ],
}
