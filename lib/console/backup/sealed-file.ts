import 'server-only'
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { deriveKey, type RootKey } from '#lib/console/connections/root-key.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'

// A backup is two lines of plain text, and parts of 64 KB that are sealed one by one. A part is
// bound to both lines, to its number and to whether it is the last one: a part that was changed,
// moved, left out or cut off does not open. Like the STREAM construction of age-encryption.org.

/** The plain part of a backup: what a person has to know before a key opens the rest. */
export type BackupHeader = {
  /** The instant of the snapshot, ISO text in UTC. */
  made_at: string
  /** The version of the console that made it. */
  version: string
  /** The database's newest migration: its name, and the SHA-256 of its text in hex. */
  migration: { tag: string; hash: string }
  /** The fingerprint of the root key, as `npm run keys -- status` shows it. */
  root_key: string
  /** 16 random bytes in base64: each backup has a key of its own. */
  salt: string
}

const anyFormat = 'Billing operations console, backup, format '
const firstLine = `${anyFormat}1\n`
const longestHeader = 4_096
const partBytes = 65_536
const tagBytes = 16

const headerSchema = z.strictObject({
  made_at: z.iso.datetime(),
  version: z.string().max(40),
  migration: z.strictObject({ tag: z.string().max(100), hash: z.string().max(64) }),
  root_key: z.string().max(40),
  salt: z.string().max(40),
})

/**
 * Seals a stream of bytes: yields the file from its first line to its last part. `about` is the
 * header without what this function adds.
 */
export async function* sealBackup(
  root: RootKey,
  about: Omit<BackupHeader, 'root_key' | 'salt'>,
  plain: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(16)
  const header: BackupHeader = {
    ...about,
    root_key: root.fingerprint,
    salt: salt.toString('base64'),
  }
  const lines = Buffer.from(`${firstLine}${JSON.stringify(header)}\n`)
  yield lines
  const seal = sealerOf(deriveKey(root, 'backup', salt), lines)
  let number = 0
  // The last part is known only once nothing follows it.
  for await (const { bytes, isLast } of piecesOf(plain, partBytes))
    yield seal(bytes, number++, isLast)
}

/** A backup's file, read as far as its header. */
export type SealedFile = { file: string; header: BackupHeader; lines: Buffer }

/** Reads the header of a backup. Throws a StartProblem for a file that is none or cannot be read. */
export async function readHeader(file: string): Promise<SealedFile> {
  const found: Buffer[] = []
  try {
    for await (const bytes of createReadStream(file, { end: firstLine.length + longestHeader - 1 }))
      found.push(bytes as Buffer)
  } catch (error) {
    throw new StartProblem(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'There is no such file.'
        : 'The file cannot be read.',
      { cause: error },
    )
  }
  const start = Buffer.concat(found)
  const first = start.subarray(0, firstLine.length).toString('latin1')
  if (first !== firstLine)
    throw new StartProblem(
      first.startsWith(anyFormat)
        ? 'The backup is of another format than this version reads, probably a newer one.'
        : 'This file is no backup of this console, or its first line was changed.',
    )
  const end = start.indexOf('\n', firstLine.length)
  const lines = start.subarray(0, end + 1)
  const header = end < 0 ? undefined : headerOf(lines.subarray(firstLine.length).toString('utf8'))
  if (!header) throw new StartProblem('The second line of the backup was changed or cut off.')
  return { file, header, lines }
}

function headerOf(text: string): BackupHeader | undefined {
  try {
    return headerSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * Opens the parts of a backup in their order. Throws a StartProblem that says in words what is
 * broken, at the latest before the generator ends.
 */
export async function* openBackup(
  root: RootKey,
  { file, header, lines }: SealedFile,
): AsyncGenerator<Buffer> {
  const key = deriveKey(root, 'backup', Buffer.from(header.salt, 'base64'))
  const open = openerOf(key, lines)
  const sealed = createReadStream(file, { start: lines.length, highWaterMark: 16 * partBytes })
  let number = 0
  for await (const { bytes, isLast } of piecesOf(sealed, partBytes + tagBytes)) {
    const plain = open(bytes, number, isLast)
    if (!plain) throw new StartProblem(wordsOfBroken(number, isLast, lines.length))
    yield plain
    number += 1
  }
}

function wordsOfBroken(number: number, isLast: boolean, headerBytes: number): string {
  const byte = headerBytes + number * (partBytes + tagBytes)
  if (isLast) return `The end of the backup was cut off or changed, from byte ${byte} on.`
  return number === 0
    ? 'The beginning of the backup was changed: its second line, or its first part.'
    : `The backup was changed: the part from byte ${byte} on does not open.`
}

// The number of a part is its nonce: no two parts of a key have the same.
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

function boundTo(lines: Buffer): (isLast: boolean) => Buffer {
  const hash = createHash('sha256').update(lines).digest()
  return (isLast) => Buffer.concat([hash, Buffer.from([isLast ? 1 : 0])])
}

function sealerOf(key: Buffer, lines: Buffer) {
  const bound = boundTo(lines)
  return (plain: Buffer, number: number, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number))
    cipher.setAAD(bound(isLast))
    const text = cipher.update(plain)
    cipher.final()
    return Buffer.concat([text, cipher.getAuthTag()])
  }
}

function openerOf(key: Buffer, lines: Buffer) {
  const bound = boundTo(lines)
  return (sealed: Buffer, number: number, isLast: boolean): Buffer | undefined => {
    if (sealed.length < tagBytes) return undefined
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(bound(isLast))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    const plain = decipher.update(sealed.subarray(0, -tagBytes))
    try {
      decipher.final()
      return plain
    } catch {
      return undefined
    }
  }
}

/** Cuts a stream into pieces of one size. The last one may be shorter, also empty. */
async function* piecesOf(
  stream: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of stream) {
    waiting.push(bytes)
    length += bytes.length
    if (length <= size) continue
    const all = Buffer.concat(waiting)
    let at = 0
    // A piece is the last one unless something follows it.
    for (; all.length - at > size; at += size)
      yield { bytes: all.subarray(at, at + size), isLast: false }
    waiting = [all.subarray(at)]
    length = all.length - at
  }
  yield { bytes: Buffer.concat(waiting), isLast: true }
}
