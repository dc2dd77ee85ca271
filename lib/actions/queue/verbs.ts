import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { noteReading } from '#lib/console/queue/snapshot.ts'
import {
  causeSubject,
  changeMarks,
  creationSubject,
  endTurn,
  openElsewhere,
  readTeam,
  replaceLimits,
  takeTurn,
  turnsOfOthers,
} from '#lib/console/queue/team.ts'
import { startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import {
  nobody,
  queuePageSize,
  railCountsOf,
  type FilingLimit,
  type MarkChange,
  type MarkSubject,
  type QueueCause,
  type QueueFilter,
  type QueueItem,
  type QueueItems,
  type QueueOption,
  type QueueReply,
  type QueueState,
  type RailCounts,
} from '#lib/lists/queue.ts'
import { consoleAccount } from '#lib/actions/jobs/job-kind.ts'
import { enqueueJob } from '#lib/actions/jobs/run-job.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { commonFix, knownFixes } from './fix-memory.ts'
import { amountOf, queueModel, type ModelItem, type QueueModel } from './model.ts'
import { queueRefresh, refreshEveryMs } from './refresh-job.ts'
import { queueSettled } from './settling.ts'

const mostPayers = 5
const mostOptions = 50

/** The queue, with what was written settled in it. The first person who opens it starts its readings. */
export async function queueNow({ connection }: ActionContext): Promise<QueueModel> {
  await queueSettled(connection)
  const model = await queueModel(connection)
  if (model.head.readAt !== null || model.head.isReading) return model
  await startReading(connection)
  return queueModel(connection)
}

// The reading counts as under way before its job is delivered, so that pages keep asking for what it finds.
async function startReading(connection: ActionContext['connection']): Promise<void> {
  await noteReading(connection.boundTo)
  await enqueueJob({ account: consoleAccount, connection }, queueRefresh, {})
}

/** The queue's state, the causes of a view, and the values that its filters can have. */
export async function readState(filter: QueueFilter, context: ActionContext): Promise<Result<QueueReply>> {
  const { account } = context
  const [model, team] = await Promise.all([queueNow(context), readTeam()])
  const chosen = chosenItems(model, filter, account.id)
  const groups = Map.groupBy(chosen, ({ cause }) => cause)
  const known = await knownFixes(context.connection.boundTo, [...groups.keys()])
  const causes = causesOf(model, filter, chosen).map((cause) => ({
    ...cause,
    ...commonFix(known.get(cause.key) ?? [], groups.get(cause.key) ?? []),
  }))
  return ok({
    state: stateOf(model, account.id),
    ...amountOf(chosen),
    causes,
    team,
    options: {
      payers: optionsOf(chosen, ({ payer, payer_id }) => [payer_id ?? payer, payer ?? payer_id]),
      facilities: optionsOf(chosen, ({ facility }) => [facility, facility]),
      providers: optionsOf(chosen, ({ rendering, rendering_npi }) => [rendering_npi, rendering ?? rendering_npi]),
    },
  })
}

/** What the rail shows of the queue; null before its first reading. */
export async function readRailCounts(_: object, { account, connection }: ActionContext): Promise<Result<RailCounts>> {
  await queueSettled(connection)
  return ok(railCountsOf(stateOf(await queueModel(connection), account.id)))
}

/** A page of the items of a view. The audit trail names their records first. */
export async function readItems(
  { filter, position }: { filter: QueueFilter; position: number },
  context: ActionContext,
): Promise<Result<QueueItems>> {
  const { account, connection } = context
  await queueSettled(connection)
  const model = await queueModel(connection)
  const chosen = chosenItems(model, filter, account.id)
  const page = chosen.slice(position, position + queuePageSize)
  await auditRead(context, page)
  const { claims, cents } = amountOf(chosen)
  const next = position + queuePageSize < chosen.length ? position + queuePageSize : null
  return ok({ items: await withPresence(page, context), next, total: claims, cents })
}

/** Reads the partner's lists anew in the background, unless that is under way. */
export async function refresh(_: object, { account, connection }: ActionContext): Promise<Result<null>> {
  await startReading(connection)
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'refreshQueue',
    stage: 'outcome',
    outcome: 'ok',
    recordIds: [],
  })
  return ok(null)
}

/** Changes what the team noted on causes and claim creations. */
export async function mark(
  { subjects, change }: { subjects: MarkSubject[]; change: MarkChange },
  context: ActionContext,
): Promise<Result<null>> {
  const owner = change.owner_id
  if (owner && !(await readTeam()).some(({ id }) => id === owner))
    return fail('InvalidInput', 'This person can’t own work in the queue.', {
      issues: [{ path: 'change.owner_id', message: 'Choose another person.' }],
    })
  const ids = subjects.flatMap((subject) => ('claim_creation_id' in subject ? [subject.claim_creation_id] : []))
  const names = await Promise.all(
    subjects.map(async (subject) =>
      'cause' in subject ? causeSubject(subject.cause) : creationSubject(subject.claim_creation_id),
    ),
  )
  await changeMarks(context, [...new Set(names)], change, ids)
  return ok(null)
}

