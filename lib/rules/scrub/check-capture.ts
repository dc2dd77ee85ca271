import { isDroppedStatus } from '#lib/contract/codes/capture-statuses.ts'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { withWrittenDates, type LocalDate } from '#lib/core/local-date.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import type { FindCode } from './icd10-lists.ts'
import { repeatedCaptures, repeatedCheck, type ListedCapture } from './repeated-captures.ts'
import type { CheckWords, Finding, ScrubInput } from './rule.ts'
import { rules, scrubCapture } from './scrub.ts'
import { shapeChecks, shapeFindings } from './shape-findings.ts'

/** What the checks of a capture need besides the capture. */
export type CheckTerms = {
  shape: ObjectShape
  today: LocalDate
  /**
   * For a capture from pre-encounter records: about to be created from them, or already created.
   */
  preEncounter?: 'new' | 'made' | undefined
  /** Looks up codes in the yearly lists, if available. */
  findCode?: FindCode | undefined
  /** What the other placed lists say of the capture's codes, if available. */
  lists?: ScrubInput['lists']
  /** Looks up an NPI's ZIP code in the organization's own records, if available. */
  findPlusFour?: ScrubInput['findPlusFour']
  /** Looks up an NPI in the organization's provider list, if it is read. */
  findProviders?: ScrubInput['findProviders']
  /** Looks up a payer ID in the partner's list, if it is read. */
  findPayers?: ScrubInput['findPayers']
  /** The filing limits of the capture's payers, once they are read. */
  filing?: ScrubInput['filing']
  /** Other captures of the same patient, to find duplicate services. */
  others?: readonly ListedCapture[] | undefined
}

/**
 * All findings for a capture as it would be sent, errors first. `body` is the whole update body
 * (header fields and `data`), `terms.shape` its shape. Each field has one finding about its form: a
 * specific rule replaces the type check, and a wrong type replaces the rules.
 */
export function checkCapture(
  body: JsonObject,
  { shape, today, preEncounter, others = [], ...found }: CheckTerms,
): Finding[] {
  const { data, status, charge_external_id, patient_external_id, ehr_source_url } = body
  const repeated =
    others.length === 0
      ? undefined
      : repeatedCaptures([
          ...others,
          { data, status, charge_external_id, patient_external_id },
        ]).get(others.length)
  const scrubbed = [
    ...scrubCapture({
      data,
      status,
      charge_external_id,
      ehr_source_url,
      today,
      from_pre_encounter: preEncounter !== undefined,
      is_held: preEncounter === 'made',
      ...found,
    }),
    ...(repeated ?? []),
  ]
  const coveredPaths = new Set(scrubbed.map((finding) => finding.path))
  const shapeOnly = shapeFindings(body, shape).filter((finding) => !coveredPaths.has(finding.path))
  const all = [...missingIds(body), ...shapeOnly, ...scrubbed]
    // Of a capture that is not billed only blocking findings matter.
    .filter((finding) => finding.certain || !isDroppedStatus(status))
    .map((finding) => ({ ...finding, message: withWrittenDates(finding.message) }))
  return [
    ...all.filter((finding) => finding.severity === 'error'),
    ...all.filter((finding) => finding.severity === 'warning'),
  ]
}

/**
 * The findings that block a save, because the partner would certainly reject the write. Problems of
 * the loaded capture do not block: the partner stores them and must accept them back.
 */
export function blockingFindings(
  findings: readonly Finding[],
  body: JsonObject,
  base: JsonObject,
  terms: CheckTerms,
): Finding[] {
  return addedFindings(
    findings.filter((finding) => finding.certain),
    body,
    base,
    terms,
  )
}

/** Those of the findings of `body` that `base`, the record before the change, does not have. */
export function addedFindings(
  findings: readonly Finding[],
  body: JsonObject,
  base: JsonObject,
  terms: CheckTerms,
): Finding[] {
  if (findings.length === 0) return []
  const known = new Map<string, number>()
  for (const finding of checkCapture(base, terms)) {
    const key = keyOf(finding, base)
    known.set(key, (known.get(key) ?? 0) + 1)
  }
  // Two lines with one problem, where one had it, have a new one.
  return findings.filter((finding) => {
    const key = keyOf(finding, body)
    const left = known.get(key) ?? 0
    known.set(key, left - 1)
    return left <= 0
  })
}

const idMissing: CheckWords = {
  id: 'id-missing',
  title: 'An ID of the capture or patient is cleared',
  fields: ['charge_external_id', 'patient_external_id'],
  severity: 'error',
  isCertain: true,
  source: "The partner's interface: a capture has a charge external ID and a patient external ID.",
  how: 'Enter the ID again, or discard the change.',
}

/** Every check of a capture in words, in the order in which a biller reads a charge. */
export const checks: readonly CheckWords[] = [
  idMissing,
  ...rules,
  repeatedCheck,
  ...Object.values(shapeChecks),
]

const checkById = new Map(checks.map((check) => [check.id, check]))

/** A check in words; undefined for an unknown id. */
export function explainRule(id: string): CheckWords | undefined {
  return checkById.get(id)
}

// An omitted id stays unchanged; a cleared id is rejected.
function missingIds(body: JsonObject): Finding[] {
  return (['charge_external_id', 'patient_external_id'] as const)
    .filter(
      (name) =>
        Object.hasOwn(body, name) &&
        (body[name] === null || (typeof body[name] === 'string' && body[name].trim() === '')),
    )
    .map((name) => ({
      rule: idMissing.id,
      severity: idMissing.severity,
      path: name,
      message: 'This ID is required',
      certain: true,
    }))
}

// Rows move, so compare findings by value instead of index. A warning that becomes an error, because
// the capture becomes billable, is a new one.
function keyOf({ rule, path, severity, certain }: Finding, body: JsonObject): string {
  const value = valueAt(body.data, path) ?? valueAt(body, path)
  const json = (value as Json | undefined) ?? null // a value inside of JSON
  return `${rule} ${certain ? '' : severity} ${JSON.stringify(certain ? json : asWritten(json))}`
}

// A modifier that stands once instead of twice, or a code in capitals, is the same value: what else is
// wrong with it is not new.
function asWritten(value: Json): Json {
  if (typeof value === 'string') return value.toUpperCase()
  return Array.isArray(value) ? [...new Set(value.map(asWritten))] : value
}
