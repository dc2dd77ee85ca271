import { isDroppedStatus } from '#lib/contract/codes/capture-statuses.ts'
import { parseDollars } from '#lib/core/money.ts'
import type { Issue } from '#lib/core/result.ts'
import { isJsonObject, type Json, type JsonObject } from '#lib/core/json.ts'
import { textOf } from '#lib/core/read-json.ts'
import { codesOf, type FindCode } from '#lib/rules/scrub/icd10-lists.ts'
import type { AskedChange, ReadChange } from './bulk-change.ts'

/**
 * What a change of many captures asks of the person. `refused`: it is never made so. `reason`: it
 * needs a reason, with `documented` also the person's statement that each chart says so, with
 * `stated` also who states it. `consent`: it needs a reason, and above `mostWithoutConsent`
 * captures the approval of a second person. `only` limits the captures: each value to those of one
 * owner, all to those whose code is invalid on the day that decides, or to those whose new value is
 * their present one as a check would write it.
 */
export type ChangeClass = { only?: OneOwner | 'invalid-code' | 'rewriting' } & (
  | { kind: 'free' }
  | { kind: 'refused'; words: string }
  | { kind: 'reason'; words: string; asks?: 'documented' | 'stated' }
  | { kind: 'consent'; words: string }
)

/**
 * Whose a value is that is never given to others: a patient's by their id, a person's by name and
 * birth date, a billing provider's by NPI, or that of the provider or facility that has it as NPI.
 */
export type OneOwner = 'one-patient' | 'one-person' | 'one-billing-provider' | 'one-party'

/** Why a person makes a change, as it was asked for. `documented` is never preselected. */
export type ChangeReason = { text: string; documented: boolean; stated_by: string }

/**
 * The most captures in 24 hours that one person writes off, or gives another payer, without a
 * second person.
 */
export const mostWithoutConsent = 50
/** The longest reason, and the longest name of who states something. */
export const longestReason = 500
export const longestName = 120

type Kind = AskedChange['kind']
type Rule = {
  /** Wire paths with `*` for every row; a path also names what is below it. */
  paths: readonly string[]
  /** Where the rule comes from. */
  source: string
  /**
   * The class by operation; `otherwise` for the others, and `table` for the values of a table instead
   * of a file, where they differ. `asked` has the new values as texts, none if they are cleared.
   */
  is:
    | ({ readonly [kind in Kind | 'table']?: ChangeClass } & { otherwise: ChangeClass })
    | ((kind: Kind, values: readonly string[], find: string | undefined) => ChangeClass)
}

const free: ChangeClass = { kind: 'free' }
const reason = (words: string, asks?: 'documented' | 'stated'): ChangeClass => ({
  kind: 'reason',
  words,
  ...(asks && { asks }),
})
const refused = (words: string): ChangeClass => ({ kind: 'refused', words })

const people = [
  'patient',
  'guarantor',
  'subscriber_primary',
  'subscriber_secondary',
  'subscriber_tertiary',
]
const subscribers = people.slice(2)
const parties = [
  'billing_provider',
  'rendering_provider',
  'referring_provider',
  'initial_referring_provider',
  'supervising_provider',
  'treating_provider',
  'service_facility',
]

const differs = refused('This differs by patient. Use a CSV file with one value for each capture.')
const byChart = refused(
  'The chart decides this, capture by capture. Open each capture to change it.',
)
const byVisit = refused(
  'This differs by visit. Replace one wrong value by another, or use a CSV file.',
)
const byLine = refused('Each line’s chart decides this. Replace one wrong value by another.')
// What the chart says stays as it is: only its spelling changes.
const rewriting: ChangeClass = { kind: 'free', only: 'rewriting' }
const inChart = reason(
  'This is part of the medical record. It must be documented in each chart.',
  'documented',
)
const statement = reason('This is a statement to the payer on each claim.', 'stated')
const overwrites = reason(
  'This overwrites every value, also right ones. Replacing one wrong value is safer.',
)
const writesOff: ChangeClass = {
  kind: 'consent',
  words: 'Writes these captures off: nobody is billed for them.',
}
const lowers: ChangeClass = {
  kind: 'consent',
  words: 'Lowers what these captures charge: nobody is billed for the difference.',
}
const otherPayer: ChangeClass = {
  kind: 'consent',
  words: 'This changes who pays for these captures.',
}

