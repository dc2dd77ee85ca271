import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from './clock.ts'
import { consoleDb } from './db.ts'
import * as logFile from './log.ts'
import { user } from './schema.ts'
import { sweepOnceADay, sweepStrangers } from './sweep.ts'
import { startTestConsole, stopTestConsole } from './test-console.ts'

const dayMs = 86_400_000

let start: number
let someone: string

beforeEach(async () => {
  await startTestConsole()
  start = Date.now()
  const [first] = await (await consoleDb()).select({ id: user.id }).from(user).limit(1)
  someone = first!.id
})
afterEach(async () => {
  vi.restoreAllMocks()
  await stopTestConsole()
})

/**
 * Stores two rows of each expiring kind: `over` has expired a day after the start of the test,
 * `live` has not.
 */
async function storeBoth(): Promise<void> {
  const db = await consoleDb()
  // The time that many hours after the start of the test.
  const at = (hours: number) =>
    sql`${new Date(start + hours * 3_600_000).toISOString()}::timestamptz`
  const sessions = (id: string, created: number, seen: number) =>
    db.execute(
      sql`insert into sessions (id, token, user_id, expires_at, created_at, last_seen_at) values (${id}, ${id}, ${someone}, ${at(created + 12)}, ${at(created)}, ${at(seen)})`,
    )
  await sessions('live', 23, 24)
  await sessions('over: idle', 23, 23.7)
  await sessions('over: 12 hours', 11, 24)
  for (const [name, hours] of [
    ['live', -23],
    ['over', -25],
  ] as const)
    await db.execute(
      sql`insert into sign_in_attempts (key, level, at, open_at) values (${name}, 3, ${at(hours)}, ${at(hours)})`,
    )
  for (const [name, hours] of [
    ['live', 25],
    ['over', 23],
  ] as const) {
    await db.execute(
      sql`insert into drafts (account_id, connection, kind, record, revision, saved_at, expires_at) values (${someone}, 'c', 'k', ${name}, 1, ${at(0)}, ${at(hours)})`,
    )
    await db.execute(
      sql`insert into saved_views (id, list, sealed, created_by, expires_at) values (${name}, 'l', 's', ${someone}, ${at(hours)})`,
    )
    await db.execute(
      sql`insert into jobs (id, kind, title, connection, connection_id, account_id, sealed_input, state, progress, started_at, finished_at, expires_at) values (${name}, 'k', 't', 'c', 'c', ${someone}, '', 'done', '{}', ${at(-2)}, ${at(-1)}, ${at(hours)})`,
    )
    await db.execute(
      sql`insert into job_parts (job_id, part, sealed_value) values (${name}, 'p', 's')`,
    )
    await db.execute(
      sql`insert into open_records (account_id, connection_id, kind, record, tab, opened_at, read_at, last_seen_at) values (${someone}, 'c', 'charge-capture', ${name}, 't', ${at(0)}, ${at(0)}, ${at(hours - 11.5)})`,
    )
  }
  const write = (id: string, stage: string, days: number) =>
    db.execute(
      sql`insert into write_operations (operation_id, account_id, connection_id, operation, record, request_hash, stage, sent_at, sealed_outcome, created_at) values (${id}, ${someone}, 'c', 'o', 'r', 'h', ${stage}, ${at(0)}, ${stage === 'settled' ? 'outcome' : null}, ${at(24 - days * 24)})`,
    )
  const queueRow = (connection: string, name: string, listed: string, changed: number) =>
    db.execute(
      sql`insert into queue_rows (connection, claim_creation_id, listed, version, creation_hash, value_hash, first_seen_at, changed_at) values (${connection}, ${name}, ${listed}, 1, '', '', ${at(changed)}, ${at(changed)})`,
    )
  for (const [connection, read] of [
    ['in use', 20],
    ['left', -8 * 24],
  ] as const) {
    await db.execute(
      sql`insert into queue_snapshots (connection, read_at) values (${connection}, ${at(read)})`,
    )
    await db.execute(
      sql`insert into queue_packs (connection, place, version, made_at, sealed_values) values (${connection}, 0, 1, ${at(-400)}, 's')`,
    )
  }
  await queueRow('in use', 'live: old work', 'error', -400)
  await queueRow('in use', 'live: just gone', '', 10)
  await queueRow('in use', 'over: gone for a day', '', -1)
  await queueRow('left', 'over: nobody reads it', 'error', -400)
  for (const [name, days] of [
    ['live', 300],
    ['over', 500],
  ] as const) {
    const day = new Date(start - days * dayMs).toISOString().slice(0, 10)
    await db.execute(
      sql`insert into queue_days (connection, day, sealed_sums) values (${name}, ${day}, 's')`,
    )
    await db.execute(
      sql`insert into queue_marks (connection, subject, changed_at) values ('c', ${`creation/${name}`}, ${at(-days * 12)})`,
    )
    await db.execute(
      sql`insert into queue_turns (connection, claim_creation_id, account_id, until) values ('c', ${name}, ${someone}, now() + make_interval(mins => ${name === 'live' ? 5 : -5}))`,
    )
  }
  await write('live', 'settled', 6)
  await write('live without its outcome', 'settled', 8)
  await write('live for ever: nobody knows its end', 'unknown', 400)
  await write('over', 'settled', 31)
}

