import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import pg from 'pg'
import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { lastDone, recordAudit } from '#lib/console/audit.ts'
import { now, setClock } from '#lib/console/clock.ts'
import { consoleDb, grantToConsole, refuseOwnerOfTrail } from '#lib/console/db.ts'
import * as logFile from '#lib/console/log.ts'
import * as schema from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { sweepOnceADay } from '#lib/console/sweep.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import { archiveOldRows, auditRetentionDays, setAuditRetention } from './archive.ts'
import { knownHead, signTrail, stopSigning } from './sign.ts'
import { codeOf } from './trail-key.ts'
import { verifyTrail } from './verify.ts'

const dayMs = 86_400_000

beforeEach(() => startTestConsole())
afterEach(async () => {
  vi.restoreAllMocks()
  delete process.env.AUDIT_ARCHIVE_DIR
  await stopTestConsole()
})

const entry = (at: number) => ({
  accountId: `a${at % 7}`,
  connectionId: 'sandbox',
  operation: at % 3 === 0 ? 'listChargeCaptures' : 'getChargeCapture',
  stage: 'read' as const,
  outcome: 'ok',
  recordIds: [`c${at}`],
})

/**
 * Writes rows as the console does, but many with one statement, and signs them; the ids of the
 * trail, oldest first.
 */
async function write(count: number): Promise<number[]> {
  const db = await consoleDb()
  const none = {
    person: '',
    role: '',
    address: null,
    browser: null,
    session: null,
    recordKind: null,
    sealedChange: null,
  }
  for (let from = 0; from < count; from += 500) {
    const contents = Array.from({ length: Math.min(500, count - from) }, (_, at) => ({
      ...none,
      ...entry(from + at),
      at: new Date(now()),
    }))
    const rows = await Promise.all(
      contents.map(async (content) => ({ ...content, mac: await codeOf(content) })),
    )
    await db.insert(schema.auditRecords).values(rows)
  }
  await signTrail()
  const rows = await db
    .select({ id: schema.auditRecords.id })
    .from(schema.auditRecords)
    .orderBy(asc(schema.auditRecords.id))
  return rows.map(({ id }) => id)
}

/** Changes the tables as their owner can: with the triggers off. */
async function tamper(...statements: string[]): Promise<void> {
  const db = await consoleDb()
  for (const table of ['audit_records', 'audit_batches', 'audit_archives'])
    await db.execute(sql.raw(`alter table ${table} disable trigger all`))
  for (const statement of statements) await db.execute(sql.raw(statement))
  for (const table of ['audit_records', 'audit_batches', 'audit_archives'])
    await db.execute(sql.raw(`alter table ${table} enable trigger all`))
}

const problems = async () => (await verifyTrail()).problems

