import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordStranger, type Place } from '#lib/console/audit.ts'
import { noteRestore } from '#lib/console/backup/after-restore.ts'
import { accountInCookies } from '#lib/console/accounts/account-of-token.ts'
import { ensureDemoAccounts } from '#lib/console/accounts/accounts.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { checkStoredKey, ensureConnection } from '#lib/console/connections/start-connection.ts'
import { isDatabaseUp } from '#lib/console/db.ts'
import {
  DatabaseAway,
  describeDatabase,
  isDatabaseAway,
  reasonAway,
} from '#lib/console/postgres.ts'
import { log, logDefect } from '#lib/console/log.ts'
import { lookForLists } from '#lib/console/placed-lists.ts'
import { refuseDemoBesideRealData } from '#lib/console/accounts/demo-accounts.ts'
import { processState } from '#lib/console/process-state.ts'
import { inRequest } from '#lib/console/request-id.ts'
import { forgetOtherIssuer, singleSignOn } from '#lib/console/accounts/single-sign-on.ts'
import { ensureSetupCode } from '#lib/console/accounts/setup.ts'
import { sweepOnceADay, sweepStrangers } from '#lib/console/sweep.ts'
import { databaseUrl, metricsToken, takes } from '#lib/console/settings.ts'
import { within } from '#lib/core/within.ts'
import { signTrail } from '#lib/console/trail/sign.ts'
import { ensureTimeZone, refreshTimeZone } from '#lib/console/time-zone.ts'
import { traceSettings } from '#lib/console/traces.ts'
import { trailKeys } from '#lib/console/trail/trail-key.ts'
import { checkSettings } from './check-settings.ts'
import { refuseClearText } from './clear-text.ts'
import type { StartFailure } from './start-failure.ts'
import { StartProblem } from './start-problem.ts'

const state = processState<{
  start: Promise<void>
  startFailure: StartFailure
  /** Set while the start's last try has not found the database. */
  isDatabaseMissing: true
  startAgain: () => Promise<void>
  sweep: NodeJS.Timeout
  sweepStrangers: NodeJS.Timeout
  lookForLists: NodeJS.Timeout
  refreshTimeZone: NodeJS.Timeout
  accountInCookies: typeof accountInCookies
  noteRefusal: typeof noteRefusal
}>()

const sweepAskedEveryMs = 3_600_000
const strangersEveryMs = 60_000
const listsEveryMs = 60_000
const timeZoneEveryMs = 60_000

const databaseTriedMs = 60_000
const databaseAskedEveryMs = 1_000
// Callers need not wait for the end of the start: for so long without the database, otherwise for
// `longestWaitMs` more.
const startWaitedMs = 4_000
const longestWaitMs = 6_000

/**
 * Prepares the console once for each process: database and migrations, root key, connection, demo
 * accounts or setup code. Safe to call repeatedly; the call after a failed start tries again. It
 * throws DatabaseAway after four seconds without the database, or after ten of a start that is only
 * slow, while the start itself goes on.
 */
export function startConsole(): Promise<void> {
  const start = startToEnd()
  const late = () => {
    throw new DatabaseAway()
  }
  return within(startWaitedMs, start, () =>
    state.isDatabaseMissing ? late() : within(longestWaitMs, start, late),
  )
}

/** Like `startConsole`, but waits for the end of the start. */
export function startToEnd(): Promise<void> {
  // The front server tries again what may pass.
  state.startAgain = startToEnd
  // Its timers outlive the request that begins it.
  state.start ??= inRequest(undefined, () =>
    prepare().then(
      () => void delete state.startFailure,
      (error: unknown) => {
        delete state.start
        noteFailure(error)
        throw error
      },
    ),
  )
  return state.start
}

// What the start looks at now, so that a failure names it.
let stage: StartFailure['reason'] = 'settings'

// The log has each reason once, however often the start is tried again.
function noteFailure(error: unknown): void {
  const isProblem = error instanceof StartProblem
  const isAway = isDatabaseAway(error)
  const words = isProblem
    ? error.message
    : isAway
      ? 'The database stopped answering during the start.'
      : `${unexpectedWords[stage] ?? 'The start failed.'} The log has the error ${logDefect(error, 'startConsole')}.`
  if ((isProblem || isAway) && words !== state.startFailure?.words)
    log('error', `Cannot start: ${words}`)
  const reason = stage === 'database' && !isProblem && !isAway ? 'migrations' : stage
  state.startFailure = { reason, words, mayPass: isAway || error instanceof DatabaseNotThere }
}

