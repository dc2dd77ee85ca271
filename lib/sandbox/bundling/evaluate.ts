import type { JsonObject } from '#lib/core/json.ts'
import { mergeCaptureData } from '#lib/rules/bundle-merge.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'
import { scrubCapture } from '#lib/rules/scrub/scrub.ts'
import { type BundledCapture, isDropped } from './bundled-capture.ts'
import { checkAcross } from './cross-checks.ts'
import { type Characteristics, characteristicsOf, groupKey } from './grouping.ts'
import type { Lookups } from './lookups.ts'
import { type Report, checkMasterData, checkUnique } from './master-data-checks.ts'

/**
 * One reason why no claim could be made. The capture id is null for an error of the whole claim
 * creation.
 */
export type BundleError = {
  cause: string
  charge_capture_id: string | null
  message: string
  field_in_error: string
}

export type BundleEvaluation = {
  status: 'not-started' | 'in-error' | 'successful' | 'successful-dry-run' | 'aborted' | 'held'
  characteristics: Characteristics
  /** The merged data for the claim; null if the captures were not merged. */
  input: JsonObject | null
  errors: BundleError[]
  /** The captures in the claim. */
  participants: readonly BundledCapture[]
}

/**
 * Scrubber warnings that stop a claim here, because many payers refuse it. ASSUMED:
 * bundling-refused-warnings
 */
const refused = new Set([
  'diagnosis-icd9-type',
  'procedure-code-shape',
  'line-repeated',
  'line-date-outside-visit',
  'charge-zero',
  'place-unknown',
  'provider-npi-missing',
  'text-too-long',
  'delimiter-signs',
  'modifier-missing',
  'modifier-units',
  'drug-code-for-medicaid',
])

/** The category that makes a trial run of a claim creation. ASSUMED: bundling-dry-run */
export const dryRunCategory = 'dry-run'

/**
 * Evaluates the captures of one bundle, given in the order of creation. It is a pure function.
 * FIDELITY.md, "Bundling", has the rules.
 */
export function evaluateBundle(
  captures: readonly BundledCapture[],
  lookups: Lookups,
): BundleEvaluation {
  const participants = captures.filter((capture) => !isDropped(capture))
  const first = participants[0] ?? captures[0]
  const outcome = {
    characteristics: first ? characteristicsOf(first) : {},
    input: null,
    errors: [],
    participants,
  }
  if (participants.length === 0) return { ...outcome, status: 'aborted' }
  if (groupKey(participants[0]!) === undefined) return { ...outcome, status: 'not-started' }
  // ASSUMED: bundling-planned-holds
  if (participants.some((capture) => capture.status === 'planned'))
    return { ...outcome, status: 'held' }
  const input = mergeCaptureData(participants.map((capture) => capture.data))
  const errors = findErrors(participants, input, lookups)
  if (errors.length > 0) return { ...outcome, status: 'in-error', input, errors }
  const isDryRun = participants.every(
    (capture) => capture.claim_creation_category === dryRunCategory,
  )
  return { ...outcome, status: isDryRun ? 'successful-dry-run' : 'successful', input }
}

function findErrors(
  captures: readonly BundledCapture[],
  input: JsonObject,
  lookups: Lookups,
): BundleError[] {
  const errors = new Map<string, BundleError>()
  const reportOn =
    (capture: BundledCapture | undefined): Report =>
    (cause, path, message) => {
      const charge_capture_id = capture?.id ?? null
      const key = `${charge_capture_id}|${cause}|${path}`
      if (!errors.has(key))
        errors.set(key, {
          cause,
          charge_capture_id,
          message,
          field_in_error: spellField(cause, path),
        })
    }
  const reportAll = (findings: Finding[], report: Report) => {
    for (const { rule, severity, path, message } of findings)
      if (severity === 'error' || refused.has(rule)) report(rule, path, message)
  }
  for (const capture of captures) {
    const { data, status, charge_external_id, ehr_source_url } = capture
    reportAll(
      scrubCapture(
        { data, status, charge_external_id, ehr_source_url, today: lookups.today },
        'capture',
      ),
      reportOn(capture),
    )
    checkMasterData(capture, lookups, reportOn(capture))
  }
  // In a bundle of one capture, errors of the whole claim belong to that capture. ASSUMED:
  // bundling-whole-errors
  const whole = reportOn(captures.length === 1 ? captures[0] : undefined)
  reportAll(scrubCapture({ data: input, status: 'billable', today: lookups.today }, 'claim'), whole)
  checkAcross(captures, reportOn)
  checkUnique(captures, input, lookups, reportOn)
  return [...errors.values()]
}

/**
 * The spellings of `field_in_error`. A real partner's validators use different spellings, so the
 * sandbox does too: each rule always uses the same one of these. ASSUMED: field-in-error-spelling
 */
const spellings: ((path: string) => string)[] = [
  (path) => path,
  bracketed,
  (path) => `data.${path}`,
  (path) => `data.${bracketed(path)}`,
  (path) => `charge_capture_data.${path}`,
  (path) => `charge_capture_data.${bracketed(path)}`,
]

/** Members of a capture outside of `data`; they have no prefix. */
const headerFields = new Set([
  'charge_external_id',
  'patient_external_id',
  'ehr_source_url',
  'status',
])

/** `service_lines.1.units` -> `service_lines[1].units` */
function bracketed(path: string): string {
  return path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]')
}

/** The `field_in_error` of a finding: its path in the spelling of the rule that found it. */
export function spellField(rule: string, path: string): string {
  if (headerFields.has(path)) return path
  let sum = 0
  for (const letter of rule) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521
  return spellings[sum % spellings.length]!(path)
}
