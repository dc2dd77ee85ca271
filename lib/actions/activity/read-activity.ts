import 'server-only'
import { z } from 'zod'
import { day, id as recordId } from '#lib/actions/inputs.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import {
  findTrail,
  findTrailEntry,
  namesOf,
  type NamedByConsole,
  type TrailEntry,
  type TrailPlace,
  type TrailSearch,
  type TrailSight,
} from '#lib/console/trail/find-trail.ts'
import { openChange, type AuditChange } from '#lib/console/trail/trail-key.ts'
import { timeZone } from '#lib/console/time-zone.ts'
import { toNumber, type Json } from '#lib/core/json.ts'
import { addDays, startOfDay } from '#lib/core/local-date.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { namedKindOf, type RecordKind } from '#lib/acts/acts.ts'
import {
  actionKinds,
  actionsOf,
  historyActions,
  outcomeWords,
  historyKindsOf,
  recordKindOf,
  recordKinds,
  refusedOutcomes,
  unknownOutcomes,
  type ActivityRow,
  type OutcomeClass,
} from '#lib/lists/activity.ts'
import { withoutBlanks, type RowPage } from '#lib/lists/rows/rows.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import type { BilledChange } from '#lib/rules/billed-diff/billed-change.ts'
import { classOf } from '#lib/rules/billed-diff/classes.ts'
import { leafChanges } from '#lib/rules/edit/leaf-changes.ts'

const some = z.array(z.string().min(1).max(200)).min(1).max(500)

/** The filters of the activity. */
export const activityFilters = z.strictObject({
  account_id: some.optional(),
  record_id: z.string().min(1).max(200).optional(),
  group: z.enum(actionKinds).optional(),
  action: some.optional(),
  outcome: z.enum(Object.keys(outcomeWords) as [OutcomeClass, ...OutcomeClass[]]).optional(),
  from: day.optional(),
  to: day.optional(),
})
export type ActivityFilters = z.infer<typeof activityFilters>

/** What `readList` takes for the activity. */
export const activityRequest = z.strictObject({
  operation: z.literal('readActivity'),
  query: z.strictObject({ limit: z.int().min(1).max(1_000).optional() }),
  local: activityFilters.optional(),
  position: z.string().min(1).max(100).optional(),
})

/** The roles whose acts a manager sees, beside their own. */
const team = ['biller', 'credentialing', 'reader'] as const

/**
 * Whose entries a person may see: an administrator everybody's, a manager those of the team,
 * without the settings.
 */
export function sightOf({ id, role }: ActionContext['account']): TrailSight {
  return role === 'admin' ? 'all' : { ownId: id, roles: team, without: actionsOf('settings') }
}

/**
 * The search that a person's filters mean. Writes as they were sent are found only by their
 * outcome.
 */
export function searchOf(account: ActionContext['account'], filters: ActivityFilters): TrailSearch {
  const { account_id: accounts, record_id: record, group, action, outcome, from, to } = filters
  const inGroup = group && actionsOf(group)
  const operations =
    inGroup && action ? inGroup.filter((name) => action.includes(name)) : (inGroup ?? action)
  return {
    sees: sightOf(account),
    ...(accounts && { accounts }),
    ...(record !== undefined && { records: [record] }),
    ...(operations && { operations }),
    stages: outcome === 'sent' ? ['intent'] : ['read', 'outcome', 'sign-in', 'refused'],
    ...(outcome && outcome !== 'sent' && { outcomes: outcomesOf(outcome) }),
    ...(from !== undefined && { from: startOfDay(from, timeZone()) }),
    ...(to !== undefined && { before: startOfDay(addDays(to, 1), timeZone()) }),
  }
}

function outcomesOf(outcome: Exclude<OutcomeClass, 'sent'>): TrailSearch['outcomes'] {
  if (outcome === 'done') return { only: ['ok'] }
  if (outcome === 'refused') return { only: refusedOutcomes }
  return outcome === 'unknown'
    ? { only: unknownOutcomes }
    : { not: ['ok', ...refusedOutcomes, ...unknownOutcomes] }
}

const standardLimit = 100

/**
 * One page of the activity, newest first, without its own entry in the trail. Fails with
 * `InvalidPosition`.
 */
export async function readActivityPage(
  request: ListRequest,
  context: ActionContext,
): Promise<Result<RowPage>> {
  const { account } = context
  const parsed = activityRequest.parse(request)
  const after = parsed.position === undefined ? undefined : toPlace(parsed.position)
  if (after === null)
    return fail(
      'InvalidPosition',
      'This page of the list has expired. Start again from the first page.',
    )
  const page = await pageOf(
    searchOf(account, parsed.local ?? {}),
    parsed.query.limit ?? standardLimit,
    after,
  )
  await recordAct(context, 'read', 'readActivity', [])
  return ok(page)
}

