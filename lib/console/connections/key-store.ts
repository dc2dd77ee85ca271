import 'server-only'
import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { FlattenedEncrypt, flattenedDecrypt } from 'jose'
import { z } from 'zod'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { processState } from '#lib/console/process-state.ts'
import { facts, keyVersions } from '#lib/console/schema.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { isSameText } from '#lib/core/same-text.ts'
import {
  adoptNextRootKey,
  deriveKey,
  loadNextRootKey,
  loadRootKey,
  type RootKey,
} from './root-key.ts'
import { Secret } from './secret.ts'

// Three levels: the root key is outside the database; versions of key-encryption keys are in the
// database, sealed under the root; each value has its own data key, sealed under the version in use
// (decision 0056).

/**
 * The target of a sealed value. Every part is authenticated, so the value does not open for another
 * record, purpose or partner address. `origin` names every origin that may receive the value.
 */
export type SealedFor = {
  purpose:
    | 'partner-key'
    | 'view'
    | 'write'
    | 'draft'
    | 'save-reason'
    | 'job'
    | 'trail'
    | 'break-glass'
    | 'queue'
    | 'fix'
    | 'bulk-fix'
    | 'resolution'
    | 'opened-lately'
    | 'follow-up'
  record: string
  origin: string
}

/**
 * The families of keys that have versions: partners' keys, health information and the trail's key
 * share none.
 */
export const families = ['partner-keys', 'health-information', 'trail'] as const
type Family = (typeof families)[number]

/** The keys that do not change, because stored hashes, signed cookies and drafts depend on them. */
const fixedKeys = { hashes: 'fingerprints', cookies: 'session cookies' } as const

/** A sealed value does not open for its target. The message contains no part of the value. */
export class SealBroken extends Error {
  constructor() {
    super(
      'A sealed value does not open: it was changed, moved to another record, or sealed with another key of the key store.',
    )
  }
}

/**
 * The keys in memory: every version by its id, and the version in use of each family. `hashes` is
 * that key prepared: Node takes a key of bytes apart for each hash, which takes longer than the hash.
 */
type KeyRing = {
  root: RootKey
  keys: Map<string, Buffer>
  hashes: KeyObject
  inUse: Map<string, string>
  readAt: number
}

const state = processState<{ keyRing: Promise<KeyRing> }>()

// With PostgreSQL another process may have made a version; this is the longest time that a retired
// one is still used.
const ringLifeMs = 5_000

/**
 * Seals text with AES-256-GCM under a data key for this one value, which the version in use seals
 * in turn. Returns the JSON text of a flattened JWE that begins with the version's id.
 */
export async function seal(value: string, target: SealedFor): Promise<string> {
  const ring = await currentRing()
  const id = ring.inUse.get(familyOf(target.purpose))!
  return sealText(value, id, ring.keys.get(id)!, partsOf(target))
}

/** Opens the result of `seal` for the same target. Throws SealBroken if it does not open. */
export async function open(sealed: string, target: SealedFor): Promise<Secret> {
  return new Secret(await openParts(sealed, partsOf(target)))
}

/**
 * The same value for the same target, sealed with the version in use. It needs no target, because
 * the text names its own: a text in another record's place still does not open there. Throws
 * SealBroken.
 */
export async function sealAnew(sealed: string): Promise<string> {
  const parts = targetPartsOf(sealed)
  const [purpose, record, origin] = parts
  return seal(await openParts(sealed, parts), {
    purpose: purpose as SealedFor['purpose'],
    record: record!,
    origin: origin!,
  })
}

/** The key for signing session cookies. A rotation does not change it. */
export async function cookieKey(): Promise<string> {
  return (await keyRing()).keys.get('cookies.1')!.toString('base64url')
}

/** The first eight digits of a keyed hash: enough to distinguish two keys, useless to find one. */
export async function fingerprintOf(value: string): Promise<string> {
  return (await keyedHash(value)).slice(0, 8)
}

/**
 * The whole keyed hash in hex: shows whether two contents are equal, and nothing else without the
 * root key. A rotation does not change it, because the journal of writes, drafts and connections
 * store hashes.
 */
