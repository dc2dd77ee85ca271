import 'server-only'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { newestJob, readJobPart, type Job } from '#lib/console/jobs/store.ts'
import { readTeam } from '#lib/console/queue/team.ts'
import {
  changeEndingMark,
  readEndingMarks,
  type EndingMark,
  type EndingMarkChange,
} from '#lib/console/records/ending-marks.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import {
  endingKey,
  isInWindow,
  type Ending,
  type EndWindow,
  type Expiring,
} from '#lib/rules/coverage/expiring.ts'
import { spansRecordedSince } from '#lib/actions/coverage-board/recorded-spans.ts'
import { newestOf, resultOf, startOne, stopOne } from '#lib/actions/jobs/check-verbs.ts'
import { lastNight } from '#lib/actions/jobs/nightly.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { expiringCheck, expiringPart } from './make-expiring.ts'

export type { EndingMark, EndingMarkChange } from '#lib/console/records/ending-marks.ts'

/**
 * How the newest check goes, and which has the newest result. `is_late`: it is older than the last
 * night. `recorded` is the number of payers and contracting providers with a span that was recorded
 * or changed since it began.
 */
export type ExpiringStanding = {
  job: Job | null
  done: {
    id: string
    finished_at: string
    is_nightly: boolean
    is_late: boolean
    recorded: number
  } | null
}

/** `place` is that in the whole result. */
export type EndingRow = Ending & { place: number }

/** `counts` are the rows of each window, `amounts` those that the rows of this one share. */
export type ExpiringReply = Omit<Expiring, 'rows'> & {
  rows: EndingRow[]
  today: LocalDate
  counts: Record<EndWindow, number>
}

const { kind } = expiringCheck

/** Starts the check unless one is running for this partner and key. */
export async function startCheck(
  _: object,
  context: ActionContext,
): Promise<Result<ExpiringStanding>> {
  await startOne(expiringCheck, 'checkExpiring', context)
  return readStanding({}, context)
}

/** Requests that a check stop. */
export async function stopCheck(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<ExpiringStanding>> {
  await stopOne(kind, 'cancelExpiringCheck', id, context)
  return readStanding({}, context)
}

export async function readStanding(
  _: object,
  context: ActionContext,
): Promise<Result<ExpiringStanding>> {
  const { job, done } = await newestOf(context.connection, kind)
  return ok({
    job: job ?? null,
    done: done
      ? {
          ...resultOf(done),
          is_late: Date.parse(done.started_at) < lastNight(now()),
          recorded: (await spansRecordedSince(done.started_at, context)).length,
        }
      : null,
  })
}

/** What a finished check found of one window, the first end first. */
export async function readExpiring(
  { id, window }: { id: string; window: EndWindow },
  { connection }: ActionContext,
): Promise<Result<ExpiringReply>> {
  const found = await readFound(id, connection)
  if (!found) return fail('EntityNotFoundError', 'This check has expired. Check again.')
  const today = dayNow()
  const all = found.rows.map((row, place) => ({ ...row, place }))
  const rows = all.filter((row) => isInWindow(row, window, today))
  const places = new Set(rows.map(({ place }) => place))
  return ok({
    ...found,
    today,
    rows,
    amounts: found.amounts?.filter((each) => each.rows.some((place) => places.has(place))) ?? null,
    counts: {
      '30': countIn(found, '30', today),
      '60': countIn(found, '60', today),
      '90': countIn(found, '90', today),
      ended: countIn(found, 'ended', today),
    },
  })
}

/** How many rows of the newest check are in a window; undefined without a check. */
export async function countEnding(
  window: EndWindow,
  connection: Pick<Connection, 'boundTo'>,
): Promise<number | undefined> {
  const done = await newestJob(connection, kind, 'done')
  const found = done && (await readFound(done.id, connection))
  return found && countIn(found, window, dayNow())
}

function countIn({ rows }: Expiring, window: EndWindow, today: LocalDate): number {
  return rows.filter((row) => isInWindow(row, window, today)).length
}

async function readFound(
  id: string,
  connection: Pick<Connection, 'boundTo'>,
): Promise<Expiring | undefined> {
  const text = await readJobPart(connection, id, expiringPart)
  return text === undefined ? undefined : (JSON.parse(text) as Expiring) // makeExpiring stored it
}

/** The marks of what ends, by the subject that `endingKey` gives, and the people who can own it. */
export async function readMarks(
  _: object,
  { connection }: ActionContext,
): Promise<
  Result<{
    marks: Record<string, EndingMark>
    team: { id: string; name: string }[]
    today: LocalDate
  }>
> {
  const [marks, team] = [await readEndingMarks(connection), await readTeam('markExpiring')]
  return ok({ marks: Object.fromEntries(marks), team, today: dayNow() })
}

const recordKinds = {
  contract: 'contract',
  facility: 'facility-span',
  provider: 'provider-span',
} as const

/**
 * Assigns a row of the newest check or marks its renewal, and answers what was before. A renewal is
 * sent today or earlier.
 */
export async function mark(
  {
    kind: of,
    id,
    ends,
    change,
  }: Pick<Ending, 'kind' | 'id' | 'ends'> & { change: EndingMarkChange },
  context: ActionContext,
): Promise<Result<EndingMarkChange>> {
  const { owner_id, renewal } = change
  if (owner_id && !(await readTeam('markExpiring')).some((person) => person.id === owner_id))
    return fail('InvalidInput', 'This person can’t own a renewal.', {
      issues: [{ path: 'change.owner_id', message: 'Choose another person.' }],
    })
  if (renewal?.state === 'sent' && renewal.on > dayNow())
    return fail('InvalidInput', 'A renewal can’t have been sent after today.', {
      issues: [{ path: 'change.renewal.on', message: 'Enter today or an earlier date.' }],
    })
  const done = await newestJob(context.connection, kind, 'done')
  const found = done && (await readFound(done.id, context.connection))
  const subject = endingKey({ kind: of, id, ends })
  if (!found?.rows.some((row) => endingKey(row) === subject))
    return fail(
      'EntityNotFoundError',
      'This end is no longer on the list, so nothing was changed. Load the page again.',
    )
  const before = await changeEndingMark(
    context,
    { subject, id, recordKind: recordKinds[of] },
    change,
  )
  return ok(before)
}
