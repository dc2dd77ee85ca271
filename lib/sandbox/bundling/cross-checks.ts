import { isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import { concatenated, includesUnit, united } from '#lib/rules/bundle-merge.ts'
import { valueAt, isGiven, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { isWholeUnit, pickUnit, unitAt } from '#lib/rules/merge/units.ts'
import { lineKey } from '#lib/rules/scrub/line-rules.ts'
import { headerProviders } from '#lib/rules/scrub/fields.ts'
import type { BundledCapture } from './bundled-capture.ts'
import type { Report } from './master-data-checks.ts'

/**
 * Members that a claim has once: the captures of a bundle must agree in them if they give a value.
 */
const sharedFields = [
  ['patient.date_of_birth', "the patient's date of birth"],
  ['patient.last_name', "the patient's last name"],
  ['rendering_provider.npi', 'the rendering provider NPI'],
  ['subscriber_primary.insurance_card.payer_id', "the primary subscriber's payer id"],
  ['subscriber_primary.insurance_card.member_id', "the primary subscriber's member id"],
  ['responsible_party', 'the responsible party'],
  ['billable_status', 'the billable status'],
  ['referring_provider.npi', 'the referring provider NPI'],
  ['supervising_provider.npi', 'the supervising provider NPI'],
  ['subscriber_secondary.insurance_card.payer_id', "the secondary subscriber's payer id"],
  ['subscriber_secondary.insurance_card.member_id', "the secondary subscriber's member id"],
  ['referral_number', 'the referral number'],
  ['admission_date', 'the admission date'],
  ['accident_date', 'the accident date'],
  ['related_causes_information.related_causes_code_1', 'the related cause'],
  ['related_causes_information.related_causes_code_2', 'the second related cause'],
  ['patient_authorized_release', "the patient's release of information"],
  ['benefits_assigned_to_provider', 'the assignment of benefits'],
  ['provider_accepts_assignment', 'the acceptance of assignment'],
] as const

/**
 * Objects that a claim has once, with the members that identify them. If the identities agree,
 * their names may be spelled differently.
 */
const sharedUnits = [
  ...(['primary', 'secondary', 'tertiary'] as const).map((rank) => ({
    path: `subscriber_${rank}.insurance_card`,
    label: `the ${rank} subscriber's insurance card`,
    identity: ['payer_id', 'member_id', 'group_number'],
  })),
  ...headerProviders.map(([path, label]) => ({
    path,
    label: `the ${label.toLowerCase()}`,
    identity: ['npi'],
  })),
]

/**
 * ASSUMED: bundling-line-limit — a professional claim holds 50 service lines (X12 837P), an
 * institutional one 999 (837I).
 */
const mostLines = { professional: 50, institutional: 999 }

/**
 * Finds errors that need all captures of a bundle. `report(undefined)` reports an error of the
 * whole claim creation. ASSUMED: bundling-cross-checks
 */
export function checkAcross(
  captures: readonly BundledCapture[],
  report: (capture: BundledCapture | undefined) => Report,
): void {
  if (captures.length > 1) {
    checkAgreement(captures, report(undefined))
    checkRepeatedLines(captures, report)
  }
  for (const capture of captures) checkOwnPatient(capture, report(capture))
  checkKinds(captures, report(undefined))
  const count = captures.reduce(
    (sum, capture) => sum + listAt(capture.data, 'service_lines').length,
    0,
  )
  const most =
    mostLines[
      captures.some((capture) => kindOf(capture) === 'institutional')
        ? 'institutional'
        : 'professional'
    ]
  if (count > most) {
    report(undefined)(
      'lines-too-many',
      'service_lines',
      `The claim would have ${count} service lines; at most ${most} are allowed`,
    )
  }
}

/**
 * The kind of claim of a capture: lines with revenue codes are institutional. Undefined without
 * lines.
 */
function kindOf({ data }: BundledCapture): keyof typeof mostLines | undefined {
  const lines = listAt(data, 'service_lines')
  if (lines.length === 0) return undefined
  return lines.some((line) => textAt(line, 'revenue_code')) ? 'institutional' : 'professional'
}

// X12 has separate claims, 837P and 837I: one claim cannot have lines of both kinds.
function checkKinds(captures: readonly BundledCapture[], report: Report): void {
  const [professional, institutional] = (['professional', 'institutional'] as const).map((kind) =>
    captures.find((capture) => kindOf(capture) === kind),
  )
  if (professional && institutional)
    report(
      'claim-kinds-mixed',
      'service_lines',
      `Charge capture ${institutional.charge_external_id} bills institutional lines (with revenue codes), ${professional.charge_external_id} professional ones; one claim cannot hold both`,
    )
}

function checkAgreement(captures: readonly BundledCapture[], report: Report): void {
  const reported: string[] = []
  for (const [path, label] of sharedFields) {
    let first: { value: string | boolean; id: string } | undefined
    for (const capture of captures) {
      const given = valueAt(capture.data, path)
      const value = typeof given === 'boolean' ? given : textAt(capture.data, path)
      if (value === undefined) continue
      first ??= { value, id: capture.charge_external_id }
      if (first.value === value) continue
      report('captures-disagree', path, differWords(first.id, capture, label))
      reported.push(path)
      break
    }
  }
  for (const { path, label, identity } of sharedUnits) {
    if (reported.some((each) => each.startsWith(`${path}.`))) continue
    const has = unitAt(path)?.has
    let first: { unit: JsonObject; id: string } | undefined
    for (const capture of captures) {
      const unit = pickUnit(valueAt(capture.data, path), has)
      if (!unit || !Object.values(unit).some(isGiven)) continue
      if (!first || includesUnit(unit, first.unit)) first = { unit, id: capture.charge_external_id }
      else if (!includesUnit(first.unit, unit) && !haveSameIdentity(first.unit, unit, identity)) {
        const name =
          identity.find((each) => !sameJson(first?.unit[each], unit[each])) ?? Object.keys(unit)[0]!
        report('captures-disagree', `${path}.${name}`, differWords(first.id, capture, label))
        reported.push(path)
        break
      }
    }
  }
  checkPeople(captures, reported, report)
  checkOthers(captures, reported, report)
}

const people = [
  'patient',
  'guarantor',
  'subscriber_primary',
  'subscriber_secondary',
  'subscriber_tertiary',
]

// Two captures with half a person each do not name one patient, even if no member differs.
function checkPeople(
  captures: readonly BundledCapture[],
  reported: string[],
  report: Report,
): void {
  for (const path of people) {
    const { has, first: member } = unitAt(path)! // each is a unit
    let known: { unit: JsonObject; id: string } | undefined
    for (const capture of captures) {
      const unit = pickUnit(valueAt(capture.data, path), has)
      if (!unit || !Object.values(unit).some(isGiven)) continue
      if (!known || includesUnit(unit, known.unit)) known = { unit, id: capture.charge_external_id }
      else if (!includesUnit(known.unit, unit)) {
        // A difference in one member is named at that member.
        if (Object.keys(unit).every((name) => !differ(known?.unit[name], unit[name]))) {
          report('captures-disagree', `${path}.${member}`, notOneWords(known.id, capture, path))
          reported.push(path)
        }
        break
      }
    }
  }
}

// A merge that takes one of two values must not be silent about it.
function checkOthers(
  captures: readonly BundledCapture[],
  reported: string[],
  report: Report,
): void {
  const compare = (
    path: string,
    [first, ...others]: { id: string; capture: BundledCapture; value: unknown }[],
  ): void => {
    if (
      !first ||
      settled.test(path) ||
      reported.some((each) => path === each || path.startsWith(`${each}.`))
    )
      return
    const all = [first, ...others]
    if (all.every(({ value }) => isJsonObject(value)) && !isWholeUnit(path)) {
      for (const name of new Set(all.flatMap(({ value }) => Object.keys(value as JsonObject))))
        compare(
          path === '' ? name : `${path}.${name}`,
          all
            .map((each) => ({ ...each, value: valueAt(each.value, name) }))
            .filter(({ value }) => isGiven(value)),
        )
      return
    }
    const other = others.find(({ value }) => differ(first.value, value))
    if (other)
      report('captures-disagree', path, differWords(first.id, other.capture, wordsOf(path)))
  }
  compare(
    '',
    captures
      .filter(({ data }) => isJsonObject(data))
      .map((capture) => ({ id: capture.charge_external_id, capture, value: capture.data })),
  )
}

// Lists that are joined, members that lines carry, and names beside a number that identifies.
const settled = new RegExp(
  String.raw`^(?:${[...concatenated, ...united].join('|')}|diagnoses|service_lines|place_of_service_code|prior_authorization_number)(?:\.|$)` +
    String.raw`|(?:_provider|service_facility)\.(?:organization_name|first_name|last_name)$|insurance_card\.(?:payer|plan|group)_name$`,
)

function differ(a: unknown, b: unknown): boolean {
  if (!isGiven(a) || !isGiven(b)) return false
  if (isJsonObject(a) && isJsonObject(b)) return !includesUnit(a, b) && !includesUnit(b, a)
  const bare = (value: unknown) => (typeof value === 'string' ? value.trim() : (value as Json)) // captures are JSON
  return !sameJson(bare(a), bare(b))
}

function wordsOf(path: string): string {
  return `the ${path.replaceAll(/[._]/g, ' ')}`
}

function notOneWords(first: string, other: BundledCapture, path: string): string {
  const person = path.split('_').toReversed().join(' ')
  return `Charge captures ${first} and ${other.charge_external_id} do not name one ${person}; one claim can have only one`
}

function differWords(first: string, other: BundledCapture, label: string): string {
  return `Charge captures ${first} and ${other.charge_external_id} differ in ${label}; one claim can have only one`
}

// Both must give the first member of the identity. Another member counts only if both give it.
function haveSameIdentity(a: JsonObject, b: JsonObject, [first, ...others]: string[]): boolean {
  const isBoth = (name: string) => isGiven(a[name]) && isGiven(b[name])
  const agree = (name: string) => sameJson(a[name], b[name])
  return isBoth(first!) && agree(first!) && others.every((name) => !isBoth(name) || agree(name)) // every identity has a first member
}

function checkRepeatedLines(
  captures: readonly BundledCapture[],
  report: (capture: BundledCapture | undefined) => Report,
): void {
  const owners = new Map<string, BundledCapture>()
  for (const capture of captures) {
    listAt(capture.data, 'service_lines').forEach((line, i) => {
      const key = lineKey(line, capture.data)
      if (key === undefined) return
      const owner = owners.get(key)
      if (!owner) owners.set(key, capture)
      else if (owner !== capture) {
        report(capture)(
          'line-billed-twice',
          `service_lines.${i}.procedure_code`,
          `Service line ${i + 1} is already billed by charge capture ${owner.charge_external_id} of the same claim`,
        )
      }
    })
  }
}

function checkOwnPatient({ data, patient_external_id }: BundledCapture, report: Report): void {
  const own = textAt(data, 'patient.external_id')
  if (own && own !== patient_external_id) {
    report(
      'patient-id-differs',
      'patient.external_id',
      `Patient external id ${own} differs from the charge capture's ${patient_external_id}`,
    )
  }
}