/**
 * The next item of a view, in its order. It is nobody else's turn, nobody else has its captures open, and it is none of
 * the claim creations that the person has `passed`, of which the last one's turn ends. null if none is left.
 */
export async function next(
  { filter, passed }: { filter: QueueFilter; passed: readonly string[] },
  context: ActionContext,
): Promise<Result<QueueItem | null>> {
  const { account, connection } = context
  await queueSettled(connection)
  const [model, open] = await Promise.all([queueModel(connection), openElsewhere(context)])
  const chosen = chosenItems(model, filter, account.id)
  const isOpen = (id: string) => (model.rows.get(id)?.value?.captures ?? []).some((capture) => open.has(capture))
  const known = new Set(passed)
  const candidates = [...new Set(chosen.map((item) => item.claim_creation_id))].filter(
    (id) => !known.has(id) && !isOpen(id),
  )
  const last = passed.at(-1)
  if (last !== undefined) await endTurn(context, last)
  const won = await takeTurn(context, candidates)
  const item = won === undefined ? undefined : chosen.find(({ claim_creation_id }) => claim_creation_id === won)
  if (!item) return ok(null)
  await auditRead(context, [item])
  return ok(shown(item))
}

/** Ends the own turn at a claim creation. */
export async function release({ id }: { id: string }, context: ActionContext): Promise<Result<null>> {
  await endTurn(context, id)
  return ok(null)
}

/** The filing limits in use, with every payer of the queue that has none of its own. */
export async function limits(
  _: object,
  { connection }: ActionContext,
): Promise<Result<{ limits: FilingLimit[]; payers: { payer_id: string; payer: string }[] }>> {
  const model = await queueModel(connection)
  const payers = new Map<string, string>()
  for (const { payer_id, payer } of model.items) if (payer_id !== undefined) payers.set(payer_id, payer ?? payer_id)
  for (const { payer_id } of model.limits) payers.delete(payer_id)
  const others = [...payers].map(([payer_id, payer]) => ({ payer_id, payer }))
  return ok({ limits: [...model.limits], payers: others.toSorted((a, b) => a.payer.localeCompare(b.payer)) })
}

/** Replaces the filing limits. */
export async function saveLimits(
  { limits: wanted }: { limits: FilingLimit[] },
  context: ActionContext,
): Promise<Result<FilingLimit[]>> {
  await replaceLimits(context, wanted)
  return ok([...(await queueModel(context.connection)).limits])
}

/** The items of a filter in its order, as one account sees them. */
export function chosenItems(model: QueueModel, filter: QueueFilter, accountId: string): ModelItem[] {
  const { first_seen_min } = filter
  const since = first_seen_min === undefined ? undefined : startOfDay(first_seen_min).toISOString()
  const isWanted = (item: ModelItem) =>
    inView(item, filter.view, accountId) &&
    is(filter.cause, item.cause) &&
    is(filter.payer, item.payer_id ?? item.payer) &&
    is(filter.facility, item.facility) &&
    is(filter.provider, item.rendering_npi) &&
    is(filter.owner, item.mark.owner_id ?? nobody) &&
    isBetween(item.date_of_service, filter.date_of_service_min, filter.date_of_service_max) &&
    is(filter.is_undated, item.date_of_service === undefined) &&
    (since === undefined || item.first_seen_at >= since)
  return model.items.filter(isWanted).toSorted((a, b) => priorityOf(a) - priorityOf(b) || itemOrder[filter.sort](a, b))
}

function inView(item: ModelItem, view: QueueFilter['view'], accountId: string): boolean {
  if (view === 'snoozed') return item.is_snoozed
  if (item.is_snoozed) return false
  if (view === 'causes') return item.kind === 'error'
  if (view === 'held') return item.kind === 'held'
  if (view === 'updates') return item.kind === 'updated'
  if (view === 'mine') return item.mark.owner_id === accountId
  if (view === 'assigned') return item.mark.owner_id !== undefined
  if (view === 'unassigned') return item.mark.owner_id === undefined
  return item.is_filing_soon && item.kind !== 'updated'
}

function is<T extends string | boolean>(wanted: T | undefined, value: T | undefined): boolean {
  return wanted === undefined || wanted === value
}

function isBetween(date: LocalDate | undefined, min: LocalDate | undefined, max: LocalDate | undefined): boolean {
  if (min === undefined && max === undefined) return true
  return date !== undefined && (min === undefined || date >= min) && (max === undefined || date <= max)
}

const priorities = { high: -1, low: 1 } as const
const priorityOf = ({ mark: { priority } }: Pick<QueueItem, 'mark'>) => (priority ? priorities[priority] : 0)

