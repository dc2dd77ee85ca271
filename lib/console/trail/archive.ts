import 'server-only'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit, type AuditEntry } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { asTableOwner, consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { auditArchives, auditBatches, auditRecords, facts } from '#lib/console/schema.ts'
import { archivesPlace } from '#lib/console/settings.ts'
import {
  openText,
  sealText,
  signatureOf,
  trailKeys,
  type AuditRow,
  type TrailKeys,
} from './trail-key.ts'

/** Rows that were moved to a file. */
export type Archive = typeof auditArchives.$inferSelect

const dayMs = 86_400_000
const retentionFact = 'audit_retention_days'
// Six years, as HIPAA demands of documentation (45 CFR 164.316(b)(2)(i)), with two leap days.
const usualDays = 6 * 365 + 2
/** The shortest and the longest retention, in days. */
export const retentionLimits = { min: 30, max: 36_500 }
// Small enough to hold in memory, and few files for many years.
const batchesOfFile = 20
const deletedAtOnce = 1_000

/** For how many days rows stay in the database. */
export async function auditRetentionDays(): Promise<number> {
  const [found] = await (
    await consoleDb()
  )
    .select()
    .from(facts)
    .where(eq(facts.name, retentionFact))
  return found ? Number(found.value) : usualDays
}

/**
 * Changes for how many days rows stay in the database. The change and its audit row are one
 * transaction.
 */
export async function setAuditRetention(
  by: Pick<AuditEntry, 'accountId' | 'connectionId'>,
  days: number,
) {
  const before = await auditRetentionDays()
  await (
    await consoleDb()
  ).transaction(async (tx) => {
    const value = String(days)
    await tx
      .insert(facts)
      .values({ name: retentionFact, value })
      .onConflictDoUpdate({ target: facts.name, set: { value } })
    const change = { before: { days: before }, after: { days } }
    const operation = 'setAuditRetention'
    await recordAudit(
      { ...by, operation, stage: 'outcome', outcome: 'ok', recordIds: [], change },
      tx,
    )
  })
}

/**
 * Moves the rows that are older than the retention to sealed files, oldest first and whole batches
 * only. A file is complete on the disk before its rows are deleted. Returns the number of rows
 * moved.
 */
export async function archiveOldRows(): Promise<number> {
  const limit = new Date(now() - (await auditRetentionDays()) * dayMs)
  // The console's own role may neither add an archive's entry nor delete rows.
  return asTableOwner(async (owner) => {
    let moved = 0
    for (;;) {
      // What an interrupted move left behind.
      await deleteArchived(owner)
      const count = await moveOnce(owner, limit)
      if (count === 0) return moved
      moved += count
    }
  })
}

async function moveOnce(db: ConsoleDb, limit: Date): Promise<number> {
  const [last] = await db.select().from(auditArchives).orderBy(desc(auditArchives.number)).limit(1)
  const rows: AuditRow[] = []
  let lastId = last?.lastId ?? 0
  const batches = await db
    .select({ lastId: auditBatches.lastId })
    .from(auditBatches)
    .where(gt(auditBatches.lastId, lastId))
    .orderBy(asc(auditBatches.number))
    .limit(batchesOfFile)
  for (const batch of batches) {
    const own = await db
      .select()
      .from(auditRecords)
      .where(and(gt(auditRecords.id, lastId), lte(auditRecords.id, batch.lastId)))
      .orderBy(asc(auditRecords.id))
    if (own.some(({ at }) => at >= limit)) break
    rows.push(...own)
    lastId = batch.lastId
  }
  if (rows.length === 0) return 0
  const keys = await trailKeys()
  const [number, firstId] = [(last?.number ?? 0) + 1, (last?.lastId ?? 0) + 1]
  const file = `audit-${firstId}-${lastId}.sealed.json`
  const text = await sealText(
    rows.map((row) => JSON.stringify(row)).join('\n'),
    placeOfFile(firstId, lastId),
  )
  writeWhole(file, text)
  const columns = {
    number,
    firstId,
    lastId,
    rows: rows.length,
    file,
    fileHash: hashOf(text),
    archivedAt: new Date(now()),
  }
  await db.transaction(async (tx) => {
    await tx
      .insert(auditArchives)
      .values({ ...columns, signature: archiveSignature(keys, columns) })
    const what = { connectionId: null, recordKind: 'audit-archive', recordIds: [file] }
    await recordAudit(
      {
        accountId: 'console',
        operation: 'archiveAuditRows',
        stage: 'outcome',
        outcome: 'ok',
        ...what,
      },
      tx,
    )
  })
  await deleteArchived(db)
  return rows.length
}

async function deleteArchived(db: ConsoleDb): Promise<void> {
  for (;;) {
    const { rows } = (await db.execute(
      sql`select delete_archived_audit(${deletedAtOnce}) as count`,
    )) as {
      rows: { count: number | string }[]
    }
    if (Number(rows[0]!.count) < deletedAtOnce) return
  }
}

/** The signature of an archive's columns. */
export function archiveSignature(keys: TrailKeys, archive: Omit<Archive, 'signature'>): string {
  const { number, firstId, lastId, rows, file, fileHash, archivedAt } = archive
  return signatureOf(keys, [
    'archive',
    number,
    firstId,
    lastId,
    rows,
    file,
    fileHash,
    archivedAt.toISOString(),
  ])
}

const archivedRow = z.looseObject({ id: z.number(), at: z.coerce.date() })

/**
 * The rows of an archive's file; undefined if the file is not in the folder, 'altered' if it is
 * another or was changed.
 */
export async function readArchive({
  file,
  fileHash,
  firstId,
  lastId,
}: Archive): Promise<AuditRow[] | 'altered' | undefined> {
  const whole = path.join(archivesPlace(), path.basename(file))
  if (!existsSync(whole)) return undefined
  const text = readFileSync(whole, 'utf8')
  if (hashOf(text) !== fileHash) return 'altered'
  try {
    const lines = (await openText(text, placeOfFile(firstId, lastId))).split('\n')
    return lines.map((line) => archivedRow.parse(JSON.parse(line)) as unknown as AuditRow)
  } catch {
    return 'altered'
  }
}

/** The archives, oldest first. */
export async function listArchives(): Promise<Archive[]> {
  return (await consoleDb()).select().from(auditArchives).orderBy(asc(auditArchives.number))
}

function placeOfFile(firstId: number, lastId: number): string {
  return JSON.stringify(['audit archive', firstId, lastId])
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

// A reader sees the whole file or none, also after a power failure.
function writeWhole(name: string, text: string): void {
  const file = path.join(archivesPlace(), name)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
