import 'server-only'
import { readTeam } from '#lib/console/queue/team.ts'
import {
  addFollowUp,
  countFollowUpsBy,
  followUpsOf,
  markFollowUp,
  openFollowUps,
  type FollowedSpan,
  type FollowUp,
} from '#lib/console/records/follow-ups.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { dueDays, mostOfSpan } from '#lib/rules/coverage/follow-ups.ts'
import { payerDays, type PayerDays } from '#lib/rules/coverage/payer-days.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { readSpan, walkSpans } from '#lib/actions/spans/read-span.ts'
import { spanKinds } from '#lib/actions/spans/span-kinds.ts'

export type { FollowUp } from '#lib/console/records/follow-ups.ts'

/** Follow-ups, who can own one, and who asks. `is_cut`: there are more than these. */
export type FollowUpsReply = {
  items: FollowUp[]
  is_cut: boolean
  team: { id: string; name: string }[]
  own_id: string
  today: LocalDate
}

/** The follow-ups of these spans, done or open. Who read them is written down first. */
export async function readOfSpans(
  asked: { kind: FollowedSpan['kind']; ids: string[] },
  context: ActionContext,
): Promise<Result<FollowUpsReply>> {
  const items = await followUpsOf(context.connection, asked)
  await recordAct(context, 'read', 'readFollowUps', asked.ids, {
    recordKind: `${asked.kind}-span`,
  })
  return ok(await replyOf({ items, is_cut: false, today: dayNow() }, context))
}

/** So many are listed; more than a person follows up in two weeks. */
export const mostListed = 500

/**
 * The open follow-ups that are late, due today or within 14 days, in this order, then those without
 * a next date: everybody's or one's own. Who read them is written down first.
 */
export async function readDue(
  { whose }: { whose: 'mine' | 'all' },
  context: ActionContext,
): Promise<Result<FollowUpsReply>> {
  const today = dayNow()
  const found = await openFollowUps(context.connection, {
    until: addDays(today, dueDays),
    ownerId: whose === 'mine' ? context.account.id : undefined,
    most: mostListed + 1,
  })
  const items = found.slice(0, mostListed)
  for (const kind of ['facility', 'provider'] as const) {
    const ids = items.flatMap(({ span }) => (span.kind === kind ? span.id : []))
    if (ids.length > 0)
      await recordAct(context, 'read', 'readFollowUps', [...new Set(ids)], {
        recordKind: `${kind}-span`,
      })
  }
  return ok(await replyOf({ items, is_cut: found.length > mostListed, today }, context))
}

/** How many follow-ups are late or due today, everybody's. */
export async function countDue(
  _: object,
  { connection }: ActionContext,
): Promise<Result<{ follow_ups: number }>> {
  return ok({ follow_ups: await countFollowUpsBy(connection, dayNow()) })
}

async function replyOf(
  found: Pick<FollowUpsReply, 'items' | 'is_cut' | 'today'>,
  { account }: ActionContext,
): Promise<FollowUpsReply> {
  const team = await readTeam('logFollowUp')
  return { ...found, team, own_id: account.id }
}

/**
 * Logs a follow-up of a span, which is read first for the names of its parties. Fails as that read
 * does, with InvalidInput for a next date that is over or a person who cannot follow up, and if the
 * span has 200 already.
 */
export async function logOne(
  {
    span,
    operation_id,
    asked,
    missing,
    next_on,
    owner_id,
  }: {
    span: FollowedSpan
    operation_id: string
    asked: string
    missing: string
    next_on?: LocalDate | undefined
    owner_id?: string | undefined
  },
  context: ActionContext,
): Promise<Result<null>> {
  if (next_on !== undefined && next_on < dayNow())
    return refuse('next_on', 'Enter today or a later date.')
  if (owner_id !== undefined && !(await readTeam('logFollowUp')).some(({ id }) => id === owner_id))
    return refuse('owner_id', 'Choose another person.')
  const read = await readSpan(span.kind)({ id: span.id }, context)
  if (!read.ok) return read
  const row = spanKinds[span.kind].toRow(JSON.parse(read.value.span))
  const words = {
    asked,
    missing,
    covered: row.covered ?? row.covered_npi ?? row.covered_id ?? span.id,
    covered_npi: row.covered_npi,
    payer: row.payer ?? row.payer_id ?? row.payer_uuid ?? '',
  }
  const isAdded = await addFollowUp(context, { id: operation_id, span, words, next_on, owner_id })
  return isAdded
    ? ok(null)
    : fail(
        'TooMany',
        `A span has at most ${mostOfSpan} follow-ups, and this one has them. Nothing was logged.`,
      )
}

/** Marks a follow-up as done, or as open again. */
export async function markOne(
  asked: { id: string; is_done: boolean },
  context: ActionContext,
): Promise<Result<null>> {
  return (await markFollowUp(context, asked))
    ? ok(null)
    : fail('EntityNotFoundError', 'This follow-up is not there, so nothing was changed.')
}

/**
 * The payer's own days from a span's submission to its load, of every facility and provider span
 * that this key sees; null if no span has both dates. Fails if a list cannot be read whole: a part
 * would give other days.
 */
export async function readDays(
  { payer_uuid }: { payer_uuid: string },
  context: ActionContext,
): Promise<Result<PayerDays | null>> {
  const rows = []
  for (const kind of ['facility', 'provider'] as const) {
    const { toRow } = spanKinds[kind]
    const read = await walkSpans(context.connection, kind, { payer_uuid }, () => true)
    if (!read.ok) return read
    rows.push(...read.value.map((item) => toRow(item)))
  }
  await recordAct(context, 'read', 'readPayerDays', [payer_uuid])
  // The partner's filter may be wider than it was asked to be.
  const own = rows.filter((row) => row.payer_uuid === payer_uuid)
  return ok(payerDays(own, dayNow()))
}

function refuse(path: string, message: string) {
  return fail('InvalidInput', message, { issues: [{ path, message }] })
}
