import 'server-only'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import { log } from '#lib/console/log.ts'
import { connections } from '#lib/console/schema.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { hasSandbox, sandboxAddress } from '#lib/console/settings.ts'
import {
  cleanAddress,
  describeOrigin,
  environmentOf,
  scopeLabelOf,
  withAccess,
} from './connection-labels.ts'
import {
  activeConnection,
  keyColumns,
  setActive,
  toConnection,
  type ConnectionRow,
} from './connections.ts'
import { fingerprintOf, SealBroken } from './key-store.ts'

type Wanted = Pick<
  ConnectionRow,
  | 'name'
  | 'environment'
  | 'scopeLabel'
  | 'baseUrl'
  | 'preEncounterUrl'
  | 'authKind'
  | 'clientId'
  | 'isEmbedded'
> & { key: string }

/**
 * At the start: stores the connection. A partner from the environment is stored and becomes active
 * the first time, or in place of the sandbox. Another partner than the stored ones is a
 * StartProblem. A changed key in the environment replaces the stored one, but not a key that an
 * administrator stored since. Without PARTNER_BASE_URL the embedded sandbox is stored, and
 * its row follows its port and key; where there is no sandbox, an empty store is a StartProblem.
 */
export async function ensureConnection(): Promise<void> {
  const stored = await (await consoleDb()).select().from(connections)
  const partner = partnerOfEnvironment()
  if (partner) {
    const known =
      stored.find((row) => row.id === idOf(partner)) ??
      stored.find((row) => !row.isEmbedded && row.baseUrl === partner.baseUrl)
    if (known) await followEnvironment(known, partner)
    else await beginWith(partner, stored)
    return
  }
  if (!hasSandbox()) {
    if (stored.length > 0) return
    throw new StartProblem(
      'There is no partner yet. Set PARTNER_BASE_URL, with PARTNER_API_KEY or with PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET: the first start stores them.',
    )
  }
  const sandbox = sandboxConnection()
  const known = stored.find((row) => row.isEmbedded)
  if (known) await followSandbox(known, sandbox)
  else if (stored.length === 0) await activate(await insertConnection(sandbox))
}

/**
 * At the start: opens the key of the connection in use. Throws a StartProblem if another root key
 * sealed it, or if it does not open for its stored addresses.
 */
export async function checkStoredKey(): Promise<void> {
  try {
    await (await activeConnection()).openKey()
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new StartProblem(
      'The stored partner key does not open for the addresses that are stored with it: the stored connection was changed, or an earlier version of the console sealed the key for PARTNER_BASE_URL alone. Start once with PARTNER_BASE_URL, PARTNER_PRE_ENCOUNTER_URL and the key; that stores the connection anew.',
    )
  }
}

// A mistyped address at one replica must not lead every person, draft and job to another partner.
async function beginWith(partner: Wanted, stored: readonly ConnectionRow[]): Promise<void> {
  const inUse = stored.find((row) => row.isActive && !row.isEmbedded)
  if (inUse)
    throw new StartProblem(
      `PARTNER_BASE_URL names ${describeOrigin(partner.baseUrl)}, a partner that the console does not know; ${describeOrigin(inUse.baseUrl)} is in use. To move to another partner, an administrator adds and activates it in Settings, Connections.`,
    )
  const id = await insertConnection(partner)
  await activate(id)
  if (stored.length > 0)
    log('info', 'The partner of PARTNER_BASE_URL is in use instead of the sandbox.', {
      connection_id: id,
    })
}

function sandboxConnection(): Wanted {
  const key = process.env.SANDBOX_API_KEY ?? 'sandbox-full'
  const baseUrl = sandboxAddress()
  return {
    name: 'Sandbox',
    environment: 'sandbox',
    scopeLabel: scopeLabelOf(key),
    baseUrl,
    preEncounterUrl: baseUrl,
    authKind: 'api_key',
    clientId: null,
    isEmbedded: true,
    key,
  }
}

function partnerOfEnvironment(): Wanted | undefined {
  const base = process.env.PARTNER_BASE_URL
  if (!base) return undefined
  const {
    PARTNER_API_KEY: apiKey,
    PARTNER_CLIENT_ID: clientId,
    PARTNER_CLIENT_SECRET: secret,
  } = process.env
  const key = apiKey || (clientId ? secret : undefined)
  if (!key)
    throw new StartProblem(
      'PARTNER_BASE_URL needs PARTNER_API_KEY, or PARTNER_CLIENT_ID with PARTNER_CLIENT_SECRET.',
    )
  const baseUrl = addressOfEnvironment(base, 'PARTNER_BASE_URL')
  return {
    name: process.env.PARTNER_NAME ?? describeOrigin(baseUrl),
    environment: environmentOf(baseUrl),
    scopeLabel: scopeLabelOf(),
    baseUrl,
    preEncounterUrl: addressOfEnvironment(
      process.env.PARTNER_PRE_ENCOUNTER_URL || base,
      'PARTNER_PRE_ENCOUNTER_URL',
    ),
    authKind: apiKey ? 'api_key' : 'client_credentials',
    clientId: apiKey ? null : clientId!, // without an API key, `key` exists only if the client id does
    isEmbedded: false,
    key,
  }
}

