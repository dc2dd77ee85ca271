import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { Role } from '#lib/acts/acts.ts'
import { type TestDatabase, copyOfTemplate } from '#lib/core/test-database.testing.ts'
import { within } from '#lib/core/within.ts'
import { closeConsoleDb, consoleDb } from './db.ts'
import { processState } from './process-state.ts'
import { resetAuth } from './accounts/auth.ts'
import { cookieKey, resetKeyCache } from './connections/key-store.ts'
import { resetReads } from './accounts/read-budget.ts'
import { resetStrangers } from './audit.ts'
import { stopDelivery } from './jobs/delivery.ts'
import { facts, session, user } from './schema.ts'
import { stopSigning } from './trail/sign.ts'
import { resetTrailKeyCache } from './trail/trail-key.ts'
import { now, setClock } from './clock.ts'
import { sessionCookieName } from './accounts/session-cookie.ts'
import { resetRequest, request } from './test-request.ts'
import { refreshTimeZone } from './time-zone.ts'
import { resetStart, startToEnd } from './server/start.ts'

// The databases of this process by their DATA_DIR: a test that starts again in a folder finds its
// data.
const databases = new Map<string, TestDatabase>()
let ownFolder: string | undefined
// What the test before set, perhaps in another file of this process.
let given: string[] = []

/**
 * Starts a separate console for a test: an empty database, a folder of its own and a fixed root
 * key. With a DATA_DIR of the test, the next start there has the same database. `settings` are
 * environment variables.
 */
export async function startTestConsole(settings: Record<string, string> = {}): Promise<void> {
  await stopTestConsole()
  ownFolder = settings.DATA_DIR ? undefined : mkdtempSync(path.join(tmpdir(), 'test-console-'))
  const dataDir = settings.DATA_DIR ?? ownFolder!
  const standard = {
    DATA_DIR: dataDir,
    DATABASE_URL: settings.DATABASE_URL ?? (await databaseOf(dataDir)).address,
    CONSOLE_ALONE: '1',
    CONSOLE_ROOT_KEY: '11'.repeat(32),
    // There is none: this clone's own file is not the tests' affair.
    CONSOLE_ROOT_KEY_FILE: path.join(tmpdir(), 'no-root-key', 'root.key'),
    LOG_LEVEL: 'silent',
    PORT: '3000',
  }
  for (const name of [
    'CONSOLE_ROOT_KEY_NEXT',
    'DEMO_ACCOUNTS',
    'PARTNER_BASE_URL',
    'SANDBOX_PORT',
    'SANDBOX_API_KEY',
    ...given,
  ])
    delete process.env[name]
  given = Object.keys(settings)
  Object.assign(process.env, standard, settings)
  // Late work of the test before may have opened that test's database again meanwhile.
  await closeConsoleDb()
  processState<{ passwordWork: number }>().passwordWork = 2 ** 6
  await startToEnd()
}

async function databaseOf(dataDir: string): Promise<TestDatabase> {
  const found = databases.get(dataDir) ?? (await copyOfTemplate('console', migrate))
  databases.set(dataDir, found)
  return found
}

async function migrate(address: string): Promise<void> {
  process.env.DATABASE_URL = address
  await consoleDb()
  await closeConsoleDb()
}

/** Ends the test's console and discards its memory. */
export async function stopTestConsole(): Promise<void> {
  await ended('the delivery of jobs', stopDelivery())
  await ended('the signing of the trail', stopSigning())
  setClock(undefined)
  resetRequest()
  resetStart()
  resetAuth()
  resetKeyCache()
  resetTrailKeyCache()
  resetStrangers()
  resetReads()
  await ended('the database', closeConsoleDb())
  if (ownFolder === undefined) return
  await databases.get(ownFolder)?.drop()
  databases.delete(ownFolder)
  rmSync(ownFolder, { recursive: true, force: true })
  ownFolder = undefined
}

// A stop that hangs says what it waits for.
function ended(what: string, stop: Promise<void>): Promise<void> {
  return within(60_000, stop, () => {
    throw new Error(`A test’s console waits in vain for the end of ${what}.`)
  })
}

/** Makes this the organization's time zone. */
export async function countIn(timeZone: string): Promise<void> {
  const db = await consoleDb()
  await db.update(facts).set({ value: timeZone }).where(eq(facts.name, 'time_zone'))
  await refreshTimeZone()
}

/** Signs an account in, for an hour: the test's next requests have its session. */
export async function signInAccount(accountId: string): Promise<void> {
  const token = randomUUID()
  const db = await consoleDb()
  const at = new Date(now())
  const expiresAt = new Date(now() + 3_600_000)
  await db
    .insert(session)
    .values({ id: token, token, userId: accountId, expiresAt, lastSeenAt: at })
  await sendSessionCookie(token)
}

/** Signs the demo account of a role in; returns its id. A reader is the manager's account. */
export async function signInAs(role: Role): Promise<string> {
  const db = await consoleDb()
  const email = `${role === 'reader' ? 'manager' : role}@demo.test`
  const [holder] = await db.update(user).set({ role }).where(eq(user.email, email)).returning()
  await signInAccount(holder!.id)
  return holder!.id
}

/**
 * Gives the test's request the signed cookie of a session, as the browser that signed in would send
 * it.
 */
export async function sendSessionCookie(token: string): Promise<void> {
  const signature = createHmac('sha256', await cookieKey())
    .update(token)
    .digest('base64')
  request.cookies.set(sessionCookieName(), { value: encodeURIComponent(`${token}.${signature}`) })
}

/** Sends the next requests as a page of the console does. */
export function sendFromOwnPage(): void {
  request.headers = new Headers({
    host: '127.0.0.1:3000',
    origin: 'http://127.0.0.1:3000',
    'sec-fetch-site': 'same-origin',
  })
}
