import { folded } from '#lib/core/folded.ts'
import { sameJson, type JsonObject } from '#lib/core/json.ts'
import { jsonAt, listAt, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { partyName } from '#lib/rules/queue/fix-memory.ts'
import type { ListQuestion } from '#lib/rules/queue/proposals.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'

// The values of a capture that the partner checks against its lists: whether a claim with a new one
// bills is known only once somebody has looked it up.

/**
 * A value that one of the partner's lists has or lacks, with what to search the list for: facilities
 * are not found by NPI, so all of them are read.
 */
export type ListedValue = {
  of: ListQuestion['of']
  by: 'payer_id' | 'npi' | 'organization_service_facility_id'
  text: string
  search: string
}

/** The entries of a list that may have a value; undefined if nobody has looked it up. */
export type FindListed = (asked: ListedValue) => readonly unknown[] | undefined

type Member = Pick<ListedValue, 'of' | 'by'> & { label: string; list: string }

const payer = { of: 'payers', by: 'payer_id', list: 'payer list' } as const
const rendering = { of: 'rendering-providers', by: 'npi', list: 'provider list' } as const
const facility = { of: 'facilities', list: 'facility list' } as const

const members: ReadonlyMap<string, Member> = new Map<string, Member>([
  ['data.subscriber_primary.insurance_card.payer_id', { ...payer, label: 'Payer ID' }],
  ['data.subscriber_secondary.insurance_card.payer_id', { ...payer, label: 'Secondary payer ID' }],
  ['data.subscriber_tertiary.insurance_card.payer_id', { ...payer, label: 'Tertiary payer ID' }],
  [
    'data.billing_provider.npi',
    { of: 'billing-providers', by: 'npi', list: 'provider list', label: 'Billing provider NPI' },
  ],
  ['data.rendering_provider.npi', { ...rendering, label: 'Rendering provider NPI' }],
  ['data.supervising_provider.npi', { ...rendering, label: 'Supervising provider NPI' }],
  ['data.treating_provider.npi', { ...rendering, label: 'Treating provider NPI' }],
  ['data.service_facility.npi', { ...facility, by: 'npi', label: 'Facility NPI' }],
  [
    'data.service_facility_id',
    { ...facility, by: 'organization_service_facility_id', label: 'Facility ID' },
  ],
])

/** True for a field whose values the partner's lists know. */
export function isListedField(path: string): boolean {
  return members.has(path)
}

/** The values of an update body that lists know; with `before` only those that differ from it. */
export function listedValuesOf(body: JsonObject, before?: JsonObject): ListedValue[] {
  return [...members].flatMap(([path, member]) => askedAt(body, path, member, before) ?? [])
}

/** Why nobody knows whether the partner takes the values of an update body, in words. */
export function notKnown(body: JsonObject, find: FindListed, before?: JsonObject): string[] {
  return [...members].flatMap(([path, member]) => {
    const asked = askedAt(body, path, member, before)
    if (!asked) return []
    const what = `${member.label} ${asked.text}`
    const entries = find(asked)
    if (!entries) return [`${what} was not looked up`]
    const found = entries.filter((entry) => textAt(entry, asked.by) === asked.text)
    if (found.length === 0) return [`${what} isn’t in the partner’s ${member.list}`]
    if (found.some((entry) => isUsable(entry, asked, body))) return []
    return [`${what} doesn’t fit its entry in the partner’s ${member.list}`]
  })
}

function askedAt(
  body: JsonObject,
  path: string,
  { of, by }: Member,
  before: JsonObject | undefined,
): ListedValue | undefined {
  const text = textAt(body, path)
  if (text === undefined || (by === 'npi' && !isNpi(text))) return undefined
  if (before && sameJson(jsonAt(body, path), jsonAt(before, path))) return undefined
  return { of, by, text, search: of === 'facilities' && by === 'npi' ? '' : text }
}

// A facility is inactive or has another name, a provider had left or not begun.
function isUsable(entry: unknown, { of, by }: ListedValue, body: JsonObject): boolean {
  if (of === 'facilities') {
    const name = by === 'npi' ? partyName(valueAt(body, 'data.service_facility')) : undefined
    const names = [textAt(entry, 'name'), ...listAt(entry, 'aliases')]
    const isNamed =
      name === undefined ||
      names.some((each) => typeof each === 'string' && folded(each) === folded(name))
    return isNamed && textAt(entry, 'status') !== 'inactive'
  }
  const day = textAt(body, 'data.date_of_service')
  const from = textAt(entry, 'employment_start_date')
  const until = textAt(entry, 'employment_termination_date')
  return day === undefined ? !until : (!from || from <= day) && (!until || day <= until)
}