export async function keyedHash(value: string): Promise<string> {
  return createHmac('sha256', (await keyRing()).hashes)
    .update(value)
    .digest('hex')
}

/** Drops the cached keys, so the next use reads them again. */
export function resetKeyCache(): void {
  delete state.keyRing
}

/** The root key that the database is under, as this process knows it. */
export async function rootKey(): Promise<RootKey> {
  return (await keyRing()).root
}

/** After a change of the versions or of the root key by this process: what the next use finds. */
export async function readKeysAgain(root?: RootKey): Promise<void> {
  const ring = await keyRing()
  await readAgain(root ? { ...ring, root } : ring)
}

/**
 * Makes the next version of each family and retires the one before, in the transaction `tx`.
 * Returns the new ids. Throws if the database is under another root key.
 */
export async function makeVersions(tx: ConsoleDb, root: RootKey, at: Date): Promise<string[]> {
  await holdRoot(tx, root)
  const known = await tx
    .select()
    .from(keyVersions)
    .where(inArray(keyVersions.family, [...families]))
  await tx
    .update(keyVersions)
    .set({ retiredAt: at })
    .where(and(inArray(keyVersions.family, [...families]), isNull(keyVersions.retiredAt)))
  const made = families.map((family) => {
    const version =
      Math.max(...known.filter((row) => row.family === family).map((row) => row.version)) + 1
    return { family, version }
  })
  for (const { family, version } of made)
    await tx
      .insert(keyVersions)
      .values(await newVersion(root, family, version, randomBytes(32), at))
  return made.map(idOf)
}

/**
 * Seals every version under `next` instead of `root`, in the transaction `tx`. Values do not
 * change. Throws if a version does not open, or if the database is under another root key.
 */
export async function changeRoot(tx: ConsoleDb, root: RootKey, next: RootKey): Promise<void> {
  await holdRoot(tx, root)
  for (const row of await tx.select().from(keyVersions)) {
    const wrappedKey = await wrap(next, row, await unwrap(root, row))
    await tx.update(keyVersions).set({ wrappedKey }).where(eq(keyVersions.id, row.id))
  }
  await tx.update(facts).set({ value: next.fingerprint }).where(eq(facts.name, fingerprintFact))
}

// The locked row makes a change of the root key and a new version wait for one another.
async function holdRoot(tx: ConsoleDb, root: RootKey): Promise<void> {
  const [stored] = await tx
    .select()
    .from(facts)
    .where(eq(facts.name, fingerprintFact))
    .for('update')
  if (stored?.value !== root.fingerprint) throw new StartProblem(otherRoot(root))
}

async function keyRing(): Promise<KeyRing> {
  state.keyRing ??= loadRing().catch((error: unknown) => {
    delete state.keyRing
    throw error
  })
  return state.keyRing
}

async function currentRing(): Promise<KeyRing> {
  const ring = await keyRing()
  if (performance.now() - ring.readAt < ringLifeMs) return ring
  return readAgain(ring)
}

// Versions that are known already need no root key: this process may still have the one before.
async function readAgain(ring: KeyRing): Promise<KeyRing> {
  const rows = await (await consoleDb()).select().from(keyVersions)
  const read = await readVersions(rows, ring.root, ring.keys).catch((error: unknown) => {
    if (!(error instanceof StartProblem)) throw error
    return loadRing()
  })
  state.keyRing = Promise.resolve(read)
  return read
}

async function readVersions(
  rows: Version[],
  root: RootKey,
  known = new Map<string, Buffer>(),
): Promise<KeyRing> {
  const keys = new Map<string, Buffer>()
  for (const row of rows) keys.set(row.id, known.get(row.id) ?? (await unwrap(root, row)))
  const inUse = new Map(
    rows.filter(({ retiredAt }) => retiredAt === null).map(({ family, id }) => [family, id]),
  )
  const hashes = createSecretKey(keys.get('hashes.1')!)
  return { root, keys, hashes, inUse, readAt: performance.now() }
}

const fingerprintFact = 'root_key_fingerprint'
type Version = typeof keyVersions.$inferSelect

