import { nameKey } from '#lib/core/folded.ts'
import { isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import { diagnosisKinds, mayBeKind } from '#lib/rules/codes/diagnosis-kinds.ts'
import { asText, isGiven, listAt, textAt, valueAt } from '#lib/rules/edit/json-path.ts'

// What cleared an error before, and when that value may be offered for another capture. A record
// here is the update body that would change nothing: `data` and the header fields, as forms have
// them. Paths are names of form controls.

/** Something that captures share: equal keys are the same payer, provider or facility. */
export type Shared = { key: string; name: string }

/** The payer, provider and facility of a capture. Members without a value are missing. */
export type FixPlace = { payer?: Shared; provider?: Shared; facility?: Shared }

/** A field of a capture, and what decides which earlier values fit it. */
export type FixTarget = {
  /** Without row numbers: `data.service_lines.modifiers`. */
  path: string
  /** What the field has now; null without a value. */
  value: Json
  /** Whose capture it is; undefined if the capture does not say. */
  patient: string | undefined
  place: FixPlace
  /**
   * The provider, facility or payer that the field belongs to, by its other members; undefined for
   * a field of none.
   */
  party?: { npi?: string; name?: string }
  /**
   * The only values that may be offered, for a field whose record leaves no others; undefined
   * without such a limit.
   */
  allowed?: Json[]
}

/** A change of a field that had an error, as the memory keeps it. `value` is what was written. */
export type Fix = FixTarget & {
  /** What the field had before. */
  from: Json
  /** The value, or the field itself, may name the patient: it is for the same patient only. */
  isOwn: boolean
  /**
   * The checks that found something at the field before and nothing afterwards, by id; missing in
   * memories of earlier versions.
   */
  checks?: string[]
}

/**
 * A fix that cleared its error: whether a claim was made then and is denied now, by whom and when
 * it was saved (ISO), and of which capture.
 */
export type KnownFix = Fix & {
  capture: string
  isBilled: boolean
  isDenied: boolean
  by: string | undefined
  at: string
}

/**
 * A value to offer. `times`, `billed` (a claim was made) and `denied` (of these) count captures;
 * `where` is what they have in common with the target.
 */
export type RankedFix = {
  value: Json
  times: number
  billed: number
  denied: number
  by: string | undefined
  where: string
  captures: string[]
}

const providerFields = ['npi', 'taxonomy_code']
const sharedCodes = [
  'service_lines.revenue_code',
  'service_lines.units',
  'service_lines.drug_identification.service_id_qualifier',
  'diagnoses.code_type',
  'service_facility_id',
  'purchased_service_provider_npi',
]
// What was done and where, and statements about the visit: only the chart of the patient can
// answer.
const visitFields = [
  'service_lines.procedure_code',
  'service_lines.modifiers',
  'service_lines.place_of_service_code',
  'service_lines.drug_identification.national_drug_code',
  'service_lines.drug_identification.measurement_unit_code',
  'place_of_service_code',
  'synchronicity',
  'delay_reason_code',
  'service_authorization_exception_code',
  'provider_accepts_assignment',
  'benefits_assigned_to_provider',
].map((path) => `data.${path}`)
const cards = ['subscriber_primary', 'subscriber_secondary', 'subscriber_tertiary'].map(
  (subscriber) => `${subscriber}.insurance_card`,
)
const partyFields: Readonly<Record<string, readonly string[]>> = {
  billing_provider: [
    ...providerFields,
    'tax_id',
    'organization_name',
    'provider_commercial_license_type',
    'address.state',
    'address.zip_code',
    'address.zip_plus_four_code',
  ],
  rendering_provider: providerFields,
  initial_referring_provider: [...providerFields, 'qualifier'],
  referring_provider: providerFields,
  supervising_provider: providerFields,
  treating_provider: [...providerFields, 'license_type'],
  // A home visit's facility has the patient's address, so the address is left out.
  service_facility: ['npi', 'organization_name', 'mammography_certification_number'],
  'service_lines.ordering_provider': providerFields,
  // A payer's id is the same for all of its members. Everything else on a card is a patient's.
  ...Object.fromEntries(cards.map((card) => [card, ['payer_id']])),
}

/**
 * The fields whose values may be offered for another patient, without row numbers: ids, taxonomies
 * and addresses of providers, organizations and facilities; kinds of codes, units, qualifiers and
 * revenue codes; and a payer's id by its name. They cannot describe a patient or a service.
 * Everything else is for the same patient only.
 */
export const sharedPaths: ReadonlySet<string> = new Set([
  ...sharedCodes.map((path) => `data.${path}`),
  ...Object.entries(partyFields).flatMap(([party, fields]) =>
    fields.map((field) => `data.${party}.${field}`),
  ),
])

/** The sections of a capture's data that are about its patient and who pays for them. */
export const patientSections = [
  'patient',
  'subscriber_primary',
  'subscriber_secondary',
  'subscriber_tertiary',
  'guarantor',
] as const

// Ids of the patient outside of these sections.
const patientIds = [
  'patient_external_id',
  'data.property_casualty_patient_identifier',
  'data.external_id',
]

/** A control's name without its row numbers. */
export function withoutRows(name: string): string {
  return name
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.')
}

/**
 * A field of a record, with what decides which earlier values fit it. `name` is its control. Never
 * throws.
 */
export function targetOf(record: JsonObject, name: string): FixTarget {
  const party = partyOf(record, name)
  const allowed = allowedAt(record, name)
  return {
    path: withoutRows(name),
    value: (valueAt(record, name) as Json | undefined) ?? null, // a value inside of JSON
    patient: asText(record.patient_external_id),
    place: placeOf(record.data, isPayerId(withoutRows(name))),
    ...(party && { party }),
    ...(allowed && { allowed }),
  }
}

/**
 * The fix between two states of a capture at one field; undefined if the field has the same value.
 * Never throws.
 */
export function fixOf(before: JsonObject, after: JsonObject, name: string): Fix | undefined {
  const [was, now] = [targetOf(before, name), targetOf(after, name)]
  if (isSame(was.value, now.value) || !hasSameRows(before, after, name)) return undefined
  const isOwn =
    !sharedPaths.has(now.path) || [before, after].some((record) => namesPatient(now.value, record))
  const { allowed: _, ...fix } = now
  return { ...fix, from: was.value, isOwn }
}

/**
 * True if most of the claims that a value made were denied: it is shown as a warning, and not
 * offered.
 */
export function isMostlyDenied({ billed, denied }: Pick<RankedFix, 'billed' | 'denied'>): boolean {
  return denied > 0 && denied * 2 >= billed
}

/**
 * True if a fix may be used for another patient. Memories of earlier versions may share more
 * fields.
 */
export function isShared({ path, isOwn }: Pick<Fix, 'path' | 'isOwn'>): boolean {
  return !isOwn && sharedPaths.has(path)
}

/**
 * True if the data of a capture or claim has what the fix wrote, in any row; also for a field that
 * is not in the data.
 */
export function isStillThere(
  { path, value }: Pick<Fix, 'path' | 'value'>,
  data: JsonObject,
): boolean {
  const [first, ...parts] = path.split('.')
  if (first !== 'data') return true
  let found: Json[] = [data]
  for (const part of parts)
    found = found
      .flatMap((each) => (Array.isArray(each) ? each : [each]))
      .map((each) => (isJsonObject(each) && Object.hasOwn(each, part) ? each[part]! : null))
  return found.some((each) => isSame(each, value))
}

// A row that was added or removed moves the rows behind it.
function hasSameRows(before: JsonObject, after: JsonObject, name: string): boolean {
  const parts = name.split('.')
  return parts.every((part, place) => {
    const list = parts.slice(0, place).join('.')
    return !/^\d+$/.test(part) || listAt(before, list).length === listAt(after, list).length
  })
}

const mostOffers = 3
// A looser match needs more than one capture.
const leastLoose = 2

/**
 * The values that cleared the same cause before and fit the target, best first, at most three:
 * those that a payer mostly denied last; those of the same payer, provider and facility first, then
 * by the share that made a claim that was not denied, then by how often and how recently. One
 * earlier fix is enough where nothing differs; otherwise two are needed.
 */
export function rankFixes(known: readonly KnownFix[], target: FixTarget): RankedFix[] {
  const fitting = known.filter((fix) => fits(fix, target))
  const groups = [...Map.groupBy(fitting, ({ value }) => JSON.stringify(value)).values()]
  return groups
    .flatMap((group) => rankedOf(group, target) ?? [])
    .toSorted(
      (a, b) =>
        Number(isMostlyDenied(a)) - Number(isMostlyDenied(b)) ||
        Number(b.isClose) - Number(a.isClose) ||
        b.share - a.share ||
        b.times - a.times ||
        (a.at < b.at ? 1 : -1),
    )
    .slice(0, mostOffers)
    .map(({ isClose, share, at, ...fix }) => fix)
}

/** True if a value that is in the memory may be offered for the target at all. */
export function fits(fix: Fix, target: FixTarget): boolean {
  if (fix.path !== target.path || isSame(fix.value, target.value)) return false
  if (target.allowed && !target.allowed.some((value) => isSame(value, fix.value))) return false
  if (sharedDimensions(fix.place, target.place).length === 0) return false
  if (!isShared(fix))
    return isOwnField(fix.path) && isSamePatient(fix, target) && fitsVisit(fix, target)
  if (isPayerId(fix.path))
    return isSameParty(fix.party, target.party) === true && isSame(fix.from, target.value)
  // A value that is right for one provider or facility is wrong for another, also if both had the
  // same wrong value.
  if (fix.party || target.party)
    return (
      isSameParty(fix.party, target.party) ?? (isGiven(fix.from) && isSame(fix.from, target.value))
    )
  return isSame(fix.from, target.value)
}

function rankedOf(group: readonly KnownFix[], target: FixTarget) {
  const kept = withCommonPlace(group, target)
  const captures = Map.groupBy(kept, ({ capture }) => capture)
  const isClose = kept.some(({ place }) => isWholePlace(place, target.place))
  const isOwn = kept.some((fix) => isSamePatient(fix, target) && !isShared(fix))
  if (captures.size < leastLoose && !isClose && !isOwn) return undefined
  const countOf = (is: (fix: KnownFix) => boolean) =>
    [...captures.values()].filter((fixes) => fixes.some(is)).length
  const [billed, denied] = [
    countOf(({ isBilled }) => isBilled),
    countOf(({ isDenied }) => isDenied),
  ]
  const latest = kept.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]! // a group has a first fix
  return {
    value: latest.value,
    times: captures.size,
    billed,
    denied,
    by: latest.by,
    where: isOwn ? 'for this patient' : placeWords(kept, target.place),
    captures: [...captures.keys()],
    isClose,
    // One that billed once of once says less than one that billed nine times of ten.
    share: (billed - denied + 1) / (captures.size + 2),
    at: latest.at,
  }
}