const identitySource =
  'X12 837 loops 2010BA and 2010CA and REF segments: an identifier names one person or one record, so one value for many merges them.'
const chartSource =
  'ICD-10-CM Official Guidelines, I.A.19 and False Claims Act, 31 U.S.C. 3729: what is coded follows the provider’s documentation of each visit.'
const writeOffSource =
  'Separation of duties (COSO, control activities): an adjustment that ends billing has a second person’s approval. OIG Compliance Program Guidance for Third-Party Medical Billing Companies, 63 FR 70138.'
const statementSource =
  'X12 837 CLM07, CLM08, CLM09 and CLM20: assignment, release and delay reason are statements that somebody makes to the payer.'

// The first rule that names a path counts.
const rules: readonly Rule[] = [
  {
    paths: people.map((person) => `data.${person}.address`),
    source: identitySource,
    is: {
      map: reason('These are patients’ addresses.'),
      replace: reason('These are patients’ addresses.'),
      otherwise: differs,
    },
  },
  {
    paths: subscribers.flatMap((person) =>
      ['member_id', 'image_url_front', 'image_url_back'].map(
        (name) => `data.${person}.insurance_card.${name}`,
      ),
    ),
    source: `${identitySource} A subscriber's dependents have the same one.`,
    is: { map: { ...reason('These differ by patient.'), only: 'one-person' }, otherwise: differs },
  },
  {
    paths: subscribers.map((person) => `data.${person}.insurance_card.group_number`),
    source: 'X12 837 SBR03: a group number is an employer’s, and many members have the same one.',
    is: { map: reason('These differ by patient.'), otherwise: differs },
  },
  {
    paths: subscribers.map((person) => `data.${person}.insurance_card`),
    source:
      'X12 837 loop 2010BB: a payer’s id and name are the payer’s, the same on all its claims.',
    is: { replace: free, map: free, otherwise: overwrites },
  },
  {
    paths: ['patient_external_id', ...people.map((person) => `data.${person}.external_id`)],
    source: identitySource,
    is: { map: { ...reason('These differ by patient.'), only: 'one-person' }, otherwise: differs },
  },
  {
    paths: people.map((person) => `data.${person}`),
    source: identitySource,
    is: { map: reason('These differ by patient.'), otherwise: differs },
  },
  {
    paths: [
      'charge_external_id',
      'attachment_external_document_ids',
      'data.external_id',
      'data.service_lines.*.external_id',
      'data.external_claim_submission',
      'data.property_casualty_patient_identifier',
      'data.property_casualty_claim_number',
    ],
    source: identitySource,
    is: { map: { ...reason('These differ by patient.'), only: 'one-patient' }, otherwise: differs },
  },
  {
    paths: ['data.diagnoses.*.code'],
    source: `${chartSource} A code outside the list of its year can be on no claim, so its replacement may be made for many.`,
    is: {
      replace: { ...inChart, only: 'invalid-code' },
      table: rewriting,
      otherwise: byChart,
    },
  },
  {
    paths: ['data.diagnoses'],
    source: chartSource,
    is: { table: rewriting, otherwise: byChart },
  },
  {
    paths: ['data.service_lines.*.date_of_service', 'data.service_lines.*.end_date_of_service'],
    source: chartSource,
    is: { replace: inChart, map: inChart, otherwise: byVisit },
  },
  {
    paths: [
      'data.prior_authorization_number',
      'data.referral_number',
      'data.service_lines.*.prior_authorization_number',
    ],
    source: 'X12 837 REF G1 and 9F: a payer gives an authorization or a referral for one patient.',
    is: {
      set: { kind: 'free', only: 'one-patient' },
      replace: { kind: 'free', only: 'one-patient' },
      map: { ...reason('An authorization is one patient’s.'), only: 'one-patient' },
      otherwise: reason('An authorization is one patient’s.'),
    },
  },
  {
    paths: ['data.billing_provider.tax_id'],
    source:
      '26 U.S.C. 6109: a tax ID is one organization’s, under whichever NPIs the provider list has it. What is cleared is nobody’s.',
    is: {
      replace: { kind: 'free', only: 'one-billing-provider' },
      map: { kind: 'free', only: 'one-billing-provider' },
      set: { ...overwrites, only: 'one-billing-provider' },
      otherwise: overwrites,
    },
  },
  {
    paths: ['address', 'organization_name', 'last_name', 'first_name'].map(
      (name) => `data.billing_provider.${name}`,
    ),
    source:
      'X12 837 loop 2010AA: a name and an address are one organization’s. Several may share a city, so a file gives each its own.',
    is: {
      replace: { kind: 'free', only: 'one-billing-provider' },
      map: free,
      set: { ...overwrites, only: 'one-billing-provider' },
      otherwise: overwrites,
    },
  },
  {
    paths: [
      ...parties.map((party) => `data.${party}`),
      'data.service_lines.*.ordering_provider',
    ].map((party) => `${party}.npi`),
    source: '45 CFR 162.410: an NPI is one provider’s.',
    is: {
      replace: { kind: 'free', only: 'one-party' },
      map: { kind: 'free', only: 'one-party' },
      set: { ...overwrites, only: 'one-party' },
      otherwise: overwrites,
    },
  },
  {
    paths: [
      'data.service_lines.*.ordering_provider',
      'data.purchased_service_provider_npi',
      'data.service_facility_id',
      'data.pay_to_address',
      ...parties.map((party) => `data.${party}`),
    ],
    source:
      'X12 837 loops 2010AA and 2310: who billed and who rendered can differ by capture, so setting one overwrites right values too.',
    is: { replace: free, map: free, otherwise: overwrites },
  },
  {
    paths: ['data.service_lines.*.charge_amount_cents'],
    source: writeOffSource,
    // A charge that falls writes the difference off, whatever field ends the billing.
    is: (kind, values, find) => {
      if (kind !== 'replace') return byLine
      const [before, after] = [find ?? '', values[0] ?? ''].map(parseDollars)
      return before !== undefined && after !== undefined && after >= before ? inChart : lowers
    },
  },
  {
    paths: ['data.service_lines'],
    source: chartSource,
    is: { replace: inChart, table: rewriting, otherwise: byLine },
  },
  {
    paths: [
      'data.place_of_service_code',
      'data.synchronicity',
      'data.appointment_type',
      'data.date_of_service',
      'data.end_date_of_service',
      'data.admission_date',
      'data.discharge_date',
      'data.accident_date',
      'data.onset_of_current_illness_or_symptom_date',
      'data.last_menstrual_period_date',
      'data.related_causes_information',
      'data.outside_lab',
      'data.outside_lab_charges_amount_cents',
      'data.epsdt_referral',
      'data.claim_supplemental_information',
      'data.vitals',
      'data.clinical_notes',
      'data.existing_medications',
      'data.interventions',
      'data.patient_histories',
    ],
    source: chartSource,
    is: { replace: inChart, map: inChart, otherwise: byVisit },
  },
  {
    paths: ['status'],
    source: writeOffSource,
    is: (kind, values) => {
      if (kind === 'clear') return refused('A capture always has a status.')
      return values.some(isDroppedStatus) ? writesOff : free
    },
  },
  {
    paths: ['data.billable_status'],
    source: writeOffSource,
    is: (kind, values) =>
      kind === 'clear' || values.some((value) => value !== 'BILLABLE') ? writesOff : free,
  },
  { paths: ['data.responsible_party'], source: writeOffSource, is: { otherwise: otherPayer } },
  {
    paths: [
      'data.delay_reason_code',
      'data.benefits_assigned_to_provider',
      'data.provider_accepts_assignment',
      'data.patient_authorized_release',
      'data.service_authorization_exception_code',
    ],
    source: statementSource,
    is: { otherwise: statement },
  },
  {
    paths: [
      'data.additional_information',
      'data.billing_notes',
      'data.tag_ids',
      'data.schema_instances',
      'metadata',
      'originating_system',
      'ehr_source_url',
      'claim_creation_category',
    ],
    source: 'No payer decides on these: they sort and explain captures within the organization.',
    is: { otherwise: free },
  },
]

