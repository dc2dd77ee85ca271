import {
  type KeyCommand,
  runKeyCommand,
  wordsOfProgress,
} from '#lib/console/connections/key-commands.ts'
import { loadRootKey, rootKeyFile } from '#lib/console/connections/root-key.ts'
import { closeConsoleDb } from '#lib/console/db.ts'
import { logDefect, logForOperator } from '#lib/console/log.ts'
import { describeDatabase, isDatabaseAway, reasonAway } from '#lib/console/postgres.ts'
import { checkDataSettings } from '#lib/console/server/check-settings.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { databaseUrl, dataFolder } from '#lib/console/settings.ts'
import { signTrail, stopSigning } from '#lib/console/trail/sign.ts'
import {
  type Database,
  environmentsOf,
  hasDatabase,
  runningDatabase,
  startDatabase,
} from './database.ts'
import { isRelease, say } from './shell.ts'

/**
 * Runs an operator's command on the console's data, beside a console that runs or without one, and
 * says its end. Throws a StartProblem if it cannot be done, also without the root key.
 */
export async function runOnData(command: KeyCommand): Promise<void> {
  checkData()
  const { isAlone, stop } = await reachData()
  try {
    // No console saves meanwhile, so a rotation need not wait for its end.
    const words = await runKeyCommand(command, {
      report: sayProgress(command),
      settleMs: isAlone ? 0 : undefined,
    })
    await signTrail()
    say(words)
  } finally {
    await leaveData(stop)
  }
}

/** Ends what uses the console's database in this process, and then the server that it may have. */
export async function leaveData(stop: () => Promise<void>): Promise<void> {
  // It would sign again a moment later.
  await stopSigning()
  await closeConsoleDb()
  await stop()
}

/** Throws a StartProblem that tells an operator all that is missing, before anything is read. */
export function checkData(): void {
  checkDataSettings(isRelease)
  loadRootKey(rootKeyFile(), false)
}

/** Ends the process with the status of `run`, and with words for a problem. */
export async function endWith(run: () => Promise<number>): Promise<void> {
  logForOperator()
  try {
    process.exitCode = await run()
  } catch (error) {
    process.stderr.write(`${wordsOfEnd(error)}\n`)
    process.exitCode = 1
  }
}

// Only fixed words and places: a defect's message may quote a value.
function wordsOfEnd(error: unknown): string {
  if (error instanceof StartProblem) return error.message
  if (isDatabaseAway(error)) {
    const place = describeDatabase(databaseUrl())
    return `The database at ${place} cannot be used: ${reasonAway(error).words}. Look at DATABASE_URL.`
  }
  const { code, path: place } = Object(error) as { code?: unknown; path?: unknown }
  const reason = fileReasons[String(code)]
  if (reason && typeof place === 'string') return `${place} cannot be used: ${reason}.`
  return `The command ended with a defect; the log above has it as ${logDefect(error, 'command')}.`
}

const fileReasons: { [code: string]: string | undefined } = {
  EACCES: 'this user may not',
  EEXIST: 'there is another file of that name',
  EISDIR: 'it is a folder',
  ENOENT: 'it is not there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is in no folder',
  EPERM: 'this user may not',
  EROFS: 'it can only be read',
}

/**
 * Leads this process to the console's database: DATABASE_URL, the server that another process runs in
 * DATA_DIR, or that server started for as long as a command works. Throws a StartProblem without data.
 */
export async function reachData(): Promise<{ isAlone: boolean; stop: () => Promise<void> }> {
  if (process.env.DATABASE_URL) return { isAlone: false, stop: async () => undefined }
  if (!hasDatabase(dataFolder()))
    throw new StartProblem(
      'DATA_DIR holds no data of a console. Start the console once, or set DATA_DIR.',
    )
  const running = runningDatabase(dataFolder())
  if (running) {
    Object.assign(process.env, running.console)
    return { isAlone: false, stop: async () => undefined }
  }
  return { isAlone: true, stop: (await startConsoleDatabase()).stop }
}

/**
 * Starts the server of DATA_DIR for as long as a command works, and leads this process to the
 * console's database there. Throws a StartProblem with the reason if it does not start.
 */
export async function startConsoleDatabase(): Promise<Database> {
  try {
    const server = await startDatabase(dataFolder())
    Object.assign(process.env, environmentsOf(server).console)
    return server
  } catch (error) {
    throw new StartProblem(
      error instanceof Error ? error.message : 'The database does not start.',
      { cause: error },
    )
  }
}

function sayProgress(command: KeyCommand) {
  let saidAt = performance.now()
  return (done: number, total: number) => {
    if (performance.now() - saidAt < 1_000) return
    saidAt = performance.now()
    say(wordsOfProgress(command, done, total))
  }
}