type Dimension = keyof FixPlace
const dimensions: readonly Dimension[] = ['payer', 'provider', 'facility']

// Fixes that share nothing but this value would be counted together otherwise.
function withCommonPlace(group: readonly KnownFix[], target: FixTarget): readonly KnownFix[] {
  if (commonOf(group, target.place).length > 0) return group
  const first = dimensions.find((dimension) =>
    group.some(({ place }) => isAlike(dimension, place, target.place)),
  )
  return group.filter(({ place }) => first !== undefined && isAlike(first, place, target.place))
}

function commonOf(group: readonly KnownFix[], place: FixPlace): Dimension[] {
  return dimensions.filter((dimension) =>
    group.every((fix) => isAlike(dimension, fix.place, place)),
  )
}

function placeWords(group: readonly KnownFix[], place: FixPlace): string {
  const before = { payer: 'at', provider: 'for', facility: 'at' } as const
  return commonOf(group, place)
    .map((dimension) => `${before[dimension]} ${place[dimension]!.name}`)
    .join(', ')
}

function sharedDimensions(a: FixPlace, b: FixPlace): Dimension[] {
  return dimensions.filter((dimension) => isAlike(dimension, a, b))
}

function isAlike(dimension: Dimension, a: FixPlace, b: FixPlace): boolean {
  return a[dimension] !== undefined && a[dimension].key === b[dimension]?.key
}

