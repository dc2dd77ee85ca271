import 'server-only'
import { readCapturesOf } from '#lib/actions/charge-captures/billed-captures.ts'
import { isNotOffered } from '#lib/actions/finding/look-up.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { PartnerListOperation } from '#lib/lists/list-spec.ts'
import { endWords, type ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { groupCaptures, withCaptures } from '#lib/lists/rows/joined-rows.ts'
import {
  toChargeCaptureRow,
  toClaimCreationRow,
  type BaseRow,
  type CapturesOfRow,
  type ChargeCaptureRow,
  type ClaimCreationRow,
} from '#lib/lists/rows/rows.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { spanStanding, spanStandingWords } from '#lib/rules/coverage/span-standing.ts'
import { readItems } from './partner-lists.ts'

// The request to the partner has the ids in its URL, and a long URL may be refused.
const idsPerRequest = 50

/** The way to ask the partner for a whole list. */
export type Ask = {
  signal: AbortSignal
  /** Asks the partner for a read, and retries while the partner is unavailable. */
  retrying: <T>(ask: (connection: Connection) => Promise<Result<T>>) => Promise<Result<T>>
}

/**
 * A page's rows with what the list's page says besides: what the partner's other records say of
 * them, and how a span or a contract stands today. Where the key may not read those records, the
 * rows stay as they are.
 */
export async function joinRows(
  operation: PartnerListOperation,
  rows: BaseRow[],
  ask: Ask,
): Promise<Result<BaseRow[]>> {
  if (operation === 'listChargeCaptures') return joinClaims(rows, ask)
  if (operation === 'listClaimCreations') return joinCaptures(rows, ask)
  const today = dayNow()
  if (operation === 'listContractsV2' || operation === 'listContractsV3')
    return ok(rows.map((row: ContractRow) => ({ ...row, ends: endWords(row, today) })))
  return operation === 'listFacilityCredentialingSpans' ||
    operation === 'listProviderCredentialingSpans'
    ? ok(rows.map((row) => withCoverage(row, today)))
    : ok(rows)
}

async function joinClaims(
  rows: readonly ChargeCaptureRow[],
  { retrying, signal }: Ask,
): Promise<Result<ChargeCaptureRow[]>> {
  const claims = new Map<string, ClaimCreationRow>()
  for (const ids of idGroups(rows.map((row) => row.claim_creation_id))) {
    const query = { claim_creation_ids: ids, limit: ids.length }
    const page = await retrying((connection) =>
      readItems({ operation: 'listClaimCreations', query }, connection, signal),
    )
    if (!page.ok) return isNotOffered(page.error.status) ? ok([...rows]) : page
    for (const claim of page.value.items.map(toClaimCreationRow)) claims.set(claim.id, claim)
  }
  return ok(
    rows.map((row) => {
      const claim = claims.get(row.claim_creation_id ?? '')
      return claim ? { ...row, claim } : row
    }),
  )
}

async function joinCaptures(
  rows: readonly ClaimCreationRow[],
  { retrying }: Ask,
): Promise<Result<ClaimCreationRow[]>> {
  const captures = new Map<string, CapturesOfRow>()
  for (const ids of idGroups(rows.map(({ id }) => id))) {
    const read = await retrying(async (connection) => {
      const { items, failure } = await readCapturesOf(connection, ids)
      return failure ? { ok: false, error: failure } : ok(items)
    })
    if (!read.ok) return isNotOffered(read.error.status) ? ok([...rows]) : read
    for (const [id, own] of groupCaptures(ids, read.value.map(toChargeCaptureRow)))
      captures.set(id, own)
  }
  return ok(rows.map((row) => withCaptures(row, captures.get(row.id))))
}

function withCoverage(row: SpanRow, today: LocalDate): SpanRow {
  const coverage = spanStandingWords(spanStanding(row, today))
  return row.unreadable ? row : { ...row, coverage }
}

function idGroups(ids: readonly (string | undefined)[]): string[][] {
  const all = [...new Set(ids.flatMap((id) => id || []))]
  return Array.from({ length: Math.ceil(all.length / idsPerRequest) }, (_, group) =>
    all.slice(group * idsPerRequest, (group + 1) * idsPerRequest),
  )
}
