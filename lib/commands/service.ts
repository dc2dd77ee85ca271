import { type ChildProcess, spawn } from 'node:child_process'
import { type WriteStream, createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { inRoot, root } from './shell.ts'

/** A process that a command started and must end. */
export type Service = {
  name: string
  pid?: number | undefined
  /** Resolves when the process has ended, with a message about it. */
  ended: Promise<string>
  /** Asks it to stop, kills it after ten seconds, and resolves when it has ended. */
  stop: () => Promise<void>
}

export type ServiceOptions = {
  args?: string[]
  env?: Record<string, string | undefined>
  /** A file for its output; otherwise the terminal. */
  log?: string
  /** The database server's pipe: the server stops when this command and all its services have ended. */
  lifeline?: Writable | undefined
}

/** Starts a TypeScript file of this repository as its own process, which ends with this one. */
export function startService(name: string, script: string, options: ServiceOptions = {}): Service {
  const preload = ['--import', pathToFileURL(inRoot('lib/commands/exit-with-parent.ts')).href]
  const child = spawn(process.execPath, [...preload, inRoot(script), ...(options.args ?? [])], {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: [
      'ignore',
      options.log ? 'pipe' : 'inherit',
      options.log ? 'pipe' : 'inherit',
      'ipc',
      ...(options.lifeline ? [options.lifeline] : []),
    ],
  })
  const log = options.log ? keepLog(child, options.log) : undefined
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${name} could not start: ${error.message}`))
    child.once('exit', (code, signal) =>
      resolve(`${name} ended with ${signal ?? `status ${code}`}${log ? `; its log: ${options.log}` : ''}`),
    )
  })
  return { name, pid: child.pid, ended, stop: () => stopChild(child, ended) }
}

function keepLog(child: ChildProcess, file: string): WriteStream {
  const log = createWriteStream(file, { flags: 'a' })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  return log
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(insist)
}

/** Resolves once `url` answers 200. Rejects with a message for a person if the service ends first or `seconds` pass. */
export async function waitForHealth(service: Service, url: string, seconds: number): Promise<void> {
  const gone = service.ended.then((why) => {
    throw new Error(why)
  })
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    if (await Promise.race([isHealthy(url), gone])) return
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 100)), gone])
  }
  throw new Error(`${service.name} did not answer ${url} within ${seconds} seconds.`)
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5000) })).status === 200
  } catch {
    return false
  }
}
