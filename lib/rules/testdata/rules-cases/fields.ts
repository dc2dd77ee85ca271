import type { ClaimCase } from './claim-case.ts'

type Answer = ClaimCase['expected'][number]['severity']
type More = { words?: RegExp; fix?: string; with?: Record<string, unknown>; source?: string }

/** One value of one field, and what the checks say there. */
const at = (
  id: string,
  path: string,
  value: unknown,
  severity: Answer,
  { words = /./, fix, with: changes = {}, source }: More = {},
): ClaimCase => ({
  id: `${id} ${path} ${JSON.stringify(value)?.slice(0, 40)}`,
  ...(source !== undefined && { source }),
  changes: { ...changes, [path]: value },
  expected: [{ path, severity, words, ...(fix !== undefined && { fix }) }],
})

/** The same for several fields, or for several values of one. */
const each = (
  id: string,
  paths: readonly string[],
  values: readonly unknown[],
  severity: Answer,
  more?: More,
) => paths.flatMap((path) => values.map((value) => at(id, path, value, severity, more)))

const card = 'subscriber_primary.insurance_card'
const other = (card: object = {}) => ({
  patient_relationship_to_subscriber_code: '18',
  insurance_card: { payer_id: 'OTH02', member_id: 'W7654321', ...card },
})
const accident = 'related_causes_information'
const auto = { [accident]: { related_causes_code_1: 'AA' }, accident_date: '2026-10-01' }
const self = { 'patient.gender': 'female' }
const fox = { first_name: 'Dana', last_name: 'Fox' }
const long = (length: number) => 'n'.repeat(length)
const stay = {
  place_of_service_code: '21',
  admission_date: '2026-09-30',
  discharge_date: '2026-10-03',
}
const hospital = {
  end_date_of_service: '2026-10-03',
  'service_lines.0.revenue_code': '0450',
  'service_lines.1.revenue_code': '0636',
}
const supply = (more: object) => ({
  service_lines: [
    {
      procedure_code: 'A4253',
      modifiers: [],
      diagnosis_pointers: [0],
      quantity: '2',
      units: 'UN',
      charge_amount_cents: 4000,
      date_of_service: '2026-10-02',
      ...more,
    },
  ],
})