async function pageOf(
  search: TrailSearch,
  limit: number,
  after?: TrailPlace,
): Promise<RowPage<ActivityRow>> {
  // One more than a page tells whether there is another.
  const found = await findTrail(search, limit + 1, after)
  const entries = found.slice(0, limit)
  return {
    rows: await toNamedRows(entries),
    next: found.length > limit ? fromPlace(entries.at(-1)!) : null,
    prev: null,
  }
}

const shownRecords = 5
// What acts without an account: the console at its start and in its daily sweep, and a command that
// somebody ran on its machine.
const programs = new Map([
  ['start', 'Console'],
  ['console', 'Console'],
  ['keys command', 'Operator (command line)'],
  ['operator', 'Operator (command line)'],
])

/** An entry as the list shows it. */
export function toRow(entry: TrailEntry): ActivityRow {
  return withoutBlanks<ActivityRow>({
    id: String(entry.id),
    at: entry.at.toISOString(),
    operation: entry.operation,
    outcome: entry.outcome,
    person: entry.person ?? programs.get(entry.accountId),
    email: entry.email || undefined,
    role: entry.role || undefined,
    connection: entry.connection ?? undefined,
    address: entry.address ?? undefined,
    browser: entry.browser ?? undefined,
    has_change: entry.sealedChange === null ? undefined : true,
    record_kind: recordKindOf(entry.operation, entry.recordKind),
    record_ids: entry.recordIds.slice(0, shownRecords),
    record_count: entry.recordIds.length,
  })
}

// Names that the console holds itself: of a record of the partner it shows the id.
async function toNamedRows(entries: readonly TrailEntry[]): Promise<ActivityRow[]> {
  const firsts = (kind: NamedByConsole) =>
    entries.filter((entry) => namedKind(entry) === kind).flatMap(({ recordIds }) => recordIds[0]!)
  const names = await namesOf({
    account: firsts('account'),
    connection: firsts('connection'),
    invitation: firsts('invitation'),
  })
  return entries.map((entry) => {
    const name = entry.recordIds[0] && names.get(entry.recordIds[0])
    return name === undefined ? toRow(entry) : { ...toRow(entry), record_name: name }
  })
}

function namedKind({ operation, recordKind }: TrailEntry): string | null {
  return recordKind ?? namedKindOf(operation)
}

function fromPlace({ at, id }: TrailPlace): string {
  return `${at.getTime()}-${id}`
}

function toPlace(position: string): TrailPlace | null {
  const [, at, id] = /^(\d{1,14})-(\d{1,15})$/.exec(position) ?? []
  return at === undefined ? null : { at: new Date(Number(at)), id: Number(id) }
}

const kinds = Object.keys(recordKinds) as [RecordKind, ...RecordKind[]]

/**
 * `ids`: the record's own id and those of the parts (errors, changes) that entries name instead.
 */
export const historyInput = z.strictObject({
  kind: z.enum(kinds),
  ids: z.array(recordId).min(1).max(200),
  position: z.string().min(1).max(100).optional(),
})

/** The permission to read a record is the permission to read its history. */
export function historyTask(input: unknown): string {
  const kind = (input as { kind?: unknown } | null | undefined)?.kind
  return recordKinds[kinds.find((known) => known === kind) ?? kinds[0]].task
}

const historyPage = 25
// The permission table says who opens a history: these also find reads in it.
const overseers: readonly string[] = ['manager', 'admin']

/**
 * What happened to one record on this connection: everybody's writes; managers and administrators
 * also who read it, as far as they see those entries.
 */
export async function readHistoryPage(
  { kind, ids, position }: z.infer<typeof historyInput>,
  { account, connection }: ActionContext,
): Promise<Result<RowPage<ActivityRow>>> {
  const after = position === undefined ? undefined : toPlace(position)
  if (after === null)
    return fail(
      'InvalidPosition',
      'This page of the list has expired. Start again from the first page.',
    )
  const search = { records: ids, connectionId: connection.id }
  const writes = {
    ...search,
    sees: 'all' as const,
    stages: ['outcome' as const],
    operations: historyActions(kind, 'writes'),
  }
  if (!overseers.includes(account.role)) return ok(await pageOf(writes, historyPage, after))
  const reads = {
    ...search,
    sees: sightOf(account),
    stages: ['read' as const],
    operations: historyActions(kind, 'reads'),
  }
  const found = await Promise.all(
    [writes, reads].map((one) => findTrail(one, historyPage + 1, after)),
  )
  const merged = found.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
  const entries = merged.slice(0, historyPage)
  return ok({
    rows: await toNamedRows(entries),
    next: merged.length > historyPage ? fromPlace(entries.at(-1)!) : null,
    prev: null,
  })
}

