import type { ClaimCase } from './claim-case.ts'

const silent = (...paths: string[]) =>
  paths.map((path) => ({ path, severity: 'silent' as const, words: /./ }))

const line = {
  quantity: '1',
  units: 'UN',
  charge_amount_cents: 10_000,
  date_of_service: '2026-10-02',
}
const compound = (description: string, national_drug_code: string) => ({
  ...line,
  procedure_code: 'J3490',
  modifiers: [],
  diagnosis_pointers: [0],
  description,
  drug_identification: {
    service_id_qualifier: 'N4',
    national_drug_code,
    national_drug_unit_count: '1',
    measurement_unit_code: 'UN',
  },
})
const firstPointers = {
  'service_lines.0.diagnosis_pointers': [0],
  'service_lines.1.diagnosis_pointers': [0],
}

/** Claims that payers take, and the few findings that look like them but are right. */
export const falseAlarmCases: readonly ClaimCase[] = [
  {
    id: 'F01',
    changes: {
      service_lines: [
        { ...line, revenue_code: '0450', procedure_code: 'G0463' },
        { ...line, revenue_code: '0636', procedure_code: 'J0696', quantity: '2' },
      ],
    },
    expected: silent('service_lines.0.diagnosis_pointers', 'service_lines.1.diagnosis_pointers'),
  },
  {
    id: 'F02',
    changes: {
      diagnoses: ['ABK', 'ABJ', 'APR'].map((code_type) => ({ code: 'I10', code_type })),
      ...firstPointers,
    },
    expected: silent('diagnoses.1.code', 'diagnoses.2.code'),
  },
  {
    id: 'F03',
    changes: {
      diagnoses: [
        { code: 'E11.9', code_type: 'ABK' },
        { code: '470', code_type: 'DR' },
        { code: '8302-2', code_type: 'LOI' },
      ],
      ...firstPointers,
    },
    expected: silent('diagnoses.1.code', 'diagnoses.2.code'),
  },
  {
    id: 'F04',
    changes: { 'service_lines.0.quantity': '1.25' },
    expected: [
      { path: 'service_lines.0.quantity', severity: 'warning', words: /one decimal; Medicare/ },
    ],
  },
  {
    id: 'F05',
    changes: { 'service_lines.0.quantity': '1.2345' },
    expected: [{ path: 'service_lines.0.quantity', severity: 'error', words: /3 decimals/ }],
  },
  {
    id: 'F06',
    changes: {
      'service_lines.0.procedure_code': '0000F',
      'service_lines.0.modifiers': [],
      'service_lines.0.charge_amount_cents': 0,
    },
    expected: silent('service_lines.0.charge_amount_cents'),
  },
  {
    id: 'F07',
    changes: {
      'service_lines.0.charge_amount_cents': 0,
      'service_lines.1.charge_amount_cents': 0,
    },
    expected: [{ path: 'service_lines', severity: 'error', words: /charges nothing/ }],
  },
  {
    id: 'F08',
    changes: {
      responsible_party: 'SELF_PAY',
      subscriber_primary: undefined,
      'billing_provider.tax_id': undefined,
      'patient.gender': undefined,
    },
    expected: silent('billing_provider.tax_id', 'patient.gender'),
  },
  {
    id: 'F09',
    changes: {
      'patient.address.state': 'FC',
      'patient.address.zip_code': 'V6B 1A1',
      'patient.address.zip_plus_four_code': undefined,
    },
    expected: silent('patient.address.zip_code'),
  },
  {
    id: 'F10',
    changes: { service_lines: [compound('a', '00409123401'), compound('b', '00409123402')] },
    expected: silent('service_lines.1.procedure_code'),
  },
  {
    id: 'F11',
    changes: { 'patient.first_name': 'Ann', external_id: 'CHANNEL-22' },
    expected: silent('external_id'),
  },
  {
    id: 'F12',
    changes: {
      place_of_service_code: '12',
      'service_lines.0.place_of_service_code': '12',
      'service_lines.1.place_of_service_code': '12',
      service_facility: undefined,
    },
    expected: [{ path: 'service_facility', severity: 'error', words: /partner groups/ }],
  },
]
