import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { StartProblem } from '#lib/console/server/start-problem.ts'

// What is inside of a backup's seal, compressed: frames of a length and bytes. An entry is a frame
// that names it, frames of its content, and an empty one. The contents follow, as the last frame:
// what was written, to be compared with what is read.

/** A table's rows as PostgreSQL's COPY writes them, or a file with the time of its last change. */
export type Entry =
  | { kind: 'table'; name: string; columns: string[] }
  /** `modified_ms` is an instant in UTC milliseconds. */
  | { kind: 'archive' | 'code-list'; name: string; modified_ms: number }

/** What an entry holds. `rows` are those of a table; of a file they are its lines. */
export type EntrySum = {
  kind: Entry['kind']
  name: string
  rows: number
  bytes: number
  sha256: string
}

/** The last frame. */
export type Contents = {
  entries: EntrySum[]
  /** Where the ids of new rows continue, by table and column. */
  sequences: { table: string; column: string; last: string; is_called: boolean }[]
  /** The newest signed batch of the audit trail; null before the first one. */
  head: { number: number; signature: string } | null
  /** Archives that the database names and the folder did not have. */
  missing_archives: string[]
}

const columnName = z.string().regex(/^[a-z_0-9]+$/)
// A name decides where a file is written.
const fileName = z.string().regex(/^[\w][\w.() -]*$/)
const entrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('table'), name: columnName, columns: z.array(columnName) }),
  z.strictObject({
    kind: z.enum(['archive', 'code-list']),
    name: fileName,
    modified_ms: z.number(),
  }),
])
const contentsSchema = z.strictObject({
  entries: z.array(
    z.strictObject({
      kind: z.enum(['table', 'archive', 'code-list']),
      name: z.string(),
      rows: z.int(),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(
    z.strictObject({
      table: columnName,
      column: columnName,
      last: z.string().regex(/^\d+$/),
      is_called: z.boolean(),
    }),
  ),
  head: z.strictObject({ number: z.int(), signature: z.string() }).nullable(),
  missing_archives: z.array(z.string()),
})

/** True for a file's name that a backup can hold. */
export function isStorableName(name: string): boolean {
  return fileName.safeParse(name).success
}

const frameBytes = 262_144
const longestFrame = 1_048_576
const newline = 0x0a

/** Yields the frames of entries, and at the end the contents with the sums of all of them. */
export async function* writeEntries(
  entries: AsyncIterable<{ entry: Entry; content: AsyncIterable<Buffer> }>,
  rest: () => Promise<Omit<Contents, 'entries'>>,
): AsyncGenerator<Buffer> {
  const sums: EntrySum[] = []
  for await (const { entry, content } of entries) {
    yield* frameOf(JSON.stringify(entry))
    const sum = summing(entry)
    for await (const bytes of inLargerPieces(content)) {
      sum.add(bytes)
      for (let at = 0; at < bytes.length; at += longestFrame)
        yield* frameOf(bytes.subarray(at, at + longestFrame))
    }
    yield* frameOf('')
    sums.push(sum.total())
  }
  yield* framesOfLongText(JSON.stringify({ ...(await rest()), entries: sums } satisfies Contents))
}

/**
 * Reads frames. `take` gets each entry and must read its content to the end. Returns the contents.
 * Throws a StartProblem if something else was read than they say.
 */
export async function readEntries(
  plain: AsyncIterable<Buffer>,
  take: (entry: Entry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Contents> {
  const frames = framesOf(plain)
  const sums: EntrySum[] = []
  const next = async () => {
    const { value, done } = await frames.next()
    if (done) throw new StartProblem('The backup ends before its list of contents.')
    return value
  }
  for (;;) {
    const start = await next()
    if (start.length === 0) break
    const entry = parsed(entrySchema, start)
    const sum = summing(entry)
    await take(entry, contentOf(next, sum.add))
    sums.push(sum.total())
  }
  const texts: Buffer[] = []
  for (let bytes = await next(); bytes.length > 0; bytes = await next()) texts.push(bytes)
  const contents = parsed(contentsSchema, Buffer.concat(texts))
  if (!(await frames.next()).done)
    throw new StartProblem('Something follows the backup’s contents.')
  compare(sums, contents.entries)
  return contents
}

async function* contentOf(
  next: () => Promise<Buffer>,
  add: (bytes: Buffer) => void,
): AsyncGenerator<Buffer> {
  for (let bytes = await next(); bytes.length > 0; bytes = await next()) {
    add(bytes)
    yield bytes
  }
}

function compare(read: EntrySum[], written: EntrySum[]): void {
  const nameOf = ({ kind, name }: EntrySum) => `the ${kind.replace('-', ' ')} ${name}`
  for (const [at, sum] of read.entries())
    if (JSON.stringify(sum) !== JSON.stringify(written[at]))
      throw new StartProblem(
        `The backup holds something else than its list of contents says: ${nameOf(sum)}.`,
      )
  const missing = written[read.length]
  if (missing) throw new StartProblem(`The backup lacks ${nameOf(missing)}.`)
}

/** Counts what an entry holds. COPY writes a row on a line; newlines in a value are escaped. */
function summing({ kind, name }: Entry) {
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  return {
    add: (piece: Buffer) => {
      hash.update(piece)
      bytes += piece.length
      for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) rows += 1
    },
    total: (): EntrySum => ({ kind, name, rows, bytes, sha256: hash.digest('hex') }),
  }
}

function parsed<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new StartProblem('The backup is of another format than this version reads.')
  }
}

function* frameOf(content: Buffer | string): Generator<Buffer> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  yield length
  if (bytes.length > 0) yield bytes
}

// An empty frame says that no entry follows, and another one that the text is over.
function* framesOfLongText(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  yield* frameOf('')
  for (let at = 0; at < bytes.length; at += longestFrame)
    yield* frameOf(bytes.subarray(at, at + longestFrame))
  yield* frameOf('')
}

async function* framesOf(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  let wanted = 4
  for await (const bytes of plain) {
    waiting.push(bytes)
    length += bytes.length
    if (length < wanted) continue
    const all = Buffer.concat(waiting)
    let at = 0
    for (wanted = 4; all.length - at >= 4;) {
      const size = all.readUInt32BE(at)
      if (size > longestFrame)
        throw new StartProblem('The backup is of another format than this version reads.')
      wanted = 4 + size
      if (all.length - at < wanted) break
      yield all.subarray(at + 4, at + wanted)
      at += wanted
      wanted = 4
    }
    waiting = [all.subarray(at)]
    length = all.length - at
  }
  if (length > 0) throw new StartProblem('The backup ends before its list of contents.')
}

// The driver hands over a row at a time.
async function* inLargerPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of content) {
    waiting.push(bytes)
    length += bytes.length
    if (length < frameBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}