const unexpectedWords: Partial<Record<StartFailure['reason'], string>> = {
  database: 'The tables in the database couldn’t be brought up to this version.',
}

/** The database did not answer for so long that the start gave up; it may answer later. */
class DatabaseNotThere extends StartProblem {}

/** Resets the start, so a test can start the console again. */
export function resetStart(): void {
  delete state.start
  delete state.startFailure
  delete state.isDatabaseMissing
  clearInterval(state.sweep)
  clearInterval(state.sweepStrangers)
  clearInterval(state.lookForLists)
  clearInterval(state.refreshTimeZone)
}

// An orchestrator may start the console before its database. A problem that waiting cannot solve
// ends the start at once.
async function waitForDatabase(): Promise<void> {
  const place = describeDatabase(databaseUrl())
  // A start that is tried again has waited before.
  const hasFailed = state.startFailure !== undefined
  const endsAt = performance.now() + (hasFailed ? 0 : databaseTriedMs)
  for (let lastProblem = ''; ;) {
    try {
      await isDatabaseUp()
      delete state.isDatabaseMissing
      return
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      state.isDatabaseMissing = true
      const { words, isFinal } = reasonAway(error)
      const what = `The database at ${place} cannot be used: ${words}.`
      if (isFinal) throw new StartProblem(`${what} Look at DATABASE_URL, then start again.`)
      if (performance.now() >= endsAt)
        throw new DatabaseNotThere(`${what} It was tried for 60 seconds.`)
      if (what !== lastProblem) log('warn', `${what} Trying again for 60 seconds.`)
      lastProblem = what
    }
    await sleep(databaseAskedEveryMs)
  }
}

// What the front server refuses before any page code runs. No session was looked at.
async function noteRefusal(status: number, place: Place): Promise<void> {
  const outcome = { 403: 'ForeignOrigin', 421: 'UnknownHost' }[status]
  if (!outcome) return
  const what = {
    accountId: 'anonymous',
    connectionId: null,
    operation: 'request',
    stage: 'refused',
    outcome,
  } as const
  await recordStranger({ ...what, recordIds: [], actor: { account: null, place } })
}

function readTraceSettings() {
  try {
    return traceSettings()
  } catch (error) {
    throw new StartProblem((error as Error).message)
  }
}

async function prepare(): Promise<void> {
  stage = 'settings'
  checkSettings()
  singleSignOn()
  metricsToken()
  const traces = readTraceSettings()
  stage = 'database'
  await waitForDatabase()
  stage = 'keys'
  // A change and its audit entry are one transaction, in which the keys cannot be read.
  await trailKeys()
  await noteRestore()
  stage = 'connection'
  await ensureConnection()
  await checkStoredKey()
  stage = 'settings'
  refuseClearText(await activeConnection())
  await refuseDemoBesideRealData()
  await ensureTimeZone()
  await ensureDemoAccounts()
  if (takes('web')) await ensureSetupCode()
  await forgetOtherIssuer()
  // The rows of a process that was killed have no signature yet.
  await signTrail()
  clearInterval(state.sweep)
  clearInterval(state.sweepStrangers)
  clearInterval(state.lookForLists)
  clearInterval(state.refreshTimeZone)
  state.refreshTimeZone = setInterval(() => void refreshTimeZone(), timeZoneEveryMs).unref()
  if (takes('worker')) {
    await sweepOnceADay()
    state.sweep = setInterval(() => void sweepOnceADay(), sweepAskedEveryMs).unref()
    state.sweepStrangers = setInterval(() => void sweepStrangers(), strangersEveryMs).unref()
    state.lookForLists = setInterval(() => void lookForLists(), listsEveryMs).unref()
  }
  // Loaded only where traces are wanted.
  if (traces) (await import('#lib/console/trace-export.ts')).startTraceExport(traces)
  // The front server calls it before it accepts a body. It runs outside the bundle and cannot
  // import this.
  state.accountInCookies = accountInCookies
  state.noteRefusal = noteRefusal
  const { id, environment } = await activeConnection()
  log('info', 'console ready', { connection_id: id, environment })
}
