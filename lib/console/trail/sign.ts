import 'server-only'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { and, asc, desc, gt, inArray, lte, sql } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { log, logDefect } from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { auditBatches, auditRecords } from '#lib/console/schema.ts'
import { dataFolder } from '#lib/console/settings.ts'
import {
  codeOf,
  markLetters,
  markOf,
  signatureOf,
  trailKeys,
  type AuditContent,
  type AuditRow,
  type TrailKeys,
} from './trail-key.ts'

// Each row has a code of its own as it is written, so inserts need not wait for each other. A moment later this module
// signs the rows of that moment together, in their order and after all before: from then on a missing or moved row shows.

/** A signed batch of rows. */
export type Batch = typeof auditBatches.$inferSelect

/** The end of the trail: the newest batch. */
export type Head = { number: number; lastId: number; signature: string }

// The time in which a row can be removed unseen, by somebody who may change the database while no console runs.
const signEveryMs = 10_000
const rowsOfBatch = 1_000

const state = processState<{
  signTimer: NodeJS.Timeout
  signing: Promise<void>
  /** The rows that this process wrote since it last signed: if one is gone by then, somebody removed it. */
  written: number[]
  head: Head
  signTrail: () => Promise<void>
}>()

/** Notes a row that this process wrote (undefined inside a transaction, which may yet be undone), and signs it soon. */
export function signSoon(id: number | undefined): void {
  if (id !== undefined) (state.written ??= []).push(id)
  state.signTimer ??= setTimeout(() => {
    delete state.signTimer
    signTrail().catch((error: unknown) => {
      logDefect(error, 'signTrail')
      signSoon(undefined)
    })
  }, signEveryMs).unref()
}

/** Stops signing and forgets the end of the trail, for a test or the end of the process. */
export async function stopSigning(): Promise<void> {
  clearTimeout(state.signTimer)
  await state.signing?.catch(() => {})
  for (const name of ['signTimer', 'signing', 'written', 'head', 'signTrail'] as const) delete state[name]
}

/** The end of the trail as this process signed or found it last. */
export function knownHead(): Head | undefined {
  return state.head
}

/**
 * Signs all rows that have no signature yet. Of several processes one signs a batch; the others continue after it. If a
 * row that this process wrote is gone, that becomes a row of the trail itself, and a line in the log.
 */
export function signTrail(): Promise<void> {
  // The front server calls it before the database closes.
  state.signTrail = signTrail
  const before = state.signing?.catch(() => {}) ?? Promise.resolve()
  state.signing = before.then(signRows)
  return state.signing
}

async function signRows(): Promise<void> {
  const keys = await trailKeys()
  const db = await consoleDb()
  // Below this id every row is committed or will never be.
  const { rows: found } = (await db.execute(sql`select audit_horizon() as id`)) as { rows: { id: number | string }[] }
  const horizon = Number(found[0]!.id)
  const mine = (state.written ?? []).filter((id) => id <= horizon)
  state.written = (state.written ?? []).filter((id) => id > horizon)
  for (;;) {
    const last = await lastBatch()
    const rows = await db
      .select()
      .from(auditRecords)
      .where(and(gt(auditRecords.id, last?.lastId ?? 0), lte(auditRecords.id, horizon)))
      .orderBy(asc(auditRecords.id))
      .limit(rowsOfBatch)
    if (rows.length === 0) {
      if (last) noteHead(last)
      break
    }
    const batch = makeBatch(keys, rows, last)
    const [made] = await db.insert(auditBatches).values(batch).onConflictDoNothing().returning()
    if (made) noteHead(made)
  }
  await tellLost(mine)
}

function makeBatch(keys: TrailKeys, rows: AuditRow[], last: Batch | undefined): Batch {
  const columns = {
    number: (last?.number ?? 0) + 1,
    firstId: (last?.lastId ?? 0) + 1,
    lastId: rows.at(-1)!.id,
    ids: rangesOf(rows.map(({ id }) => id)),
    marks: rows.map((row) => markOf(keys, row)).join(''),
    oldRows: oldRowsOf(rows, last),
    previous: last?.signature ?? '',
    signedAt: new Date(now()),
  }
  return { ...columns, signature: batchSignature(keys, columns) }
}

// Rows from before the codes are all at the beginning of the trail; a later row without a code is not the console's.
function oldRowsOf(rows: AuditRow[], last: Batch | undefined): number {
  if (last && last.oldRows * markLetters < last.marks.length) return 0
  const firstWithCode = rows.findIndex(({ mac }) => mac !== '')
  return firstWithCode === -1 ? rows.length : firstWithCode
}

/** The signature of a batch's columns. */
export function batchSignature(keys: TrailKeys, batch: Omit<Batch, 'signature'>): string {
  const { number, firstId, lastId, ids, marks, oldRows, previous, signedAt } = batch
  return signatureOf(keys, ['batch', number, firstId, lastId, ids, marks, oldRows, previous, signedAt.toISOString()])
}

async function lastBatch(): Promise<Batch | undefined> {
  const [last] = await (await consoleDb()).select().from(auditBatches).orderBy(desc(auditBatches.number)).limit(1)
  return last
}

// The end of the trail is also outside the database: whoever cuts the trail there does not reach these.
function noteHead({ number, lastId, signature }: Batch): void {
  if (state.head?.signature === signature) return
  state.head = { number, lastId, signature }
  log('info', 'audit trail signed', { batch: number, head: signature.slice(0, 16) })
  const file = headFile()
  if (!file) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state.head), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** The file with the end of the trail; undefined for a database in memory. */
export function headFile(): string | undefined {
  return process.env.DATA_DIR === 'memory:' ? undefined : path.join(dataFolder(), 'trail-head.json')
}

async function tellLost(written: number[]): Promise<void> {
  if (written.length === 0) return
  const db = await consoleDb()
  const there = await db.select({ id: auditRecords.id }).from(auditRecords).where(inArray(auditRecords.id, written))
  const ids = new Set(there.map(({ id }) => id))
  const lost = written.filter((id) => !ids.has(id))
  if (lost.length === 0) return
  log('error', 'rows of the audit trail were deleted before they were signed', { count: lost.length })
  const where = { person: '', role: '', address: null, browser: null, session: null, connectionId: null }
  const content: AuditContent = {
    ...where,
    at: new Date(now()),
    accountId: 'console',
    operation: lostOperation,
    stage: 'outcome',
    outcome: 'Tampered',
    recordKind: 'audit-row',
    recordIds: lost.map(String),
    sealedChange: null,
  }
  await db.insert(auditRecords).values({ ...content, mac: await codeOf(content) })
  signSoon(undefined)
}

/** The operation of a row that names deleted rows. */
export const lostOperation = 'noticeLostRows'

/** Ids in rising order as ranges: "1-40 42". */
function rangesOf(ids: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const id of ids) {
    const last = ranges.at(-1)
    if (last && id === last[1] + 1) last[1] = id
    else ranges.push([id, id])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(' ')
}

/** The ids of ranges. */
export function idsOf(ranges: string): number[] {
  return ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
}
