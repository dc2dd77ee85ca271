import 'server-only'
import { and, asc, eq } from 'drizzle-orm'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { connections, type Environment } from '#lib/console/schema.ts'
import { isLoopback, isReadOnlyLabel, withAccess } from './connection-labels.ts'
import { fingerprintOf, open, seal, type SealedFor } from './key-store.ts'
import type { Secret } from './secret.ts'

/** A partner as a verb may use it: addresses and how to open its key. */
export type Connection = {
  id: string
  name: string
  environment: Environment
  /** Which billing NPIs the key reaches, in words for the strip. */
  scopeLabel: string
  baseUrl: string
  preEncounterUrl: string
  auth: { kind: 'api_key' } | { kind: 'client_credentials'; clientId: string }
  keyFingerprint: string
  /**
   * What drafts and jobs are bound to: the partner's origin and the connection's first key.
   * Rotation does not change it.
   */
  boundTo: string
  isEmbedded: boolean
  /** Opens the sealed key or client secret. */
  openKey: () => Promise<Secret>
}

export type ConnectionRow = typeof connections.$inferSelect
type Addresses = Pick<ConnectionRow, 'baseUrl' | 'preEncounterUrl'>

/**
 * A connection as an administrator sees it. Of its key only the last four characters and the
 * fingerprint are shown.
 */
export type ShownConnection = Pick<
  ConnectionRow,
  | 'id'
  | 'name'
  | 'environment'
  | 'baseUrl'
  | 'preEncounterUrl'
  | 'authKind'
  | 'clientId'
  | 'keyLastFour'
  | 'keyFingerprint'
  | 'isEmbedded'
  | 'isActive'
> & {
  isDisabled: boolean
  changedAt: string
  /** A test of the key told that it cannot write. */ isReadOnly: boolean
}

/** The connection in use. Throws if none is stored, which the start prevents. */
export async function activeConnection(): Promise<Connection> {
  const db = await consoleDb()
  const [row] = await db.select().from(connections).where(eq(connections.isActive, true))
  return inUse(row)
}

/** The connection of the row in use. Throws if none is stored. */
export function inUse(row: ConnectionRow | null | undefined): Connection {
  if (!row) throw new Error('No partner connection is stored.')
  return toConnection(row)
}

/** A stored connection by its id, with `isActive` and `disabledAt`; undefined without one. */
export async function storedConnection(id: string): Promise<ConnectionRow | undefined> {
  const [row] = await (await consoleDb()).select().from(connections).where(eq(connections.id, id))
  return row
}

/** Every stored connection, oldest first, without opening keys. */
export async function listConnections(): Promise<ShownConnection[]> {
  const rows = await (
    await consoleDb()
  )
    .select()
    .from(connections)
    .orderBy(asc(connections.createdAt))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    environment: row.environment,
    baseUrl: row.baseUrl,
    preEncounterUrl: row.preEncounterUrl,
    authKind: row.authKind,
    clientId: row.clientId,
    keyLastFour: row.keyLastFour,
    keyFingerprint: row.keyFingerprint,
    isEmbedded: row.isEmbedded,
    isActive: row.isActive,
    isDisabled: row.disabledAt !== null,
    isReadOnly: isReadOnlyLabel(row.scopeLabel),
    changedAt: row.updatedAt.toISOString(),
  }))
}

/** Stores what a test told of a connection's key, unless the key has been changed meanwhile. */
export async function noteKeyAccess(
  { id, scopeLabel, keyFingerprint }: Pick<ConnectionRow, 'id' | 'scopeLabel' | 'keyFingerprint'>,
  isReadOnly: boolean,
): Promise<void> {
  const label = withAccess(scopeLabel, isReadOnly)
  if (label === scopeLabel) return
  const isSame = and(eq(connections.id, id), eq(connections.keyFingerprint, keyFingerprint))
  await (await consoleDb()).update(connections).set({ scopeLabel: label }).where(isSame)
}

/** The connection of a stored row. */
export function toConnection(row: ConnectionRow): Connection {
  const {
    id,
    name,
    environment,
    scopeLabel,
    baseUrl,
    preEncounterUrl,
    keyFingerprint,
    isEmbedded,
  } = row
  const auth =
    row.authKind === 'client_credentials'
      ? { kind: row.authKind, clientId: row.clientId ?? '' }
      : { kind: row.authKind }
  return {
    id,
    name,
    environment,
    scopeLabel,
    baseUrl,
    preEncounterUrl,
    auth,
    keyFingerprint,
    boundTo: `${new URL(baseUrl).origin} ${row.firstKeyFingerprint}`,
    isEmbedded,
    openKey: () => openLately(row.sealedKey, sealedFor(id, row)),
  }
}

// Requests of one moment open the key once. A text that was moved to another address is another one
// here, too.
const openedForMs = 5_000
const lately = new Map<string, { at: number; key: Promise<Secret> }>()

function openLately(sealed: string, target: SealedFor): Promise<Secret> {
  const name = JSON.stringify([sealed, target])
  const known = lately.get(name)
  if (known && performance.now() - known.at < openedForMs) return known.key
  // There are never many: those of the connections that were used in the last seconds.
  for (const [other, { at }] of lately)
    if (performance.now() - at >= openedForMs) lately.delete(other)
  const key = open(sealed, target)
  lately.set(name, { at: performance.now(), key })
  key.catch(() => lately.delete(name))
  return key
}

/** True for a connection whose addresses are all on this machine. */
export function isOnThisMachine({ baseUrl, preEncounterUrl }: Addresses): boolean {
  return isLoopback(baseUrl) && isLoopback(preEncounterUrl)
}

/**
 * The columns of a key: the key sealed for its record and every origin that may receive it, and the
 * part that is shown.
 */
export async function keyColumns(id: string, addresses: Addresses, key: string) {
  return {
    sealedKey: await seal(key, sealedFor(id, addresses)),
    keyLastFour: key.slice(-4),
    keyFingerprint: await fingerprintOf(key),
  }
}

/** Makes a stored connection the one in use. `db` is a transaction. */
export async function setActive(db: ConsoleDb, id: string): Promise<void> {
  await db.update(connections).set({ isActive: false }).where(eq(connections.isActive, true))
  await db.update(connections).set({ isActive: true }).where(eq(connections.id, id))
}

// Every distinct origin that receives the key. For a single origin this equals the seal of earlier
// versions (decision 0040).
function sealedFor(id: string, { baseUrl, preEncounterUrl }: Addresses): SealedFor {
  const origins = new Set([new URL(baseUrl).origin, new URL(preEncounterUrl).origin])
  return { purpose: 'partner-key', record: id, origin: [...origins].join(' ') }
}
