import 'server-only'
import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { FlattenedEncrypt, flattenedDecrypt, type FlattenedJWE } from 'jose'
import { eq } from 'drizzle-orm'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { processState } from '#lib/console/process-state.ts'
import { facts, type auditRecords } from '#lib/console/schema.ts'
import { parseExact, type Json } from '#lib/core/json.ts'
import { isSameText } from '#lib/core/same-text.ts'

// The trail's rows never change, so they cannot be sealed or signed anew when the root key or a key
// version changes. Their keys come from one random key instead, which the database holds sealed:
// only that one value is sealed anew.

/**
 * A record's values before and after a write. Null: there was no such record, or its values are not
 * known.
 */
export type AuditChange = { before: Json; after: Json }

/** A row of the trail. */
export type AuditRow = typeof auditRecords.$inferSelect

/**
 * The columns of an audit row that its code covers: all but the id, which the database gives, and
 * the code itself.
 */
export type AuditContent = Omit<AuditRow, 'id' | 'mac'>

/**
 * The keys of the trail, only in memory: `rows` for the codes, `batches` for the signatures,
 * `changes` to seal.
 */
export type TrailKeys = { rows: KeyObject; batches: KeyObject; changes: Buffer }

const state = processState<{ trailKeys: Promise<TrailKeys> }>()

/** The fact that holds the sealed key, and what it is sealed for. */
export const trailKeyFact = 'trail_key'
const sealedFor = { purpose: 'trail', record: trailKeyFact, origin: '' } as const

/**
 * The trail's keys. The first call makes the trail's key, or opens the stored one. Throws
 * SealBroken if it does not open.
 */
export async function trailKeys(): Promise<TrailKeys> {
  state.trailKeys ??= loadOrMake().catch((error: unknown) => {
    delete state.trailKeys
    throw error
  })
  return state.trailKeys
}

/** Drops the cached keys, so a test can start with another database. */
export function resetTrailKeyCache(): void {
  delete state.trailKeys
}

async function loadOrMake(): Promise<TrailKeys> {
  const db = await consoleDb()
  const stored = async () =>
    (await db.select().from(facts).where(eq(facts.name, trailKeyFact)))[0]?.value
  let sealed = await stored()
  if (sealed === undefined) {
    const value = await seal(randomBytes(32).toString('base64'), sealedFor)
    await db.insert(facts).values({ name: trailKeyFact, value }).onConflictDoNothing()
    // Two consoles that start together use the one that was stored first.
    sealed = (await stored())!
  }
  const key = Buffer.from((await open(sealed, sealedFor)).reveal(), 'base64')
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `trail ${purpose}`, 32))
  // As in the key store, prepared for many hashes.
  const hashing = (purpose: string) => createSecretKey(derive(purpose))
  return { rows: hashing('rows'), batches: hashing('batches'), changes: derive('changes') }
}

/** The code of a new row, with a random start so that two equal rows differ. */
export async function codeOf(content: AuditContent): Promise<string> {
  const salt = randomBytes(12).toString('base64url')
  return `${salt}.${hmac((await trailKeys()).rows, [salt, ...valuesOf(content)])}`
}

/** True if the row has the code that the console gave it. */
export function hasOwnCode({ rows }: TrailKeys, row: AuditRow): boolean {
  const [salt = '', given = ''] = row.mac.split('.')
  return isSameText(given, hmac(rows, [salt, ...valuesOf(row)]))
}

/**
 * The mark of a row in its batch: eight bytes over its id, its code and its content, in base64url.
 */
export function markOf({ rows }: TrailKeys, row: AuditRow): string {
  return hmac(rows, ['mark', row.id, row.mac, ...valuesOf(row)]).slice(0, markLetters)
}

/** Eight bytes need eleven letters. */
export const markLetters = 11

/** The signature of a batch or an archive, over the values of its columns. */
export function signatureOf({ batches }: TrailKeys, values: Json[]): string {
  return hmac(batches, values)
}

function valuesOf(row: AuditContent): Json[] {
  const { at, accountId, person, role, address, browser, session } = row
  const { connectionId, operation, stage, outcome, recordKind, recordIds, sealedChange } = row
  const who = [at.toISOString(), accountId, person, role, address, browser, session]
  return [...who, connectionId, operation, stage, outcome, recordKind, recordIds, sealedChange]
}

function hmac(key: KeyObject, values: Json[]): string {
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url')
}

type Bound = Pick<AuditContent, 'at' | 'accountId' | 'operation' | 'recordIds'>

/** Seals a change for one row. */
export async function sealChange({ before, after }: AuditChange, row: Bound): Promise<string> {
  return sealText(JSON.stringify([before, after]), boundTo(row))
}

/**
 * The values before and after, numbers as written; null for a row without them. Throws if the row
 * was changed.
 */
export async function openChange(
  row: Bound & { sealedChange: string | null },
): Promise<AuditChange | null> {
  if (row.sealedChange === null) return null
  const [before, after] = parseExact(await openText(row.sealedChange, boundTo(row))) as [Json, Json]
  return { before, after }
}

function boundTo({ at, accountId, operation, recordIds }: Bound): string {
  return JSON.stringify(['trail change', at.toISOString(), accountId, operation, recordIds])
}

/** Seals text, compressed: most of it is a repetition. It opens only for the same `place`. */
export async function sealText(text: string, place: string): Promise<string> {
  const { changes } = await trailKeys()
  const jwe = await new FlattenedEncrypt(await promisify(gzip)(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAdditionalAuthenticatedData(new TextEncoder().encode(place))
    .encrypt(changes)
  return JSON.stringify(jwe)
}

/** Opens the result of `sealText`. Throws if it was changed or belongs to another place. */
export async function openText(sealed: string, place: string): Promise<string> {
  const { changes } = await trailKeys()
  const jwe = JSON.parse(sealed) as FlattenedJWE
  if (jwe.aad !== Buffer.from(place).toString('base64url'))
    throw new Error('a sealed text of the trail was moved to another row')
  const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
  const { plaintext } = await flattenedDecrypt(jwe, changes, options)
  return (await promisify(gunzip)(plaintext)).toString('utf8')
}
