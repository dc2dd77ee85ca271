import 'server-only'
import { isNotOffered } from '#lib/actions/finding/look-up.ts'
import { chosenUpdates } from '#lib/actions/overview/chosen-updates.ts'
import { causesOf, chosenItems, chosenRows } from '#lib/actions/queue/choose.ts'
import { queueModel } from '#lib/actions/queue/model.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { providerNoun, type Noun } from '#lib/core/count-of.ts'
import { parseExact, type Json } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { ItemRow } from '#lib/lists/columns/queue.ts'
import {
  exportListOf,
  type ContractExport,
  type ExportListId,
  type ExportRequest,
  type QueueExport,
  type UpdatesExport,
} from '#lib/lists/export-request.ts'
import type { PartnerListOperation } from '#lib/lists/list-spec.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import { nextToken } from '#lib/lists/next-token.ts'
import type { QueueItem } from '#lib/lists/queue.ts'
import type { FacilityRow } from '#lib/lists/rows/facility-rows.ts'
import { rosterMatcher, toRosterRow, type RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { PartnerRequest } from '#lib/lists/view.ts'
import { call } from '#lib/partner/call.ts'
import { joinRows, type Ask } from './join-rows.ts'
import { readItems, toRows } from './partner-lists.ts'
import { askPages, eachPage, type PartnerPage } from './partner-pages.ts'

/** The person who reads a whole list, and the way to ask the partner for it. */
export type Reader = Ask & {
  account: Account
  /**
   * Returns the connection to the partner. Call it again for each use, because an administrator may
   * have stored another key.
   */
  connection: () => Connection
  /** True if the rows also need what the list's page says besides the partner's items. */
  joins: boolean
}

/**
 * One page of a list. `ids` are the ids of the records that the audit trail names for its rows.
 * `next` is the token of the next page, with which a later run can continue. The last page has no
 * `next`, and neither has a list that is always read from its start.
 */
export type ListPage = { rows: BaseRow[]; ids: string[]; next?: string }

/** The source of a list's rows. */
export type ListSource<Request extends ExportRequest = ExportRequest> = {
  /** The task that a person's role must include to read the rows. */
  task: string
  noun: Noun
  /**
   * Yields every page, from the page of the token `from` or else from the first one. A failure is
   * the last item.
   */
  pages(request: Request, reader: Reader, from?: string): AsyncGenerator<Result<ListPage>>
}

/** The source of the list that a request asks for. */
export function sourceOf(request: ExportRequest): ListSource {
  return sources[exportListOf(request)]
}

// If the partner answers one request at a time, a page of a file delays the page that a person
// opens. A page of a file is therefore short.
const itemsAtOnce = 250
const rowsAtOnce = 1_000
// The request to the partner has the ids in its URL, and a long URL may be refused.
const idsPerRequest = 50

function partnerSource(operation: PartnerListOperation): ListSource<PartnerRequest> {
  const { noun } = listSpecs[operation]
  const pages: ListSource<PartnerRequest>['pages'] = async function* (request, reader, from) {
    const { retrying, signal, joins } = reader
    const read: ReadPage = (page) => retrying((connection) => readItems(page, connection, signal))
    for await (const page of partnerPages(request, read, from)) {
      if (!page.ok || !joins) yield page
      else {
        const rows = await joinRows(operation, page.value.rows, reader)
        yield rows.ok ? ok({ ...page.value, rows: rows.value }) : rows
        if (!rows.ok) return
      }
    }
  }
  return { task: operation, noun, pages }
}

/** Reads one page of a list from the partner. */
export type ReadPage = (request: PartnerRequest) => Promise<Result<PartnerPage>>

/**
 * Yields the pages of one of the partner's lists, from the page of the token `from` or else from
 * the first one. It requests the next page while the caller stores a page, so it holds two pages at
 * most. A failure is the last item: the partner's own, or `WalkGoesRound` for a token that repeats.
 */
export async function* partnerPages(
  request: PartnerRequest,
  read: ReadPage,
  from?: string,
): AsyncGenerator<Result<ListPage>, void> {
  const { position: _, checks: __, ...whole } = request
  const ask = (position: string | undefined) => {
    const query = { ...whole.query, limit: itemsAtOnce }
    const asked = read({ ...whole, query, ...(position === undefined ? {} : { position }) })
    // A caller that stops early does not await this request. Its failure must not end the process.
    asked.catch(() => {})
    return asked
  }
  const seen = new Set(from === undefined ? [] : [from])
  for (let asked: Promise<Result<PartnerPage>> | undefined = ask(from); asked;) {
    const page: Result<PartnerPage> = await asked
    if (!page.ok) return yield page
    const next = nextToken(page.value.next, seen)
    const token = next.ok && next.value !== null ? { next: next.value } : {}
    if (token.next !== undefined) seen.add(token.next)
    asked = token.next === undefined ? undefined : ask(token.next)
    const rows = toRows(request.operation, page.value.items)
    yield ok({ rows, ids: idsOf(rows), ...token })
    if (!next.ok) return yield next
  }
}

function idsOf(rows: readonly BaseRow[]): string[] {
  return rows.flatMap(({ id, unreadable }) => (unreadable ? [] : [id]))
}

type Model = Awaited<ReturnType<typeof queueModel>>

// Yields rows of the queue from its snapshot. `pagesOf` applies the request's filter for the
// person. Fails with `QueueUnread` if the queue has not been read yet.
function snapshotPages<Request>(
  pagesOf: (model: Model, request: Request, account: Account) => Iterable<ListPage>,
) {
  return async function* (
    request: Request,
    { account, connection }: Reader,
  ): AsyncGenerator<Result<ListPage>> {
    const model = await queueModel(connection())
    if (model.head.readAt === null)
      return yield fail(
        'QueueUnread',
        'The queue hasn’t been read yet. Open it, and export once it has loaded.',
      )
    for (const page of pagesOf(model, request, account)) yield ok(page)
  }
}

function causePages(model: Model, { filter }: QueueExport, { id }: Account): ListPage[] {
  const rows = causesOf(model, filter, chosenItems(model, filter, id)).map((cause) => ({
    ...cause,
    id: cause.key,
  }))
  // A cause summarizes many records, so the audit trail names none.
  return [{ rows, ids: [] }]
}

function* itemPages({ causes }: Model, items: readonly QueueItem[]): Generator<ListPage> {
  for (let from = 0; from < items.length; from += rowsAtOnce) {
    const rows = items
      .slice(from, from + rowsAtOnce)
      .map((item): ItemRow => ({ ...item, problem: causes.get(item.cause)?.words ?? '' }))
    const records = rows.flatMap(({ claim_creation_id, capture_id }) =>
      [claim_creation_id, capture_id ?? []].flat(),
    )
    yield { rows, ids: [...new Set(records)] }
  }
}

type RosterExport = Extract<ContractExport, { operation: 'listContractProviders' }>
type FacilityExport = Extract<ContractExport, { operation: 'getContractV3' }>

async function* rosterPages(
  { id, search = '' }: RosterExport,
  { retrying, signal }: Reader,
): AsyncGenerator<Result<ListPage>> {
  const isFound = rosterMatcher(search)
  for await (const page of rosterOf(id, retrying, signal)) {
    if (!page.ok) return yield page
    yield ok({ rows: page.value.filter((row) => row.unreadable || isFound(row)), ids: [id] })
  }
}

async function* rosterOf(
  id: string,
  retrying: Reader['retrying'],
  signal: AbortSignal,
): AsyncGenerator<Result<RosterRow[]>> {
  const ask = (query: { [name: string]: string | number }) =>
    retrying((connection) =>
      askPages(
        connection,
        operations.listContractProviders,
        { params: { contract_id: id } },
        { signal },
      )(query),
    )
  for await (const page of eachPage(
    (query) => ask(query as never),
    { limit: rowsAtOnce },
    { signal },
  )) {
    if (!page.ok) return yield page
    yield ok(page.value.items.map(toRosterRow))
  }
}

// Yields one line for each provider of a facility. A facility without providers has one line.
async function* facilityPages(
  { id }: FacilityExport,
  { retrying, signal }: Reader,
): AsyncGenerator<Result<ListPage>> {
  const reply = await retrying((connection) =>
    call(connection, operations.getContractV3, { params: { contract_id: id } }, { signal }),
  )
  if (!reply.ok) return yield reply
  const facilities = itemsOf(
    memberAt(parseExact(reply.value.text), 'contract_service_facilities'),
  ).map((facility) => ({
    facility_id: textOf(memberAt(facility, 'service_facility_id')),
    providers: itemsOf(memberAt(facility, 'provider_ids')).flatMap((each) => textOf(each) ?? []),
  }))
  const names = await facilityNames(
    facilities.flatMap(({ facility_id }) => facility_id ?? []),
    retrying,
    signal,
  )
  if (!names.ok) return yield names
  const wanted = new Set(facilities.flatMap(({ providers }) => providers))
  const people = new Map<string, RosterRow>()
  if (wanted.size > 0)
    for await (const page of rosterOf(id, retrying, signal)) {
      if (!page.ok) return yield page
      for (const row of page.value) if (wanted.has(row.id)) people.set(row.id, row)
    }
  const lines = facilities.flatMap(({ facility_id, providers }): FacilityRow[] => {
    const facility = { id, facility_id, facility: facility_id && names.value.get(facility_id) }
    if (providers.length === 0) return [facility as FacilityRow]
    return providers.map(
      (provider_id) =>
        ({
          ...facility,
          provider_id,
          provider: people.get(provider_id)?.name,
          npi: people.get(provider_id)?.npi,
        }) as FacilityRow,
    )
  })
  for (let from = 0; from < lines.length; from += rowsAtOnce)
    yield ok({ rows: lines.slice(from, from + rowsAtOnce), ids: [id] })
}

async function facilityNames(
  ids: readonly string[],
  retrying: Reader['retrying'],
  signal: AbortSignal,
): Promise<Result<Map<string, string>>> {
  const names = new Map<string, string>()
  const all = [...new Set(ids)]
  for (let from = 0; from < all.length; from += idsPerRequest) {
    const query = {
      organization_service_facility_ids: all.slice(from, from + idsPerRequest),
      limit: idsPerRequest,
    }
    const page = await retrying((connection) =>
      askPages(connection, operations.listServiceFacilities, {}, { signal })(query),
    )
    // A key without access to the look-up gets the ids without names.
    if (!page.ok) return isNotOffered(page.error.status) ? ok(names) : page
    for (const item of page.value.items as Json[]) {
      const [facility, name] = [
        textOf(memberAt(item, 'organization_service_facility_id')),
        textOf(memberAt(item, 'name')),
      ]
      if (facility !== undefined && name !== undefined) names.set(facility, name)
    }
  }
  return ok(names)
}

/** The source of each list that a person can export. */
const sources = {
  listClaimCreations: partnerSource('listClaimCreations'),
  listChargeCaptures: partnerSource('listChargeCaptures'),
  listEncounters: partnerSource('listEncounters'),
  listContractsV3: partnerSource('listContractsV3'),
  listContractsV2: partnerSource('listContractsV2'),
  listFacilityCredentialingSpans: partnerSource('listFacilityCredentialingSpans'),
  listProviderCredentialingSpans: partnerSource('listProviderCredentialingSpans'),
  queueCauses: {
    task: 'readQueue',
    noun: { one: 'cause', many: 'causes' },
    pages: snapshotPages(causePages),
  },
  queueItems: {
    task: 'readQueue',
    noun: { one: 'queue item', many: 'queue items' },
    pages: snapshotPages((model, { filter }: QueueExport, { id }) =>
      itemPages(model, chosenRows(model, filter, id)),
    ),
  },
  queueUpdates: {
    task: 'readQueue',
    noun: { one: 'change after billing', many: 'changes after billing' },
    pages: snapshotPages((model, { filter }: UpdatesExport, { id }) =>
      itemPages(model, chosenUpdates(model, filter, id)),
    ),
  },
  contractProviders: { task: 'listContractProviders', noun: providerNoun, pages: rosterPages },
  contractFacilities: {
    task: 'getContractV3',
    noun: { one: 'service facility', many: 'service facilities' },
    pages: facilityPages,
  },
} as { readonly [list in ExportListId]: ListSource } // `sourceOf` passes only this list's requests
