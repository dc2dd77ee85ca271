import 'server-only'
import { rolesThatMay } from '#lib/console/accounts/permissions.ts'
import { now } from '#lib/console/clock.ts'
import { countToDecide } from '#lib/console/records/bulk-fixes.ts'
import {
  causeSubject,
  changeMarks,
  creationSubject,
  releaseClaim,
  mostNotes,
  capturesOpenByOthers,
  readTeam,
  claimNext,
  turnsOfOthers,
} from '#lib/console/queue/team.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import {
  nobody,
  queueKinds,
  queuePageSize,
  queueViews,
  railCountsOf,
  type MarkChange,
  type MarksBefore,
  type MarkSubject,
  type NextInQueue,
  type QueueFilter,
  type QueueItem,
  type QueueItems,
  type QueueReply,
  type QueueState,
  type RailCounts,
  type RoundEnd,
} from '#lib/lists/queue.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { causesOf, chosenOnce, chosenRows, inView, optionsOf, partReaders } from './choose.ts'
import { commonFix, knownFixes } from './fix-memory.ts'
import {
  amountOf,
  type ClaimTally,
  computedOnce,
  filingOf,
  queueModel,
  tallyOf,
  type ModelItem,
  type QueueModel,
} from './model.ts'
import { isUnread, startReading } from './first-reading.ts'
import { refreshEveryMs } from './refresh-job.ts'
import { endOfRound } from './round-end.ts'
import { queueSettled } from './settling.ts'

/**
 * The queue, with what was written settled in it. A queue that was never read begins to be read.
 */
export async function queueNow({ connection }: ActionContext): Promise<QueueModel> {
  await queueSettled(connection)
  const model = await queueModel(connection)
  if (!isUnread(model.head)) return model
  await startReading(connection)
  return queueModel(connection)
}

/** The queue's state, the causes of a view, and the values that its filters can have. */
export async function readState(
  filter: QueueFilter,
  context: ActionContext,
): Promise<Result<QueueReply>> {
  const { account } = context
  const [model, team] = await Promise.all([queueNow(context), readTeam()])
  const { causes, groups, ...counted } = summaryOf(model, filter, account.id)
  const known = await knownFixes(context.connection.boundTo, [...groups.keys()])
  return ok({
    state: await stateOf(model, context),
    ...counted,
    filing: filingOf(model),
    causes: causes.map((cause) => ({
      ...cause,
      ...commonFix(known.get(cause.key) ?? [], groups.get(cause.key) ?? []),
    })),
    team,
  })
}

function summaryOf(model: QueueModel, filter: QueueFilter, accountId: string) {
  return chosenOnce(model, 'summary', filter, accountId, (chosen) => ({
    ...amountOf(chosen),
    kinds: claimsByKind(chosen),
    causes: causesOf(model, filter, chosen),
    groups: Map.groupBy(chosen, ({ cause }) => cause),
    options: {
      payers: optionsOf(chosen, partReaders.payers),
      facilities: optionsOf(chosen, partReaders.facilities),
      providers: optionsOf(chosen, partReaders.providers),
    },
  }))
}

function claimsByKind(items: readonly ModelItem[]): QueueReply['kinds'] {
  const counts = queueKinds.map(
    (kind) => [kind, amountOf(items.filter((item) => item.kind === kind)).claims] as const,
  )
  return Object.fromEntries(counts) as QueueReply['kinds'] // it has every kind
}

/** What the rail shows: of the queue, and what waits for the person. */
export async function readRailCounts(
  _: object,
  context: ActionContext,
): Promise<Result<RailCounts>> {
  const { connection } = context
  await queueSettled(connection)
  return ok(railCountsOf(await stateOf(await queueModel(connection), context)))
}