/** A rule knows every field of its kind. Collected from payers' manuals and published claims. */
const families: readonly ClaimCase[] = [
  // Placeholders of ZIP codes.
  ...each(
    'C1',
    ['billing_provider.address.zip_plus_four_code'],
    ['9999', '9998', '0000'],
    'error',
    {
      words: /placeholder/,
      source: 'CMS-855A; 837 billing provider ZIP+4',
    },
  ),
  at('C1', 'service_facility.address.zip_plus_four_code', '9998', 'silent'),
  at('C1', 'patient.address.zip_plus_four_code', '9999', 'silent'),
  at('C1', 'patient.address.zip_plus_four_code', '0000', 'error', { words: /placeholder/ }),
  // Placeholders and notes in numbers.
  ...each(
    'C2',
    [
      'property_casualty_claim_number',
      'property_casualty_patient_identifier.property_casualty_patient_identifier',
      'prior_authorization_number',
      'referral_number',
      'service_lines.1.prior_authorization_number',
      'referring_provider.secondary_identification.reference_identification',
      'billing_provider.secondary_identification.reference_identification',
      'service_facility.secondary_identification',
      'service_lines.1.drug_identification.pharmacy_prescription_number',
    ],
    ['UNKNOWN', 'see attached', 'not required', 'n/a', '000000', 'undefined'],
    'error',
    { words: /note|placeholder/, source: 'ASC X12, REF*Y4, G1, 9F, 0B, G2, XZ' },
  ),
  ...each(
    'C2',
    ['property_casualty_claim_number', 'prior_authorization_number', 'referral_number'],
    ['WC-2026-00417', 'A1', '20260417', 'AUTH 12345', 'ABC-DEF-1'],
    'silent',
  ),
  // Insurance of an injury.
  {
    id: 'C3 automobile medical without claim number and cause',
    source: '837P REF*Y4 and CLM11',
    changes: { [`${card}.plan_type`]: 'AM' },
    expected: [
      { path: 'property_casualty_claim_number', severity: 'error', words: /claim number/ },
      { path: `${accident}.related_causes_code_1`, severity: 'error', words: /AA/ },
    ],
  },
  {
    id: 'C3 workers’ compensation that pays second',
    changes: { subscriber_secondary: other({ plan_type: 'WC' }) },
    expected: [
      { path: 'property_casualty_claim_number', severity: 'warning', words: /claim number/ },
    ],
  },
  // States.
  at('C4', `${accident}.state_or_province_code`, 'Oregon', 'error', {
    with: auto,
    fix: 'Write OR',
    source: '837P CLM11-4: two letters',
  }),
  ...each('C4', [`${accident}.state_or_province_code`], ['OR', 'BC'], 'silent', { with: auto }),
  ...each(
    'C4',
    ['patient.address.state', 'billing_provider.address.state', 'pay_to_address.state'],
    ['Oregon', 'oregon', 'or'],
    'error',
    { fix: 'Write OR' },
  ),
  // Signs that separate the parts of a claim.
  ...each(
    'C5',
    [
      'patient.address.address1',
      'subscriber_secondary.address.city',
      `${card}.group_number`,
      'referring_provider.last_name',
      'service_facility.organization_name',
      'prior_authorization_number',
      'property_casualty_claim_number',
    ],
    ['12 Elm *4', 'A~12', 'A^12'],
    'error',
    { words: /can't carry/, source: 'ASC X12 TR3 B.1.1.2' },
  ),
  at('C5', 'service_lines.0.note', 'Time: 15 minutes', 'warning', { words: /can't carry :/ }),
  at('C5', 'patient.address.address2', 'Attn: Ann', 'warning', { words: /can't carry :/ }),
  // Dates in the future and before birth.
  ...each(
    'C6',
    [
      'discharge_date',
      'accident_date',
      'admission_date',
      'onset_of_current_illness_or_symptom_date',
      'last_menstrual_period_date',
      'service_lines.1.end_date_of_service',
    ],
    ['2026-12-25'],
    'error',
    { words: /future/, source: '837 date edits of payers' },
  ),
  ...each(
    'C6',
    [
      'accident_date',
      'admission_date',
      'onset_of_current_illness_or_symptom_date',
      'service_lines.1.date_of_service',
    ],
    ['1970-01-01'],
    'error',
    { words: /before the patient/ },
  ),
  ...each(
    'C6',
    ['patient.date_of_birth', 'subscriber_tertiary.date_of_birth', 'guarantor.date_of_birth'],
    ['2027-01-01', '1850-01-01'],
    'error',
    { words: /future|150 years/ },
  ),
  // Lengths.
  ...(
    [
      ['service_lines.0.note', 80],
      ['service_lines.1.description', 80],
      ['patient.address.address1', 55],
      ['pay_to_address.city', 30],
      ['patient.last_name', 60],
      ['rendering_provider.first_name', 35],
      ['billing_provider.organization_name', 60],
      ['prior_authorization_number', 50],
      [`${card}.group_number`, 50],
    ] as const
  ).flatMap(([path, most]) => [
    at('C7', path, long(most + 1), 'warning', {
      words: /cut or refused/,
      source: '837P NTE02, N301, N401, NM103, REF02',
    }),
  ]),
  at('C7', 'service_lines.0.note', long(80), 'silent'),
  // Providers.
  ...['supervising_provider', 'referring_provider', 'initial_referring_provider'].flatMap((who) => [
    at('C8', `${who}.npi`, undefined, 'warning', {
      with: { [who]: fox },
      words: /no NPI/,
      source: '837P loop 2310',
    }),
    at('C8', `${who}.npi`, undefined, 'error', {
      with: {
        [who]: fox,
        [`${card}.plan_type`]: 'MB',
        [`${card}.member_id`]: '1EG4TE5MK73',
      },
      words: /no NPI/,
      source: '42 CFR 424.507',
    }),
  ]),
  at('C8', 'service_lines.0.ordering_provider.npi', undefined, 'warning', {
    with: { 'service_lines.0.ordering_provider': fox },
    words: /no NPI/,
  }),
  at('C8', 'referring_provider.last_name', undefined, 'warning', {
    with: { referring_provider: { npi: '1234567893' } },
    words: /no name/,
  }),
  // The patient as subscriber.
  ...each('C9', ['subscriber_primary.gender'], ['male'], 'error', {
    with: self,
    words: /self, but another gender/,
    source: '837P loop 2000B',
  }),
  ...each('C9', ['subscriber_primary.gender'], ['female', 'unknown', 'other'], 'silent', {
    with: self,
  }),
  // Addresses.
  ...['subscriber_primary', 'subscriber_secondary', 'guarantor', 'referring_provider'].map(
    (who): ClaimCase => ({
      id: `C10 ${who} with a city alone`,
      source: '837P N3 and N4',
      changes: { [`${who}.address`]: { city: 'Portland' } },
      expected: ['address1', 'state', 'zip_code'].map((key) => ({
        path: `${who}.address.${key}`,
        severity: who.startsWith('subscriber') ? 'error' : 'warning',
        words: /has no/,
      })),
    }),
  ),
  at('C10', 'subscriber_primary.address.city', null, 'silent', {
    with: { 'subscriber_primary.address': { city: null, state: '' } },
  }),
  ...each(
    'C11',
    ['billing_provider.address.address1', 'billing_provider.address.address2'],
    [
      'PO Drawer 8',
      'P.O. Bin 4',
      'PO Caller 12',
      'Lockbox 77',
      'Drawer 8',
      'Drawer B',
      'Caller Service 3',
      'POBOX 9',
    ],
    'error',
    { words: /PO box/, source: 'USPS Publication 28; 837P loop 2010AA' },
  ),
  at('C11', 'service_facility.address.address1', 'PO Drawer 8', 'warning', { words: /PO box/ }),
  ...each(
    'C11',
    ['billing_provider.address.address1'],
    ['8 Drawer Lane', '12 Boxwood Road', '4 Binney Street', 'RR 2 Box 152', '9 Caller Court'],
    'silent',
  ),
  at('C11', 'pay_to_address.address1', 'PO Drawer 8', 'silent'),
  // Ranks and stays.
  {
    id: 'F1 a tertiary subscriber without a secondary one',
    source: '837P SBR01',
    changes: { subscriber_tertiary: other() },
    expected: [{ path: 'subscriber_secondary', severity: 'error', words: /no secondary/ }],
  },
  at('F1', 'service_lines.1.date_of_service', '2026-10-05', 'error', {
    with: { ...stay, end_date_of_service: '2026-10-05' },
    words: /after the discharge/,
    source: '837P DTP*096',
  }),
  at('F1', 'date_of_service', '2026-10-02', 'silent', { with: stay }),
  at('F1', 'service_lines.0.date_of_service', '2026-09-20', 'warning', {
    with: { ...stay, ...hospital, date_of_service: '2026-09-20' },
    words: /before the admission/,
  }),
  at('F1', 'service_lines.0.date_of_service', '2026-09-28', 'silent', {
    with: { ...stay, ...hospital, date_of_service: '2026-09-28' },
    source: 'Medicare’s three-day payment window',
  }),
  at('F1', 'service_lines.0.end_date_of_service', '2026-12-01', 'silent', {
    with: supply({}),
    source: 'Pub. 100-04, chapter 20: billed on the day of delivery',
  }),
  at('F1', 'end_date_of_service', '2026-12-01', 'silent', {
    with: supply({ end_date_of_service: '2026-12-01' }),
  }),
  at('F1', 'service_lines.0.end_date_of_service', '2027-06-01', 'error', { with: supply({}) }),
]

/** Signs and words that are no letter of the value. */
const characters: readonly ClaimCase[] = [
  ...each(
    'D1',
    ['patient.last_name', 'referring_provider.last_name', 'subscriber_secondary.last_name'],
    ['Mo\tss', 'Mo\u0000ss', 'Mo\r\nss', '\tMoss', 'Moss\u00A0'],
    'error',
    { fix: 'Write Moss', source: 'ASC X12 TR3 B.1.1.2' },
  ),
  at('D1', 'patient.address.address1', '12\u00A0Elm\tStreet', 'error', {
    fix: 'Write 12 Elm Street',
  }),
  at('D1', `${card}.payer_id`, 'NB\tH01', 'error', { fix: 'Write NBH01' }),
  ...each(
    'D2',
    ['patient.last_name', 'patient.address.city', 'referring_provider.first_name'],
    ['Mu\uFFFDoz'],
    'error',
    { words: /lost/, source: 'Unicode standard, U+FFFD' },
  ),
  at('D2', 'service_lines.0.note', 'caf\uFFFD', 'error', { words: /lost/ }),
  ...each('D2', ['patient.last_name'], ['Mu?oz'], 'warning', { words: /lost a letter/ }),
  ...each('D2', ['patient.last_name'], ['MuÃ±oz'], 'error', { fix: 'Write Muñoz' }),
  at('D2', 'patient.last_name', 'Oâ€™Neill', 'error', { fix: 'Write O’Neill' }),
  at('D2', 'patient.last_name', 'O&#39;Neill', 'error', { fix: "Write O'Neill" }),
  at('D2', 'service_facility.organization_name', 'Fox &amp; Lee', 'error', {
    fix: 'Write Fox & Lee',
  }),
  at('D2', 'service_facility.organization_name', 'Fox & Lee; Sons', 'silent'),
  at('D2', 'patient.last_name', 'O\u0092Neill', 'error', { fix: 'Write O’Neill' }),
  ...each(
    'D3',
    ['patient.first_name', 'guarantor.first_name', 'service_lines.0.ordering_provider.first_name'],
    ['Avery ', ' Avery'],
    'warning',
    { fix: 'Write Avery', words: /space/, source: 'ASC X12 TR3 B.1.1.3.1.4' },
  ),
  ...each(
    'D4',
    ['patient.last_name', 'rendering_provider.first_name', 'service_facility.organization_name'],
    ['null', 'None', 'XXX', 'Test'],
    'warning',
    { words: /seems to be a placeholder/ },
  ),
  ...each(
    'D4',
    ['patient.last_name', 'rendering_provider.first_name', 'service_facility.organization_name'],
    ['undefined', 'N/A', 'NaN', 'undefined undefined', '-', '[object Object]'],
    'error',
    { words: /is a placeholder/ },
  ),
  ...each(
    'D4',
    ['patient.address.address1', 'patient.address.city'],
    ['UNKNOWN', 'none'],
    'warning',
    {
      words: /placeholder/,
    },
  ),
  ...each(
    'D5',
    ['patient.last_name', 'rendering_provider.last_name', 'guarantor.last_name'],
    ['Muñoz', 'O’Neill', 'Şahin', "D'Arcy-Łoś", 'van der Berg', 'Na', 'Ng', 'Ãli', 'St. John', 'Ó'],
    'silent',
  ),
]

const massachusetts = {
  'patient.address.state': 'MA',
  'patient.address.zip_plus_four_code': undefined,
}

/** What a spreadsheet or a hurried copy made of a value. */
const damages: readonly ClaimCase[] = [
  at('G1', 'patient.address.zip_code', '2139', 'error', {
    with: massachusetts,
    fix: 'Write 02139',
    source: 'USPS: the ZIP codes of nine states begin with 0',
  }),
  at('G1', 'patient.address.zip_code', '2139-1234', 'error', {
    with: massachusetts,
    fix: 'Write 02139 and 1234',
  }),
  at('G1', 'pay_to_address.zip_code', '907', 'error', {
    with: { 'pay_to_address.state': 'PR' },
    fix: 'Write 00907',
  }),
  // In Oregon no ZIP code begins with 0.
  at('G1', 'patient.address.zip_code', '9720', 'error'),
  ...each(
    'G2',
    ['patient.address.zip_code', 'billing_provider.address.zip_code'],
    ['00000'],
    'error',
    {
      words: /placeholder/,
      source: 'USPS: no such ZIP code',
    },
  ),
  at('G2', 'patient.address.zip_code', '00312', 'warning', { words: /does not use/ }),
  ...each(
    'G3',
    [
      'prior_authorization_number',
      `${card}.group_number`,
      'property_casualty_claim_number',
      'service_lines.1.prior_authorization_number',
    ],
    ['1.23E+09', '4,5E+11', '#N/A'],
    'error',
    { words: /spreadsheet/ },
  ),
  ...each(
    'J1',
    ['rendering_provider.npi', 'service_facility.npi', 'service_lines.0.ordering_provider.npi'],
    [
      '808401234567893',
      '80840 1234567893',
      '123-456-7893',
      '1234567893.0',
      "'1234567893",
      '１２３４５６７８９３',
    ],
    'error',
    {
      fix: 'Write 1234567893',
      source: 'CMS, NPI check digit: 80840 is the prefix of a card',
    },
  ),
  at('K1', `${card}.insurance_type`, '12', 'warning', {
    words: /only for Medicare/,
    source: '837P SBR05',
  }),
  at('K1', 'subscriber_secondary.insurance_card.insurance_type', '12', 'warning', {
    with: { subscriber_secondary: other({ plan_type: 'CI' }) },
    words: /only for Medicare/,
  }),
  at('K2', `${card}.member_id`, 'COM188-404777', 'error', {
    fix: 'Write COM188404777',
    words: /letters and digits/,
    source: '837P NM109: a hyphen is no note',
  }),
  at('K2', `${card}.member_id`, '402118739.0', 'error', { fix: 'Write 402118739' }),
]

const birthDates = [
  'V02291980',
  'V1980-02-29',
  'V19800229',
  'V29021980',
  'V022980-1',
  'V800229',
  'V-2/29/1980',
  '2.29.80-1',
  '29-Feb-1980',
  'feb29-1980',
  '1980_2_29',
]

/** Ids that a capture sends to others. */
const ids: readonly ClaimCase[] = [
  ...each('L1', ['external_id', 'service_lines.0.external_id'], birthDates, 'warning', {
    words: /patient information/,
    source: '45 CFR 164.514(b)',
  }),
  ...each('L1', ['external_id'], ['V02291981', 'V1022980', 'VISIT-2980', 'V229'], 'silent'),
]

export const fieldCases: readonly ClaimCase[] = [...families, ...characters, ...damages, ...ids]