async function remaining(): Promise<Record<string, string[]>> {
  const db = await consoleDb()
  const names = async (table: string, column: string) => {
    const { rows } = (await db.execute(
      sql`select ${sql.identifier(column)} as name from ${sql.identifier(table)} order by 1`,
    )) as unknown as { rows: { name: string }[] }
    return rows.map(({ name }) => name)
  }
  return {
    sessions: await names('sessions', 'id'),
    attempts: await names('sign_in_attempts', 'key'),
    drafts: await names('drafts', 'record'),
    views: await names('saved_views', 'id'),
    presence: await names('open_records', 'record'),
    jobs: await names('jobs', 'id'),
    jobParts: await names('job_parts', 'job_id'),
    queueRows: await names('queue_rows', 'claim_creation_id'),
    queuePacks: await names('queue_packs', 'connection'),
    queueDays: await names('queue_days', 'connection'),
    queueMarks: await names('queue_marks', 'subject'),
    queueTurns: await names('queue_turns', 'claim_creation_id'),
    writes: await names('write_operations', 'operation_id'),
    outcomes: (await names('write_operations', 'sealed_outcome')).filter(Boolean),
  }
}

const live = {
  sessions: ['live'],
  attempts: ['live'],
  drafts: ['live'],
  views: ['live'],
  presence: ['live'],
  jobs: ['live'],
  jobParts: ['live'],
  queueRows: ['live: just gone', 'live: old work'],
  queuePacks: ['in use'],
  queueDays: ['live'],
  queueMarks: ['creation/live'],
  queueTurns: ['live'],
  writes: ['live', 'live for ever: nobody knows its end', 'live without its outcome'],
  outcomes: ['outcome'],
}

test('expired rows are deleted a day later, and others stay', async () => {
  await storeBoth()
  setClock(() => start + dayMs)
  await sweepOnceADay()
  expect(await remaining()).toEqual(live)
})

test('what strangers leave is deleted within minutes: ended limits by address and visits that came back too late', async () => {
  const db = await consoleDb()
  for (const [name, seconds] of [
    ['live', -60],
    ['over', -121],
  ] as const)
    await db.execute(
      sql`insert into rate_limits (id, key, count, last_request) values (${name}, ${name}, 1, ${start + seconds * 1_000})`,
    )
  for (const [name, seconds] of [
    ['live', 1],
    ['over', -1],
  ] as const)
    await db.execute(
      sql`insert into verifications (id, identifier, value, expires_at) values (${name}, ${name}, 'v', ${new Date(start + seconds * 1_000).toISOString()}::timestamptz)`,
    )
  setClock(() => start)
  await sweepStrangers()
  const left = async (table: string) =>
    (await db.execute(sql`select id from ${sql.identifier(table)}`)) as unknown as {
      rows: { id: string }[]
    }
  for (const table of ['rate_limits', 'verifications'])
    expect(
      (await left(table)).rows.map(({ id }) => id),
      table,
    ).toEqual(['live'])
})

test('the start sweeps, then nothing sweeps for a day; of simultaneous processes only one sweeps', async () => {
  const logged = vi.spyOn(logFile, 'log')
  const sweeps = () => logged.mock.calls.filter(([, event]) => event === 'swept').length
  setClock(() => start + dayMs - 60_000)
  await sweepOnceADay()
  expect(sweeps()).toBe(0)
  setClock(() => start + dayMs)
  await Promise.all(Array.from({ length: 8 }, () => sweepOnceADay()))
  expect(sweeps()).toBe(1)
  setClock(() => start + 2 * dayMs)
  await sweepOnceADay()
  expect(sweeps()).toBe(2)
})

test('a sweep needs several statements for many rows', async () => {
  const db = await consoleDb()
  await db.execute(
    sql`insert into sign_in_attempts (key, level, at, open_at) select i::text, 1, now() - interval '2 days', now() from generate_series(1, 10001) i`,
  )
  setClock(() => start + dayMs)
  await sweepOnceADay()
  expect((await remaining()).attempts).toEqual([])
})

test('the next process retries a failed sweep', async () => {
  const defects = vi.spyOn(logFile, 'logDefect')
  const db = await consoleDb()
  await storeBoth()
  await db.execute(sql`alter table write_operations rename to write_operations_away`)
  setClock(() => start + dayMs)
  await sweepOnceADay()
  expect(defects).toHaveBeenCalledOnce()
  await db.execute(sql`alter table write_operations_away rename to write_operations`)
  await sweepOnceADay()
  expect(await remaining()).toEqual(live)
})