test('a trail of thousands of rows is whole, and every altered, deleted, moved or added row is named', async () => {
  const ids = await write(testSize(3_000, 10_000))
  const whole = await verifyTrail()
  expect(whole).toMatchObject({ rows: ids.length, unsigned: 0, problems: [], head: knownHead() })
  expect(whole.batches).toBe(Math.ceil(ids.length / 1_000))
  // The first and the last row, those at both sides of a batch's end, and some between.
  const picked = [0, 1, 999, 1_000, 1_001, 2_345, ids.length - 2, ids.length - 1].map(
    (at) => ids[at]!,
  )
  const among = picked.join(', ')
  await tamper(`create table kept as select * from audit_records where id in (${among})`)
  const restore = () =>
    tamper(
      `delete from audit_records where id in (${among})`,
      'insert into audit_records select * from kept',
    )
  await tamper(`update audit_records set account_id = 'a99' where id in (${among})`)
  expect(await problems()).toEqual([
    `Rows ${picked[0]} to ${picked[1]} were altered.`,
    `Rows ${picked[2]} to ${picked[4]} were altered.`,
    expect.stringMatching(new RegExp(`^Row ${picked[5]} .*was altered`)) as string,
    `Rows ${picked[6]} to ${picked[7]} were altered.`,
  ])
  await tamper(`delete from audit_records where id in (${among})`)
  expect(await problems()).toEqual([
    `Rows ${picked[0]} to ${picked[1]} are missing.`,
    `Rows ${picked[2]} to ${picked[4]} are missing.`,
    `Row ${picked[5]} is missing.`,
    `Rows ${picked[6]} to ${picked[7]} are missing.`,
  ])
  await restore()
  const [first, second] = [ids[1_500]!, ids.at(-500)!]
  const swap = (from: number, to: number) =>
    `update audit_records set id = ${to} where id = ${from}`
  const swapped = [swap(first, -1), swap(second, first), swap(-1, second)]
  await tamper(...swapped)
  expect(await problems()).toEqual([
    expect.stringMatching(new RegExp(`^Row ${first} .*not in its place`)),
    expect.stringMatching(new RegExp(`^Row ${second} .*not in its place`)),
  ])
  await tamper(...swapped)
  const others = Object.values(getTableColumns(schema.auditRecords))
    .map(({ name }) => name)
    .slice(1)
  const copyTo = (id: number) =>
    `insert into audit_records (id, ${others.join(', ')}) select ${id}, ${others.join(', ')} from audit_records where id = ${first}`
  await tamper('drop index audit_records_mac')
  await tamper(copyTo(-1), `delete from audit_records where id = ${second}`, copyTo(second))
  expect(await problems()).toEqual([
    expect.stringMatching(new RegExp(`^Row ${second} .*not in its place`)),
    expect.stringMatching(/^Row -1 .*was added/),
    `Rows -1, ${first}, ${second} have the same code: the first that was written is genuine, the others are copies.`,
  ])
  await tamper('delete from audit_records where id = -1')
  await tamper(`delete from audit_records where id > ${ids.at(-4)}`)
  expect((await problems()).at(1)).toBe(`Rows ${ids.at(-3)} to ${ids.at(-1)} are missing.`)
})

test('many altered rows hide no other one', async () => {
  const ids = await write(900)
  await tamper(`delete from audit_records where id between ${ids[10]} and ${ids[700]}`)
  await tamper(`update audit_records set person = 'x' where id = ${ids[800]}`)
  expect(await problems()).toEqual([
    `Rows ${ids[10]} to ${ids[700]} are missing.`,
    expect.stringMatching(new RegExp(`^Row ${ids[800]} .*was altered`)),
  ])
})

test('every column of a row is covered', async () => {
  const id = (await write(3)).at(-1)!
  const { at: _at, recordIds: _ids, id: _id, ...texts } = getTableColumns(schema.auditRecords)
  const changes = Object.values(texts).map(({ name }) => `${name} = coalesce(${name}, '') || 'x'`)
  for (const change of [
    ...changes,
    `at = at + interval '1 ms'`,
    `record_ids = record_ids || '{x}'`,
  ]) {
    await tamper('create table kept as select * from audit_records')
    await tamper(`update audit_records set ${change} where id = ${id}`)
    expect(await problems(), change).toEqual([
      expect.stringMatching(new RegExp(`^Row ${id} .*was altered`)),
    ])
    await tamper(
      'delete from audit_records',
      'insert into audit_records select * from kept',
      'drop table kept',
    )
  }
  expect(await problems()).toEqual([])
})

test('a batch that was altered, removed or cut off with its rows is named', async () => {
  await write(3_500)
  const all = await (
    await consoleDb()
  )
    .select()
    .from(schema.auditBatches)
    .orderBy(asc(schema.auditBatches.number))
  await tamper('create table kept as select * from audit_batches')
  const restore = () =>
    tamper('delete from audit_batches', 'insert into audit_batches select * from kept')
  const [, second, third, fourth] = all
  await tamper(`update audit_batches set signed_at = signed_at + interval '1 s' where number = 2`)
  expect(await problems()).toEqual([
    `Batch 2, with the rows ${second!.firstId} to ${second!.lastId}, was altered.`,
  ])
  await restore()
  await tamper('delete from audit_batches where number = 3')
  expect(await problems()).toEqual([
    `Batches 3 to 3 are missing, with the rows ${third!.firstId} to ${third!.lastId}.`,
  ])
  await restore()
  await tamper(
    'delete from audit_batches where number = 4',
    `delete from audit_records where id >= ${fourth!.firstId}`,
  )
  const cut = `The end of the trail is missing: batches 4 to 4, with the rows ${fourth!.firstId} to ${fourth!.lastId}.`
  expect(await problems()).toEqual([cut])
})

