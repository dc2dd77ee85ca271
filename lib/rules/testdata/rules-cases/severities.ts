import type { ClaimCase } from './claim-case.ts'

const card = 'subscriber_primary.insurance_card'
const relationship = 'subscriber_primary.patient_relationship_to_subscriber_code'
const codes = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '61', '62', '63']

function without(id: string, path: string, words: RegExp, changes = {}): ClaimCase {
  return {
    id,
    changes: { ...changes, [path]: undefined },
    expected: [{ path, severity: 'error', words }],
  }
}

/**
 * Claims that certainly come back from the payer or the partner: saving them asks for a reason.
 * What the payer may accept is a warning.
 */
export const severityCases: readonly ClaimCase[] = [
  without('S01', 'subscriber_primary', /primary subscriber/),
  without('S02', `${card}.member_id`, /member ID/),
  without('S03', `${card}.payer_id`, /payer ID/),
  without('S04', relationship, /relationship/),
  {
    id: 'S05',
    status: 'planned',
    changes: { [`${card}.member_id`]: undefined },
    expected: [{ path: `${card}.member_id`, severity: 'warning', words: /member ID/ }],
  },
  {
    id: 'S06',
    changes: { [relationship]: '01' },
    expected: [
      { path: 'subscriber_primary.last_name', severity: 'error', words: /last name/ },
      { path: 'subscriber_primary.first_name', severity: 'error', words: /first name/ },
      { path: 'subscriber_primary.gender', severity: 'error', words: /gender/ },
      { path: 'subscriber_primary.date_of_birth', severity: 'warning', words: /date of birth/ },
    ],
  },
  {
    id: 'S07',
    changes: { [relationship]: '01', responsible_party: 'SELF_PAY' },
    expected: [{ path: 'subscriber_primary.last_name', severity: 'silent', words: /./ }],
  },
  {
    id: 'S08',
    changes: { 'service_facility.address.zip_plus_four_code': undefined },
    expected: [
      {
        path: 'service_facility.address.zip_plus_four_code',
        severity: 'error',
        words: /four digits/,
        fix: 'Write the placeholder 9998 (four digits not known)',
      },
    ],
  },
  // No button: the placeholder 9998 is for facilities only.
  without('S09', 'billing_provider.address.zip_plus_four_code', /four digits/),
  {
    id: 'S10',
    changes: {
      place_of_service_code: '21',
      'service_lines.0.place_of_service_code': '21',
      'service_lines.1.place_of_service_code': '21',
    },
    expected: [{ path: 'admission_date', severity: 'error', words: /[Aa]dmission/ }],
  },
  {
    id: 'S11',
    changes: { 'service_lines.0.place_of_service_code': '21' },
    expected: [{ path: 'admission_date', severity: 'error', words: /[Aa]dmission/ }],
  },
  {
    id: 'S12',
    changes: {
      place_of_service_code: '21',
      admission_date: '2026-10-01',
      discharge_date: '2026-09-30',
    },
    expected: [{ path: 'discharge_date', severity: 'error', words: /before the admission/ }],
  },
  {
    id: 'S13',
    changes: {
      diagnoses: codes.map((code, place) => ({
        code: `E11.${code}`,
        code_type: place === 0 ? 'ABK' : 'ABF',
      })),
      'service_lines.0.diagnosis_pointers': [12],
    },
    expected: [
      { path: 'diagnoses', severity: 'error', words: /12/ },
      { path: 'service_lines.0.diagnosis_pointers', severity: 'error', words: /first 12/ },
    ],
  },
  {
    id: 'S14',
    changes: { 'service_lines.0.modifiers': ['JK'] },
    expected: [{ path: 'service_lines.0.modifiers.0', severity: 'warning', words: /JK/ }],
  },
  {
    id: 'S15',
    changes: { 'service_lines.1.date_of_service': '2026-10-09' },
    expected: [
      {
        path: 'service_lines.1.date_of_service',
        severity: 'warning',
        words: /outside the visit/,
        fix: 'Set the end date to 10/09/2026',
      },
    ],
  },
]
