import 'server-only'
import { existsSync, readFileSync } from 'node:fs'
import { asc, between, count, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { consoleDb } from '#lib/console/db.ts'
import { auditBatches, auditRecords } from '#lib/console/schema.ts'
import { archiveSignature, listArchives, readArchive, type Archive } from './archive.ts'
import {
  batchSignature,
  foreignOperation,
  headFile,
  idsOf,
  knownHead,
  lostOperation,
  type Batch,
  type Head,
} from './sign.ts'
import { isSameText } from '#lib/core/same-text.ts'
import {
  hasOwnCode,
  markLetters,
  markOf,
  trailKeys,
  type AuditRow,
  type TrailKeys,
} from './trail-key.ts'

/**
 * The result of a check. `problems` are sentences for an operator; none means that the trail is
 * whole.
 */
export type TrailReport = {
  rows: number
  batches: number
  archived: number
  /** Rows that are too new to be signed: only their own codes were checked. */
  unsigned: number
  head: Head | undefined
  problems: string[]
}

// A person reads no more than these. Neighbours with the same problem are one, so that many
// harmless ones hide no other.
const mostProblems = 200
const rowsAtOnce = 1_000
// Rows of one moment may be stored in another order than they happened.
const disorderMs = 3_600_000

/**
 * Checks every row, batch and archive of the trail against the keys. `expectedHead` is
 * "number:signature" as a line of the log has it: the trail must still have that batch. `report`
 * gets the number of rows checked so far, and of all.
 */
export async function verifyTrail({
  expectedHead,
  report,
}: {
  expectedHead?: string | undefined
  report?: ((rows: number, total: number) => void) | undefined
} = {}): Promise<TrailReport> {
  const keys = await trailKeys()
  const db = await consoleDb()
  const { tell, tellRow, problems } = collectProblems()
  const archives = await listArchives()
  for (const archive of archives)
    if (!isSameText(archive.signature, archiveSignature(keys, archive)))
      tell(`The entry of the archive ${archive.file}, with ${rowsOf(archive)}, was altered.`)
  const archived = archivedRows(archives, tell)
  const found = { rows: 0, batches: 0, unsigned: 0 }
  const wanted = [knownHead(), headInFile(), headOfText(expectedHead)].filter(
    (head) => head !== undefined,
  )
  const [counted] = await db.select({ rows: count() }).from(auditRecords)
  const total = (counted?.rows ?? 0) + archives.reduce((sum, { rows }) => sum + rows, 0)
  let last: Batch | undefined
  let newestArchived = -Infinity
  for (;;) {
    const [batch] = await db
      .select()
      .from(auditBatches)
      .where(gt(auditBatches.number, last?.number ?? 0))
      .orderBy(asc(auditBatches.number))
      .limit(1)
    if (!batch) break
    for (const head of wanted)
      if (head.number === batch.number && !batch.signature.startsWith(head.signature))
        tell(
          `Batch ${batch.number} is not the one that was signed: the console noted another signature.`,
        )
    checkChain(keys, batch, last, tell)
    const stored = await db
      .select()
      .from(auditRecords)
      .where(between(auditRecords.id, batch.firstId, batch.lastId))
      .orderBy(asc(auditRecords.id))
    const { rows, isUnread } = await archived(batch)
    for (const row of rows.values()) newestArchived = Math.max(newestArchived, row.at.getTime())
    for (const row of stored) {
      rows.set(row.id, row)
      if (row.at.getTime() < newestArchived - disorderMs) tellRow(row, 'late')
    }
    checkRows(keys, batch, rows, isUnread, tellRow)
    found.rows += rows.size
    found.batches += 1
    last = batch
    report?.(found.rows, total)
  }
  for (const head of wanted)
    if (head.number > (last?.number ?? 0))
      tell(
        `The end of the trail is missing: batches ${(last?.number ?? 0) + 1} to ${head.number}${head.lastId > 0 ? `, with the rows ${(last?.lastId ?? 0) + 1} to ${head.lastId}` : ''}.`,
      )
  for (let after = last?.lastId ?? 0; ;) {
    const rows = await db
      .select()
      .from(auditRecords)
      .where(gt(auditRecords.id, after))
      .orderBy(asc(auditRecords.id))
      .limit(rowsAtOnce)
    for (const row of rows) {
      if (!hasOwnCode(keys, row)) tellRow(row, 'foreign')
      else if (row.at.getTime() < newestArchived - disorderMs) tellRow(row, 'late')
    }
    found.rows += rows.length
    found.unsigned += rows.length
    if (rows.length < rowsAtOnce) break
    after = rows.at(-1)!.id
  }
  for (const row of await db.select().from(auditRecords).where(lt(auditRecords.id, 1)))
    tell(`${nameOf(row)} was added: the console gives no such id.`)
  for (const ids of await equalCodes())
    tell(
      `Rows ${ids.join(', ')} have the same code: the first that was written is genuine, the others are copies.`,
    )
  for (const { operation, recordIds } of await db
    .select()
    .from(auditRecords)
    .where(inArray(auditRecords.operation, [lostOperation, foreignOperation])))
    tell(
      operation === lostOperation
        ? `Rows that the console had written were deleted before they were signed: ${recordIds.join(', ')}.`
        : `When the console signed, it found rows that it had not written, or copies: ${recordIds.join(', ')}.`,
    )
  const head = last && { number: last.number, lastId: last.lastId, signature: last.signature }
  return {
    ...found,
    archived: archives.reduce((sum, { rows }) => sum + rows, 0),
    head,
    problems: problems(),
  }
}

type Tell = (problem: string) => void
type TellRow = (
  row: Pick<AuditRow, 'id'> & Partial<Pick<AuditRow, 'at'>>,
  what: keyof typeof rowProblems,
) => void

// What is wrong with one row, and with several neighbours.
const rowProblems = {
  missing: ['is missing.', 'are missing.'],
  altered: ['was altered.', 'were altered.'],
  alteredFirst: ['was altered before it was signed.', 'were altered before they were signed.'],
  moved: [
    'is not in its place: it was moved here or copied.',
    'are not in their place: they were moved here or copied.',
  ],
  added: ['was added after its batch was signed.', 'were added after their batch was signed.'],
  foreign: [
    'was altered, or the console did not write it.',
    'were altered, or the console did not write them.',
  ],
  late: [
    'is older than rows that were archived before it was written: it is a copy.',
    'are older than rows that were archived before they were written: they are copies.',
  ],
} as const

function collectProblems() {
  const problems: string[] = []
  let run:
    | { what: keyof typeof rowProblems; from: Parameters<TellRow>[0]; to: Parameters<TellRow>[0] }
    | undefined
  const add = (problem: string) => {
    if (problems.length < mostProblems) problems.push(problem)
    else if (problems.length === mostProblems)
      problems.push('There are more problems; the first 200 are above.')
  }
  const flush = () => {
    if (!run) return
    const { what, from, to } = run
    const [one, many] = rowProblems[what]
    run = undefined
    add(from.id === to.id ? `${nameOf(from)} ${one}` : `Rows ${from.id} to ${to.id} ${many}`)
  }
  return {
    tell: (problem: string) => {
      flush()
      add(problem)
    },
    /** Rows are told in rising order of their ids. */
    tellRow: ((row, what) => {
      if (run?.what === what && run.to.id + 1 === row.id) run.to = row
      else {
        flush()
        run = { what, from: row, to: row }
      }
    }) satisfies TellRow,
    problems: () => {
      flush()
      return [...new Set(problems)]
    },
  }
}

/** The ids of rows that have the same code, lowest first. */
async function equalCodes(): Promise<string[][]> {
  const { id, mac } = auditRecords
  const ids = sql<string>`string_agg(${id}::text, ' ' order by ${id})`
  const found = await (
    await consoleDb()
  )
    .select({ ids })
    .from(auditRecords)
    .where(ne(mac, ''))
    .groupBy(mac)
    .having(gt(count(), 1))
    .limit(mostProblems)
  return found.map((row) => row.ids.split(' '))
}

function checkChain(keys: TrailKeys, batch: Batch, last: Batch | undefined, tell: Tell): void {
  const number = (last?.number ?? 0) + 1
  if (batch.number !== number)
    tell(
      `Batches ${number} to ${batch.number - 1} are missing, with the rows ${(last?.lastId ?? 0) + 1} to ${batch.firstId - 1}.`,
    )
  else if (batch.previous !== (last?.signature ?? ''))
    tell(`Batch ${batch.number} does not follow the one before it.`)
  if (!isSameText(batch.signature, batchSignature(keys, batch)))
    tell(`Batch ${batch.number}, with the rows ${batch.firstId} to ${batch.lastId}, was altered.`)
}

function checkRows(
  keys: TrailKeys,
  batch: Batch,
  rows: Map<number, AuditRow>,
  isUnread: boolean,
  tellRow: TellRow,
): void {
  const ids = idsOf(batch.ids)
  for (const [at, id] of ids.entries()) {
    const row = rows.get(id)
    if (!row) {
      if (!isUnread) tellRow({ id }, 'missing')
      continue
    }
    const isOwn = hasOwnCode(keys, row) || (row.mac === '' && at < batch.oldRows)
    const isMarked =
      markOf(keys, row) === batch.marks.slice(at * markLetters, (at + 1) * markLetters)
    if (isMarked && isOwn) continue
    if (isOwn && row.mac !== '') tellRow(row, 'moved')
    else tellRow(row, isMarked ? 'alteredFirst' : 'altered')
  }
  const signed = new Set(ids)
  for (const row of [...rows.values()].toSorted((a, b) => a.id - b.id))
    if (row.id >= batch.firstId && row.id <= batch.lastId && !signed.has(row.id))
      tellRow(row, hasOwnCode(keys, row) ? 'added' : 'foreign')
}

// Archives have whole batches, and both come in order: one file is in memory at a time.
function archivedRows(archives: readonly Archive[], tell: Tell) {
  let open: { archive: Archive; rows: AuditRow[] | undefined } | undefined
  return async ({
    firstId,
    lastId,
  }: Batch): Promise<{ rows: Map<number, AuditRow>; isUnread: boolean }> => {
    const archive = archives.find((each) => each.firstId <= firstId && each.lastId >= lastId)
    if (!archive) return { rows: new Map(), isUnread: false }
    if (open?.archive !== archive) {
      const read = await readArchive(archive)
      open = { archive, rows: typeof read === 'object' ? read : undefined }
      const what = read === 'altered' ? 'was altered' : 'is not in the folder of the archives'
      if (!open.rows)
        tell(`The archive ${archive.file} ${what}: ${rowsOf(archive)} were not checked.`)
    }
    const own = open.rows?.filter(({ id }) => id >= firstId && id <= lastId) ?? []
    return { rows: new Map(own.map((row) => [row.id, row])), isUnread: !open.rows }
  }
}

function rowsOf({ firstId, lastId }: { firstId: number; lastId: number }): string {
  return `the rows ${firstId} to ${lastId}`
}

const headSchema = z.object({ number: z.int(), lastId: z.int(), signature: z.string() })

function headInFile(): Head | undefined {
  const file = headFile()
  if (!file || !existsSync(file)) return undefined
  try {
    return headSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // A file that nobody can read proves nothing; the batches are still checked.
    return undefined
  }
}

function headOfText(text: string | undefined): Head | undefined {
  const [, number, signature] = /^(\d{1,9}):([\w-]{8,64})$/.exec(text ?? '') ?? []
  return number && signature ? { number: Number(number), lastId: 0, signature } : undefined
}

function nameOf({ id, at }: Parameters<TellRow>[0]): string {
  return at ? `Row ${id} (${at.toISOString()})` : `Row ${id}`
}
