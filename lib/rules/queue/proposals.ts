import { nameKey } from '#lib/core/folded.ts'
import { isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import { formatLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { taxIdIn } from '#lib/rules/codes/codes.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import { isGiven, listAt, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { dateAt } from '#lib/rules/scrub/date-fields.ts'
import {
  isSameParty,
  partyName,
  patientSections,
  sharedPaths,
  targetOf,
  withoutRows,
} from './fix-memory.ts'

// Values that can be known for a field in error, and where each comes from. A record here is the
// update body that would change nothing, and names are those of form controls. No proposal is ever
// written by itself.

/** Who knows a proposed value. */
export type ProposalFrom = 'list' | 'same-claim' | 'record' | 'memory' | 'check'

/**
 * A value for the field at `path`. `source` says in words where it comes from. `isSure`: Enter may
 * take it where no other proposal competes; a value that only may be right has to be chosen.
 */
export type Proposal = {
  path: string
  value: Json
  source: string
  from: ProposalFrom
  isSure: boolean
}

/** The partner's lists that can answer for a field. */
export const knowingLists = [
  'payers',
  'rendering-providers',
  'billing-providers',
  'facilities',
] as const

/** The most captures that are asked about at once. */
export const mostAskedRows = 50

/**
 * What to ask of one of the partner's lists: whose `member` is wanted, by name, or by NPI where the
 * NPI is not what is wrong. `search` is the text that the list is searched for.
 */
export type ListQuestion = {
  of: (typeof knowingLists)[number]
  by: 'name' | 'npi'
  text: string
  search: string
  member: 'payer_id' | 'npi' | 'taxonomy_code' | 'tax_id'
}

/**
 * An entry of a list that answers a question: the member's value, the entry's name, whether it is
 * exactly who was asked for, and between which days it works for the organization.
 */
export type ListMatch = {
  value: string
  name: string
  isExact: boolean
  from?: LocalDate
  until?: LocalDate
}

const listWords = {
  payers: 'Payer list',
  'rendering-providers': 'Provider list',
  'billing-providers': 'Provider list',
  facilities: 'Facility list',
} as const satisfies { [list in ListQuestion['of']]: string }

// A referring or ordering provider is mostly somebody else's: the organization's list does not know
// them, and a namesake there would be a wrong claim.
const listOfParty: Readonly<Record<string, ListQuestion['of']>> = {
  rendering_provider: 'rendering-providers',
  supervising_provider: 'rendering-providers',
  treating_provider: 'rendering-providers',
  billing_provider: 'billing-providers',
  service_facility: 'facilities',
}
const membersOfParty: readonly string[] = ['npi', 'taxonomy_code', 'tax_id']

/**
 * The question whose answer is the value of a field; undefined for a field that no list knows, or
 * whose record does not say of whom.
 */
export function questionAt(record: JsonObject, name: string): ListQuestion | undefined {
  const parts = withoutRows(name).split('.')
  const member = parts.at(-1) ?? ''
  const owner = valueAt(record, name.split('.').slice(0, -1).join('.'))
  if (member === 'payer_id' && parts.at(-2) === 'insurance_card') {
    const text = textAt(owner, 'payer_name')
    return text === undefined
      ? undefined
      : { of: 'payers', by: 'name', text, search: text, member: 'payer_id' }
  }
  const of = parts.length === 3 ? listOfParty[parts[1]!] : undefined
  if (of === undefined || !membersOfParty.includes(member)) return undefined
  if (of === 'facilities' && member !== 'npi') return undefined
  const wanted = member as ListQuestion['member'] // one of membersOfParty
  const npi = textAt(owner, 'npi')
  if (member !== 'npi' && npi !== undefined && isNpi(npi))
    return { of, by: 'npi', text: npi, search: npi, member: wanted }
  const text = partyName(owner)
  if (text === undefined) return undefined
  // Lists write a person's name in several orders.
  const search = textAt(owner, 'organization_name') ?? textAt(owner, 'last_name') ?? text
  return { of, by: 'name', text, search, member: wanted }
}

/** True for a field that a list, the record itself or another capture of the claim may know. */
export function isKnownElsewhere(record: JsonObject, name: string): boolean {
  return (
    questionAt(record, name) !== undefined ||
    isOfClaim(name) ||
    recordProposals(record, name).length > 0
  )
}

const mostNear = 3

/**
 * The entries of a page of a list that answer a question: those that are exactly asked for, else at
 * most three that are near. Entries without the wanted member are left out.
 */
export function matchesOf(
  { by, text, member }: ListQuestion,
  entries: readonly unknown[],
): ListMatch[] {
  const found = entries.flatMap((entry) => {
    const listed = textAt(entry, member)
    const value = (member === 'tax_id' && listed && taxIdIn(listed)) || listed
    const names = [
      textAt(entry, 'payer_name') ?? textAt(entry, 'name') ?? partyName(entry),
      textAt(entry, 'availity_payer_name'),
    ].filter((each) => each !== undefined)
    if (value === undefined || names[0] === undefined) return []
    const isExact =
      by === 'npi'
        ? textAt(entry, 'npi') === text
        : names.some((name) => nameKey(name) === nameKey(text))
    const [from, until] = [
      dateAt(entry, 'employment_start_date'),
      dateAt(entry, 'employment_termination_date'),
    ]
    return [{ value, name: names[0], isExact, ...(from && { from }), ...(until && { until }) }]
  })
  const exact = found.filter(({ isExact }) => isExact)
  return exact.length > 0 ? exact : by === 'npi' ? [] : found.slice(0, mostNear)
}

/**
 * The proposals of a list's answer. Sure is the one exact entry that worked for the organization on
 * the day of the service; without one day, nobody who has left.
 */
export function listProposals(
  question: ListQuestion,
  matches: readonly ListMatch[],
  { path, day }: { path: string; day: string | undefined },
): Proposal[] {
  const isAlone = new Set(matches.map(({ value }) => value)).size === 1
  return matches.map(({ value, name, isExact, from, until }) => {
    const isLate = until !== undefined && (day === undefined || until < day)
    const isEarly = day !== undefined && from !== undefined && from > day
    const how = !isExact
      ? name
      : isLate
        ? `${name}, who left on ${dayWords(until)}`
        : isEarly
          ? `${name}, who began on ${dayWords(from)}`
          : question.by === 'npi'
            ? `${name}, by NPI`
            : 'exact name'
    return {
      path,
      value,
      source: `${listWords[question.of]}, ${how}`,
      from: 'list',
      isSure: isExact && isAlone && !isLate && !isEarly,
    }
  })
}

/**
 * The rewritings of checks without those that a list refutes: a check knows how a tax ID is written,
 * and the list whose it is.
 */
export function withoutRefuted(
  written: readonly Proposal[],
  question: ListQuestion,
  matches: readonly ListMatch[],
): readonly Proposal[] {
  if (question.member !== 'tax_id' || question.by !== 'npi' || matches.length === 0) return written
  return written.filter((each) => matches.some(({ value }) => value === each.value))
}

/**
 * What the record itself says about one of its fields: the end of a visit by its lines, or no end
 * where one day needs none.
 */
export function recordProposals(record: JsonObject, name: string): Proposal[] {
  const { data } = record
  const line = /^data\.(service_lines\.\d+)\.end_date_of_service$/.exec(name)?.[1]
  if (name !== 'data.end_date_of_service' && line === undefined) return []
  const owner = line === undefined ? data : valueAt(data, line)
  const [start, end] = [dateAt(owner, 'date_of_service'), dateAt(owner, 'end_date_of_service')]
  if (start === undefined || end === undefined || end >= start) return []
  const none: Proposal = {
    path: name,
    value: null,
    source:
      line === undefined
        ? 'a visit of one day needs no end date'
        : 'a service of one day needs no end date',
    from: 'record',
    isSure: false,
  }
  if (line !== undefined) return [none]
  const byDay = Map.groupBy(
    listAt(data, 'service_lines').flatMap((row, place) => {
      const last = dateAt(row, 'end_date_of_service') ?? dateAt(row, 'date_of_service')
      return last !== undefined && last >= start ? [{ last, place }] : []
    }),
    ({ last }) => last,
  )
  const said = [...byDay].map(([last, rows]): Proposal => ({
    path: name,
    value: last,
    source: saidBy(rows.map(({ place }) => place + 1)),
    from: 'record',
    isSure: byDay.size === 1,
  }))
  return [...said, none]
}

// "line 2 says so", "lines 1, 2 and 3 say so"
function saidBy(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]} says so`
  return `lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)} say so`
}

/**
 * Another capture of the same claim: its id for a person, its update body, and the controls that it
 * has open errors at.
 */
export type Sibling = { name: string; content: JsonObject; inError: ReadonlySet<string> }

/** True for a field that the captures of one claim share, so that another one may know its value. */
export function isOfClaim(name: string): boolean {
  return (
    withoutRows(name) === name &&
    (sharedPaths.has(name) ||
      patientSections.some((section) => name.startsWith(`data.${section}.`)))
  )
}

/**
 * What the other captures of the claim have in a field of the patient, a payer, a provider or the
 * facility. Another patient's capture, another payer's or another provider's says nothing, nor does
 * one that is in error there.
 */
export function claimProposals(
  record: JsonObject,
  name: string,
  siblings: readonly Sibling[],
): Proposal[] {
  if (!isOfClaim(name)) return []
  const own = targetOf(record, name)
  return siblings.flatMap(({ name: sibling, content, inError }) => {
    if (inError.has(name)) return []
    const other = targetOf(content, name)
    const isSamePatient = own.patient !== undefined && own.patient === other.patient
    const isFitting = sharedPaths.has(name)
      ? isSameParty(own.party, other.party) === true
      : isSamePatient && isSameCard(record, content, name)
    if (!isGiven(other.value) || !isFitting) return []
    return [
      {
        path: name,
        value: other.value,
        source: `from ${sibling} of this claim`,
        from: 'same-claim' as const,
        isSure: true,
      },
    ]
  })
}

// A patient has another member id at another payer.
function isSameCard(a: JsonObject, b: JsonObject, name: string): boolean {
  const section = name.split('.').slice(0, 2).join('.')
  if (!section.startsWith('data.subscriber_')) return true
  const payerOf = (record: JsonObject) =>
    ['payer_id', 'payer_name'].map((member) =>
      textAt(record, `${section}.insurance_card.${member}`),
    )
  const [mine, theirs] = [payerOf(a), payerOf(b)]
  return mine.some((payer, place) => payer !== undefined && payer === theirs[place])
}

/**
 * The proposals for a field without what it has already: the same value once, with all its sources,
 * the sure ones first.
 */
export function rankProposals(proposals: readonly Proposal[], now: Json): Proposal[] {
  const groups: Proposal[][] = []
  for (const proposal of proposals) {
    if (isSame(proposal.value, now)) continue
    const group = groups.find(([first]) => isSame(first!.value, proposal.value))
    if (group) group.push(proposal)
    else groups.push([proposal])
  }
  const joined = groups.map((group): Proposal => ({
    ...group[0]!, // a group begins with one
    source: [...new Set(group.map(({ source }) => source))].join(' · '),
    isSure: group.some(({ isSure }) => isSure),
  }))
  return [...joined.filter(({ isSure }) => isSure), ...joined.filter(({ isSure }) => !isSure)]
}

/** The one that a key may take: the only sure one. Sure proposals that differ compete. */
export function onlySure<P extends { isSure: boolean }>(proposals: readonly P[]): P | undefined {
  const sure = proposals.filter(({ isSure }) => isSure)
  return sure.length === 1 ? sure[0] : undefined
}

/**
 * The proposals for fields that get one value: those that each field has, with the sources of the
 * first. Sure is what is sure for each of them.
 */
export function agreeing(fields: readonly (readonly Proposal[])[]): Proposal[] {
  const [first = [], ...others] = fields
  return first.flatMap((proposal) => {
    const same = others.map((field) => field.find(({ value }) => isSame(value, proposal.value)))
    if (same.some((each) => each === undefined)) return []
    return [{ ...proposal, isSure: [proposal, ...same].every((each) => each?.isSure === true) }]
  })
}

// No value is spelled in several ways.
function isSame(a: Json, b: Json): boolean {
  return isGiven(a) || isGiven(b) ? sameJson(a, b) : !isJsonObject(a) && !isJsonObject(b)
}

function dayWords(date: LocalDate): string {
  return formatLocalDate(date, { weekday: false })
}