/** The class of every path that no rule names. */
const undeclared = reason('Say why this is right for all these captures.')

/**
 * The class of a change by its field and operation. `values` are the new values as texts: those of
 * a file, otherwise the one that the change names, and `find` the one that they replace. A path with the number of a row counts as one
 * with `*`.
 */
export function classOf(
  { kind, path, find, is_table: isTable }: ClassedChange,
  values: readonly string[],
): ChangeClass {
  const is = ruleOf(path)?.is
  if (is === undefined) return undeclared
  if (typeof is === 'function') return is(kind, values, find)
  return (kind === 'map' && isTable ? is.table : undefined) ?? is[kind] ?? is.otherwise
}

type ClassedChange = Pick<AskedChange, 'kind' | 'path'> & {
  find?: string
  is_table?: boolean | undefined
}

/** True if a rule names the path. The other ones need a reason. */
export function isDeclared(path: string): boolean {
  return ruleOf(path) !== undefined
}

/** The new values of a change as texts; of a change that is read, also those of its file. */
export function valuesOf(asked: AskedChange, read?: ReadChange): string[] {
  if (read?.kind === 'map')
    return [...new Set([...read.values.values()].map((value) => textOf(value) ?? ''))]
  return 'text' in asked ? [asked.text] : []
}

/**
 * The operation to offer first for a field: the first of these that is not refused and asks for the
 * least.
 */
