import 'server-only'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { and, asc, desc, gt, inArray, lte, min, ne, sql } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { log, logDefect } from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { auditBatches, auditRecords } from '#lib/console/schema.ts'
import { dataFolder } from '#lib/console/settings.ts'
import {
  codeOf,
  hasOwnCode,
  markLetters,
  markOf,
  signatureOf,
  trailKeys,
  type AuditContent,
  type AuditRow,
  type TrailKeys,
} from './trail-key.ts'

// Each row has a code of its own as it is written, so inserts need not wait for each other. A
// moment later this module signs the rows of that moment together, in their order and after all
// before: from then on a missing or moved row shows.

/** A signed batch of rows. */
export type Batch = typeof auditBatches.$inferSelect

/** The end of the trail: the newest batch. */
export type Head = { number: number; lastId: number; signature: string }

// The time in which a row can be removed unseen, by somebody who may change the database while no
// console runs.
const signEveryMs = 10_000
// Rows of a transaction change rights, people or keys.
const signTransactionMs = 500
const rowsOfBatch = 1_000

/**
 * A row that this process wrote. `transaction`: the database's id of the transaction that it
 * belongs to, if any.
 */
export type Written = { id: number; transaction: string | null }

const state = processState<{
  signTimer: NodeJS.Timeout
  signing: Promise<void>
  /**
   * The rows that this process wrote since it last signed: if a committed one is gone by then,
   * somebody removed it.
   */
  written: Written[]
  /** When `signTimer` runs, in UTC milliseconds. */
  signAt: number
  head: Head
  signTrail: () => Promise<void>
}>()

/**
 * Notes a row that this process wrote, and signs it soon: within a second if it belongs to a
 * transaction.
 */
export function signSoon(row?: Written): void {
  if (row) (state.written ??= []).push(row)
  const wait = row?.transaction ? signTransactionMs : signEveryMs
  const at = Date.now() + wait
  if (state.signTimer && state.signAt! <= at) return // set with the timer
  clearTimeout(state.signTimer)
  state.signAt = at
  state.signTimer = setTimeout(() => {
    delete state.signTimer
    signTrail().catch((error: unknown) => {
      logDefect(error, 'signTrail')
      signSoon()
    })
  }, wait).unref()
}

/** Stops signing and forgets the end of the trail, for a test or the end of the process. */
export async function stopSigning(): Promise<void> {
  clearTimeout(state.signTimer)
  await state.signing?.catch(() => {})
  for (const name of ['signTimer', 'signAt', 'signing', 'written', 'head', 'signTrail'] as const)
    delete state[name]
}

/** The end of the trail as this process signed or found it last. */
export function knownHead(): Head | undefined {
  return state.head
}

/**
 * Signs all rows that have no signature yet. Of several processes one signs a batch; the others
 * continue after it. If a row that this process wrote is gone, that becomes a row of the trail
 * itself, and a line in the log.
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
  const { rows: found } = (await db.execute(sql`select audit_horizon() as id`)) as {
    rows: { id: number | string }[]
  }
  const horizon = Number(found[0]!.id)
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
    const { own, foreign } = await sortRows(keys, rows, last)
    // A batch may be empty: it still says that no row of the console is between its ends.
    const batch = makeBatch(keys, own, { last, lastId: rows.at(-1)!.id })
    const [made] = await db.insert(auditBatches).values(batch).onConflictDoNothing().returning()
    if (!made) continue
    noteHead(made)
    if (foreign.length > 0) await tellForeign(foreign)
  }
  await tellLost()
}

/**
 * The rows that the console wrote, and the ids of those that it did not write, or of which an
 * earlier row is the original.
 */
async function sortRows(keys: TrailKeys, rows: AuditRow[], last: Batch | undefined) {
  const old = new Set(rows.slice(0, oldRowsOf(rows, last)))
  const codes = rows.map(({ mac }) => mac).filter((mac) => mac !== '')
  const first = new Map<string, number>()
  const db = await consoleDb()
  const { mac, id } = auditRecords
  const firstId = min(id).mapWith(Number)
  // The second condition lets the database use the index of the codes.
  const wanted = and(inArray(mac, codes), ne(mac, ''))
  for (const found of await db
    .select({ mac, firstId })
    .from(auditRecords)
    .where(wanted)
    .groupBy(mac))
    first.set(found.mac, found.firstId)
  const isOwn = (row: AuditRow) =>
    old.has(row) || (hasOwnCode(keys, row) && first.get(row.mac) === row.id)
  return {
    own: rows.filter(isOwn),
    foreign: rows.filter((row) => !isOwn(row)).map((row) => row.id),
  }
}

