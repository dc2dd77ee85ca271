import 'server-only'
import { dayAt } from './time-zone.ts'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { and, inArray } from 'drizzle-orm'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  firstProblem,
  listFileOf,
  longestListFile,
  readListFile,
} from '#lib/rules/codes/list-files.ts'
import type { ListFile, ListKind, ListRow } from '#lib/rules/codes/list-kinds.ts'
import {
  asksNothing,
  type ListAnswers,
  type ListPart,
  type ListQuestion,
} from '#lib/rules/scrub/placed-lists.ts'
import { consoleDb } from './db.ts'
import { log, logDefect } from './log.ts'
import { isDatabaseAway, withMigrationClient } from './postgres.ts'
import { processState } from './process-state.ts'
import { codeFiles, codeRows } from './schema.ts'
import { codeListsPlace, databaseUrl, takes } from './settings.ts'

/**
 * A placed file. `loaded`: its entries are looked up; `loading`: they will be; `unreadable`: one of
 * its lines is none of the list, see `problem`; `older`: a newer version is placed, or two newer
 * years. `entries` and `kept` are of its last load, 0 before. `placed_at` is ISO, UTC.
 */
export type PlacedList = Omit<ListFile, 'version'> & {
  bytes: number
  placed_at: string
  state: 'loaded' | 'loading' | 'unreadable' | 'older'
  entries: number
  kept: number
  problem?: string
}

type Placed = ListFile & { path: string; bytes: number; placedAt: string; stamp: string }
type Known = typeof codeFiles.$inferSelect

// The lists have millions of entries, so they are in tables and never in the memory of a process.
// The folder decides: what is no longer in it leaves the tables.

const loads = processState<{ listLoad: Promise<void>; listsRestUntil: number }>()
const loadLock = 7_241_531
const mostYears = 2
// A load that failed, as on a full disk, isn't tried again at every look-up.
const restMs = 60_000

/** The placed files of all lists but ICD-10-CM, the newest of a list first. */
export async function placedLists(): Promise<PlacedList[]> {
  const { files, used, known } = await standing()
  return files.map((file): PlacedList => {
    const { path: _, bytes, placedAt, stamp, version: __, ...words } = file
    const own = known.get(file.name)
    const isRead = own?.version === stamp
    return {
      ...words,
      bytes,
      placed_at: placedAt,
      state: !used.includes(file)
        ? 'older'
        : !isRead
          ? 'loading'
          : own.problem === null
            ? 'loaded'
            : 'unreadable',
      entries: own?.entries ?? 0,
      kept: own?.kept ?? 0,
      ...(isRead && own.problem !== null && { problem: own.problem }),
    }
  })
}

/**
 * What the loaded lists say of a few codes. A list that is not loaded yet is missing, and so are
 * all when the database fails. Never throws.
 */
export async function findInLists(question: ListQuestion): Promise<ListAnswers> {
  if (asksNothing(question)) return { asked: question, lists: {} }
  const lists = await askLists(question).catch((error: unknown) => {
    logDefect(error, 'findInLists')
    return {}
  })
  return { asked: question, lists }
}

/** Waits until the files that were placed before the call are loaded or refused. */
export async function listsLoaded(): Promise<void> {
  // A load that runs already may have looked into the folder before.
  for (let turn = 0; turn < 2; turn += 1) {
    await standing()
    await loads.listLoad
  }
}

/** Lets the worker load what came into the folder or left it. Never throws. */
export async function lookForLists(): Promise<void> {
  await standing().catch((error: unknown) => {
    if (!isDatabaseAway(error)) logDefect(error, 'lookForLists')
  })
}

async function askLists(question: ListQuestion): Promise<ListAnswers['lists']> {
  const { used, known } = await standing()
  // A file that is being read again keeps its former entries until then.
  const loaded = used.flatMap((file) => {
    const own = known.get(file.name)
    return own && own.problem === null ? [{ ...file, id: own.fileId }] : []
  })
  const lists: ListAnswers['lists'] = {}
  for (const [kind, own] of Map.groupBy(loaded, (file) => file.kind)) {
    const ids = own.map(({ id }) => id)
    const codes = codesOf(kind, question)
    const found = await rowsOf(ids, codes, kind === 'ncci' ? codes : [''])
    lists[kind] = [...Map.groupBy(own, ({ version }) => version).values()].map(
      (parts): ListPart => ({
        ...parts[0]!.days,
        rows: parts.flatMap(({ id }) => found.get(id) ?? []),
      }),
    )
  }
  return lists
}

function codesOf(kind: ListKind, { procedures, npis, drugs }: ListQuestion): readonly string[] {
  return { ncci: procedures, hcpcs: procedures, ordering: npis, ndc: drugs }[kind]
}

async function rowsOf(
  files: readonly number[],
  codes: readonly string[],
  others: readonly string[],
): Promise<Map<number, ListRow[]>> {
  if (codes.length === 0) return new Map()
  const db = await consoleDb()
  const rows = await db
    .select()
    .from(codeRows)
    .where(
      and(
        inArray(codeRows.fileId, [...files]),
        inArray(codeRows.code, [...codes]),
        inArray(codeRows.other, [...others]),
      ),
    )
  const found = Map.groupBy(rows, ({ fileId }) => fileId)
  return new Map(
    [...found].map(([id, own]) => [
      id,
      own.map(({ code, other, firstDay, lastDay, mark }) => ({
        code,
        other,
        first_day: firstDay,
        last_day: lastDay,
        mark,
      })),
    ]),
  )
}

