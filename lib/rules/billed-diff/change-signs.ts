import { asText } from '#lib/rules/edit/json-path.ts'
import { filingFacts, type FilingFacts } from '#lib/rules/filing/filing-clock.ts'
import { insurancesOf, type NamedPayer } from '#lib/rules/filing/insurances.ts'
import type { BilledChange, BilledDiff, CaptureNow } from './billed-change.ts'
import { claimNow } from './billed-diff.ts'

/** What the differences alone mean for the claim. */
export type DiffSigns = {
  /**
   * `none`: nothing differs; `cosmetic`: only what no payer decides on. `payer-id`, `other-card`
   * (secondary or tertiary) and `attachment`: only that, and what is cosmetic.
   */
  what: 'none' | 'cosmetic' | 'payer-id' | 'other-card' | 'attachment' | 'claim'
  /** Nothing is left to bill. */
  is_nothing_left?: true
  /** A capture went back to planned. */
  is_planned?: true
  /** The claim is not the same one: of another person, billing provider or primary payer. */
  other?: 'person' | 'provider' | 'payer'
  /** Who pays now, if that changed. */
  pays?: 'patient' | 'insurance'
  /** Why a change that looks small matters to the payer. */
  because?: 'first-diagnosis' | 'description'
  /** Whole cents, now minus billed. */
  moved_cents: number
}

/**
 * What a comparison with the billed claim means, without its values: what the advice needs of it.
 * Small enough to be stored with each row of the queue.
 */
export type ChangeSigns = DiffSigns & {
  /** The primary payer as billed and now, if both have an id and the ids differ. */
  payers?: { billed: NamedPayer; now: NamedPayer }
  /** What filing limits need: of the claim as billed, and as it would be now. */
  billed: FilingFacts
  now: FilingFacts
}

/** The signs of the differences of one claim. */
export function diffSigns({ changes, moved_cents, is_nothing_left }: BilledDiff): DiffSigns {
  const isNotBillable = changes.some(
    ({ path, now }) => path === 'billable_status' && now === 'NOT_BILLABLE',
  )
  const isPlanned = changes.some(({ path, now }) => path === 'status' && now === 'planned')
  const party = changes.find(({ path }) => path === 'responsible_party')
  const pays =
    party?.now === 'SELF_PAY' ? 'patient' : party?.billed === 'SELF_PAY' ? 'insurance' : undefined
  const other = isOtherPerson(changes)
    ? 'person'
    : changes.some(isOfOtherProvider)
      ? 'provider'
      : changes.some(isOfPayerId)
        ? 'payer'
        : undefined
  const because = reasonOf(changes)
  return {
    what: whatOf(changes),
    ...((is_nothing_left || isNotBillable) && { is_nothing_left: true }),
    ...(isPlanned && { is_planned: true }),
    ...(other && { other }),
    ...(pays && { pays }),
    ...(because && { because }),
    moved_cents,
  }
}

/**
 * The signs of a comparison. `billed` is the claim creation's `encounter_creation_input`, `captures`
 * are the captures that it was compared with.
 */
export function changeSigns(
  diff: BilledDiff,
  billed: unknown,
  captures: readonly CaptureNow[],
): ChangeSigns {
  const present = claimNow(captures)
  const payers = payersOf(diff.changes, billed, present)
  return {
    ...diffSigns(diff),
    ...(payers && { payers }),
    billed: filingFacts(billed),
    now: filingFacts(present),
  }
}

const payerId = 'subscriber_primary.insurance_card.payer_id'
const isOfAttachment = ({ path }: BilledChange) => path.startsWith('claim_supplemental_information')
const isOfOtherCard = ({ path }: BilledChange) => /^subscriber_(secondary|tertiary)\b/.test(path)
const isOfPayerId = (change: BilledChange) => change.path === payerId && isBoth(change)

function whatOf(changes: readonly BilledChange[]): ChangeSigns['what'] {
  if (changes.length === 0) return 'none'
  const felt = changes.filter((change) => change.class !== 'cosmetic')
  if (felt.length === 0) return 'cosmetic'
  if (felt.every(isOfPayerId)) return 'payer-id'
  if (felt.every(isOfOtherCard)) return 'other-card'
  return felt.every(isOfAttachment) ? 'attachment' : 'claim'
}

// A misspelt name, or a mistyped day alone, is still the same person. A child may share the
// subscriber's member id, so that one says nothing.
function isOtherPerson(changes: readonly BilledChange[]): boolean {
  const has = (paths: RegExp) => changes.some((change) => paths.test(change.path) && isBoth(change))
  return has(/^patient\.date_of_birth$/) && has(/^patient\.(first|last)_name$/)
}

function isOfOtherProvider(change: BilledChange): boolean {
  return /^billing_provider\.(npi|tax_id)$/.test(change.path) && isBoth(change)
}

function isBoth({ billed, now }: BilledChange): boolean {
  return asText(billed) !== undefined && asText(now) !== undefined
}

function payersOf(
  changes: readonly BilledChange[],
  billed: unknown,
  now: unknown,
): ChangeSigns['payers'] {
  const change = changes.find(isOfPayerId)
  if (!change) return undefined
  const named = (data: unknown, id: unknown): NamedPayer => {
    const known = insurancesOf(data).find(({ rank }) => rank === 'primary')
    const { payer, plan_type } = known ?? {}
    return {
      payer_id: asText(id),
      ...(payer !== undefined && { payer }),
      ...(plan_type !== undefined && { plan_type }),
    }
  }
  return { billed: named(billed, change.billed), now: named(now, change.now) }
}

function reasonOf(changes: readonly BilledChange[]): ChangeSigns['because'] {
  const felt = changes.filter((change) => change.class !== 'cosmetic')
  if (felt.length !== 1) return undefined
  const [{ path, billed, now }] = felt as [BilledChange]
  if (/^diagnoses\.\d+$/.test(path) && billed !== undefined && now !== undefined)
    return 'first-diagnosis'
  return /^service_lines\.\d+\.(description|note)$/.test(path) ? 'description' : undefined
}
