import 'server-only'
import { z } from 'zod'
import { judgeCaptures } from '#lib/actions/charge-captures/judge-captures.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { recordAudit } from '#lib/console/audit.ts'
import { findIcd10 } from '#lib/console/code-lists.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { operations } from '#lib/contract/operations.ts'
import { localDateAt, type LocalDate } from '#lib/core/local-date.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { standingChoices } from '#lib/lists/credentialing-spans.ts'
import { listOperations, type FilterChoices, type FilterValues, type ListOperation } from '#lib/lists/list-spec.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import { endsAs, toContractRow } from '#lib/lists/rows/contract-rows.ts'
import { toEncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import { toChargeCaptureRow, toClaimCreationRow, type BaseRow, type RowPage } from '#lib/lists/rows/rows.ts'
import { spanDatesOf, spanEndsAs, toFacilitySpanRow, toProviderSpanRow } from '#lib/lists/rows/span-rows.ts'
import type { ListRequest } from '#lib/lists/walk/request.ts'
import { isSpanProblem, spanStanding, type SpanStanding } from '#lib/rules/coverage/span-standing.ts'
import { readMerged, type KeepItems } from './merged-walk.ts'
import { orderOf } from './order.ts'
import { askPages, position, type AskPage, type PartnerPage } from './partner-pages.ts'
import { readShowFirst } from './show-first.ts'

type Keep = (local: FilterValues, today: LocalDate) => (item: unknown) => boolean

/** What the server knows of a list besides its spec. */
type PartnerList = {
  operation: (typeof operations)[ListOperation]
  toRow: (item: unknown) => BaseRow
  /** Which items pass the filters that the partner does not know. */
  keep?: Keep
  /** The partner's filter by the ids of the list's items. */
  idFilter?: string
}

const keepContracts: Keep =
  ({ ends }, today) =>
  (item) =>
    typeof ends !== 'string' || endsAs(item, ends, today)

// Each choice is a standing of the rules; one that the rules do not know would find nothing.
const standings: ReadonlySet<SpanStanding | 'problem'> = new Set(standingChoices)

const keepSpans: Keep =
  ({ ends, standing }, today) =>
  (item) =>
    (typeof ends !== 'string' || spanEndsAs(item, ends, today)) &&
    (typeof standing !== 'string' || isStanding(item, standing, today))

function isStanding(item: unknown, wanted: string, today: LocalDate): boolean {
  if (!standings.has(wanted as SpanStanding)) return false
  const { standing } = spanStanding({ id: '', ...spanDatesOf(item) }, today)
  return wanted === 'problem' ? isSpanProblem(standing) : standing === wanted
}

/** Every list by its operation; its filters and orders are in its spec. */
export const partnerLists: Record<ListOperation, PartnerList> = {
  listClaimCreations: {
    operation: operations.listClaimCreations,
    toRow: toClaimCreationRow,
    idFilter: 'claim_creation_ids',
  },
  listChargeCaptures: { operation: operations.listChargeCaptures, toRow: toChargeCaptureRow },
  listEncounters: { operation: operations.listEncounters, toRow: toEncounterRow },
  listContractsV3: { operation: operations.listContractsV3, toRow: toContractRow, keep: keepContracts },
  listContractsV2: { operation: operations.listContractsV2, toRow: toContractRow, keep: keepContracts },
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

const limit = { limit: z.int().min(1).max(1_000).optional() }

/**
 * What `readList` takes, one form a list: unknown parameters are refused, arrays are arrays, and a page has at most 1,000
 * rows. `first`, `local` and `checks` are there for the lists whose spec has them.
 */
export const listRequest = z.discriminatedUnion(
  'operation',
  listOperations.map(requestOf) as unknown as [z.ZodObject],
) as unknown as z.ZodType<ListRequest>

function requestOf(operation: ListOperation): z.ZodObject {
  const { filters, firstBy, checksIn } = listSpecs[operation]
  // The token travels as `position`, which "show first" wraps, so `page_token` itself is no input.
  const { page_token: _, ...parameters } = partnerLists[operation].operation.query.shape as Record<string, z.ZodType>
  const namesOf = (isWanted: (filter: (typeof filters)[string]) => unknown) =>
    Object.keys(filters).filter((name) => isWanted(filters[name]!))
  const first = firstBy === 'console' ? namesOf((filter) => filter.first) : []
  const local = namesOf((filter) => filter.byConsole)
  const text = z.string().max(40).optional()
  return z.strictObject({
    operation: z.literal(operation),
    query: z.strictObject({ ...parameters, ...limit }),
    ...(first.length > 0 && {
      first: z.strictObject(Object.fromEntries(first.map((name) => [name, parameters[name]!]))).optional(),
    }),
    ...(local.length > 0 && {
      local: z.strictObject(Object.fromEntries(local.map((name) => [name, text]))).optional(),
    }),
    ...(checksIn !== undefined && { checks: z.literal(true).optional() }),
    position,
  })
}

/** The list that a raw input names; the first one for anything else, which the schema then refuses. */
export function listOperationOf(input: unknown): string {
  const operation = (input as { operation?: unknown } | null | undefined)?.operation
  return listOperations.find((known) => known === operation) ?? listOperations[0]
}

/** The known values of a list's enumerated filters, read off the contract. */
export function filterChoices(operation: ListOperation): FilterChoices {
  const choices: FilterChoices = {}
  for (const [name, { byConsole }] of Object.entries(listSpecs[operation].filters))
    if (byConsole) choices[name] = byConsole
  for (const [name, schema] of Object.entries(partnerLists[operation].operation.query.shape)) {
    const known = name.endsWith('_ranked_sort') ? undefined : knownValues(schema)
    if (known) choices[name] = [...known.values, ...known.alsoSeen]
  }
  return choices
}

/**
 * One page of a list with its items as the partner sent them. What the partner cannot do itself is made here: "show first"
 * of a list that it cannot rank, a list that it only gives in parts, and filters that it does not know.
 * Fails with the partner's own failure, `UnreadableReply` for a reply that is no page, or `InvalidPosition`.
 */
export async function readPartnerPage(
  { operation, query, first, local, position }: ListRequest,
  ask: AskPage,
): Promise<Result<PartnerPage>> {
  const { splitBy } = listSpecs[operation]
  const { keep, idFilter } = partnerLists[operation]
  if (first) return readShowFirst({ query, first, position, idFilter }, ask)
  const isSplit = splitBy !== undefined && (local || query[splitBy.filter] === undefined)
  if (!isSplit && !local) return ask(position === undefined ? query : { ...query, page_token: position })
  const asked = splitBy && query[splitBy.filter]
  const values = typeof asked === 'string' ? [asked] : splitBy?.values
  const parts = splitBy && values ? values.map((value) => ({ [splitBy.filter]: value })) : [{}]
  return readMerged({ query, parts, position, order: orderOf(query), keep: local && keep && keepBy(keep, local) }, ask)
}

function keepBy(keep: Keep, local: FilterValues): KeepItems {
  const isKept = keep(local, localDateAt(Date.now()))
  return async (items) => ok(items.map(isKept))
}

/** One page of a list as rows, with what the rules find where the request asks for that. The audit is written first. */
export async function readPage(request: ListRequest, { account, connection }: ActionContext): Promise<Result<RowPage>> {
  const page = await readRows(request, connection)
  const recordIds = page.ok ? page.value.rows.map((row) => row.id).filter((id) => id !== '') : []
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: request.operation,
    stage: 'read',
    outcome: page.ok ? 'ok' : page.error.name,
    recordIds,
  })
  return page
}

async function readRows(request: ListRequest, connection: Connection): Promise<Result<RowPage>> {
  const { operation, toRow } = partnerLists[request.operation]
  const page = await readPartnerPage(request, askPages(connection, operation, {}))
  if (!page.ok) return page
  const { items, next, prev } = page.value
  const rows = items.map(toRow)
  if (!request.checks) return ok({ rows, next, prev })
  const found = judgeCaptures(items, await findIcd10())
  return ok({ rows: rows.map((row, index) => (found[index] ? { ...row, checks: found[index] } : row)), next, prev })
}
