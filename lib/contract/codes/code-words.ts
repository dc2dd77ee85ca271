import { captureStatusWords } from '#lib/contract/codes/capture-statuses.ts'
import { hospitalStayCodes } from '#lib/contract/codes/hospital-stay.ts'
import { placeWords } from '#lib/contract/codes/place-words.ts'

const invoiceSystems = {
  STRIPE: 'Stripe',
  CEDAR: 'Cedar',
  HEALTHIE: 'Healthie',
  COLLECTLY: 'Collectly',
  THIRD_PARTY_PAYERS: 'Third-party payer',
  INSTAMED: 'InstaMed',
  REVSPRING: 'RevSpring',
}

function inBothSpellings(states: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    states.flatMap((state) => {
      const word = state.charAt(0).toUpperCase() + state.slice(1)
      return [state, state.toUpperCase()].map((spelling) => [spelling, word])
    }),
  )
}

/**
 * What a code means, in a few own words, where a biller should not have to know it by heart. Codes
 * without words are shown as they are. Keyed by the field's wire name.
 */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...hospitalStayCodes,
  status: {
    ...captureStatusWords,
    // Of invoices and payments, in both spellings of the partner.
    ...inBothSpellings(['draft', 'open', 'paid', 'void', 'uncollectible', 'held']),
    ...inBothSpellings(['pending', 'canceled', 'failed', 'completed', 'voided', 'succeeded']),
    requires_action: 'Waits for the patient',
  },
  invoice_type: invoiceSystems,
  invoice_destination: invoiceSystems,
  source: {
    MANUAL_ENTRY: 'Entered by hand',
    CHARGEBEE_PAYMENTS: 'Chargebee',
    'CHARGEBEE MANUALLY VOIDED BY CANDID': 'Chargebee, voided by the partner',
    CHARGEBEE_REFUNDS: 'Chargebee refund',
    SQUARE_PAYMENTS: 'Square',
    SQUARE_REFUNDS: 'Square refund',
    STRIPE_CHARGES: 'Stripe',
    STRIPE_REFUNDS: 'Stripe refund',
    ELATION_PAYMENTS: 'Elation',
  },
  billing_note_type: {
    manual: 'By hand',
    system: 'By the partner’s system',
    queue_added: 'Added to a queue',
    queue_moved: 'Moved to another queue',
    task_created: 'Task created',
  },
  submission_origin: { CANDID: 'Partner', EXTERNAL: 'Elsewhere' },
  coding_attribution: { CANDID: 'Partner', CUSTOMER: 'Us' },
  owner_of_next_action: { CANDID: 'Partner', CUSTOMER: 'Us', CODER: 'Coder', NONE: 'Nobody' },
  next_responsible_party: {
    primary: 'Primary insurance',
    secondary: 'Secondary insurance',
    tertiary: 'Tertiary insurance',
    patient: 'Patient',
    non_insurance: 'Non-insurance payer',
    none: 'Nobody',
  },
  billable_status: { BILLABLE: 'Billable', NOT_BILLABLE: 'Not billable' },
  responsible_party: {
    INSURANCE_PAY: 'Insurance pays',
    SELF_PAY: 'Patient pays',
    UNKNOWN: 'Unknown',
  },
  gender: {
    male: 'Male',
    female: 'Female',
    other: 'Other',
    not_given: 'Not given',
    unknown: 'Unknown',
  },
  units: { UN: 'UN', MJ: 'MJ' },
  code_type: {
    ABK: 'ABK principal',
    ABF: 'ABF other',
    ABJ: 'ABJ admitting',
    APR: 'APR reason for visit',
    BK: 'BK principal, ICD-9',
    BF: 'BF other, ICD-9',
    BJ: 'BJ admitting, ICD-9',
    PR: 'PR reason for visit, ICD-9',
  },
  patient_relationship_to_subscriber_code: {
    '18': '18 self',
    '01': '01 spouse',
    '19': '19 child',
    '20': '20 employee',
    '21': '21 unknown',
    '39': '39 organ donor',
    '40': '40 cadaver donor',
    '53': '53 life partner',
    G8: 'G8 other',
  },
  employment_status: { ACTIVE: 'Active', TERMINATED: 'Terminated' },
  provider_type: { INDIVIDUAL: 'Individual', ORGANIZATION: 'Organization' },
  address_type: { DEFAULT: 'Default' },
  license_type: { UNKNOWN: 'Unknown' },
  submission_expectation: {
    TARGET_PROFESSIONAL: 'Professional claim',
    TARGET_INSTITUTIONAL: 'Institutional claim',
  },
  contract_status: { pending: 'Pending', effective: 'Effective', cancelled: 'Cancelled' },
  present_on_admission_indicator: {
    YES: 'Yes',
    NO: 'No',
    UNKNOWN: 'Unknown',
    NOT_APPLICABLE: 'Not applicable',
  },
  place_of_service_code: placeWords,
}

// Words that do not say the code themselves, and it is what a claim is read by.
const besideTheirCode = new Set(['place_of_service_code', ...Object.keys(hospitalStayCodes)])

/** The meaning of a code; undefined if we have no words for it. */
export function knownWord(field: string, code: string): string | undefined {
  return Object.hasOwn(words, field) && Object.hasOwn(words[field]!, code)
    ? words[field]![code]
    : undefined
}

const names = [
  'Alaska',
  'African',
  'Eastern',
  'Hawaiian',
  'Indian',
  'Islander',
  'Latino',
  'Medicaid',
  'Medicare',
]
const spellings = new Map(
  [...names, 'North', 'Pacific', 'D', 'GYN', 'ID', 'MD', 'NPI', 'OB'].map((word) => [
    word.toLowerCase(),
    word,
  ]),
)

// "NATIVE_HAWAIIAN" -> "Native Hawaiian".
function wordsOfCode(code: string): string {
  const text = code
    .toLowerCase()
    .split('_')
    .map((word) => spellings.get(word) ?? word)
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A code as a line of a list: the code and its meaning, if known. */
export function codeWord(field: string, code: string): string {
  const known = knownWord(field, code)
  // Codes that are words already: `review_of_systems`, `PAYER_PLAN_GROUP`.
  if (known === undefined)
    return /^(?:[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+)$/.test(code) ? wordsOfCode(code) : code
  return besideTheirCode.has(field) ? `${code} ${known}` : known
}

/**
 * The code that `codeWord` says in these words, in any case; undefined if none does. `codes`:
 * further codes of the field.
 */
export function codeOfWord(
  field: string,
  text: string,
  codes: readonly string[] = [],
): string | undefined {
  const own = Object.hasOwn(words, field) ? Object.keys(words[field]!) : []
  return [...codes, ...own].find(
    (code) => codeWord(field, code).toLowerCase() === text.toLowerCase(),
  )
}