// A database that another root key sealed must stop the start: new values would be sealed with the
// wrong key.
async function loadRing(): Promise<KeyRing> {
  const db = await consoleDb()
  const [first, next] = [loadRootKey(), loadNextRootKey()]
  return db.transaction(async (tx) => {
    const inserted = await tx
      .insert(facts)
      .values({ name: fingerprintFact, value: first.fingerprint })
      .onConflictDoNothing()
      .returning()
    const [stored] = await tx
      .select()
      .from(facts)
      .where(eq(facts.name, fingerprintFact))
      .for('update')
    const root = [first, next].find((key) => key?.fingerprint === stored?.value)
    if (!root) throw new StartProblem(otherRoot(first))
    if (root === next) adoptNextRootKey(next)
    await makeFirstVersions(tx, root, inserted.length > 0)
    return readVersions(await tx.select().from(keyVersions), root)
  })
}

// A database from before the versions has hashes and cookies of keys that were derived from its
// root key.
async function makeFirstVersions(tx: ConsoleDb, root: RootKey, isNew: boolean): Promise<void> {
  const known = new Set(
    (await tx.select({ family: keyVersions.family }).from(keyVersions)).map(({ family }) => family),
  )
  const wanted = new Map<string, Buffer>([
    ...families.map((family) => [family, randomBytes(32)] as const),
    ...Object.entries(fixedKeys).map(
      ([family, purpose]) => [family, isNew ? randomBytes(32) : deriveKey(root, purpose)] as const,
    ),
  ])
  for (const [family, key] of wanted)
    if (!known.has(family))
      await tx.insert(keyVersions).values(await newVersion(root, family, 1, key, new Date()))
}

const idOf = ({ family, version }: { family: string; version: number }) => `${family}.${version}`

async function newVersion(
  root: RootKey,
  family: string,
  version: number,
  key: Buffer,
  madeAt: Date,
) {
  const id = idOf({ family, version })
  return { id, family, version, madeAt, wrappedKey: await wrap(root, { id }, key) }
}

function wrap(root: RootKey, { id }: Pick<Version, 'id'>, key: Buffer): Promise<string> {
  return sealText(
    key.toString('base64'),
    `root.${root.fingerprint}`,
    deriveKey(root, 'key versions'),
    [id],
  )
}

async function unwrap(
  root: RootKey,
  { id, wrappedKey }: Pick<Version, 'id' | 'wrappedKey'>,
): Promise<Buffer> {
  try {
    return Buffer.from(await openText(wrappedKey, deriveKey(root, 'key versions'), [id]), 'base64')
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new StartProblem(
      `The stored key ${id} does not open: it was changed. Restore the database from a backup.`,
    )
  }
}

function otherRoot({ place }: RootKey): string {
  const subject = place.startsWith('CONSOLE') ? place : `T${place.slice(1)}`
  return `${subject} is not the root key that this database was sealed with. Give back the key that made it.`
}

function familyOf(purpose: SealedFor['purpose']): Family {
  if (purpose === 'partner-key') return 'partner-keys'
  return purpose === 'trail' ? 'trail' : 'health-information'
}

const partsOf = ({ purpose, record, origin }: SealedFor) => [purpose, record, origin]

// Strict, because a decoder accepts several spellings of the same bytes: only the text that was
// written opens.
const exactly = z
  .string()
  .refine((text) => Buffer.from(text, 'base64url').toString('base64url') === text)
const jweMembers = {
  ciphertext: exactly,
  iv: exactly,
  tag: exactly,
  aad: exactly,
  protected: exactly,
}
const versioned = z.strictObject({
  ...jweMembers,
  encrypted_key: exactly,
  unprotected: z.strictObject({ kid: z.string() }),
})
const unversioned = z.strictObject(jweMembers)

