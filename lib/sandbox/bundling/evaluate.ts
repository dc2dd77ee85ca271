import type { JsonObject } from '#lib/core/json.ts'
import { mergeCaptureData } from '#lib/rules/bundle-merge.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'
import { scrubCapture } from '#lib/rules/scrub/scrub.ts'
import { type BundledCapture, isDropped } from './bundled-capture.ts'
import { checkAcross } from './cross-checks.ts'
import { type Characteristics, characteristicsOf, groupKey } from './grouping.ts'
import type { Lookups } from './lookups.ts'
import { type Report, checkMasterData, checkUnique } from './master-data-checks.ts'

/** One reason why no claim could be made; a null capture means the whole claim creation. */
export type BundleError = { cause: string; charge_capture_id: string | null; message: string; field_in_error: string }

export type BundleEvaluation = {
  status: 'not-started' | 'in-error' | 'successful' | 'successful-dry-run' | 'aborted' | 'held'
  characteristics: Characteristics
  /** The merged data that was tried; null when nothing was tried. */
  input: JsonObject | null
  errors: BundleError[]
  /** The captures that the claim is made of. */
  participants: readonly BundledCapture[]
}

/** Warnings of the scrubber that a payer would refuse, so that no claim is made. ASSUMED: bundling-refused-warnings */
const refused = new Set([
  'subscriber-missing',
  'member-id-missing',
  'payer-id-missing',
  'relationship-missing',
  'subscriber-details-missing',
  'diagnoses-too-many',
  'diagnosis-icd9-type',
  'procedure-code-shape',
  'line-repeated',
  'charge-zero',
  'place-unknown',
  'admission-date-missing',
  'facility-zip-plus-four',
  'discharge-before-admission',
])

/** The category that makes a trial run of a claim creation. ASSUMED: bundling-dry-run */
export const dryRunCategory = 'dry-run'

/**
 * What becomes of the captures of one bundle, in the order of their creation. Pure: the same captures and records give
 * the same answer. The rules are those of FIDELITY.md, "Bundling".
 */
export function evaluateBundle(captures: readonly BundledCapture[], lookups: Lookups): BundleEvaluation {
  const participants = captures.filter((capture) => !isDropped(capture))
  const first = participants[0] ?? captures[0]
  const outcome = { characteristics: first ? characteristicsOf(first) : {}, input: null, errors: [], participants }
  if (participants.length === 0) return { ...outcome, status: 'aborted' }
  if (groupKey(participants[0]!) === undefined) return { ...outcome, status: 'not-started' }
  // ASSUMED: bundling-planned-holds
  if (participants.some((capture) => capture.status === 'planned')) return { ...outcome, status: 'held' }
  const input = mergeCaptureData(participants.map((capture) => capture.data))
  const errors = findErrors(participants, input, lookups)
  if (errors.length > 0) return { ...outcome, status: 'in-error', input, errors }
  const isDryRun = participants.every((capture) => capture.claim_creation_category === dryRunCategory)
  return { ...outcome, status: isDryRun ? 'successful-dry-run' : 'successful', input }
}

function findErrors(captures: readonly BundledCapture[], input: JsonObject, lookups: Lookups): BundleError[] {
  const errors = new Map<string, BundleError>()
  const reportOn =
    (capture: BundledCapture | undefined): Report =>
    (cause, path, message) => {
      const charge_capture_id = capture?.id ?? null
      const key = `${charge_capture_id}|${cause}|${path}`
      if (!errors.has(key))
        errors.set(key, { cause, charge_capture_id, message, field_in_error: spellField(cause, path) })
    }
  const reportAll = (findings: Finding[], report: Report) => {
    for (const { rule, severity, path, message } of findings)
      if (severity === 'error' || refused.has(rule)) report(rule, path, message)
  }
  for (const capture of captures) {
    const { data, status, charge_external_id, ehr_source_url } = capture
    reportAll(
      scrubCapture({ data, status, charge_external_id, ehr_source_url, today: lookups.today }, 'capture'),
      reportOn(capture),
    )
    checkMasterData(capture, lookups, reportOn(capture))
  }
  // What only the whole claim lacks is the capture's fault when there is but one. ASSUMED: bundling-whole-errors
  const whole = reportOn(captures.length === 1 ? captures[0] : undefined)
  reportAll(scrubCapture({ data: input, status: 'billable', today: lookups.today }, 'claim'), whole)
  checkAcross(captures, reportOn)
  checkUnique(captures, input, lookups, reportOn)
  return [...errors.values()]
}

/**
 * How `field_in_error` is spelled. A real partner's validators do not agree on one spelling, so neither do the sandbox's:
 * each rule has one of these, always the same. ASSUMED: field-in-error-spelling
 */
const spellings: ((path: string) => string)[] = [
  (path) => path,
  bracketed,
  (path) => `data.${path}`,
  (path) => `data.${bracketed(path)}`,
  (path) => `charge_capture_data.${path}`,
  (path) => `charge_capture_data.${bracketed(path)}`,
]

/** Members of a capture beside its `data`: they have no prefix. */
const headerFields = new Set(['charge_external_id', 'patient_external_id', 'ehr_source_url', 'status'])

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
