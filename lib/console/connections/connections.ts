import 'server-only'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { describeOrigin, environmentOf, isAllowedBase, isLoopback, scopeLabelOf } from './connection-labels.ts'
import { consoleDb } from '#lib/console/db.ts'
import { fingerprintOf, open, seal, SealBroken, type SealedFor } from './key-store.ts'
import { connections } from '#lib/console/schema.ts'
import type { Secret } from './secret.ts'
import { sandboxAddress } from '#lib/console/settings.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'

/** A partner connection: its addresses and a way to open its key. */
export type Connection = {
  id: string
  name: string
  environment: 'sandbox' | 'staging' | 'production'
  /** The billing NPIs that the key reaches, in words for the strip. */
  scopeLabel: string
  baseUrl: string
  preEncounterUrl: string
  auth: { kind: 'api_key' } | { kind: 'client_credentials'; clientId: string }
  keyFingerprint: string
  isEmbedded: boolean
  /** Opens the sealed key or client secret. */
  openKey: () => Promise<Secret>
}

type Row = typeof connections.$inferSelect
type Wanted = Pick<
  Row,
  'name' | 'environment' | 'scopeLabel' | 'baseUrl' | 'preEncounterUrl' | 'authKind' | 'clientId' | 'isEmbedded'
> & { key: string }

/** The connection in use. Throws if none is stored, which the start prevents. */
export async function activeConnection(): Promise<Connection> {
  const db = await consoleDb()
  const [row] = await db.select().from(connections).where(eq(connections.isActive, true))
  if (!row) throw new Error('No partner connection is stored.')
  return toConnection(row)
}

/**
 * Stores the connection at the start. A partner from the environment becomes the active one; otherwise the embedded
 * sandbox does, unless a partner is already stored. The sandbox's row follows its port and key.
 */
export async function ensureConnection(): Promise<void> {
  const db = await consoleDb()
  const stored = await db.select().from(connections)
  const partner = partnerFromEnvironment()
  if (partner) {
    const known = stored.find((row) => row.id === idOf(partner) || row.baseUrl === partner.baseUrl)
    if (!known) await activate(await insertConnection(partner))
    else {
      // A stored key has priority over the environment if it opens for its stored addresses.
      if (known.baseUrl !== partner.baseUrl || !(await hasKeyThatOpens(known)))
        await replaceConnection(known.id, partner)
      if (!known.isActive) await activate(known.id)
    }
    return
  }
  const sandbox = sandboxConnection()
  const known = stored.find((row) => row.isEmbedded)
  if (known) await followSandbox(known, sandbox)
  else if (stored.length === 0) await activate(await insertConnection(sandbox))
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

function partnerFromEnvironment(): Wanted | undefined {
  const base = process.env.PARTNER_BASE_URL
  if (!base) return undefined
  const { PARTNER_API_KEY: apiKey, PARTNER_CLIENT_ID: clientId, PARTNER_CLIENT_SECRET: secret } = process.env
  const key = apiKey || (clientId ? secret : undefined)
  if (!key)
    throw new StartProblem('PARTNER_BASE_URL needs PARTNER_API_KEY, or PARTNER_CLIENT_ID with PARTNER_CLIENT_SECRET.')
  const baseUrl = cleanBase(base, 'PARTNER_BASE_URL')
  return {
    name: process.env.PARTNER_NAME ?? describeOrigin(baseUrl),
    environment: environmentOf(baseUrl),
    scopeLabel: scopeLabelOf(),
    baseUrl,
    preEncounterUrl: cleanBase(process.env.PARTNER_PRE_ENCOUNTER_URL || base, 'PARTNER_PRE_ENCOUNTER_URL'),
    authKind: apiKey ? 'api_key' : 'client_credentials',
    clientId: apiKey ? null : clientId!, // without an API key, `key` exists only if the client id does
    isEmbedded: false,
    key,
  }
}

function cleanBase(text: string, name: string): string {
  const parsed = z.url().safeParse(text)
  if (!parsed.success || !isAllowedBase(parsed.data)) {
    throw new StartProblem(
      `${name} must be an https address without user, query or fragment (http only for this machine).`,
    )
  }
  let end = parsed.data.length
  while (parsed.data[end - 1] === '/') end -= 1
  return parsed.data.slice(0, end)
}

/**
 * At the start: opens the key of the connection in use. Throws a StartProblem if another root key sealed it, or if it
 * does not open for its stored addresses.
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

/** True for a connection whose addresses are all on this machine. */
export function isOnThisMachine({ baseUrl, preEncounterUrl }: Pick<Row, 'baseUrl' | 'preEncounterUrl'>): boolean {
  return isLoopback(baseUrl) && isLoopback(preEncounterUrl)
}

// Two consoles that start together on an empty database compute the same id, so they store one connection.
function idOf({ isEmbedded, baseUrl }: Wanted): string {
  return isEmbedded ? 'sandbox' : `partner-${createHash('sha256').update(baseUrl).digest('hex').slice(0, 12)}`
}

async function insertConnection({ key, ...wanted }: Wanted): Promise<string> {
  const id = idOf({ key, ...wanted })
  const columns = { id, ...wanted, ...(await sealedColumns(id, wanted, key)) }
  await (await consoleDb()).insert(connections).values(columns).onConflictDoNothing()
  return id
}

async function followSandbox(row: Row, wanted: Wanted): Promise<void> {
  const isSamePlace = row.baseUrl === wanted.baseUrl && row.preEncounterUrl === wanted.preEncounterUrl
  const isSameKey = row.keyFingerprint === (await fingerprintOf(wanted.key))
  if (isSamePlace && isSameKey && (await hasKeyThatOpens(row))) return
  await replaceConnection(row.id, wanted)
}

async function replaceConnection(id: string, { key, ...wanted }: Wanted): Promise<void> {
  const columns = { ...wanted, ...(await sealedColumns(id, wanted, key)), updatedAt: new Date() }
  await (await consoleDb()).update(connections).set(columns).where(eq(connections.id, id))
}

async function hasKeyThatOpens(row: Row): Promise<boolean> {
  try {
    await open(row.sealedKey, targetOf(row.id, row))
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}

// Every distinct origin that receives the key. For a single origin this equals the seal of earlier versions (decision
// 0040).
function targetOf(id: string, { baseUrl, preEncounterUrl }: Pick<Row, 'baseUrl' | 'preEncounterUrl'>): SealedFor {
  const origins = new Set([new URL(baseUrl).origin, new URL(preEncounterUrl).origin])
  return { purpose: 'partner-key', record: id, origin: [...origins].join(' ') }
}

async function sealedColumns(id: string, addresses: Pick<Row, 'baseUrl' | 'preEncounterUrl'>, key: string) {
  return {
    sealedKey: await seal(key, targetOf(id, addresses)),
    keyLastFour: key.slice(-4),
    keyFingerprint: await fingerprintOf(key),
  }
}

async function activate(id: string): Promise<void> {
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    await tx.update(connections).set({ isActive: false }).where(eq(connections.isActive, true))
    await tx.update(connections).set({ isActive: true }).where(eq(connections.id, id))
  })
}

function toConnection(row: Row): Connection {
  const auth =
    row.authKind === 'client_credentials'
      ? { kind: row.authKind, clientId: row.clientId ?? '' }
      : { kind: row.authKind }
  const { id, name, environment, scopeLabel, baseUrl, preEncounterUrl, keyFingerprint, isEmbedded } = row
  const openKey = async () => open(row.sealedKey, targetOf(id, row))
  return { id, name, environment, scopeLabel, baseUrl, preEncounterUrl, auth, keyFingerprint, isEmbedded, openKey }
}
