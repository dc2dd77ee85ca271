import 'server-only'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { describeOrigin, environmentOf, isAllowedBase, scopeLabelOf } from './connection-labels.ts'
import { consoleDb } from '#lib/console/db.ts'
import { fingerprintOf, open, seal } from './keys.ts'
import { connections } from '#lib/console/schema.ts'
import type { Secret } from './secret.ts'
import { sandboxAddress } from '#lib/console/settings.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'

/** A partner as a verb may use it: addresses and how to open its key. */
export type Connection = {
  id: string
  name: string
  environment: 'sandbox' | 'staging' | 'production'
  /** Which billing NPIs the key reaches, in words for the strip. */
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

/** The connection in use. Throws when none is stored, which the start prevents. */
export async function activeConnection(): Promise<Connection> {
  const db = await consoleDb()
  const [row] = await db.select().from(connections).where(eq(connections.isActive, true))
  if (!row) throw new Error('No partner connection is stored.')
  return toConnection(row)
}

/**
 * Makes the stored connection at the start. A partner that the environment names is stored and made the active one;
 * otherwise the embedded sandbox is, unless a partner is stored already. The sandbox's row follows its port and key.
 */
export async function ensureConnection(): Promise<void> {
  const db = await consoleDb()
  const stored = await db.select().from(connections)
  const partner = partnerFromEnvironment()
  if (partner) {
    const known = stored.find((row) => row.baseUrl === partner.baseUrl)
    // A stored key wins over the environment: people change it in the console, and a restart must not undo that.
    const id = known?.id ?? (await insertConnection(partner))
    if (!known?.isActive) await activate(id)
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
    preEncounterUrl: cleanBase(process.env.PARTNER_PRE_ENCOUNTER_URL ?? base, 'PARTNER_PRE_ENCOUNTER_URL'),
    authKind: apiKey ? 'api_key' : 'client_credentials',
    clientId: apiKey ? null : clientId!, // without an API key, `key` exists only when the client id does
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
  return parsed.data.replace(/\/+$/, '')
}

async function insertConnection({ key, ...wanted }: Wanted): Promise<string> {
  // Two consoles that start together on an empty database come to the same id, so they store one connection.
  const id = wanted.isEmbedded
    ? 'sandbox'
    : `partner-${createHash('sha256').update(wanted.baseUrl).digest('hex').slice(0, 12)}`
  const columns = { id, ...wanted, ...(await sealedColumns(id, wanted.baseUrl, key)) }
  await (await consoleDb()).insert(connections).values(columns).onConflictDoNothing()
  return id
}

async function followSandbox(row: Row, { key, ...wanted }: Wanted): Promise<void> {
  if (row.baseUrl === wanted.baseUrl && row.keyFingerprint === (await fingerprintOf(key))) return
  const columns = { ...wanted, ...(await sealedColumns(row.id, wanted.baseUrl, key)), updatedAt: new Date() }
  await (await consoleDb()).update(connections).set(columns).where(eq(connections.id, row.id))
}

async function sealedColumns(id: string, baseUrl: string, key: string) {
  return {
    sealedKey: await seal(key, { purpose: 'partner-key', record: id, origin: new URL(baseUrl).origin }),
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
  const openKey = () => open(row.sealedKey, { purpose: 'partner-key', record: id, origin: new URL(baseUrl).origin })
  return { id, name, environment, scopeLabel, baseUrl, preEncounterUrl, auth, keyFingerprint, isEmbedded, openKey }
}