// Both have the same value, or both have none.
function isWholePlace(a: FixPlace, b: FixPlace): boolean {
  return dimensions.every((dimension) => a[dimension]?.key === b[dimension]?.key)
}

function isSamePatient(a: FixTarget, b: FixTarget): boolean {
  return a.patient !== undefined && a.patient === b.patient
}

function isOwnField(path: string): boolean {
  return (
    sharedPaths.has(path) ||
    visitFields.includes(path) ||
    patientSections.some((section) => path.startsWith(`data.${section}.`))
  )
}

// A patient has another member id at another payer. What was done at another visit fits only where
// the same value is wrong.
function fitsVisit(fix: Fix, target: FixTarget): boolean {
  if (visitFields.includes(fix.path)) return isSame(fix.from, target.value)
  return !fix.path.startsWith('data.subscriber_') || isAlike('payer', fix.place, target.place)
}

/**
 * True if two fields belong to one provider, facility or payer, by the members that both have;
 * undefined if nothing tells whose they are.
 */
export function isSameParty(a: FixTarget['party'], b: FixTarget['party']): boolean | undefined {
  if (!a || !b) return undefined
  const members = ['npi', 'name'] as const
  const given = members.filter((member) => a[member] !== undefined && b[member] !== undefined)
  return given.length > 0 ? given.every((member) => a[member] === b[member]) : undefined
}

