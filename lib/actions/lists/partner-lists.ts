import 'server-only'
import { z } from 'zod'
import { judgeCaptures } from '#lib/actions/charge-captures/judge-captures.ts'
import { haveUnresolved, readCapturesOf } from '#lib/actions/charge-captures/billed-captures.ts'
import { activityRequest, readActivityPage } from '#lib/actions/activity/read-activity.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { findIcd10 } from '#lib/console/code-lists.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { readRulebook } from '#lib/console/queue/payer-rules.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { operations } from '#lib/contract/operations.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { standingChoices } from '#lib/lists/credentialing-spans.ts'
import { isOfPartner } from '#lib/lists/filter-choices.ts'
import {
  pagedListOperations,
  partnerListOperations,
  type FilterValues,
  type ListSpec,
  type PartnerListOperation,
} from '#lib/lists/list-spec.ts'
import type { ListRequest, PartnerRequest, WireQuery } from '#lib/lists/view.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import { lettersOf, mostLetters, mostValues } from '#lib/lists/long-lists.ts'
import { endsAs, toContractRow } from '#lib/lists/rows/contract-rows.ts'
import { toEncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import { searchText, serviceDatesSince } from '#lib/lists/search-text.ts'
import {
  toChargeCaptureRow,
  toClaimCreationRow,
  type BaseRow,
  type RowPage,
  type VisitRow,
} from '#lib/lists/rows/rows.ts'
import {
  spanDatesOf,
  spanEndsAs,
  toFacilitySpanRow,
  toProviderSpanRow,
} from '#lib/lists/rows/span-rows.ts'
import { isSpanProblem, spanStanding, type SpanStatus } from '#lib/rules/coverage/span-standing.ts'
import { readMerged, type KeepItems } from './merged-walk.ts'
import { orderOf } from './order.ts'
import { askPages, position, type AskPage, type PartnerPage } from './partner-pages.ts'
import { idOf, readShowFirst } from './show-first.ts'

/**
 * The items of a page that pass the filters that the partner does not have; some filters need a
 * further request.
 */
type Keep = (local: FilterValues, today: LocalDate, connection: Connection) => KeepItems

/** The server's part of a list's definition. */
type PartnerList = {
  operation: (typeof operations)[PartnerListOperation]
  toRow: (item: unknown) => BaseRow
  keep?: Keep
  /** Additional parameters for the partner that reduce the skipped items. */
  narrow?: (local: FilterValues) => WireQuery
  /** The partner's filter by the ids of the list's items. */
  idFilter?: string
}

const each =
  (isKept: (item: unknown) => boolean): KeepItems =>
  async (items) =>
    ok(items.map(isKept))

const keepContracts: Keep = ({ ends }, today) =>
  each((item) => typeof ends !== 'string' || endsAs(item, ends, today))

// Each choice is a standing of the rules; one that the rules do not know would find nothing.
const standings: ReadonlySet<SpanStatus | 'problem'> = new Set(standingChoices)

const keepSpans: Keep = ({ ends, standing }, today) =>
  each(
    (item) =>
      (typeof ends !== 'string' || spanEndsAs(item, ends, today)) &&
      (typeof standing !== 'string' || isStanding(item, standing, today)),
  )

function isStanding(item: unknown, wanted: string, today: LocalDate): boolean {
  if (!standings.has(wanted as SpanStatus)) return false
  const { standing } = spanStanding({ id: '', ...spanDatesOf(item) }, today)
  return wanted === 'problem' ? isSpanProblem(standing) : standing === wanted
}

// A claim creation holds none of its captures' changes: its captures are asked for.
const keepClaimCreations: Keep =
  ({ unresolved_updates: wanted }, _today, connection) =>
  async (items) => {
    const ids = items.map(idOf).filter((id) => id !== '')
    const captures = await readCapturesOf(connection, ids)
    if (captures.failure) return { ok: false, error: captures.failure }
    return ok(
      haveUnresolved(items, captures).map((isOpen) => wanted === undefined || isOpen === wanted),
    )
  }

type FoundRow = VisitRow & { external_id?: string; claim_creation_id?: string }

// The partner found one of the typed words. A row that can't be read may have the others. A name too
// short for a search went to the partner as it is.
const keepFound =
  (toRow: (item: unknown) => FoundRow, birthDateAt: readonly string[]): Keep =>
  ({ search_term: typed, patient_names: named }) => {
    const since = serviceDatesSince(Date.now())
    const search = typeof typed === 'string' ? searchText(typed, since) : undefined
    const people = Array.isArray(named) ? named.map((name) => searchText(name)) : undefined
    return each((item) => {
      const row = toRow(item)
      if (row.unreadable === true) return true
      const names = [row.patient]
      const ids = [row.patient_id, row.external_id, row.id, row.claim_creation_id]
      // An infant's birth date is as recent as a date of service.
      const dates = [row.date_of_service, textOf(memberAt(item, ...birthDateAt))]
      return (
        (!search || search.fits({ names, ids, dates })) &&
        (!people || people.some((each) => !each || each.fits({ names, ids: [] })))
      )
    })
  }

const noQuery: WireQuery = {}

/** Every list of the partner by its operation; its filters and orders are in its spec. */
const partnerLists: Record<PartnerListOperation, PartnerList> = {
  listClaimCreations: {
    operation: operations.listClaimCreations,
    toRow: toClaimCreationRow,
    idFilter: 'claim_creation_ids',
    keep: keepClaimCreations,
    narrow: ({ unresolved_updates }) =>
      unresolved_updates === true ? { has_charge_capture_updates: true } : noQuery,
  },
  listChargeCaptures: {
    operation: operations.listChargeCaptures,
    toRow: toChargeCaptureRow,
    keep: keepFound(toChargeCaptureRow, ['charge_capture_data', 'patient', 'date_of_birth']),
  },
  listEncounters: {
    operation: operations.listEncounters,
    toRow: toEncounterRow,
    keep: keepFound(toEncounterRow, ['patient', 'date_of_birth']),
  },
  listContractsV3: {
    operation: operations.listContractsV3,
    toRow: toContractRow,
    keep: keepContracts,
  },
  listContractsV2: {
    operation: operations.listContractsV2,
    toRow: toContractRow,
    keep: keepContracts,
  },
  listFacilityCredentialingSpans: {
    operation: operations.listFacilityCredentialingSpans,
    toRow: toFacilitySpanRow,
    keep: keepSpans,
  },
  listProviderCredentialingSpans: {
    operation: operations.listProviderCredentialingSpans,
    toRow: toProviderSpanRow,
    keep: keepSpans,
  },
}

// 5,000 ids of 36 letters make about forty.
const mostChunks = 60
const limit = { limit: z.int().min(1).max(1_000).optional() }

/**
 * What `readList` takes, one form a list: unknown parameters are refused, arrays are arrays, and a
 * page has at most 1,000 rows. `first`, `local` and `checks` are there for the lists whose spec has
 * them.
 */
export const listRequest = z.discriminatedUnion('operation', [
  ...partnerListOperations.map(requestOf),
  activityRequest,
] as unknown as [z.ZodObject]) as unknown as z.ZodType<ListRequest>

function requestOf(operation: PartnerListOperation): z.ZodObject {
  const { filters, rankedBy, checksColumn } = listSpecs[operation]
  // The token travels as `position`, which "show first" wraps, so `page_token` itself is no input.
  const { page_token: _, ...parameters } = partnerLists[operation].operation.query.shape as Record<
    string,
    z.ZodType
  >
  const namesOf = (isWanted: (filter: (typeof filters)[string]) => unknown) =>
    Object.keys(filters).filter((name) => isWanted(filters[name]!))
  const first = rankedBy === 'console' ? namesOf((filter) => filter.first) : []
  const local = namesOf((filter) => filter.local ?? filter.isSearch)
  const typeOf = (name: string) => {
    const { kind, isSearch } = filters[name]!
    if (kind === 'boolean') return z.boolean().optional()
    if (kind === 'multi') return z.array(z.string()).optional()
    return (isSearch ? z.string() : z.string().max(40)).optional()
  }
  return z.strictObject({
    operation: z.literal(operation),
    query: z.strictObject({ ...parameters, ...limit }),
    ...(first.length > 0 && {
      first: z
        .strictObject(Object.fromEntries(first.map((name) => [name, parameters[name]!])))
        .optional(),
    }),
    ...(local.length > 0 && {
      local: z
        .strictObject(Object.fromEntries(local.map((name) => [name, typeOf(name)])))
        .optional(),
    }),
    ...(checksColumn !== undefined && { checks: z.literal(true).optional() }),
    position,
  })
}

/**
 * The list that a raw input names; the first one for anything else, which the schema then refuses.
 */
export function listOperationOf(input: unknown): string {
  const operation = (input as { operation?: unknown } | null | undefined)?.operation
  return pagedListOperations.find((known) => known === operation) ?? pagedListOperations[0]
}

/**
 * One page of a list with its items as the partner sent them. This function does what the partner
 * cannot: "show first" of a list that it cannot rank, a list that it only gives in parts, a filter
 * of more values than fit an address, and filters that it does not know (`keep`). Fails with the
 * partner's own failure, `UnreadableReply` for a reply that is no page, `InvalidPosition`, or
 * `FiltersTooLong`.
 */
export async function readPartnerPage(
  { operation, query: asked, first, local, position }: PartnerRequest,
  ask: AskPage,
  keep?: KeepItems,
): Promise<Result<PartnerPage>> {
  const { splitBy, filters } = listSpecs[operation]
  const { idFilter, narrow } = partnerLists[operation]
  const query = local && narrow ? { ...asked, ...narrow(local) } : asked
  const chunks = chunksOf({ ...query, ...first }, filters)
  if (chunks === undefined || (first && chunks.length > 1))
    return fail(
      'FiltersTooLong',
      'These filters have too many values for one request. Remove some, or use only one long list.',
    )
  if (first) return keepFrom(await readShowFirst({ query, first, position, idFilter }, ask), keep)
  const isSplit = splitBy !== undefined && (local || query[splitBy.filter] === undefined)
  if (!isSplit && !local && chunks.length === 1)
    return ask(position === undefined ? query : { ...query, page_token: position })
  const status = splitBy && query[splitBy.filter]
  const values = typeof status === 'string' ? [status] : splitBy?.values
  const parts = splitBy && values ? values.map((value) => ({ [splitBy.filter]: value })) : [{}]
  const crossed = parts.flatMap((part) => chunks.map((chunk) => ({ ...part, ...chunk })))
  return readMerged({ query, parts: crossed, position, order: orderOf(query), keep }, ask)
}

/**
 * Which items pass the filters of a request that the partner does not know; undefined where there
 * are none.
 */
export function keepOf(
  { operation, local }: PartnerRequest,
  connection: Connection,
): KeepItems | undefined {
  return local && partnerLists[operation].keep?.(local, dayNow(), connection)
}

async function keepFrom(
  page: Result<PartnerPage>,
  keep: KeepItems | undefined,
): Promise<Result<PartnerPage>> {
  if (!page.ok || !keep) return page
  const passing = await keep(page.value.items)
  return passing.ok
    ? ok({ ...page.value, items: page.value.items.filter((_, index) => passing.value[index]) })
    : passing
}

/**
 * The longest list of a query in parts that fit an address; one part for a query that fits;
 * undefined where none do.
 */
function chunksOf(query: WireQuery, filters: ListSpec['filters']): WireQuery[] | undefined {
  const lists = Object.entries(query).filter((entry): entry is [string, string[]] =>
    Array.isArray(entry[1]),
  )
  const all = lists.reduce((sum, [name, values]) => sum + lettersOf(name, values), 0)
  if (all <= mostLetters) return [{}]
  const [longest] = lists
    .filter(([name]) => filters[name]?.splits)
    .toSorted(
      ([name, values], [other, others]) => lettersOf(other, others) - lettersOf(name, values),
    )
  if (!longest || longest[1].length > mostValues) return undefined
  const [name, values] = longest
  const room = mostLetters - (all - lettersOf(name, values))
  const chunks: string[][] = []
  let left = 0
  for (const value of values) {
    const letters = lettersOf(name, [value])
    if (letters > room) return undefined
    if (letters > left) {
      chunks.push([])
      left = room
    }
    chunks.at(-1)!.push(value)
    left -= letters
  }
  // Lists beside it that leave little room would make thousands of questions.
  return chunks.length > mostChunks ? undefined : chunks.map((chunk) => ({ [name]: chunk }))
}

/**
 * One page of a list as rows, with what the rules find where the request asks for that. The audit
 * is written first.
 */
export async function readPage(
  request: ListRequest,
  context: ActionContext,
): Promise<Result<RowPage>> {
  const { connection } = context
  const { operation } = request
  if (operation === 'readActivity') return readActivityPage(request, context)
  // The schema of `readList` has no other list; the queue has its own action.
  if (!isOfPartner(operation)) throw new Error(`${operation} is no list that is read in pages`)
  const page = await readRows({ ...request, operation }, connection)
  const recordIds = page.ok ? page.value.rows.map((row) => row.id).filter((id) => id !== '') : []
  await recordAct(context, 'read', operation, recordIds, { outcome: outcomeOf(page) })
  return page
}

/**
 * One page of a list with its items as the partner sent them, without those that the console's own
 * filters leave out.
 */
export function readItems(
  request: PartnerRequest,
  connection: Connection,
  signal?: AbortSignal,
): Promise<Result<PartnerPage>> {
  const { operation } = partnerLists[request.operation]
  const ask = askPages(connection, operation, {}, signal ? { signal } : {})
  return readPartnerPage(request, ask, keepOf(request, connection))
}

/** Items of a list as rows. */
export function toRows(operation: PartnerListOperation, items: readonly unknown[]): BaseRow[] {
  return items.map(partnerLists[operation].toRow)
}

async function readRows(request: PartnerRequest, connection: Connection): Promise<Result<RowPage>> {
  const page = await readItems(request, connection)
  if (!page.ok) return page
  const { items, next, prev } = page.value
  const rows = toRows(request.operation, items)
  if (!request.checks) return ok({ rows, next, prev })
  const [book, findCode] = await Promise.all([readRulebook(connection.boundTo), findIcd10()])
  const found = judgeCaptures(items, { book, findCode })
  return ok({
    rows: rows.map((row, index) => (found[index] ? { ...row, checks: found[index] } : row)),
    next,
    prev,
  })
}
