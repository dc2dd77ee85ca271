import 'server-only'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { log, logDefect } from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { dataFolder, databasePlace } from '#lib/console/settings.ts'
import { retentionLimits, setAuditRetention } from '#lib/console/trail/archive.ts'
import { verifyTrail, type TrailReport } from '#lib/console/trail/verify.ts'
import { keyStatus, rotateKeys, rotateRoot, type KeyOutcome, type KeyProgress } from './key-rotation.ts'
import { openMessage, rootKey, sealMessage, SealBroken } from './key-store.ts'
import { loadNextRootKey, type RootKey } from './root-key.ts'

/** What an operator asks of the key store or the audit trail. The next root key itself is never sent: the console reads it from its place. */
export type KeyCommand =
  | { name: 'status' | 'rotate' }
  | { name: 'rotate-root'; nextFingerprint: string }
  /** Checks the audit trail; `head` is the end that a line of the log names ("41:490f8ZNe…"). */
  | { name: 'verify-trail'; head?: string | undefined }
  /** Sets for how many days rows of the trail stay in the database. */
  | { name: 'set-retention'; days: number }

/** How far a command is. `words` are lines for the operator. */
export type KeyAnswer = { state: 'running' | 'done' | 'failed'; words: string }

// The embedded database belongs to the console's process. The command therefore leaves its request in the data folder
// as a file, sealed with the root key, which only the operator and the console have; the answer comes the same way.
const requestFile = () => path.join(dataFolder(), 'keys-request.json')
const answerFile = () => path.join(dataFolder(), 'keys-answer.json')
const readEveryMs = 500
const validMs = 60_000
// The console takes a request at once; a long act then reports as it goes on.
const takenMs = 8_000
const silentMs = 60_000

const requestSchema = z.strictObject({
  id: z.uuid(),
  at: z.number(),
  command: z.union([
    z.strictObject({ name: z.enum(['status', 'rotate']) }),
    z.strictObject({ name: z.literal('rotate-root'), nextFingerprint: z.string() }),
    z.strictObject({ name: z.literal('verify-trail'), head: z.string().optional() }),
    z.strictObject({
      name: z.literal('set-retention'),
      days: z.int().min(retentionLimits.min).max(retentionLimits.max),
    }),
  ]),
})
type Request = z.infer<typeof requestSchema>

const answerSchema = z.strictObject({
  id: z.uuid(),
  state: z.enum(['running', 'done', 'failed']),
  words: z.string(),
})

const state = processState<{ keyReader: NodeJS.Timeout; keyRun: { name: string; tell: (answer: KeyAnswer) => void } }>()

/** Runs a command in this process and returns its end in words. Throws a StartProblem if it cannot be done. */
export async function runKeyCommand(
  command: KeyCommand,
  { report, signal, settleMs }: { report?: KeyProgress; signal?: AbortSignal; settleMs?: number } = {},
): Promise<string> {
  if (command.name === 'rotate-root')
    return wordsOfRoot(await rotateRoot(nextRootKey(command.nextFingerprint), { report, signal }))
  if (command.name === 'verify-trail') {
    const found = await verifyTrail({ expectedHead: command.head, report })
    if (found.problems.length > 0) throw new StartProblem(wordsOfTrail(found))
    return wordsOfTrail(found)
  }
  if (command.name === 'set-retention') {
    await setAuditRetention({ accountId: 'operator', connectionId: null }, command.days)
    return `Rows of the audit trail now stay in the database for ${command.days} days. The daily sweep moves older ones to files.`
  }
  if (command.name === 'rotate') return wordsOfRotation(await rotateKeys({ report, signal, settleMs }))
  return wordsOfStatus(await keyStatus())
}

