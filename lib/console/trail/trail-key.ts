import 'server-only'
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { FlattenedEncrypt, flattenedDecrypt, type FlattenedJWE } from 'jose'
import { eq } from 'drizzle-orm'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { processState } from '#lib/console/process-state.ts'
import { facts, type auditRecords } from '#lib/console/schema.ts'
import { parseExact, type Json } from '#lib/core/json.ts'

// The trail's rows never change, so they cannot be sealed or signed anew when the root key or a key version changes.
// Their keys come from one random key instead, which the database holds sealed: only that one value is sealed anew.

/** A record's values before and after a write. Null: there was no such record, or its values are not known. */
export type AuditChange = { before: Json; after: Json }

/** The columns of an audit row that its code covers: all but the id, which the database gives, and the code itself. */
export type AuditContent = Omit<typeof auditRecords.$inferSelect, 'id' | 'mac'>

/** The keys of the trail, only in memory: `rows` for the codes, `batches` for the signatures, `changes` to seal. */
type TrailKeys = { rows: Buffer; batches: Buffer; changes: Buffer }

const state = processState<{ trailKeys: Promise<TrailKeys> }>()

/** The fact that holds the sealed key, and what it is sealed for. */
export const trailKeyFact = 'trail_key'
const sealedFor = { purpose: 'trail', record: trailKeyFact, origin: '' } as const

/** The trail's keys. The first call makes the trail's key, or opens the stored one. Throws SealBroken if it does not open. */
export async function trailKeys(): Promise<TrailKeys> {
  state.trailKeys ??= loadOrMake().catch((error: unknown) => {
    delete state.trailKeys
    throw error
  })
  return state.trailKeys
}

/** Discards the keys, so a test can start with another database. */
export function forgetTrailKeys(): void {
  delete state.trailKeys
}

async function loadOrMake(): Promise<TrailKeys> {
  const db = await consoleDb()
  const stored = async () => (await db.select().from(facts).where(eq(facts.name, trailKeyFact)))[0]?.value
  let sealed = await stored()
  if (sealed === undefined) {
    const value = await seal(randomBytes(32).toString('base64'), sealedFor)
    await db.insert(facts).values({ name: trailKeyFact, value }).onConflictDoNothing()
    // Two consoles that start together use the one that was stored first.
    sealed = (await stored())!
  }
  const key = Buffer.from((await open(sealed, sealedFor)).reveal(), 'base64')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `trail ${purpose}`, 32))
  return { rows: derive('rows'), batches: derive('batches'), changes: derive('changes') }
}

/** The code of a new row, with a random start so that two equal rows differ. */
export async function codeOf(content: AuditContent): Promise<string> {
  const salt = randomBytes(12).toString('base64url')
  return `${salt}.${code((await trailKeys()).rows, salt, content)}`
}

/** True if the row has the code that the console gave it. */
export function hasOwnCode({ rows }: TrailKeys, row: AuditContent & { mac: string }): boolean {
  const [salt = '', given = ''] = row.mac.split('.')
  const [left, right] = [Buffer.from(given), Buffer.from(code(rows, salt, row))]
  return left.length === right.length && timingSafeEqual(left, right)
}

function code(key: Buffer, salt: string, row: AuditContent): string {
  const { at, accountId, person, role, address, browser, session } = row
  const { connectionId, operation, stage, outcome, recordKind, recordIds, sealedChange } = row
  const who = [at.toISOString(), accountId, person, role, address, browser, session]
  const what = [connectionId, operation, stage, outcome, recordKind, recordIds, sealedChange]
  return createHmac('sha256', key)
    .update(JSON.stringify([salt, ...who, ...what]))
    .digest('base64url')
}

type Bound = Pick<AuditContent, 'at' | 'accountId' | 'operation' | 'recordIds'>

/** Seals a change for one row: compressed, because both texts are nearly the same. */
export async function sealChange(change: AuditChange, row: Bound): Promise<string> {
  const { changes } = await trailKeys()
  const packed = await promisify(gzip)(JSON.stringify([change.before, change.after]))
  const jwe = await new FlattenedEncrypt(packed)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAdditionalAuthenticatedData(bind(row))
    .encrypt(changes)
  return JSON.stringify(jwe)
}

/** The values before and after, numbers as written; null for a row without them. Throws if the row was changed. */
export async function openChange(row: Bound & { sealedChange: string | null }): Promise<AuditChange | null> {
  if (row.sealedChange === null) return null
  const { changes } = await trailKeys()
  const jwe = JSON.parse(row.sealedChange) as FlattenedJWE
  if (jwe.aad !== Buffer.from(bind(row)).toString('base64url')) throw new Error('a change was moved to another row')
  const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
  const { plaintext } = await flattenedDecrypt(jwe, changes, options)
  const [before, after] = parseExact((await promisify(gunzip)(plaintext)).toString('utf8')) as [Json, Json]
  return { before, after }
}

function bind({ at, accountId, operation, recordIds }: Bound): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(['trail change', at.toISOString(), accountId, operation, recordIds]))
}