type Order<T> = (a: T, b: T) => number
const oldestFirst: Order<{ date_of_service?: string; id: string }> = (a, b) =>
  byText(a.date_of_service ?? '9999', b.date_of_service ?? '9999') || byText(a.id, b.id)
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const itemOrder: Record<QueueFilter['sort'], Order<ModelItem>> = {
  money: (a, b) => worthOf(b) - worthOf(a) || oldestFirst(a, b),
  claims: oldestFirst,
  oldest: oldestFirst,
  changed: (a, b) => byText(b.changed_at, a.changed_at) || oldestFirst(a, b),
}
const causeOrder: Record<QueueFilter['sort'], Order<QueueCause>> = {
  money: (a, b) => priorityOf(a) - priorityOf(b) || b.cents - a.cents || byText(a.words, b.words),
  claims: (a, b) => priorityOf(a) - priorityOf(b) || b.claims - a.claims || byText(a.words, b.words),
  oldest: (a, b) =>
    priorityOf(a) - priorityOf(b) || byText(a.oldest ?? '9999', b.oldest ?? '9999') || byText(a.words, b.words),
  changed: (a, b) =>
    priorityOf(a) - priorityOf(b) || byText(b.changed_at ?? '', a.changed_at ?? '') || byText(a.words, b.words),
}

// A change after billing is worth what it moved, either way.
function worthOf({ change, cents = 0 }: ModelItem): number {
  return change?.moved_cents === undefined ? cents : Math.abs(change.moved_cents)
}

/** The causes of items, in the filter's order. */
export function causesOf(model: QueueModel, { sort }: QueueFilter, items: readonly ModelItem[]): QueueCause[] {
  const groups = Map.groupBy(items, ({ cause }) => cause)
  return [...groups].map(([key, some]) => causeOf(model, key, some)).toSorted(causeOrder[sort])
}

function causeOf(model: QueueModel, key: string, items: readonly ModelItem[]): QueueCause {
  const dates = items.flatMap(({ date_of_service }) => date_of_service ?? []).toSorted()
  const payers = optionsOf(items, ({ payer }) => [payer, payer]).slice(0, mostPayers)
  return {
    ...model.causes.get(key)!, // it has the cause of every item
    ...amountOf(items),
    payers: payers.map(({ label, claims }) => ({ name: label, claims })),
    ...(dates[0] !== undefined && { oldest: dates[0] }),
    changed_at: items
      .map(({ changed_at }) => changed_at)
      .toSorted()
      .at(-1),
  }
}

function optionsOf(
  items: readonly ModelItem[],
  read: (item: ModelItem) => [value: string | undefined, label: string | undefined],
): QueueOption[] {
  const options = new Map<string, { label: string; claims: Set<string> }>()
  for (const item of items) {
    const [value, label = value] = read(item)
    if (value === undefined) continue
    const option = options.get(value) ?? { label: label!, claims: new Set() } // a value is its own label
    options.set(value, option)
    option.claims.add(item.claim_creation_id)
  }
  return [...options]
    .map(([value, { label, claims }]) => ({ value, label, claims: claims.size }))
    .toSorted((a, b) => b.claims - a.claims || byText(a.label, b.label))
    .slice(0, mostOptions)
}

/** What the queue has and how old it is, as one account sees it. */
export function stateOf(model: QueueModel, accountId: string): QueueState {
  const { head, items } = model
  const awake = items.filter(({ is_snoozed }) => !is_snoozed)
  const count = (view: QueueFilter['view']) => amountOf(items.filter((item) => inView(item, view, accountId))).claims
  return {
    version: head.version,
    read_at: head.readAt?.toISOString() ?? null,
    next_at: head.readAt && new Date(Math.max(head.readAt.getTime() + refreshEveryMs, now())).toISOString(),
    is_reading: head.isReading,
    unread: head.unread,
    counts: {
      causes: new Set(awake.flatMap(({ kind, cause }) => (kind === 'error' ? [cause] : []))).size,
      errors: count('causes'),
      mine: count('mine'),
      assigned: count('assigned'),
      unassigned: count('unassigned'),
      held: count('held'),
      filing_soon: count('filing-soon'),
      updates: count('updates'),
      snoozed: count('snoozed'),
    },
  }
}

/** Items as a browser gets them, with who else has them open. */
export async function withPresence(items: readonly ModelItem[], context: ActionContext): Promise<QueueItem[]> {
  const [turns, open] = await Promise.all([turnsOfOthers(context), openElsewhere(context)])
  const { rows } = await queueModel(context.connection)
  return items.map((item) => {
    const captures =
      item.capture_id === undefined ? rows.get(item.claim_creation_id)?.value?.captures : [item.capture_id]
    const names = [
      ...(captures ?? []).flatMap((id) => open.get(id) ?? []),
      turns.get(item.claim_creation_id) ?? [],
    ].flat()
    return names.length > 0 ? { ...shown(item), open_by: [...new Set(names)] } : shown(item)
  })
}

function shown({ is_snoozed, is_filing_soon, target, ...item }: ModelItem): QueueItem {
  return item
}

/** Notes in the audit trail that an account read these items. */
export async function auditRead({ account, connection }: ActionContext, items: readonly QueueItem[]): Promise<void> {
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'readQueue',
    stage: 'read',
    outcome: 'ok',
    recordIds: [
      ...new Set(items.flatMap(({ claim_creation_id, capture_id }) => [claim_creation_id, capture_id ?? []].flat())),
    ],
  })
}