/** At the start of a console with an embedded database: answers the operator's commands until the process ends. */
export function serveKeyCommands(): void {
  stopKeyCommands()
  if (!('directory' in databasePlace()) || process.env.DATA_DIR === 'memory:') return
  let seen = ''
  state.keyReader = setInterval(() => {
    if (!existsSync(requestFile())) return
    void takeRequest(seen)
      .then((request) => {
        if (!request) return undefined
        seen = request.id
        return answer(request)
      })
      .catch((error: unknown) => logDefect(error, 'serveKeyCommands'))
  }, readEveryMs).unref()
}

/** Stops what `serveKeyCommands` started. */
export function stopKeyCommands(): void {
  clearInterval(state.keyReader)
}

/**
 * Asks the console that holds the embedded database, and reports its progress in words. Throws a StartProblem if it
 * does not answer.
 */
export async function askRunningConsole(
  command: KeyCommand,
  root: RootKey,
  tell: (words: string) => void,
): Promise<KeyAnswer> {
  const id = randomUUID()
  rmSync(answerFile(), { force: true })
  writeWhole(requestFile(), await sealMessage(JSON.stringify({ id, at: Date.now(), command }), root, 'request'))
  let last = ''
  try {
    for (let heardAt = performance.now(); performance.now() - heardAt < (last ? silentMs : takenMs); await sleep(200)) {
      const given = await readAnswer(root, id)
      if (given && given.state !== 'running') return given
      if (!given || given.words === last) continue
      heardAt = performance.now()
      last = given.words
      tell(last)
    }
  } finally {
    rmSync(requestFile(), { force: true })
    rmSync(answerFile(), { force: true })
  }
  throw new StartProblem(
    'The console that uses the data does not answer. It may have another root key, or be of an earlier version. What it began goes on; run this again to see it.',
  )
}

async function takeRequest(seen: string): Promise<Request | undefined> {
  const sealed = readFileSync(requestFile(), 'utf8')
  rmSync(requestFile(), { force: true })
  try {
    const request = requestSchema.parse(JSON.parse(await openMessage(sealed, await rootKey(), 'request')))
    // A copy of a request is not done again.
    return request.id !== seen && Math.abs(Date.now() - request.at) < validMs ? request : undefined
  } catch (error) {
    if (!(error instanceof SealBroken || error instanceof z.ZodError || error instanceof SyntaxError)) throw error
    log('warn', 'A command was refused: this console’s root key did not seal it.')
    return undefined
  }
}

// A command that follows a killed one gets the end of the run that it left behind.
async function answer({ id, command }: Request): Promise<void> {
  const root = await rootKey()
  let sending = Promise.resolve()
  const tell = (given: KeyAnswer) => {
    sending = sending
      .then(async () => writeWhole(answerFile(), await sealMessage(JSON.stringify({ id, ...given }), root, 'answer')))
      .catch((error: unknown) => void logDefect(error, 'answerKeyCommand'))
  }
  tell({ state: 'running', words: 'The running console takes the command.' })
  if (command.name === 'status') return tell(await endOf(runKeyCommand(command)))
  if (state.keyRun && state.keyRun.name !== command.name)
    return tell({
      state: 'failed',
      words: `"${state.keyRun.name}" is still running. Run this again when it has ended.`,
    })
  if (state.keyRun) {
    state.keyRun.tell = tell
    return
  }
  const run = { name: command.name, tell }
  state.keyRun = run
  log('info', 'key command', { operation: command.name })
  let toldAt = performance.now()
  const end = await endOf(
    runKeyCommand(command, {
      report: (done, total) => {
        if (performance.now() - toldAt < readEveryMs) return
        toldAt = performance.now()
        run.tell({ state: 'running', words: wordsOfProgress(command, done, total) })
      },
    }),
  )
  delete state.keyRun
  run.tell(end)
}

async function endOf(running: Promise<string>): Promise<KeyAnswer> {
  try {
    return { state: 'done', words: await running }
  } catch (error) {
    if (error instanceof StartProblem) return { state: 'failed', words: error.message }
    return {
      state: 'failed',
      words: `It ended with a defect (${logDefect(error, 'keyCommand')}); run it again to go on.`,
    }
  }
}

