import 'server-only'
import { isNotOffered } from '#lib/actions/finding/look-up.ts'
import { askPages, eachPage } from '#lib/actions/lists/partner-pages.ts'
import { chosenUpdates } from '#lib/actions/overview/chosen-updates.ts'
import { queueModel } from '#lib/actions/queue/model.ts'
import { causesOf, chosenItems, chosenRows } from '#lib/actions/queue/choose.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { parseExact, type Json } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { ItemRow } from '#lib/lists/columns/queue.ts'
import { exportListOf, type ExportRequest } from '#lib/lists/export-request.ts'
import type { PartnerRequest } from '#lib/lists/view.ts'
import type { FacilityRow } from '#lib/lists/rows/facility-rows.ts'
import { rosterMatcher, toRosterRow, type RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { call } from '#lib/partner/call.ts'
import { chosenColumns, headOf, partOf, type FilePart } from './list-file.ts'

/** Asks the partner for a read, again and again while it is away. */
export type Retrying = <T>(
  ask: (connection: Connection) => Promise<Result<T>>,
) => Promise<Result<T>>

type Tools = {
  account: Account
  connection: () => Connection
  signal: AbortSignal
  retrying: Retrying
}

/** Rows of one part, and the ids of the records that the trail names for them. */
type Lines = { rows: BaseRow[]; ids: string[] }

const rowsAtOnce = 1_000
// The ids are in the URL of the request to the partner, which must not become too long.
const idsPerRequest = 50

/**
 * A list that is no plain list of the partner as CSV, in parts of at most 1,000 rows; the first one
 * has the head. The queue's rows come from its snapshot in memory, as the job's owner sees them. A
 * failure is the last thing that comes.
 */
export async function* ownFile(
  request: Exclude<ExportRequest, PartnerRequest>,
  ids: readonly string[],
  tools: Tools,
): AsyncGenerator<Result<FilePart>, void> {
  const columns = chosenColumns(exportListOf(request), ids)
  if (columns.length === 0) return yield fail('InvalidInput', 'Choose at least one column.')
  let head = headOf(columns)
  for await (const lines of linesOf(request, tools)) {
    if (!lines.ok) return yield lines
    yield ok(partOf(head, columns, lines.value.rows, lines.value.ids))
    head = ''
  }
  if (head !== '') yield ok(partOf(head, columns, []))
}

function linesOf(
  request: Exclude<ExportRequest, PartnerRequest>,
  tools: Tools,
): AsyncGenerator<Result<Lines>> {
  if (request.operation === 'listContractProviders') return rosterLines(request, tools)
  if (request.operation === 'getContractV3') return facilityLines(request.id, tools)
  return queueLines(request, tools)
}

async function* queueLines(
  request: Extract<ExportRequest, { operation: 'readQueue' | 'readUpdatesQueue' }>,
  { account, connection }: Tools,
): AsyncGenerator<Result<Lines>> {
  const model = await queueModel(connection())
  if (model.head.readAt === null)
    return yield fail(
      'QueueUnread',
      'The queue hasn’t been read yet. Open it, and export once it has loaded.',
    )
  if (request.operation === 'readQueue' && exportListOf(request) === 'queueCauses') {
    // A cause is about no single record.
    const rows = causesOf(model, request.filter, chosenItems(model, request.filter, account.id))
    return yield ok({ rows: rows.map((cause) => ({ ...cause, id: cause.key })), ids: [] })
  }
  const chosen =
    request.operation === 'readQueue'
      ? chosenRows(model, request.filter, account.id)
      : chosenUpdates(model, request.filter, account.id)
  for (let from = 0; from < chosen.length; from += rowsAtOnce) {
    const rows = chosen
      .slice(from, from + rowsAtOnce)
      .map((item): ItemRow => ({ ...item, problem: model.causes.get(item.cause)?.words ?? '' }))
    const records = rows.flatMap(({ claim_creation_id, capture_id }) =>
      [claim_creation_id, capture_id ?? []].flat(),
    )
    yield ok({ rows, ids: [...new Set(records)] })
  }
}

async function* rosterLines(
  { id, search = '' }: { id: string; search?: string | undefined },
  { retrying, signal }: Tools,
): AsyncGenerator<Result<Lines>> {
  const isFound = rosterMatcher(search)
  for await (const page of rosterOf(id, retrying, signal)) {
    if (!page.ok) return yield page
    yield ok({ rows: page.value.filter((row) => row.unreadable || isFound(row)), ids: [id] })
  }
}

async function* rosterOf(
  id: string,
  retrying: Retrying,
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

// One line for each facility and provider; a facility without providers has one line.
async function* facilityLines(
  id: string,
  { retrying, signal }: Tools,
): AsyncGenerator<Result<Lines>> {
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
  retrying: Retrying,
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
    // A key that may not look up has ids only.
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