export function usualKind(path: string): 'set' | 'replace' | 'map' {
  const order = ['set', 'replace', 'map'] as const
  const rank = (kind: (typeof order)[number]) =>
    ['free', 'reason', 'consent', 'refused'].indexOf(classOf({ kind, path }, []).kind)
  return order.toSorted((a, b) => rank(a) - rank(b))[0]!
}

/**
 * What a person still has to say before a change of this class is made; issues at `why.text`,
 * `why.documented`, `why.stated_by`, `path`.
 */
export function missingReason(of: ChangeClass, why: ChangeReason | null): Issue[] {
  if (of.kind === 'free') return []
  if (of.kind === 'refused') return [{ path: 'path', message: of.words }]
  const issues: Issue[] = []
  const asks = of.kind === 'reason' ? of.asks : undefined
  if (!why || why.text.trim() === '') issues.push({ path: 'why.text', message: 'Enter a reason.' })
  if (asks === 'documented' && why?.documented !== true)
    issues.push({ path: 'why.documented', message: 'Confirm that it is documented in each chart.' })
  if (asks === 'stated' && (why?.stated_by ?? '').trim() === '')
    issues.push({ path: 'why.stated_by', message: 'Enter who states this.' })
  return issues
}

/** A reason in one sentence, as the trail of each capture has it. */
export function reasonWords({ text, documented, stated_by }: ChangeReason): string {
  const parts = [
    text.trim(),
    documented && 'Documented in each chart.',
    stated_by.trim() && `Stated by ${stated_by.trim()}.`,
  ]
  return parts.filter(Boolean).join(' ')
}

/**
 * Why a diagnosis code of this capture may not be replaced together with others: it is valid on the
 * day that decides, the list of that year is missing, or the new code is not billable then.
 * Undefined if it may. `body` is an update body. Source: ICD-10-CM, whose list of a fiscal year
 * decides by the date of the service or the discharge.
 */
export function keptDiagnosis(
  body: JsonObject,
  change: ReadChange,
  findCode: FindCode,
): string | undefined {
  if (change.kind !== 'replace') return undefined
  const data = body.data ?? {}
  const codes = codesOf(data).filter(({ written }) => written === change.find)
  if (codes.length === 0)
    return `${change.find} can’t be checked here, so it isn’t replaced together with others.`
  for (const { fiscal_year, code } of codes) {
    const standing = findCode({ fiscal_year, code })
    if (standing === undefined)
      return `No code list of fiscal year ${fiscal_year}, so ${change.find} isn’t known to be invalid.`
    if (standing === 'billable')
      return `${change.find} is a valid code in fiscal year ${fiscal_year}. The chart decides.`
    const next = textOf(change.value) ?? ''
    const [replaced] = codesOf({
      ...(isJsonObject(data) ? data : {}),
      diagnoses: [{ code: next, code_type: 'ABK' }],
    })
    if (!replaced || findCode(replaced) !== 'billable')
      return `${next} isn’t a billable code in fiscal year ${fiscal_year}.`
  }
  return undefined
}

/** The patient of an update body, by whatever names them first; undefined without one. */
export function patientOf(body: JsonObject): string | undefined {
  const data: Json | undefined = body.data
  return (
    textOf(body.patient_external_id) ??
    (isJsonObject(data) && isJsonObject(data.patient)
      ? textOf(data.patient.external_id)
      : undefined)
  )
}

function ruleOf(path: string): Rule | undefined {
  const plain = path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? '*' : part))
    .join('.')
  return rules.find(({ paths }) =>
    paths.some((named) => plain === named || plain.startsWith(`${named}.`)),
  )
}
