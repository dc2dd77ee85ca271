import type { ClaimCase } from './claim-case.ts'

type Severity = ClaimCase['expected'][number]['severity']

const card = 'subscriber_primary.insurance_card'
const medicare = { [`${card}.plan_type`]: 'MB', [`${card}.member_id`]: '1EG4TE5MK73' }
const only = (line: object) => ({
  service_lines: [
    {
      modifiers: [],
      diagnosis_pointers: [0],
      quantity: '1',
      units: 'UN',
      charge_amount_cents: 10_000,
      date_of_service: '2026-10-02',
      ...line,
    },
  ],
})
const drug = {
  service_id_qualifier: 'N4',
  national_drug_code: '00409123401',
  national_drug_unit_count: '1',
  measurement_unit_code: 'UN',
}

function one(
  id: string,
  changes: ClaimCase['changes'],
  path: string,
  severity: Severity,
  words: RegExp,
): ClaimCase {
  return { id, changes, expected: [{ path, severity, words }] }
}

function modifiers(
  id: string,
  own: readonly string[],
  severity: Severity,
  words: RegExp,
  more: ClaimCase['changes'] = {},
): ClaimCase {
  const path = 'service_lines.0.modifiers'
  return one(id, { ...more, [path]: own }, path, severity, words)
}

/** What a line needs besides its code, and what does not fit together on it. */
export const lineCases: readonly ClaimCase[] = [
  modifiers('L01', ['26', 'TC'], 'error', /26 and TC/),
  modifiers('L02', ['RT', 'LT'], 'warning', /50, or as two lines/),
  modifiers('L03', ['50', 'RT'], 'error', /50 and RT/),
  modifiers('L04', ['59', 'XS'], 'error', /59 and XS/),
  one(
    'L05',
    { 'service_lines.1.modifiers': ['25'] },
    'service_lines.1.modifiers',
    'error',
    /25, which belongs to a visit, not to a drug/,
  ),
  one(
    'L06',
    { 'service_lines.0.units': 'MJ', 'service_lines.0.quantity': '12.5' },
    'service_lines.0.units',
    'error',
    /minutes are for anesthesia/,
  ),
  one(
    'L07',
    only({ procedure_code: '01000', quantity: '35', units: 'MJ' }),
    'service_lines.0.modifiers',
    'warning',
    /AA, QK, QX, QY, QZ or AD/,
  ),
  modifiers('L08', ['93'], 'error', /93 is live/, {
    place_of_service_code: '10',
    synchronicity: 'Asynchronous',
  }),
  modifiers('L09', ['95'], 'warning', /telehealth, but place of service 11/),
  one(
    'L10',
    only({ procedure_code: 'J3490', drug_identification: drug }),
    'service_lines.0.description',
    'error',
    /unlisted code J3490, which needs a description/,
  ),
  one(
    'L11',
    { ...only({ procedure_code: 'E0601' }), ...medicare },
    'service_lines.0.ordering_provider.npi',
    'error',
    /ordering/,
  ),
  {
    id: 'L12',
    changes: { [`${card}.plan_type`]: 'WC' },
    expected: [
      {
        path: 'property_casualty_claim_number',
        severity: 'error',
        words: /claim number of the injury/,
      },
      {
        path: 'related_causes_information.related_causes_code_1',
        severity: 'error',
        words: /employment/,
      },
    ],
  },
  one(
    'L13',
    {
      claim_supplemental_information: [
        { attachment_report_type_code: 'OZ', attachment_transmission_code: 'BM' },
      ],
    },
    'claim_supplemental_information.0.attachment_control_number',
    'error',
    /control number/,
  ),
  one(
    'L14',
    { 'rendering_provider.npi': '1999999984' },
    'rendering_provider.npi',
    'warning',
    /organization's NPI/,
  ),
  one(
    'L15',
    { ...only({ procedure_code: 'G0463', charge_amount_cents: 10_000_000 }), ...medicare },
    'service_lines',
    'error',
    /99,999\.99/,
  ),
]
