import type { Json, JsonObject } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { at } from '#lib/rules/edit/read-json.ts'
import type { FindCode } from './icd10-lists.ts'
import { repeatedCaptures, repeatedRule, type ListedCapture } from './repeated-captures.ts'
import type { Finding, ScrubInput } from './rule.ts'
import { rules, scrubCapture } from './scrub.ts'
import { shapeFindings, shapeRules } from './shape-findings.ts'

/** What the checks of a capture need to know beside the capture. */
export type CheckTerms = {
  shape: ObjectShape
  today: LocalDate
  /** For a capture of pre-encounter records: whether it is about to be made from them, or was. */
  preEncounter?: 'new' | 'made' | undefined
  /** What the yearly lists of diagnosis codes say, where they are known. */
  findCode?: FindCode | undefined
  /** What the organisation's own records say of an NPI's ZIP code, where they are looked up. */
  findPlusFour?: ScrubInput['findPlusFour']
  /** Other captures of the same patient, for what is billed twice. */
  others?: readonly ListedCapture[] | undefined
}

// Nobody bills these, so only what the partner would refuse matters.
const dropped: ReadonlySet<unknown> = new Set(['not-billable', 'aborted', 'entered-in-error'])

/**
 * Everything that is wrong with a capture as it would be sent, errors first. `body` is the whole update body (header
 * fields and `data`), `terms.shape` its shape. A field is complained of once for its form: a rule of its own says more
 * than its type does, and a wrong type leaves the rules nothing to say.
 */
export function checkCapture(
  body: JsonObject,
  { shape, today, preEncounter, findCode, findPlusFour, others = [] }: CheckTerms,
): Finding[] {
  const { data, status, charge_external_id, patient_external_id, ehr_source_url } = body
  const repeated =
    others.length === 0
      ? undefined
      : repeatedCaptures([...others, { data, status, charge_external_id, patient_external_id }]).get(others.length)
  const scrubbed = [
    ...scrubCapture({
      data,
      status,
      charge_external_id,
      ehr_source_url,
      today,
      from_pre_encounter: preEncounter !== undefined,
      is_held: preEncounter === 'made',
      findCode,
      findPlusFour,
    }),
    ...(repeated ?? []),
  ]
  const spoken = new Set(scrubbed.map((finding) => finding.path))
  const formal = shapeFindings(body, shape).filter((finding) => !spoken.has(finding.path))
  const all = [...missingIds(body), ...formal, ...scrubbed].filter((finding) => finding.certain || !dropped.has(status))
  return [
    ...all.filter((finding) => finding.severity === 'error'),
    ...all.filter((finding) => finding.severity === 'warning'),
  ]
}

/**
 * The findings for which nothing is sent: the partner would certainly refuse the write. What the loaded capture had
 * wrong in the same way is none of them, since the partner holds it and must be able to take it back.
 */
export function blockingFindings(
  findings: readonly Finding[],
  body: JsonObject,
  base: JsonObject,
  terms: CheckTerms,
): Finding[] {
  const certain = findings.filter((finding) => finding.certain)
  if (certain.length === 0) return []
  const known = new Set(checkCapture(base, terms).map((finding) => keyOf(finding, base)))
  return certain.filter((finding) => !known.has(keyOf(finding, body)))
}

/** Why a rule exists, and what a person does about a finding of it. */
export function explainRule(id: string): { source: string; how: string } | undefined {
  const formal: { [id: string]: { source: string; how: string } } = {
    ...shapeRules,
    [idMissing.id]: idMissing,
    [repeatedRule.id]: repeatedRule,
  }
  return Object.hasOwn(formal, id) ? formal[id] : rules.find((rule) => rule.id === id)
}

const idMissing = {
  id: 'id-missing',
  source: "The partner's interface: a capture has a charge external id and a patient external id.",
  how: 'Enter the ID again, or discard the change.',
}

// An id that is left out of the body stays as it is; one that is emptied is refused.
function missingIds(body: JsonObject): Finding[] {
  return (['charge_external_id', 'patient_external_id'] as const)
    .filter(
      (name) =>
        Object.hasOwn(body, name) &&
        (body[name] === null || (typeof body[name] === 'string' && body[name].trim() === '')),
    )
    .map((name) => ({
      rule: idMissing.id,
      severity: 'error',
      path: name,
      message: 'This ID is required',
      certain: true,
    }))
}

// Rows move, so the value says whether it is the same complaint, not the place.
function keyOf({ rule, path }: Finding, body: JsonObject): string {
  const value = at(body.data, path) ?? at(body, path)
  return `${rule} ${JSON.stringify((value as Json | undefined) ?? null)}`
}
