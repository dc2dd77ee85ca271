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
import { fail, ok, type Result } from '#lib/core/result.ts'
import {
  queuePageSize,
  railCountsOf,
  type FilingLimit,
  type MarkChange,
  type MarkSubject,
  type QueueFilter,
  type QueueItem,
  type QueueItems,
  type QueueReply,
  type QueueState,
  type RailCounts,
} from '#lib/lists/queue.ts'
import { consoleAccount } from '#lib/actions/jobs/job-kind.ts'
import { enqueueJob } from '#lib/actions/jobs/run-job.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { causesOf, chosenItems, inView, optionsOf } from './choose.ts'
import { commonFix, knownFixes } from './fix-memory.ts'
import { amountOf, queueModel, type ModelItem, type QueueModel } from './model.ts'
import { queueRefresh, refreshEveryMs } from './refresh-job.ts'
import { queueSettled } from './settling.ts'

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

/** The counts and age of the queue, as one account sees them. */
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