test('the end of the trail is known outside of the database: to the console, in a file, and in the log', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trail-'))
  try {
    const logSpy = vi.spyOn(logFile, 'log')
    await startTestConsole({ DATA_DIR: folder })
    await write(5)
    const head = knownHead()!
    expect(JSON.parse(readFileSync(path.join(folder, 'trail-head.json'), 'utf8'))).toEqual(head)
    expect(statSync(path.join(folder, 'trail-head.json')).mode & 0o077).toBe(0)
    const line = { batch: head.number, head: head.signature.slice(0, 16) }
    expect(logSpy).toHaveBeenCalledWith('info', 'audit trail signed', line)
    await tamper('delete from audit_batches', 'delete from audit_records')
    await stopTestConsole()
    process.env.DATA_DIR = folder
    const missing = `The end of the trail is missing: batches 1 to ${head.number}`
    expect((await verifyTrail()).problems).toEqual([expect.stringContaining(missing)])
    rmSync(path.join(folder, 'trail-head.json'))
    expect((await verifyTrail()).problems).toEqual([])
    const expectedHead = `${line.batch}:${line.head}`
    expect((await verifyTrail({ expectedHead })).problems).toEqual([
      expect.stringContaining(missing),
    ])
  } finally {
    await stopTestConsole()
    rmSync(folder, { recursive: true })
  }
})

test('rows that are too new for a signature have their own codes, and their deletion is noticed', async () => {
  await write(2)
  for (let at = 0; at < 3; at += 1) await recordAudit(entry(at))
  expect(await verifyTrail()).toMatchObject({ unsigned: 3, problems: [] })
  await tamper(
    `update audit_records set person = 'x' where id = (select max(id) from audit_records)`,
  )
  expect(await problems()).toEqual([
    expect.stringContaining('was altered, or the console did not write it'),
  ])
  await tamper(
    `update audit_records set person = '' where id = (select max(id) from audit_records)`,
  )
  const logSpy = vi.spyOn(logFile, 'log')
  const db = await consoleDb()
  const { rows } = (await db.execute(sql`select max(id) - 1 as id from audit_records`)) as {
    rows: { id: number }[]
  }
  await tamper(`delete from audit_records where id = ${rows[0]!.id}`)
  await signTrail()
  expect(logSpy).toHaveBeenCalledWith(
    'error',
    'rows of the audit trail were deleted before they were signed',
    {
      count: 1,
    },
  )
  expect(await problems()).toEqual([
    `Rows that the console had written were deleted before they were signed: ${rows[0]!.id}.`,
  ])
})