async function standing(): Promise<{
  files: Placed[]
  used: Placed[]
  known: Map<string, Known>
}> {
  const files = await placedFiles()
  const used = inUse(files)
  const rows = await (await consoleDb()).select().from(codeFiles)
  const known = new Map(rows.map((row) => [row.name, row]))
  if (isOutdated(used, known)) loadInBackground()
  return { files, used, known }
}

function isOutdated(used: readonly Placed[], known: ReadonlyMap<string, Known>): boolean {
  return (
    used.length !== known.size || used.some(({ name, stamp }) => known.get(name)?.version !== stamp)
  )
}

async function placedFiles(): Promise<Placed[]> {
  const folder = codeListsPlace()
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async (name): Promise<Placed[]> => {
      const file = path.join(folder, name)
      const found = await stat(file).catch(() => undefined)
      const placed = found?.isFile() && listFileOf(name, dayAt(found.mtimeMs))
      if (!found || !placed) return []
      return [
        {
          ...placed,
          name,
          path: file,
          bytes: found.size,
          placedAt: found.mtime.toISOString(),
          stamp: `${found.size}/${found.mtimeMs}`,
        },
      ]
    }),
  )
  return files
    .flat()
    .toSorted((a, b) => b.days.to.localeCompare(a.days.to) || a.name.localeCompare(b.name))
}

// Of each year the newest version counts, and of each list the newest two years: more would only
// fill the tables, because claims of older years are long past their limits.
function inUse(files: readonly Placed[]): Placed[] {
  return [...Map.groupBy(files, ({ kind }) => kind).values()].flatMap((list) => {
    const years = [...new Set(list.map(yearOf))].toSorted().toReversed().slice(0, mostYears)
    return years.flatMap((year) => {
      const own = list.filter((file) => yearOf(file) === year)
      const newest = own
        .map(({ version }) => version)
        .toSorted()
        .at(-1)
      return own.filter(({ version }) => version === newest)
    })
  })
}

function yearOf({ days }: ListFile): string {
  return days.from.slice(0, 4)
}

// A load keeps a processor for up to a minute, so a process for people leaves it to the worker.
function loadInBackground(): void {
  if (!takes('worker')) return
  if (loads.listLoad || performance.now() < (loads.listsRestUntil ?? 0)) return
  loads.listLoad = load()
    .catch((error: unknown) => {
      logDefect(error, 'loadLists')
      loads.listsRestUntil = performance.now() + restMs
    })
    .finally(() => delete loads.listLoad)
}

// A connection of its own: reading a list takes longer than the pool lets a statement run. Only one
// process loads at a time; the next one finds the work done.
async function load(): Promise<void> {
  await withMigrationClient(databaseUrl(), async (client) => {
    await client.query('select pg_advisory_lock($1)', [loadLock])
    const used = inUse(await placedFiles())
    const { rows } = await client.query<{ name: string; version: string }>(
      'select name, version from code_files',
    )
    const known = new Map(rows.map(({ name, version }) => [name, version]))
    for (const name of known.keys())
      if (!used.some((file) => file.name === name))
        await inTransaction(client, () => drop(client, name))
    for (const file of used) if (known.get(file.name) !== file.stamp) await loadFile(client, file)
  })
}

async function loadFile(client: Client, file: Placed): Promise<void> {
  const problem = await inTransaction(client, async () => {
    await drop(client, file.name)
    const { rows } = await client.query<{ file_id: number }>(
      'insert into code_files (name, version, entries, kept) values ($1, $2, 0, 0) returning file_id',
      [file.name, file.stamp],
    )
    const found = await copyRows(client, file, rows[0]!.file_id)
    if ('problems' in found) return firstProblem(found.problems)
    await client.query('update code_files set entries = $2, kept = $3 where name = $1', [
      file.name,
      found.entries,
      found.kept,
    ])
    log('info', 'code list loaded', { operation: file.kind, count: found.kept })
    return undefined
  })
  if (problem === undefined) return
  await inTransaction(client, async () => {
    await drop(client, file.name)
    await client.query(
      'insert into code_files (name, version, entries, kept, problem) values ($1, $2, 0, 0, $3)',
      [file.name, file.stamp, problem],
    )
    return undefined
  })
}

async function drop(client: Client, name: string): Promise<undefined> {
  await client.query(
    'delete from code_rows where file_id in (select file_id from code_files where name = $1)',
    [name],
  )
  await client.query('delete from code_files where name = $1', [name])
}

/** Runs `work`, and takes it back if it throws or answers why it is not to be kept. */
async function inTransaction(
  client: Client,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  await client.query('begin')
  try {
    const problem = await work()
    await client.query(problem === undefined ? 'commit' : 'rollback')
    return problem
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function copyRows(client: Client, file: Placed, id: number) {
  if (file.bytes > longestListFile)
    return { problems: [{ line: 0, message: 'The file has more than 200 MB.' }] }
  const copy = client.query(
    copyFrom('copy code_rows (file_id, code, other, first_day, last_day, mark) from stdin'),
  )
  const done = finished(copy)
  // It is awaited at the end; until then a failure comes from the write.
  done.catch(() => undefined)
  const text = createReadStream(file.path, 'utf8')
  try {
    return await readListFile(file, text, async (rows) => {
      // Codes, dates and marks have no sign that COPY reads as its own.
      const lines = rows.map(({ code, other, first_day, last_day, mark }) =>
        [id, code, other, first_day ?? '\\N', last_day ?? '\\N', mark].join('\t'),
      )
      if (!copy.write(`${lines.join('\n')}\n`)) await once(copy, 'drain')
    })
  } finally {
    copy.end()
    await done
  }
}
