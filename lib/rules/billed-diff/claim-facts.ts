import { isJsonObject, type Json } from '#lib/core/json.ts'
import { isLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import type { BilledDiff, CaptureNow } from './billed-change.ts'
import { billedDiff } from './billed-diff.ts'
import { paidOf, type Paid } from './overpayment.ts'

/**
 * What is known of the claim at the payer: its first claim. `unread`: the encounter could not be
 * read, with the reason in words. `status`: only the status was read, as a list tells it.
 */
export type ClaimFacts =
  | { known: 'unread'; why: string }
  | { known: 'no-claim' }
  | { known: 'status'; status: string }
  | ({ known: 'claim' } & EncounterClaim)

export type EncounterClaim = {
  status: string
  /** The payer's control number (`payer_claim_id`; X12 REF F8). */
  control_number?: string
  /** The date of its first remittance, a local date. */
  remitted_on?: LocalDate
  paid: Paid
  /** The payer returned it as unprocessable: Medicare's remark MA130. */
  is_unprocessable?: true
  /** The instant of the last submission, as the partner wrote it. */
  last_submitted_at?: string
  /** The encounter has the new values already. */
  is_already_there?: true
}

/**
 * The facts of an encounter as the partner has it now, with the comparison of its change after
 * billing and the captures that it was made from. Any JSON is read.
 */
export function claimFacts(
  encounter: unknown,
  diff: BilledDiff | null,
  captures: readonly CaptureNow[],
): ClaimFacts {
  const [claim] = itemsOf(memberAt(encounter, 'claims'))
  if (claim === undefined) return { known: 'no-claim' }
  const lines = itemsOf(memberAt(claim, 'service_lines'))
  const control = textOf(memberAt(claim, 'payer_claim_id'))
  const remitted = itemsOf(memberAt(claim, 'eras'))
    .map((era) => textOf(memberAt(era, 'check_date')) ?? '')
    .filter(isLocalDate)
    .toSorted()[0]
  const remarks = lines.flatMap((line) =>
    itemsOf(memberAt(line, 'service_line_era_data', 'remittance_advice_remark_codes')),
  )
  const sent = textOf(memberAt(encounter, 'last_submitted_at'))
  return {
    known: 'claim',
    status: textOf(memberAt(claim, 'status')) ?? '',
    ...(control !== undefined && { control_number: control }),
    ...(remitted !== undefined && { remitted_on: remitted }),
    paid: paidOf(encounter),
    ...(remarks.includes('MA130') && { is_unprocessable: true }),
    ...(sent !== undefined && { last_submitted_at: sent }),
    ...(diff && isAlreadyThere(diff, encounter, captures) && { is_already_there: true }),
  }
}

// The encounter is compared with the captures as the bill was: a change that is no difference there
// has arrived. Members that only an encounter has do not count.
function isAlreadyThere(
  { changes }: BilledDiff,
  encounter: unknown,
  captures: readonly CaptureNow[],
): boolean {
  const felt = changes.filter((change) => change.class !== 'cosmetic')
  const left = billedDiff(asClaimData(encounter), captures)?.changes
  if (felt.length === 0 || left === undefined) return false
  return felt.every((change) => {
    const root = change.path.startsWith('diagnoses') ? 'diagnoses' : change.path
    return !left.some(
      ({ path, now }) =>
        (path === root || isWithin(path, root) || isWithin(root, path)) &&
        (change.now === undefined || now !== undefined),
    )
  })
}

function isWithin(path: string, section: string): boolean {
  return path.startsWith(`${section}.`)
}

// The lines of an encounter are on its claims, and name diagnoses by their ids.
function asClaimData(encounter: unknown): Json | undefined {
  if (!isJsonObject(encounter)) return undefined
  const ids = itemsOf(encounter.diagnoses).map((each) => textOf(memberAt(each, 'diagnosis_id')))
  const lines = itemsOf(encounter.claims)
    .flatMap((claim) => itemsOf(memberAt(claim, 'service_lines')))
    .filter(isJsonObject)
  return {
    ...encounter,
    service_lines: lines.map((line) => ({
      ...line,
      diagnosis_pointers: ['zero', 'one', 'two', 'three'].flatMap((place) => {
        const id = textOf(line[`diagnosis_id_${place}`])
        return id !== undefined && ids.includes(id) ? [ids.indexOf(id)] : []
      }),
    })),
  }
}
