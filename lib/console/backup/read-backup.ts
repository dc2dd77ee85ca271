import 'server-only'
import { existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import {
  loadRootKey,
  rootKeyFile,
  rootKeyWith,
  type RootKey,
} from '#lib/console/connections/root-key.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { countOf } from '#lib/core/count-of.ts'
import { readEntries, type Contents, type Entry } from './entries.ts'
import { openBackup, readHeader, type BackupHeader, type SealedFile } from './sealed-file.ts'

/** A backup that was read to its end. */
export type ReadBackup = { header: BackupHeader; contents: Contents }

/** What gets each entry of a backup; it must read the content to the end. */
export type TakeEntry = (entry: Entry, content: AsyncIterable<Buffer>) => Promise<void>

/**
 * Reads a whole backup: every seal, and every count and digest of its list of contents. Without
 * `take` the contents are read and dropped. Throws a StartProblem that names what is broken, or the
 * root key that is wanted.
 */
export async function readBackup(file: string, take: TakeEntry = drop): Promise<ReadBackup> {
  const sealed = await readHeader(file)
  const root = rootKeyFor(sealed)
  let contents: Contents | undefined
  await pipeline(
    () => openBackup(root, sealed),
    createZstdDecompress(),
    async (plain: AsyncIterable<Buffer>) => {
      contents = await readEntries(plain, take)
    },
  )
  return { header: sealed.header, contents: contents! } // the pipeline has ended
}

async function drop(_entry: Entry, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const bytes of content) void bytes
}

function rootKeyFor({ header }: SealedFile): RootKey {
  const root = rootKeyWith(header.root_key)
  if (root) return root
  const file = rootKeyFile()
  const older = existsSync(/* turbopackIgnore: true */ `${file}.${header.root_key}`)
    ? `It is beside the root key file and ends with .${header.root_key}: name it with CONSOLE_ROOT_KEY_FILE.`
    : 'Give that one: CONSOLE_ROOT_KEY, or CONSOLE_ROOT_KEY_FILE with its file.'
  throw new StartProblem(
    `This backup was sealed under the root key ${header.root_key}, and the one here is ${loadRootKey(file, false).fingerprint}. ${older}`,
  )
}

/** What a backup holds, in lines for a person. */
export function wordsOfBackup({ header, contents }: ReadBackup): string {
  const { entries, head, missing_archives } = contents
  const tables = entries.filter(({ kind }) => kind === 'table')
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const filesOf = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind).length
  const shown = mainTables.map(([name, noun]) =>
    countOf(tables.find((table) => table.name === name)?.rows ?? 0, noun),
  )
  return [
    `Made on ${inWords(header.made_at)} by version ${header.version}, with the migration ${header.migration.tag}.`,
    `It holds ${countOf(rows, { one: 'row', many: 'rows' })} of ${tables.length} tables: ${shown.join(', ')}.`,
    `Beside them ${countOf(filesOf('archive'), { one: 'archive of the audit trail', many: 'archives of the audit trail' })} and ${countOf(filesOf('code-list'), { one: 'code list', many: 'code lists' })}.`,
    ...missing_archives.map(
      (name) =>
        `The archive ${name} was not in the folder of the archives: it is not in the backup.`,
    ),
    head
      ? `Its audit trail ends at ${head.number}:${head.signature.slice(0, 16)}.`
      : 'Its audit trail has no signature yet.',
    `It opens with the root key ${header.root_key}, which is not in it.`,
  ].join('\n')
}

const mainTables = [
  ['account_holders', { one: 'account', many: 'accounts' }],
  ['connections', { one: 'connection', many: 'connections' }],
  ['audit_records', { one: 'row of the audit trail', many: 'rows of the audit trail' }],
  ['drafts', { one: 'draft', many: 'drafts' }],
  ['saved_views', { one: 'view', many: 'views' }],
  ['jobs', { one: 'job', many: 'jobs' }],
  ['follow_ups', { one: 'follow-up', many: 'follow-ups' }],
] as const

/** An instant of ISO text for a person: "2026-11-26 22:40 UTC". */
export function inWords(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`
}
