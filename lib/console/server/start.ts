import 'server-only'
import { hasSession } from '#lib/console/people/account-of-token.ts'
import { ensureDemoAccounts } from '#lib/console/people/accounts.ts'
import { activeConnection, checkStoredKey, ensureConnection } from '#lib/console/connections/connections.ts'
import { isDatabaseUp } from '#lib/console/db.ts'
import { endJobsOfEarlierProcess } from '#lib/console/jobs.ts'
import { log, logDefect } from '#lib/console/log.ts'
import { refuseDemoBesideRealData } from '#lib/console/people/demo-accounts.ts'
import { ensureSetupCode } from '#lib/console/people/setup.ts'
import { sweepOnceADay } from '#lib/console/sweep.ts'
import { StartProblem } from './start-problem.ts'

const place = globalThis as typeof globalThis & {
  consoleStart?: Promise<void>
  consoleHasSession?: typeof hasSession
  consoleSweep?: NodeJS.Timeout
}

const sweepAskedEveryMs = 3_600_000

/**
 * Makes the console ready once per process: database and migrations, root key, connection, demo accounts or setup code.
 * Safe to call before anything that needs them; a failed start is tried again by the next call.
 */
export function startConsole(): Promise<void> {
  place.consoleStart ??= prepare().catch((error: unknown) => {
    delete place.consoleStart
    if (error instanceof StartProblem) log('error', `Cannot start: ${error.message}`)
    else logDefect(error, 'startConsole')
    throw error
  })
  return place.consoleStart
}

/** Forgets that the console started, so that a test can start it over. */
export function forgetStart(): void {
  delete place.consoleStart
  clearInterval(place.consoleSweep)
}

async function prepare(): Promise<void> {
  await isDatabaseUp()
  await ensureConnection()
  await checkStoredKey()
  await refuseDemoBesideRealData()
  await ensureDemoAccounts()
  await ensureSetupCode()
  await endJobsOfEarlierProcess()
  await sweepOnceADay()
  clearInterval(place.consoleSweep)
  place.consoleSweep = setInterval(() => void sweepOnceADay(), sweepAskedEveryMs).unref()
  // The front server asks it before it lets a body through; it stands outside the bundle and cannot import it.
  place.consoleHasSession = hasSession
  const { id, environment } = await activeConnection()
  log('info', 'console ready', { connection_id: id, environment })
}
