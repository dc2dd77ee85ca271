import { ok, type Result } from '#lib/core/result.ts'
import { toEncounterRow, type EncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import { matchingBeside } from './match-beside.ts'
import {
  toChargeCaptureRow,
  toClaimCreationRow,
  type BaseRow,
  type ChargeCaptureRow,
  type ClaimCreationRow,
  type RowChecks,
} from '#lib/lists/rows/rows.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import { endsAs, toContractRow, type ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { toFacilitySpanRow, toProviderSpanRow, type SpanRow } from '#lib/lists/rows/span-rows.ts'
import type { FilterValues, ListOperation } from '#lib/lists/list-spec.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import { orderOf } from './order.ts'
import type { ListRequest, WireQuery } from './request.ts'
import { matchingByIds, readShowFirstPage } from './show-first.ts'
import { readSplitPage } from './split-walk.ts'
import { parsePage, type ReadPage, type WirePage } from './wire-page.ts'

/** One page of rows. A token, never the number of rows, says whether there is more on a side. */
export type ListPage<Row extends BaseRow = BaseRow> = { rows: Row[]; next: string | null; prev: string | null }

/** Asks the partner for one page; the value is the reply's JSON text. */
export type ReadText = (query: WireQuery) => Promise<Result<{ text: string }>>

/** Whether an item stands the filters of a request that the partner does not know. */
export type KeepItem = (item: unknown) => boolean

/** What is found in each item of a page, in their order; undefined where an item is not judged. */
export type JudgeItems = (items: readonly unknown[]) => readonly (RowChecks | undefined)[]

const toRow: Record<
  ListOperation,
  (item: unknown) => ClaimCreationRow | ChargeCaptureRow | EncounterRow | ContractRow | SpanRow
> = {
  listClaimCreations: toClaimCreationRow,
  listChargeCaptures: toChargeCaptureRow,
  listEncounters: toEncounterRow,
  listContractsV3: toContractRow,
  listContractsV2: toContractRow,
  listFacilityCredentialingSpans: toFacilitySpanRow,
  listProviderCredentialingSpans: toProviderSpanRow,
}

/**
 * One page of a list as small rows. `judge` adds what it finds to the rows, where the request asks for that; `keep` says
 * which items stand the filters that the partner does not know, where more than this module knows is needed for that.
 * Fails with the partner's own failure, `UnreadableReply` for a reply that is no page, or `InvalidPosition`.
 */
export async function readListPage(
  request: ListRequest,
  readText: ReadText,
  judge?: JudgeItems,
  keep?: KeepItem,
): Promise<Result<ListPage>> {
  const page = await readWirePage(request, readText, keep)
  if (!page.ok) return page
  const { items, next, prev } = page.value
  const rows: BaseRow[] = items.map(toRow[request.operation])
  const found = request.checks ? judge?.(items) : undefined
  return ok({
    rows: found ? rows.map((row, index) => (found[index] ? { ...row, checks: found[index] } : row)) : rows,
    next,
    prev,
  })
}

/**
 * The same page with its items as the partner sent them. What the partner cannot do itself is made here: "show first"
 * of a list that it cannot rank, a list that it only gives in parts, and filters that it does not know.
 */
export async function readWirePage(
  request: ListRequest,
  readText: ReadText,
  keep = keeping(request.local),
): Promise<Result<WirePage>> {
  const read: ReadPage = async (query) => {
    const reply = await readText(query)
    return reply.ok ? parsePage(reply.value.text) : reply
  }
  const { operation, query, first, local, position } = request
  const { splitBy } = listSpecs[operation]
  if (first)
    return readShowFirstPage(
      { query, first, position },
      read,
      operation === 'listEncounters' ? matchingBeside : matchingByIds,
    )
  if (splitBy && (local || query[splitBy.filter] === undefined)) {
    const asked = query[splitBy.filter]
    const values = typeof asked === 'string' ? [asked] : splitBy.values
    const parts = values.map((value) => ({ [splitBy.filter]: value }))
    return readSplitPage({ query, parts, position, compare: orderOf(query), keep }, read)
  }
  if (local) return readSplitPage({ query, parts: [{}], position, compare: orderOf(query), keep }, read)
  return read(position === undefined ? query : { ...query, page_token: position })
}

function keeping(local: FilterValues | undefined): KeepItem {
  const [ends, today] = [local?.ends, localDateAt(Date.now())]
  return (item) => typeof ends !== 'string' || endsAs(item, ends, today)
}