/** A page of the items of a view. The audit trail names their records first. */
export async function readItems(
  { filter, position }: { filter: QueueFilter; position: number },
  context: ActionContext,
): Promise<Result<QueueItems>> {
  const { account, connection } = context
  await queueSettled(connection)
  const model = await queueModel(connection)
  const chosen = chosenRows(model, filter, account.id)
  const page = chosen.slice(position, position + queuePageSize)
  await auditRead(context, page)
  const { claims, cents } = chosenOnce(model, 'amount', filter, account.id, amountOf)
  const next = position + queuePageSize < chosen.length ? position + queuePageSize : null
  return ok({ items: await withPresence(page, context), next, total: claims, cents })
}

/** Reads the partner's lists anew in the background, unless that is under way. */
export async function refresh(_: object, context: ActionContext): Promise<Result<null>> {
  const { connection } = context
  await startReading(connection)
  await recordAct(context, 'outcome', 'refreshQueue', [])
  return ok(null)
}

// Each note is sealed by itself, and everybody's next page opens it again.
const mostNoted = 100

/**
 * Changes what the team noted on causes and claim creations of the queue. A note goes on at most
 * 100 of them at once, and an account has at most 2,000 notes. Answers what was noted before.
 */
export async function mark(
  {
    subjects,
    change,
    only_as,
  }: { subjects: MarkSubject[]; change: MarkChange; only_as?: MarkChange | undefined },
  context: ActionContext,
): Promise<Result<MarksBefore>> {
  const owner = change.owner_id
  if (owner && !(await readTeam()).some(({ id }) => id === owner))
    return fail('InvalidInput', 'This person can’t own work in the queue.', {
      issues: [{ path: 'change.owner_id', message: 'Choose another person.' }],
    })
  if (change.note && subjects.length > mostNoted)
    return fail(
      'TooManyNotes',
      `A note can go on ${mostNoted} items at a time, and you chose ${subjects.length.toLocaleString('en-US')}. Choose fewer, or note their cause.`,
    )
  const { rows, causes } = await queueModel(context.connection)
  const gone = subjects.filter((subject) =>
    'cause' in subject ? !causes.has(subject.cause) : !rows.has(subject.claim_creation_id),
  ).length
  if (gone > 0)
    return fail(
      'NotInQueue',
      subjects.length === 1
        ? 'It has left the queue, so there is nothing to mark. The queue is now read again.'
        : `${gone.toLocaleString('en-US')} of the ${subjects.length.toLocaleString('en-US')} chosen items left the queue. The queue is now read again: choose those that are still in it.`,
    )
  const ids = subjects.flatMap((subject) =>
    'claim_creation_id' in subject ? [subject.claim_creation_id] : [],
  )
  const names = await Promise.all(
    subjects.map(async (subject) =>
      'cause' in subject ? causeSubject(subject.cause) : creationSubject(subject.claim_creation_id),
    ),
  )
  const before = await changeMarks(context, [...new Set(names)], change, ids, only_as)
  if (before) return ok({ before: names.map((name) => before.get(name) ?? null) })
  return fail(
    'TooManyNotes',
    `You have ${mostNotes.toLocaleString('en-US')} notes, the most that one person can have. Remove notes that are no longer needed, or note a cause instead of each of its claims.`,
  )
}

/**
 * The next item of a view, in its order, and what is left with it; without any, what became of
 * those that the person has visited. Skips claim creations whose turn another person has, those with
 * captures that another person has open, and those in `passed`, which the person has visited. The
 * turn at the last of these ends.
 */
export async function next(
  { filter, passed: visitedIds }: { filter: QueueFilter; passed: readonly string[] },
  context: ActionContext,
): Promise<Result<NextInQueue | RoundEnd>> {
  const { account, connection } = context
  await queueSettled(connection)
  const [model, open] = await Promise.all([queueModel(connection), capturesOpenByOthers(context)])
  const chosen = chosenRows(model, filter, account.id)
  const isOpen = (id: string) =>
    (model.rows.get(id)?.value?.captures ?? []).some((capture) => open.has(capture))
  const known = new Set(visitedIds)
  const left = chosen.filter(({ claim_creation_id: id }) => !known.has(id) && !isOpen(id))
  const candidates = [...new Set(left.map((item) => item.claim_creation_id))]
  const last = visitedIds.at(-1)
  if (last !== undefined) await releaseClaim(context, last)
  const won = await claimNext(context, candidates)
  const item =
    won === undefined
      ? undefined
      : chosen.find(({ claim_creation_id }) => claim_creation_id === won)
  if (!item) return ok({ item: null, came: await endOfRound(visitedIds, context) })
  await auditRead(context, [item])
  return ok({ item: shown(item), left: amountOf(left) })
}

