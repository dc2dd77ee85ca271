import { addDays, daysBetween, isLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { endChoices } from '#lib/lists/contracts.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { nameOf, withoutBlanks, type BaseRow } from './rows.ts'

/** One contract in the list: only what its columns show. Dates are local dates. */
export type ContractRow = BaseRow & {
  status?: string
  type?: string
  payer?: string
  payer_id?: string
  provider?: string
  provider_npi?: string
  effective_date?: string
  expiration_date?: string
  /** The number of rendering providers on its roster. */
  providers?: number
  /** `national`, or the states. */
  regions?: string
  /** The lines of business that it covers at least in part. */
  insurance?: string
  /** How its last day stands today in words, for a file. */
  ends?: string | undefined
}

/**
 * The row of one contract of either version, from any JSON: what cannot be read is left out, and
 * nothing is thrown.
 */
export function toContractRow(item: unknown): ContractRow {
  const id = textOf(memberAt(item, 'contract_id'))
  if (id === undefined) return { id: '', unreadable: true }
  const provider = memberAt(item, 'contracting_provider')
  const count = memberAt(item, 'provider_count')
  return withoutBlanks({
    id,
    status: textOf(memberAt(item, 'contract_status')),
    type: textOf(memberAt(item, 'type')),
    payer: textOf(memberAt(item, 'payer', 'payer_name')),
    payer_id: textOf(memberAt(item, 'payer', 'payer_id')),
    provider: nameOf(provider),
    provider_npi: textOf(memberAt(provider, 'npi')),
    effective_date: textOf(memberAt(item, 'effective_date')),
    expiration_date: textOf(memberAt(item, 'expiration_date')),
    providers: typeof count === 'number' ? count : undefined,
    regions: regionsOf(memberAt(item, 'regions')),
    insurance:
      lines
        .filter(([name]) => isCovered(memberAt(item, name)))
        .map(([, word]) => word)
        .join(', ') || undefined,
  })
}

/**
 * True if a contract's end matches the filter `ends` on a day. A contract without an end date never
 * ends.
 */
export function endsAs(item: unknown, ends: string, today: LocalDate): boolean {
  return (
    endsWithin(textOf(memberAt(item, 'expiration_date')), ends, today) &&
    (ends !== 'past' || textOf(memberAt(item, 'contract_status')) === 'effective')
  )
}

/**
 * True if an end date has passed, or is near enough, for one of the `endChoices`; false without an
 * end date.
 */
export function endsWithin(end: LocalDate | undefined, ends: string, today: LocalDate): boolean {
  const days = Object.hasOwn(endChoices, ends)
    ? endChoices[ends as keyof typeof endChoices]
    : undefined
  if (end === undefined || days === undefined) return false
  return days === 'past' ? end < today : end >= today && end <= addDays(today, days)
}

const lines = [
  ['commercial_insurance_types', 'Commercial'],
  ['medicare_insurance_types', 'Medicare'],
  ['medicaid_insurance_types', 'Medicaid'],
] as const

function isCovered(types: unknown): boolean {
  const type = textOf(memberAt(types, 'type'))
  return (
    type === 'allApply' || (type === 'theseApply' && itemsOf(memberAt(types, 'value')).length > 0)
  )
}

/** `National`, or the states by their letters. */
export function regionsOf(regions: unknown): string | undefined {
  const type = textOf(memberAt(regions, 'type'))
  if (type !== 'states') return type === 'national' ? 'National' : type
  return itemsOf(memberAt(regions, 'states')).map(textOf).filter(Boolean).join(' ') || 'No state'
}

const soonDays = 90

/** A contract's status and last day. */
export type ContractEnd = { status?: string | undefined; expiration_date?: string | undefined }

/**
 * A contract's last day against today, in words. The partner keeps a contract effective after its
 * last day (companion facts), so somebody must settle an effective contract that has ended.
 * Undefined if there is nothing to report.
 */
export function endWords(
  { status, expiration_date: end }: ContractEnd,
  today: LocalDate,
): string | undefined {
  if (status === 'cancelled' || end === undefined || !isLocalDate(end)) return undefined
  const days = daysBetween(today, end)
  if (days < 0) return status === 'effective' ? 'Ended, still effective' : 'Ended'
  if (days > soonDays) return undefined
  return days === 0 ? 'Ends today' : `Ends in ${days} d`
}
