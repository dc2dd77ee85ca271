import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { findFreePort } from '#lib/core/ports.ts'
import { root } from '#lib/commands/shell.ts'
import { SandboxClient } from '#e2e/fixtures/sandbox.ts'

/** The processes that `npm start` consists of. */
export type Process = 'start' | 'sandbox' | 'web' | 'worker' | 'database'

/**
 * What a start may differ in: the folder of its data, more environment, the clone, a command that
 * runs the rest of its line, and an open file for its log.
 */
export type StartOptions = {
  folder?: string
  env?: Record<string, string>
  clone?: string
  runner?: string[]
  output?: number
}

/**
 * `npm start` as an operator runs it, with a data folder, a database server and ports of its own.
 * Linux only.
 */
export class OwnStart {
  readonly url: string
  readonly sandbox: SandboxClient
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  #options: StartOptions
  #command: ChildProcess | undefined
  #words = ''

  private constructor(
    folder: string,
    name: string,
    ports: [number, number],
    options: StartOptions,
  ) {
    this.dataDir = path.join(folder, name)
    this.url = `http://127.0.0.1:${ports[0]}`
    this.sandbox = new SandboxClient(`http://127.0.0.1:${ports[1]}`)
    this.#options = options
    this.env = {
      ...process.env,
      PORT: String(ports[0]),
      SANDBOX_PORT: String(ports[1]),
      DATA_DIR: this.dataDir,
      CONSOLE_ROOT_KEY_FILE: path.join(folder, `${name}.key`),
      DEMO_ACCOUNTS: '1',
      ...options.env,
    }
  }

  /** A start with a data folder and a key under a name of their own. Nothing runs yet. */
  static async prepare(name: string, options: StartOptions = {}): Promise<OwnStart> {
    return new OwnStart(
      options.folder ?? process.env.E2E_FOLDER!,
      name,
      [await findFreePort(), await findFreePort()],
      options,
    )
  }

  /** All that the last start has printed. */
  get words(): string {
    return this.#words
  }

  /** Whether the last start still runs, and its status when it has ended. */
  get status(): number | 'runs' | 'killed' {
    const { exitCode, signalCode } = this.#command ?? {}
    return exitCode ?? (signalCode ? 'killed' : 'runs')
  }

  /** Runs the command in a process group of its own, as a terminal does, until it is ready. */
  async start(): Promise<void> {
    const { runner = [], clone = root, output } = this.#options
    const [program, ...args] = [
      ...runner,
      process.execPath,
      path.join(clone, 'lib/commands/run.mjs'),
      'start',
    ]
    const stdio = ['ignore', output ?? 'pipe', 'pipe'] as const
    const child = spawn(program!, args, {
      cwd: clone,
      env: this.env,
      detached: true,
      stdio: [...stdio],
    })
    this.#command = child
    this.#words = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.#words += text.toString()))
    const ready =
      output === undefined
        ? () => this.words.includes('The console is ready')
        : () => this.isServing()
    await expect
      .poll(async () => this.status !== 'runs' || (await ready()), {
        timeout: 180_000,
        message: 'npm start is ready',
      })
      .toBe(true)
    expect(this.status, this.words).toBe('runs')
  }

  /** True if the console answers that it is well. */
  async isServing(): Promise<boolean> {
    const answer = await fetch(`${this.url}/api/health`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined)
    if (answer?.status !== 200) return false
    return ((await answer.json()) as { status: string }).status !== 'migrating'
  }

  /** The number of a process; undefined if it does not run now. */
  pid(which: Process): number | undefined {
    return this.tree().find((pid) => processOf(pid) === which)
  }

  /** Kills a process like `kill -9`; false if it does not run now. */
  kill(which: Process): boolean {
    const pid = this.pid(which)
    if (pid !== undefined) sendIfAlive(pid, 'SIGKILL')
    return pid !== undefined
  }

  /** All processes of the start, as far as they run. */
  tree(): number[] {
    const descend = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(descend)]
    return this.#command?.pid === undefined || this.status !== 'runs'
      ? []
      : descend(this.#command.pid)
  }

  /** Sends a signal to the whole group of the terminal: the database server has its own. */
  signal(signal: NodeJS.Signals): void {
    process.kill(-this.#command!.pid!, signal)
  }

  /** Sends a signal to the command alone, as a service manager does. */
  ask(signal: NodeJS.Signals): void {
    this.#command!.kill(signal)
  }

  /** Kills what still runs of it, after a test. */
  async clear(): Promise<void> {
    for (const pid of this.tree()) sendIfAlive(pid, 'SIGKILL')
    if (this.#command) await expect.poll(() => this.status).not.toBe('runs')
  }
}

/** Sends a signal to a process that may have ended. */
export function sendIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** True if a process runs; one that has ended and waits for its parent does not. */
export function isRunning(pid: number): boolean {
  return !['Z', 'X', undefined].includes(/\) (\w)/.exec(read(pid, 'stat'))?.[1])
}

/** The processes that a process started. */
export function childrenOf(pid: number): number[] {
  return read(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
}

function processOf(pid: number): Process | undefined {
  const line = read(pid, 'cmdline').split('\0')
  const runs = (script: string) => line.some((word) => word.endsWith(script))
  if (runs('lib/commands/start.ts')) return 'start'
  if (runs('lib/sandbox/main.ts')) return 'sandbox'
  // The guard is the shell that has started it.
  if (line[0]?.endsWith('/postgres')) return 'database'
  if (!runs('lib/commands/console-server.ts')) return undefined
  return read(pid, 'environ').split('\0').includes('CONSOLE_PARTS=worker') ? 'worker' : 'web'
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