/** Ends the own turn at a claim creation. */
export async function release(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<null>> {
  await releaseClaim(context, id)
  return ok(null)
}

/**
 * The counts and age of the queue, as one account sees them, and how much waits for its decision.
 */
export async function stateOf(
  model: QueueModel,
  { account, connection }: ActionContext,
): Promise<QueueState> {
  const { head } = model
  // Not `may`: a role without the task gets the state too.
  const mayDecide = rolesThatMay('approveBulkFix').some((role) => role === account.role)
  const { views, owned } = countsOf(model)
  const count = (view: (typeof sharedViews)[number]) => views.get(view)?.amount().claims ?? 0
  return {
    version: head.version,
    read_at: head.readAt?.toISOString() ?? null,
    next_at:
      head.readAt &&
      new Date(Math.max(head.readAt.getTime() + refreshEveryMs, now())).toISOString(),
    is_reading: head.isReading,
    unread: head.unread,
    counts: {
      errors: count('causes'),
      mine: owned.get(account.id)?.amount().claims ?? 0,
      assigned: count('assigned'),
      unassigned: count('unassigned'),
      resolved: count('resolved'),
      held: count('held'),
      filing_soon: count('filing-soon'),
      updates: count('updates'),
      snoozed: count('snoozed'),
    },
    approvals: mayDecide ? await countToDecide({ accountId: account.id, connection }) : 0,
  }
}

const sharedViews = queueViews.filter((view) => view !== 'mine')

// The rail of every person asks for them.
function countsOf(model: QueueModel) {
  return computedOnce(model, 'counts', () => {
    const views = new Map<QueueFilter['view'], ClaimTally>()
    const owned = new Map<string | undefined, ClaimTally>()
    for (const item of model.items) {
      for (const view of sharedViews) if (inView(item, view, nobody)) tallyOf(views, view).add(item)
      if (inView(item, 'assigned', nobody)) tallyOf(owned, item.mark.owner_id).add(item)
    }
    return { views, owned }
  })
}

/** Items as a browser gets them, with who else has them open. */
export async function withPresence(
  items: readonly ModelItem[],
  context: ActionContext,
): Promise<QueueItem[]> {
  const [turns, open] = await Promise.all([turnsOfOthers(context), capturesOpenByOthers(context)])
  const { rows } = await queueModel(context.connection)
  return items.map((item) => {
    const captures =
      item.capture_id === undefined
        ? rows.get(item.claim_creation_id)?.value?.captures
        : [item.capture_id]
    const names = [
      ...(captures ?? []).flatMap((id) => open.get(id) ?? []),
      turns.get(item.claim_creation_id) ?? [],
    ].flat()
    return names.length > 0 ? { ...shown(item), open_by: [...new Set(names)] } : shown(item)
  })
}

function shown({
  is_snoozed,
  is_payer_unmapped,
  taken,
  target,
  party,
  plan_type,
  ...item
}: ModelItem): QueueItem {
  return item
}

/** Notes in the audit trail that an account read these items. */
export async function auditRead(
  context: ActionContext,
  items: readonly QueueItem[],
): Promise<void> {
  await recordAct(context, 'read', 'readQueue', [
    ...new Set(
      items.flatMap(({ claim_creation_id, capture_id }) =>
        [claim_creation_id, capture_id ?? []].flat(),
      ),
    ),
  ])
}
