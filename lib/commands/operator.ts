import { existsSync } from 'node:fs'
import {
  askRunningConsole,
  type KeyAnswer,
  type KeyCommand,
  runKeyCommand,
  wordsOfProgress,
} from '#lib/console/connections/key-commands.ts'
import type { RootKey } from '#lib/console/connections/root-key.ts'
import { closeConsoleDb, consoleDb } from '#lib/console/db.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { databasePlace } from '#lib/console/settings.ts'
import { signTrail } from '#lib/console/trail/sign.ts'
import { LockHeld } from '#lib/core/file-lock.ts'
import { say } from './shell.ts'

/** Runs an operator's command on the console's data: in the running console if it holds them, otherwise here. Returns the exit status. */
export async function runOnData(command: KeyCommand, root: RootKey): Promise<number> {
  const place = databasePlace()
  if ('directory' in place && !existsSync(place.directory))
    throw new StartProblem('DATA_DIR holds no data of a console. Start the console once, or set DATA_DIR.')
  const answer = (await isHeldByConsole())
    ? await askRunningConsole(command, root, say)
    : await runHere(command, 'directory' in place ? 0 : undefined)
  say(answer.words)
  return answer.state === 'done' ? 0 : 1
}

/** Ends the process with the status of `run`, and with words for a problem. */
export async function endWith(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run()
  } catch (error) {
    // Only fixed words: a defect's message may quote a value.
    process.stderr.write(`${error instanceof StartProblem ? error.message : 'The command ended with a defect.'}\n`)
    process.exitCode = 1
  } finally {
    await closeConsoleDb()
  }
}

// No other process saves into an embedded database beside this one, so a rotation need not wait for its end.
async function runHere(command: KeyCommand, settleMs: number | undefined): Promise<KeyAnswer> {
  const words = await runKeyCommand(command, { report: sayProgress(command), settleMs })
  await signTrail()
  return { state: 'done', words }
}

// The embedded database has one process. PostgreSQL has any number.
async function isHeldByConsole(): Promise<boolean> {
  try {
    await consoleDb()
    return false
  } catch (error) {
    if (error instanceof StartProblem && error.cause instanceof LockHeld) return true
    throw error
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
