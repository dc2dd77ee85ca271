import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { logOutput } from '#lib/core/log-output.ts'
import { inRoot, overUnderway, root } from './shell.ts'

/** A process that a command started and must end. */
export type Service = {
  name: string
  pid?: number | undefined
  /** Resolves when the process has ended, with a message about it. */
  ended: Promise<string>
  /** Asks it to stop, kills it after seven seconds (`patienceMs`), and resolves when it has ended. */
  stop: () => Promise<void>
}

export type ServiceOptions = {
  args?: string[]
  env?: Record<string, string | undefined>
  /** How long it may take to stop before it is killed; seven seconds by default. */
  patienceMs?: number
  /** A file for its output; otherwise the terminal. */
  log?: string
  /** Takes the lines of its log, which are JSON, instead of the terminal. */
  takeJson?: (line: string) => void
  /**
   * The database server's pipe: the server stops when this command and all its services have ended.
   */
  lifeline?: Writable | undefined
}

// Values that live for a moment get 48 MB. Node would take up to 134 MB for them under load.
const memory = ['--max-semi-space-size=16']

/** Starts a TypeScript file of this repository as its own process, which ends with this one. */
export function startService(name: string, script: string, options: ServiceOptions = {}): Service {
  const preload = ['--import', pathToFileURL(inRoot('lib/commands/exit-with-parent.ts')).href]
  const args = [...memory, ...preload, inRoot(script), ...(options.args ?? [])]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...(options.lifeline ? [options.lifeline] : [])],
  })
  if (options.log) keepLog(child, options.log)
  else showLog(child, options.takeJson)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${name} could not start: ${error.message}`))
    child.once('exit', (code, signal) => {
      const why = `${name} ended with ${signal ?? `status ${code}`}${options.log ? `; its log: ${options.log}` : ''}`
      // Its last words come first. A process of its own may hold its output open.
      const timer = setTimeout(resolve, lastWordsMs, why)
      child.once('close', () => {
        clearTimeout(timer)
        resolve(why)
      })
    })
  })
  return { name, pid: child.pid, ended, stop: () => stopChild(child, ended, options.patienceMs) }
}

function keepLog(child: ChildProcess, file: string): void {
  const log = createWriteStream(file, { flags: 'a' })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
}

const terminal = { stdout: logOutput(process.stdout), stderr: logOutput(process.stderr) }

// Each new process makes writing to an inherited pipe wait, for all that share the pipe. If nobody
// read it, none of them would ever go on, so a service has a pipe of its own.
function showLog(child: ChildProcess, takeJson?: (line: string) => void): void {
  for (const name of ['stdout', 'stderr'] as const)
    createInterface({ input: child[name]! }).on('line', (line) => {
      if (takeJson && line.startsWith('{')) takeJson(line)
      else terminal[name].write(`${overUnderway()}${line}\n`)
    })
}

const lastWordsMs = 500

// With the database server's own stop, a command ends within 20 s whatever hangs.
const insistMs = 7_000

async function stopChild(
  child: ChildProcess,
  ended: Promise<string>,
  patienceMs = insistMs,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(insist)
}

/**
 * Resolves once `url` answers 200 and not that a migration runs, which is reported once. Rejects with
 * a message for a person if the service ends first or `seconds` pass.
 */
export async function waitForHealth(
  service: Service,
  url: string,
  seconds = Infinity,
  reportMigration?: () => void,
): Promise<void> {
  const gone = service.ended.then((why) => {
    throw new Error(why)
  })
  const deadline = Date.now() + seconds * 1000
  let hasReported = false
  while (Date.now() < deadline) {
    const health = await Promise.race([healthOf(url), gone])
    if (health === 'ok') return
    if (health === 'migrating' && !hasReported) {
      hasReported = true
      reportMigration?.()
    }
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 100)), gone])
  }
  throw new Error(`${service.name} did not answer ${url} within ${seconds} seconds.`)
}

async function healthOf(url: string): Promise<'ok' | 'migrating' | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) })
    if (answer.status !== 200) return undefined
    return (await answer.text()).includes('"status":"migrating"') ? 'migrating' : 'ok'
  } catch {
    return undefined
  }
}