function makeBatch(
  keys: TrailKeys,
  rows: AuditRow[],
  { last, lastId }: { last: Batch | undefined; lastId: number },
): Batch {
  const columns = {
    number: (last?.number ?? 0) + 1,
    firstId: (last?.lastId ?? 0) + 1,
    lastId,
    ids: rangesOf(rows.map(({ id }) => id)),
    marks: rows.map((row) => markOf(keys, row)).join(''),
    oldRows: oldRowsOf(rows, last),
    previous: last?.signature ?? '',
    signedAt: new Date(now()),
  }
  return { ...columns, signature: batchSignature(keys, columns) }
}

// Rows from before the codes are all at the beginning of the trail; a later row without a code is
// not the console's.
function oldRowsOf(rows: AuditRow[], last: Batch | undefined): number {
  if (last && (last.marks === '' || last.oldRows * markLetters < last.marks.length)) return 0
  const firstWithCode = rows.findIndex(({ mac }) => mac !== '')
  return firstWithCode === -1 ? rows.length : firstWithCode
}

/** The signature of a batch's columns. */
export function batchSignature(keys: TrailKeys, batch: Omit<Batch, 'signature'>): string {
  const { number, firstId, lastId, ids, marks, oldRows, previous, signedAt } = batch
  return signatureOf(keys, [
    'batch',
    number,
    firstId,
    lastId,
    ids,
    marks,
    oldRows,
    previous,
    signedAt.toISOString(),
  ])
}

async function lastBatch(): Promise<Batch | undefined> {
  const [last] = await (
    await consoleDb()
  )
    .select()
    .from(auditBatches)
    .orderBy(desc(auditBatches.number))
    .limit(1)
  return last
}

// The log also has the end of the trail: a person who cuts the trail in the database does not reach
// the log.
function noteHead({ number, lastId, signature }: Batch): void {
  if (state.head?.signature === signature) return
  state.head = { number, lastId, signature }
  log('info', 'audit trail signed', { batch: number, head: signature.slice(0, 16) })
  const file = headFile()
  if (!file) return
  mkdirSync(path.dirname(file), { recursive: true })
  // The console and its worker may write it at one moment.
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, JSON.stringify(state.head), { mode: 0o600 })
  renameSync(draft, file)
}

/** The file with the end of the trail; undefined for a database in memory. */
export function headFile(): string | undefined {
  return path.join(dataFolder(), 'trail-head.json')
}

async function tellForeign(ids: number[]): Promise<void> {
  log('error', 'the audit trail has rows that the console did not write, or copies', {
    count: ids.length,
  })
  await addOwnRow(foreignOperation, ids)
}

async function tellLost(): Promise<void> {
  const written = state.written ?? []
  if (written.length === 0) return
  state.written = []
  try {
    const lost = await lostOf(written)
    if (lost.length === 0) return
    log('error', 'rows of the audit trail were deleted before they were signed', {
      count: lost.length,
    })
    await addOwnRow(lostOperation, lost)
  } catch (error) {
    state.written.push(...written)
    throw error
  }
}

/** The ids of the rows that are gone although their transaction was committed. */
async function lostOf(written: Written[]): Promise<number[]> {
  const db = await consoleDb()
  const ids = written.map(({ id }) => id)
  const there = await db
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(inArray(auditRecords.id, ids))
  const known = new Set(there.map(({ id }) => id))
  const lost: number[] = []
  for (const row of written) {
    if (known.has(row.id)) continue
    const ended = row.transaction === null ? 'committed' : await endOf(row.transaction)
    if (ended === 'in progress') (state.written ??= []).push(row)
    else if (ended !== 'aborted') lost.push(row.id)
  }
  return lost
}

async function endOf(transaction: string): Promise<string | null> {
  const db = await consoleDb()
  const { rows } = (await db.execute(
    sql`select pg_xact_status(${transaction}::xid8) as ended`,
  )) as {
    rows: { ended: string | null }[]
  }
  return rows[0]!.ended
}

async function addOwnRow(operation: string, ids: number[]): Promise<void> {
  const where = {
    person: '',
    role: '',
    address: null,
    browser: null,
    session: null,
    connectionId: null,
  }
  const content: AuditContent = {
    ...where,
    at: new Date(now()),
    accountId: 'console',
    operation,
    stage: 'outcome',
    outcome: 'Tampered',
    recordKind: 'audit-row',
    recordIds: ids.map(String),
    sealedChange: null,
  }
  const db = await consoleDb()
  await db.insert(auditRecords).values({ ...content, mac: await codeOf(content) })
  signSoon()
}

/** The operation of a row that names deleted rows. */
export const lostOperation = 'noticeLostRows'

/** The operation of a row that names rows without a code of the console, and copies. */
export const foreignOperation = 'noticeForeignRows'

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
  if (ranges === '') return []
  return ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
}
