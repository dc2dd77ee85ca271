import 'server-only'
import { randomUUID } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { recordAudit } from '#lib/console/audit.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { connections, session } from '#lib/console/schema.ts'
import { scopeLabelOf, withAccess } from './connection-labels.ts'
import { keyColumns, setActive, type Connection, type ConnectionRow } from './connections.ts'
import { Secret } from './secret.ts'

/**
 * Who changes a connection: the account, the connection in use, and the token of the session that
 * stays open.
 */
export type Administrator = { accountId: string; connectionId: string; sessionToken: string }

/** A connection from an administrator's input. The addresses are normalized (`cleanAddress`). */
export type NewConnection = Pick<
  ConnectionRow,
  'name' | 'environment' | 'baseUrl' | 'preEncounterUrl' | 'authKind' | 'clientId'
> & { key: string }

/** A connection that is tested before it is stored. */
export function untested({ key, ...wanted }: NewConnection): Connection {
  const { authKind, clientId, ...rest } = wanted
  const auth =
    authKind === 'client_credentials'
      ? { kind: authKind, clientId: clientId ?? '' }
      : ({ kind: authKind } as const)
  return {
    ...rest,
    // A separate id, so the test uses no token and no retry budget of a stored connection.
    id: `test-${randomUUID()}`,
    scopeLabel: '',
    auth,
    keyFingerprint: '',
    boundTo: '',
    isEmbedded: false,
    openKey: async () => new Secret(key),
  }
}

/** Stores a new connection without using it. Returns its id, or undefined if its name is taken. */
export async function addConnection(
  by: Administrator,
  { key, ...wanted }: NewConnection,
  isReadOnly = false,
): Promise<string | undefined> {
  const id = `connection-${randomUUID()}`
  const sealed = await keyColumns(id, wanted, key)
  return inTrail(by, 'addConnection', id, async (tx) => {
    const [same] = await tx
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.name, wanted.name))
    if (same) return undefined
    const columns = {
      ...wanted,
      ...sealed,
      firstKeyFingerprint: sealed.keyFingerprint,
      scopeLabel: scopeLabelOf(undefined, isReadOnly),
    }
    await tx.insert(connections).values({ id, ...columns })
    return id
  })
}

/**
 * Replaces the key of a connection. Drafts and jobs stay, because they are bound to its first key.
 * Requests under way finish with the old key.
 */
export async function rotateKey(
  by: Administrator,
  row: ConnectionRow,
  {
    key,
    clientId,
    isReadOnly = false,
  }: { key: string; clientId: string | null; isReadOnly?: boolean },
): Promise<void> {
  const sealed = await keyColumns(row.id, row, key)
  await inTrail(by, 'rotateConnectionKey', row.id, async (tx) => {
    await tx
      .update(connections)
      .set({
        ...sealed,
        clientId,
        scopeLabel: withAccess(row.scopeLabel, isReadOnly),
        updatedAt: new Date(),
      })
      .where(eq(connections.id, row.id))
    return true
  })
}

/**
 * Makes a connection the one in use. This ends every session except the administrator's own, so no
 * page of the previous connection sends anything to this one.
 */
export async function activateConnection(by: Administrator, row: ConnectionRow): Promise<void> {
  await inTrail(by, 'activateConnection', row.id, async (tx) => {
    await setActive(tx, row.id)
    await tx.delete(session).where(ne(session.token, by.sessionToken))
    return true
  })
}

/** Disables a connection that is not in use, or enables it again. Its key stays sealed. */
export async function setDisabled(
  by: Administrator,
  row: ConnectionRow,
  isDisabled: boolean,
): Promise<boolean> {
  const operation = isDisabled ? 'disableConnection' : 'enableConnection'
  const done = await inTrail(by, operation, row.id, async (tx) => {
    const [now] = await tx
      .select()
      .from(connections)
      .where(eq(connections.id, row.id))
      .for('update')
    if (!now || (isDisabled && now.isActive)) return undefined
    await tx
      .update(connections)
      .set({ disabledAt: isDisabled ? new Date() : null, updatedAt: new Date() })
      .where(eq(connections.id, row.id))
    return true
  })
  return done === true
}

// A change and its audit entry are one transaction: without the entry there is no change.
async function inTrail<T>(
  { accountId, connectionId }: Administrator,
  operation: string,
  id: string,
  work: (tx: ConsoleDb) => Promise<T | undefined>,
): Promise<T | undefined> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const done = await work(tx)
    const outcome = done === undefined ? 'refused' : 'ok'
    await recordAudit(
      { accountId, connectionId, operation, stage: 'outcome', outcome, recordIds: [id] },
      tx,
    )
    return done
  })
}