// The commitment ties a text to one key: with GCM alone, one ciphertext could open under two.
async function sealText(
  value: string,
  kid: string,
  key: Buffer,
  parts: readonly string[],
): Promise<string> {
  const jwe = await new FlattenedEncrypt(new TextEncoder().encode(value))
    .setProtectedHeader({ alg: 'A256GCMKW', enc: 'A256GCM', commitment: commitmentOf(key) })
    .setSharedUnprotectedHeader({ kid })
    .setAdditionalAuthenticatedData(new TextEncoder().encode(JSON.stringify([...parts, kid])))
    .encrypt(key)
  // The database reads the id from the beginning of the text (`sealedWith` of schema.ts).
  return JSON.stringify({ unprotected: jwe.unprotected, ...jwe })
}

async function openText(sealed: string, key: Buffer, parts: readonly string[]): Promise<string> {
  try {
    const jwe = versioned.parse(JSON.parse(sealed))
    if (
      JSON.stringify({ unprotected: jwe.unprotected, ...(JSON.parse(sealed) as object) }) !== sealed
    )
      throw new Error('spelling')
    const header = JSON.parse(Buffer.from(jwe.protected, 'base64url').toString()) as Record<
      string,
      unknown
    >
    if (!isSameText(String(header.commitment), commitmentOf(key))) throw new Error('commitment')
    if (!isSameText(jwe.aad, base64url(JSON.stringify([...parts, jwe.unprotected.kid]))))
      throw new Error('binding')
    const opened = await flattenedDecrypt(jwe, key, {
      keyManagementAlgorithms: ['A256GCMKW'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return new TextDecoder().decode(opened.plaintext)
  } catch {
    throw new SealBroken()
  }
}

async function openParts(sealed: string, parts: readonly string[]): Promise<string> {
  const id = versionOf(sealed)
  if (id === undefined) return openUnversioned(sealed, (await keyRing()).root, parts)
  let ring = await keyRing()
  if (!ring.keys.has(id)) ring = await readAgain(ring)
  const key = ring.keys.get(id)
  if (!key || !id.startsWith(`${familyOf(parts[0] as SealedFor['purpose'])}.`))
    throw new SealBroken()
  return openText(sealed, key, parts)
}

/**
 * The id of the version that sealed a text; undefined for a text of a console from before the
 * versions.
 */
function versionOf(sealed: string): string | undefined {
  return /^\{"unprotected":\{"kid":"([a-z.0-9-]+)"/.exec(sealed)?.[1]
}

// Until it is sealed anew, a value of an earlier console opens with a key that is derived from the
// root and a salt.
async function openUnversioned(
  sealed: string,
  root: RootKey,
  parts: readonly string[],
): Promise<string> {
  try {
    const jwe = unversioned.parse(JSON.parse(sealed))
    if (JSON.stringify(JSON.parse(sealed)) !== sealed) throw new Error('spelling')
    const header = JSON.parse(Buffer.from(jwe.protected, 'base64url').toString()) as Record<
      string,
      unknown
    >
    const salt = Buffer.from(String(header.salt), 'base64url')
    const commitment = deriveKey(root, `${parts[0]} commitment`, salt).toString('base64url')
    if (!isSameText(String(header.commitment), commitment)) throw new Error('commitment')
    if (!isSameText(jwe.aad, base64url(JSON.stringify(parts)))) throw new Error('binding')
    const opened = await flattenedDecrypt(jwe, deriveKey(root, `${parts[0]} value`, salt), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return new TextDecoder().decode(opened.plaintext)
  } catch {
    throw new SealBroken()
  }
}

function targetPartsOf(sealed: string): string[] {
  try {
    const { aad } = JSON.parse(sealed) as { aad: string }
    const parts = z.array(z.string()).parse(JSON.parse(Buffer.from(aad, 'base64url').toString()))
    return parts.slice(0, 3)
  } catch {
    throw new SealBroken()
  }
}

// A reading of the queue seals thousands of values with one key.
const commitments = new WeakMap<Buffer, string>()

function commitmentOf(key: Buffer): string {
  let commitment = commitments.get(key)
  if (commitment === undefined) {
    commitment = Buffer.from(
      hkdfSync('sha256', key, Buffer.alloc(0), 'console commitment', 32),
    ).toString('base64url')
    commitments.set(key, commitment)
  }
  return commitment
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')