/** What a write changed. Differences have classes only where the record is on a claim. */
export type RevealedChange = { changes: BilledChange[]; is_by_class: boolean }

/** `change` is null where the entry changed nothing, or the person may not see such records. */
export type EntryReply = { row: ActivityRow & { session?: string }; change: RevealedChange | null }

const entryInput = z.strictObject({ id: z.string().regex(/^\d{1,15}$/) })

/**
 * One entry of the trail. Its before and after are opened for a person who may read such records;
 * that is in the trail.
 */
export async function readEntry(
  { id }: { id: string },
  { account, connection }: ActionContext,
): Promise<Result<EntryReply>> {
  const { data } = entryInput.safeParse({ id })
  const entry = data && (await findTrailEntry(sightOf(account), Number(data.id)))
  if (!entry)
    return fail('EntityNotFoundError', 'There is no such entry, or your role doesn’t include it.')
  const change = await reveal(entry, { account, connection })
  const [named] = await toNamedRows([entry])
  const row = { ...named!, ...(entry.session === null ? {} : { session: entry.session }) }
  return ok({ row: { ...row, record_ids: entry.recordIds.slice(0, 100) }, change })
}

/** What `revealChange` takes: an entry of a record's history. */
export const revealInput = historyInput.omit({ position: true }).extend(entryInput.shape)

/**
 * What an entry of a record's history changed. Fails where the entry is not part of that history.
 */
export async function revealInHistory(
  { id, kind, ids }: z.infer<typeof revealInput>,
  context: ActionContext,
): Promise<Result<RevealedChange>> {
  const entry = await findTrailEntry('all', Number(id))
  const isOfRecord =
    entry?.connectionId === context.connection.id &&
    historyActions(kind, 'writes').includes(entry.operation) &&
    entry.recordIds.some((record) => ids.includes(record))
  const change = isOfRecord ? await reveal(entry, context) : null
  return change
    ? ok(change)
    : fail('EntityNotFoundError', 'There is no before and after of this entry.')
}

// The entry about the opening comes first: without it nothing is opened.
async function reveal(entry: TrailEntry, context: ActionContext): Promise<RevealedChange | null> {
  const { account } = context
  const kind = recordKindOf(entry.operation)
  const readable = kind ? [kind] : historyKindsOf(entry.operation)
  const mayReadRecord =
    readable.length > 0
      ? readable.some((each) => may(account.role, recordKinds[each].task))
      : account.role === 'admin'
  if (entry.sealedChange === null || !mayReadRecord) return null
  await recordAct(context, 'read', 'revealChange', entry.recordIds, { recordKind: kind ?? null })
  const opened = await openChange(entry)
  if (!opened) return null
  const changes = changesBetween(opened, entry.recordIds[0], kind)
  // Of an entry about parts of a record, such as resolved errors, the page already lists the ids of
  // the parts.
  const isPart = ({ now }: BilledChange) =>
    [now].flat().every((id) => typeof id === 'string' && entry.recordIds.includes(id))
  return {
    changes: kind ? changes : changes.filter((change) => !isPart(change)),
    is_by_class: kind === 'charge-capture',
  }
}

/**
 * The differences of a write, as the page of changes after billing shows them. A missing member and
 * null are one thing.
 */
function changesBetween(
  { before, after }: AuditChange,
  id: string | undefined,
  kind: RecordKind | undefined,
): BilledChange[] {
  return leafChanges(before ?? undefined, after ?? undefined).flatMap(
    ({ path, before: was, after: is }): BilledChange[] => {
      if ((was ?? null) === (is ?? null)) return []
      const inData = path.replace(/^data\./, '')
      return [
        {
          class: classOf(inData),
          path,
          capture_id: kind === 'charge-capture' ? id : undefined,
          ...(was == null ? {} : { billed: was }),
          ...(is == null ? {} : { now: is }),
          cents: path.endsWith('charge_amount_cents') ? centsOf(is) - centsOf(was) : 0,
        },
      ]
    },
  )
}

function centsOf(value: Json | undefined): number {
  const cents = toNumber(value)
  return Number.isSafeInteger(cents) ? cents! : 0
}