async function readAnswer(root: RootKey, id: string): Promise<KeyAnswer | undefined> {
  if (!existsSync(answerFile())) return undefined
  try {
    const given = answerSchema.parse(JSON.parse(await openMessage(readFileSync(answerFile(), 'utf8'), root, 'answer')))
    return given.id === id ? { state: given.state, words: given.words } : undefined
  } catch {
    return undefined
  }
}

// A reader sees the whole file or none.
function writeWhole(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const made = `${file}.${randomUUID()}`
  writeFileSync(made, text, { mode: 0o600 })
  renameSync(made, file)
}

function nextRootKey(fingerprint: string): RootKey {
  const next = loadNextRootKey()
  if (next?.fingerprint === fingerprint) return next
  throw new StartProblem(
    'The console does not have the new root key. Stop the console and run this again, or start the console with CONSOLE_ROOT_KEY_NEXT first.',
  )
}

/** The progress of a command in words. */
export function wordsOfProgress({ name }: KeyCommand, done: number, total: number): string {
  if (name === 'verify-trail') return `${done} of ${Math.max(done, total)} rows are checked.`
  return `${done} of ${Math.max(done, total)} values are sealed anew.`
}

function wordsOfTrail({ rows, batches, archived, unsigned, head, problems }: TrailReport): string {
  const end = head ? ` The end is ${head.number}:${head.signature.slice(0, 16)}.` : ''
  const inFiles = archived > 0 ? `, ${archived} of them in archives` : ''
  const state =
    problems.length === 0
      ? 'The audit trail is whole.'
      : 'THE AUDIT TRAIL WAS TAMPERED WITH, OR PARTS OF IT ARE MISSING.'
  return [
    state,
    ...problems,
    `${rows} rows${inFiles} and ${batches} signed batches were checked; ${unsigned} rows are too new for a signature.${end}`,
  ].join('\n')
}

function wordsOfStatus({ versions, isRotating, root }: Awaited<ReturnType<typeof keyStatus>>): string {
  const lines = versions.map(({ id, madeAt, isInUse, values }) =>
    [
      (id ?? 'before the versions').padEnd(24),
      (isInUse ? 'in use' : 'opens only').padEnd(12),
      (madeAt?.slice(0, 10) ?? '').padEnd(12),
      `${values} ${values === 1 ? 'value' : 'values'}`,
    ].join(''),
  )
  const rotation = isRotating ? ['A rotation has begun and not ended: npm run keys -- rotate goes on.'] : []
  return [`Root key ${root}`, ...lines, ...rotation].join('\n')
}

function wordsOfRotation({ sealed, made, destroyed, left }: KeyOutcome): string {
  return [
    made.length > 0 ? `New versions: ${made.join(', ')}.` : 'An earlier rotation was finished.',
    `Values sealed anew: ${sealed}.`,
    `Versions destroyed: ${destroyed.join(', ') || 'none'}.`,
    ...wordsOfLeft(left),
  ].join('\n')
}

function wordsOfRoot({ sealed, left }: KeyOutcome): string {
  return [
    'The key store is under the new root key.',
    ...(sealed > 0 ? [`Values sealed anew: ${sealed}.`] : []),
    ...(process.env.CONSOLE_ROOT_KEY
      ? ['Set CONSOLE_ROOT_KEY to the new key before the next start, and remove CONSOLE_ROOT_KEY_NEXT.']
      : ['The root key file holds the new key. The old one is beside it: backups from before need it.']),
    'After a leak of the old root key, also run npm run keys -- rotate.',
    ...wordsOfLeft(left),
  ].join('\n')
}

function wordsOfLeft(left: Map<string, number>): string[] {
  return [...left].map(
    ([column, count]) =>
      `${count} ${count === 1 ? 'value' : 'values'} of ${column} cannot be opened and stay as they are.`,
  )
}
