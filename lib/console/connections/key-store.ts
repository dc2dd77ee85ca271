import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { FlattenedEncrypt, flattenedDecrypt, type FlattenedJWE } from 'jose'
import { eq } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { deriveKey, loadRootKey, type RootKey } from './root-key.ts'
import { processState } from '#lib/console/process-state.ts'
import { facts } from '#lib/console/schema.ts'
import { Secret } from './secret.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'

/**
 * The target of a sealed value. Every part is authenticated, so the value does not open for another record, purpose or
 * partner address. `origin` names every origin that may receive the value.
 */
export type SealedFor = {
  purpose: 'partner-key' | 'view' | 'write' | 'draft' | 'save-reason' | 'job' | 'trail'
  record: string
  origin: string
}

/** A sealed value does not open for its target. The message contains no part of the value. */
export class SealBroken extends Error {}

const state = processState<{ rootKey: Promise<RootKey> }>()

/**
 * Seals text with AES-256-GCM under a key for this one value. Returns the JSON text of a flattened JWE. The header
 * commits to the key, because with GCM alone one ciphertext could open under two keys.
 */
export async function seal(value: string, target: SealedFor): Promise<string> {
  const root = await rootKey()
  const salt = randomBytes(32)
  const { key, commitment } = keysFor(root, target.purpose, salt)
  const jwe = await new FlattenedEncrypt(new TextEncoder().encode(value))
    .setProtectedHeader({
      alg: 'dir',
      enc: 'A256GCM',
      kid: root.fingerprint,
      salt: salt.toString('base64url'),
      commitment,
    })
    .setAdditionalAuthenticatedData(bind(target))
    .encrypt(key)
  return JSON.stringify(jwe)
}

/** Opens the result of `seal` for the same target. Throws SealBroken if it does not open. */
export async function open(sealed: string, target: SealedFor): Promise<Secret> {
  const root = await rootKey()
  try {
    const jwe = JSON.parse(sealed) as FlattenedJWE
    const header = JSON.parse(Buffer.from(jwe.protected ?? '', 'base64url').toString()) as Record<string, unknown>
    const salt = Buffer.from(String(header.salt), 'base64url')
    const { key, commitment } = keysFor(root, target.purpose, salt)
    if (!sameText(String(header.commitment), commitment)) throw new Error('commitment')
    if (!sameText(jwe.aad ?? '', Buffer.from(bind(target)).toString('base64url'))) throw new Error('binding')
    const opened = await flattenedDecrypt(jwe, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return new Secret(new TextDecoder().decode(opened.plaintext))
  } catch {
    throw new SealBroken(
      'A sealed value does not open: it was changed, moved to another record, or sealed with another root key.',
    )
  }
}

/** The key for signing session cookies, derived from the root. */
export async function cookieKey(): Promise<string> {
  return deriveKey(await rootKey(), 'session cookies').toString('base64url')
}

/** The first eight digits of a keyed hash: enough to distinguish two keys, useless to find one. */
export async function fingerprintOf(value: string): Promise<string> {
  return (await keyedHash(value)).slice(0, 8)
}

/** The whole keyed hash in hex: shows whether two contents are equal, and nothing else without the root key. */
export async function keyedHash(value: string): Promise<string> {
  return createHmac('sha256', deriveKey(await rootKey(), 'fingerprints'))
    .update(value)
    .digest('hex')
}

/** Discards the root key, so a test can use another. */
export function forgetRootKey(): void {
  delete state.rootKey
}

async function rootKey(): Promise<RootKey> {
  state.rootKey ??= loadAndCheck().catch((error: unknown) => {
    delete state.rootKey
    throw error
  })
  return state.rootKey
}

// A database that another root key sealed must stop the start: new values would be sealed with the wrong key.
async function loadAndCheck(): Promise<RootKey> {
  const root = loadRootKey()
  const db = await consoleDb()
  await db.insert(facts).values({ name: 'root_key_fingerprint', value: root.fingerprint }).onConflictDoNothing()
  const [stored] = await db.select().from(facts).where(eq(facts.name, 'root_key_fingerprint'))
  if (stored?.value !== root.fingerprint) {
    const source = root.from === 'file' ? 'The file .keys/root.key' : 'CONSOLE_ROOT_KEY'
    throw new StartProblem(
      `${source} is not the root key that this database was sealed with. Give back the key that made it.`,
    )
  }
  return root
}

function keysFor(root: RootKey, purpose: string, salt: Buffer): { key: Buffer; commitment: string } {
  const commitment = deriveKey(root, `${purpose} commitment`, salt).toString('base64url')
  return { key: deriveKey(root, `${purpose} value`, salt), commitment }
}

function bind(target: SealedFor): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([target.purpose, target.record, target.origin]))
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
