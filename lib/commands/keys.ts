import { existsSync } from 'node:fs'
import {
  askRunningConsole,
  type KeyAnswer,
  type KeyCommand,
  runKeyCommand,
  wordsOfProgress,
} from '#lib/console/connections/key-commands.ts'
import { loadRootKey, makeNextRootKey, rootKeyFile } from '#lib/console/connections/root-key.ts'
import { closeConsoleDb, consoleDb } from '#lib/console/db.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { signTrail } from '#lib/console/trail/sign.ts'
import { databasePlace } from '#lib/console/settings.ts'
import { LockHeld } from '#lib/core/file-lock.ts'
import { say } from './shell.ts'

const help = `npm run keys -- status         the versions of the keys, and how many values each of them sealed
npm run keys -- rotate         makes new versions, seals every value anew and destroys the versions before
npm run keys -- rotate-root    puts the key store under a new root key: CONSOLE_ROOT_KEY_NEXT, otherwise a new file

The command needs the root key of the console: CONSOLE_ROOT_KEY or the root key file. The console may run meanwhile.
A command that was ended goes on when it runs again.`

/** `npm run keys` after installation. */
async function run([name, ...more]: string[]): Promise<number> {
  if (!(name === 'status' || name === 'rotate' || name === 'rotate-root') || more.length > 0) {
    say(help)
    return name === undefined || name === '--help' ? 0 : 1
  }
  const place = databasePlace()
  if ('directory' in place && !existsSync(place.directory))
    throw new StartProblem('DATA_DIR holds no data of a console. Start the console once, or set DATA_DIR.')
  const root = loadRootKey(rootKeyFile(), false)
  const command: KeyCommand =
    name === 'rotate-root' ? { name, nextFingerprint: makeNextRootKey().fingerprint } : { name }
  const answer = (await isHeldByConsole())
    ? await askRunningConsole(command, root, say)
    : await runHere(command, 'directory' in place ? 0 : undefined)
  say(answer.words)
  return answer.state === 'done' ? 0 : 1
}

// No other process saves into an embedded database beside this one, so the rotation need not wait for its end.
async function runHere(command: KeyCommand, settleMs: number | undefined): Promise<KeyAnswer> {
  const words = await runKeyCommand(command, { report: sayProgress(), settleMs })
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

function sayProgress() {
  let saidAt = performance.now()
  return (done: number, total: number) => {
    if (performance.now() - saidAt < 1_000) return
    saidAt = performance.now()
    say(wordsOfProgress(done, total))
  }
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  // Only fixed words: a defect's message may quote a value.
  process.stderr.write(`${error instanceof StartProblem ? error.message : 'The command ended with a defect.'}\n`)
  process.exitCode = 1
} finally {
  await closeConsoleDb()
}