function addressOfEnvironment(text: string, name: string): string {
  const address = cleanAddress(text)
  if (address === undefined)
    throw new StartProblem(
      `${name} must be an https address without user, query or fragment (http only for this machine).`,
    )
  return address
}

// Two consoles that start together on an empty database compute the same id, so they store one
// connection.
function idOf({ isEmbedded, baseUrl }: Wanted): string {
  return isEmbedded
    ? 'sandbox'
    : `partner-${createHash('sha256').update(baseUrl).digest('hex').slice(0, 12)}`
}

async function insertConnection({ key, ...wanted }: Wanted): Promise<string> {
  const id = idOf({ key, ...wanted })
  const sealed = await keyColumns(id, wanted, key)
  const given = {
    firstKeyFingerprint: sealed.keyFingerprint,
    environmentFingerprint: sealed.keyFingerprint,
  }
  await (
    await consoleDb()
  )
    .insert(connections)
    .values({ id, ...wanted, ...sealed, ...given })
    .onConflictDoNothing()
  return id
}

async function followEnvironment(row: ConnectionRow, partner: Wanted): Promise<void> {
  const given = await fingerprintOf(partner.key)
  const isMoved = row.baseUrl !== partner.baseUrl || row.preEncounterUrl !== partner.preEncounterUrl
  // A new address needs a new seal. A row whose key does not open was changed by hand.
  if (isMoved || !(await hasKeyThatOpens(row))) await replaceConnection(row.id, partner)
  else if (given !== row.keyFingerprint && given !== row.environmentFingerprint)
    await rotateByEnvironment(row, partner)
  else if (given !== row.keyFingerprint)
    log(
      'warn',
      'The key of PARTNER_* is older than the one stored in Settings, which stays in use.',
      {
        connection_id: row.id,
      },
    )
  else if (given !== row.environmentFingerprint) await noteEnvironment(row.id, given)
  if (!row.isActive)
    log(
      'warn',
      'PARTNER_BASE_URL names a connection that an administrator replaced by another in Settings.',
      {
        connection_id: row.id,
      },
    )
}

async function rotateByEnvironment(
  row: ConnectionRow,
  { key, authKind, clientId }: Wanted,
): Promise<void> {
  const sealed = await keyColumns(row.id, row, key)
  await (
    await consoleDb()
  ).transaction(async (tx) => {
    // Facts about the old key do not hold for the new one.
    const scopeLabel = withAccess(row.scopeLabel, false)
    const columns = {
      ...sealed,
      authKind,
      clientId,
      scopeLabel,
      environmentFingerprint: sealed.keyFingerprint,
    }
    await tx
      .update(connections)
      .set({ ...columns, updatedAt: new Date() })
      .where(eq(connections.id, row.id))
    await recordAudit(
      {
        accountId: 'start',
        connectionId: row.id,
        operation: 'rotateConnectionKey',
        stage: 'outcome',
        outcome: 'ok',
        recordIds: [row.id],
      },
      tx,
    )
  })
  log('info', 'The key of PARTNER_* replaced the stored one.', { connection_id: row.id })
}

async function noteEnvironment(id: string, environmentFingerprint: string): Promise<void> {
  await (
    await consoleDb()
  )
    .update(connections)
    .set({ environmentFingerprint })
    .where(eq(connections.id, id))
}

async function followSandbox(row: ConnectionRow, wanted: Wanted): Promise<void> {
  const isSamePlace =
    row.baseUrl === wanted.baseUrl && row.preEncounterUrl === wanted.preEncounterUrl
  const isSameKey = row.keyFingerprint === (await fingerprintOf(wanted.key))
  if (isSamePlace && isSameKey && (await hasKeyThatOpens(row))) return
  await replaceConnection(row.id, wanted)
}

// A new address or reach: drafts and jobs of the old connection stay bound to the old one.
async function replaceConnection(id: string, { key, ...wanted }: Wanted): Promise<void> {
  const sealed = await keyColumns(id, wanted, key)
  const given = {
    firstKeyFingerprint: sealed.keyFingerprint,
    environmentFingerprint: sealed.keyFingerprint,
  }
  const columns = { ...wanted, ...sealed, ...given, updatedAt: new Date() }
  await (await consoleDb()).update(connections).set(columns).where(eq(connections.id, id))
}

async function hasKeyThatOpens(row: ConnectionRow): Promise<boolean> {
  try {
    await toConnection(row).openKey()
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}

async function activate(id: string): Promise<void> {
  const db = await consoleDb()
  await db.transaction((tx) => setActive(tx, id))
}