// The field's own value is what differs, so the other members tell whose it is.
function partyOf(record: JsonObject, name: string): FixTarget['party'] {
  const wanted = withoutRows(name)
  const party = Object.keys(partyFields).find((each) =>
    partyFields[each]!.some((field) => wanted === `data.${each}.${field}`),
  )
  if (party === undefined) return undefined
  const at = name
    .split('.')
    .slice(
      0,
      name.split('.').length - (wanted.split('.').length - `data.${party}`.split('.').length),
    )
  const value = valueAt(record, at.join('.'))
  const label = isPayerId(wanted) ? textAt(value, 'payer_name') : partyName(value)
  const npi = textAt(value, 'npi')
  const field = wanted.slice(`data.${party}.`.length)
  return {
    ...(npi !== undefined && field !== 'npi' && { npi }),
    ...(label !== undefined && !field.endsWith('_name') && { name: nameKey(label) }),
  }
}

function isPayerId(path: string): boolean {
  return cards.some((card) => path === `data.${card}.payer_id`)
}

// The kinds that a diagnosis may be written as; undefined for another field.
function allowedAt(record: JsonObject, name: string): Json[] | undefined {
  const place = /^data\.diagnoses\.(\d+)\.code_type$/.exec(name)?.[1]
  if (place === undefined) return undefined
  return diagnosisKinds.filter((kind) => mayBeKind(record.data, Number(place), kind))
}

function placeOf(data: unknown, isByName: boolean): FixPlace {
  const card = valueAt(data, 'subscriber_primary.insurance_card')
  const rendering = valueAt(data, 'rendering_provider')
  const facility = valueAt(data, 'service_facility')
  // Where the id is what is wrong, the name says which payer it is.
  const [payerId, payerName] = [textAt(card, 'payer_id'), textAt(card, 'payer_name')]
  const payer = shared(isByName ? payerName : payerId, payerName)
  // A wrong NPI is what most errors of a provider are about: the name says who it is.
  const provider = shared(partyName(rendering) ?? textAt(rendering, 'npi'), partyName(rendering))
  const place = shared(
    textAt(data, 'service_facility_id') ?? partyName(facility) ?? textAt(facility, 'npi'),
    partyName(facility),
  )
  return {
    ...(payer && { payer }),
    ...(provider && { provider }),
    ...(place && { facility: place }),
  }
}

function shared(key: string | undefined, name: string | undefined): Shared | undefined {
  const first = key ?? name
  return first === undefined ? undefined : { key: nameKey(first), name: name ?? first }
}

/** The name of a provider, facility or organization; undefined without one. */
export function partyName(value: unknown): string | undefined {
  const person = [textAt(value, 'first_name'), textAt(value, 'last_name')].filter(Boolean).join(' ')
  return textAt(value, 'organization_name') ?? asText(person)
}

/**
 * True if a value is a text of the record's patient, subscribers or guarantor (compared without
 * case, blanks and signs), or contains one that identifies the person: a name, an id, a birth date,
 * a street, a telephone number, an e-mail address.
 */
export function namesPatient(value: Json, record: JsonObject): boolean {
  const sections = patientSections.map(
    (section) => (valueAt(record, `data.${section}`) as Json | undefined) ?? null,
  )
  const ids = patientIds.map((path) => (valueAt(record, path) as Json | undefined) ?? null)
  const texts = new Set(
    [...sections, ...ids].flatMap((each) => textsIn(each, isOfPerson)).map(nameKey),
  )
  const identifying = [
    ...sections.flatMap((section) => textsIn(section, identifies)),
    ...ids.flatMap((id) => textsIn(id)),
  ]
    .map(nameKey)
    .filter((text) => text.length >= leastContained)
  return textsIn(value)
    .map(nameKey)
    .some(
      (text) => text !== '' && (texts.has(text) || identifying.some((each) => text.includes(each))),
    )
}

// Two letters are in every text.
const leastContained = 3
type Wanted = (name: string) => 'all' | 'inside' | 'none'
const identifies: Wanted = (name) =>
  /^(?:first_name|last_name|external_id|member_id|date_of_birth|address1|address2|number|email)$/.test(
    name,
  )
    ? 'all'
    : 'inside'
// Who pays is not a text of the person.
const isOfPerson: Wanted = (name) => (name === 'payer_id' || name === 'payer_name' ? 'none' : 'all')

// The texts and numbers inside of a value; of an object's members those that are wanted.
function textsIn(
  value: Json,
  wanted: Wanted = () => 'all',
  isWanted = wanted('') === 'all',
): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, wanted, isWanted))
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, member]) => {
      const which = wanted(name)
      return which === 'none' ? [] : textsIn(member, wanted, isWanted || which === 'all')
    })
  if (!isWanted || value === null || typeof value === 'boolean') return []
  return [typeof value === 'string' ? value : JSON.stringify(value)]
}

// No value is spelled in several ways: null, missing, blank and empty.
function isSame(a: Json, b: Json): boolean {
  return isGiven(a) || isGiven(b) ? sameJson(a, b) : true
}