test('a row of a transaction is missed if it is deleted before it is signed, and not if the transaction was undone', async () => {
  await write(2)
  const db = await consoleDb()
  const undone = db.transaction(async (tx) => {
    await recordAudit(entry(1), tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await db.transaction((tx) => recordAudit({ ...entry(2), operation: 'startBreakGlass' }, tx))
  const { rows } = (await db.execute(sql`select max(id) as id from audit_records`)) as {
    rows: { id: number }[]
  }
  await tamper(`delete from audit_records where id = ${rows[0]!.id}`)
  await signTrail()
  expect(await problems()).toEqual([
    `Rows that the console had written were deleted before they were signed: ${rows[0]!.id}.`,
  ])
})

test('a row of a transaction is signed within a second', async () => {
  await write(2)
  await (await consoleDb()).transaction((tx) => recordAudit(entry(1), tx))
  expect(await verifyTrail()).toMatchObject({ unsigned: 1, problems: [] })
  await expect.poll(async () => (await verifyTrail()).unsigned).toBe(0)
})

test('a copy of an earlier row is refused by the database, and named where its index is gone', async () => {
  const ids = await write(3)
  const columns = Object.values(getTableColumns(schema.auditRecords))
    .map(({ name }) => name)
    .slice(1)
    .join(', ')
  const copy = `insert into audit_records (${columns}) select ${columns} from audit_records where id = ${ids[1]}`
  const db = await consoleDb()
  await expect(db.execute(sql.raw(copy))).rejects.toThrow('Failed query')
  await tamper('drop index audit_records_mac', copy)
  const logSpy = vi.spyOn(logFile, 'log')
  const { rows } = (await db.execute(sql`select max(id) as id from audit_records`)) as {
    rows: { id: number }[]
  }
  const named = `Rows ${ids[1]}, ${rows[0]!.id} have the same code: the first that was written is genuine, the others are copies.`
  expect(await problems()).toEqual([named])
  await signTrail()
  const words = 'the audit trail has rows that the console did not write, or copies'
  expect(logSpy).toHaveBeenCalledWith('error', words, { count: 1 })
  expect(await problems()).toEqual([
    expect.stringMatching(new RegExp(`^Row ${rows[0]!.id} .*was added after its batch was signed`)),
    named,
    `When the console signed, it found rows that it had not written, or copies: ${rows[0]!.id}.`,
  ])
})

test('a row that the console did not write is not signed', async () => {
  const ids = await write(3)
  await tamper(
    `insert into audit_records (at, account_id, operation, stage, outcome, mac) values (now(), 'a1', 'signIn', 'outcome', 'ok', 'made.up')`,
  )
  await signTrail()
  expect((await problems())[0]).toMatch(
    new RegExp(`^Row ${ids.at(-1)! + 1} .*altered, or the console did not write it`),
  )
})

test('rows from before the codes are signed at the first start, and only then', async () => {
  await tamper(
    'delete from audit_batches',
    'delete from audit_records',
    `insert into audit_records (at, account_id, operation, stage, outcome) values (now(), 'a1', 'getContractV3', 'read', 'ok')`,
  )
  await stopSigning()
  await write(3)
  expect(await problems()).toEqual([])
  await tamper(`update audit_records set account_id = 'a2' where mac = ''`)
  expect(await problems()).toEqual([expect.stringContaining('was altered')])
  await tamper(`update audit_records set account_id = 'a1' where mac = ''`)
  await tamper(
    `insert into audit_records (at, account_id, operation, stage, outcome) values (now(), 'a1', 'getContractV3', 'read', 'ok')`,
  )
  await write(1)
  expect(await problems()).toEqual([
    expect.stringContaining('was altered, or the console did not write it'),
    expect.stringContaining('it found rows that it had not written'),
  ])
})

test('a trigger refuses every change and deletion of a row', async () => {
  await write(2)
  const db = await consoleDb()
  for (const statement of [
    'delete from audit_records',
    `update audit_records set person = 'x'`,
    'truncate audit_records',
    'delete from audit_batches',
    `update audit_batches set previous = 'x'`,
    'truncate audit_batches',
    'truncate audit_archives',
  ])
    await expect(db.execute(sql.raw(statement)), statement).rejects.toThrow('Failed query')
})

test('rows older than the retention move to a sealed file, and the trail stays whole', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'archives-'))
  try {
    process.env.AUDIT_ARCHIVE_DIR = folder
    const start = Date.now()
    const old = await write(2_300)
    expect(await auditRetentionDays()).toBe(2_192)
    setClock(() => start + 31 * dayMs)
    expect(await archiveOldRows()).toBe(0)
    await setAuditRetention({ accountId: 'a1', connectionId: null }, 30)
    const kept = (await write(10)).filter((id) => !old.includes(id))
    await sweepOnceADay()
    const db = await consoleDb()
    const left = await db.select().from(schema.auditRecords).orderBy(asc(schema.auditRecords.id))
    expect(left.map(({ id }) => id).slice(0, kept.length)).toEqual(kept)
    expect(left.at(-1)).toMatchObject({
      operation: 'archiveAuditRows',
      recordKind: 'audit-archive',
    })
    const [file] = readdirSync(folder)
    expect(readFileSync(path.join(folder, file!), 'utf8')).not.toContain('getChargeCapture')
    expect(statSync(path.join(folder, file!)).mode & 0o077).toBe(0)
    expect(await verifyTrail()).toMatchObject({ archived: old.length, problems: [] })
    // The archive itself cannot be changed, removed or exchanged unseen.
    const whole = readFileSync(path.join(folder, file!), 'utf8')
    writeFileSync(path.join(folder, file!), whole.replace(/.$/, ' '))
    const rows = `${old[0]} to ${old.at(-1)}`
    expect(await problems()).toEqual([
      `The archive ${file} was altered: the rows ${rows} were not checked.`,
    ])
    rmSync(path.join(folder, file!))
    expect(await problems()).toEqual([
      `The archive ${file} is not in the folder of the archives: the rows ${rows} were not checked.`,
    ])
    writeFileSync(path.join(folder, file!), whole)
    await tamper('update audit_archives set rows = rows - 1')
    expect(await problems()).toEqual([
      `The entry of the archive ${file}, with the rows ${rows}, was altered.`,
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the console’s role may add and read rows, and nothing else', async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  // Roles belong to the server, which other tests share.
  const role = `console_app_${randomUUID().slice(0, 8)}`
  await client.connect()
  try {
    const db = drizzle(client, { schema })
    await client.query(`create role ${role}`)
    await grantToConsole(db, role)
    await expect(refuseOwnerOfTrail(db)).rejects.toThrow('owns the audit trail')
    await client.query(`set role ${role}`)
    await refuseOwnerOfTrail(db)
    const row = {
      at: new Date(),
      accountId: 'a1',
      operation: 'o',
      stage: 'read',
      outcome: 'ok',
      mac: 'm',
    } as const
    await db.insert(schema.auditRecords).values(row)
    const own = eq(schema.auditRecords.operation, 'o')
    expect(await db.select().from(schema.auditRecords).where(own)).toHaveLength(1)
    for (const statement of [
      `update audit_records set outcome = 'x'`,
      'delete from audit_records',
      'truncate audit_records',
      'alter table audit_records disable trigger all',
      'drop trigger audit_records_append_only on audit_records',
      'delete from audit_batches',
      `update audit_archives set file = 'x'`,
      'drop table audit_batches',
    ])
      await expect(client.query(statement), statement).rejects.toThrow(
        /permission denied|must be owner/,
      )
    // A forged entry of an archive would let its rows be deleted: the role can neither add one nor
    // delete what it names.
    const archive = {
      number: 1,
      firstId: 1,
      lastId: 1,
      rows: 1,
      file: 'f',
      fileHash: 'h',
      archivedAt: new Date(),
    }
    const forged = db.insert(schema.auditArchives).values({ ...archive, signature: 's' })
    await expect(forged).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/permission denied/) as string },
    })
    await expect(client.query('select delete_archived_audit(10)')).rejects.toThrow(
      /permission denied/,
    )
    // Everything else that the console does still works.
    await db.insert(schema.facts).values({ name: 'n', value: 'v' })
    await db.delete(schema.facts)
  } finally {
    await client.query('reset role')
    await client.query(`drop owned by ${role}`)
    await client.query(`drop role ${role}`)
    await client.end()
  }
})

test('the last success of an operation on a record is found', async () => {
  const operation = 'resolveClaimCreationError'
  await recordAudit({ ...entry(1), operation, stage: 'outcome', recordIds: ['e1', 'e2'] })
  expect([...(await lastDone(operation, ['e1', 'e3'])).keys()]).toContain('e1')
})
