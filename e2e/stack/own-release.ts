import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { buildFolder, buildWhenStale } from '#lib/commands/build.ts'
import { makeRelease } from '#lib/commands/release/make-release.ts'
import { findFreePort } from '#lib/core/ports.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'

// A user without a name, a home or a file. Who is not root stays who they are.
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

/** The end of a command: its status, and all that it printed. */
export type Ended = { status: number | null; words: string }

/**
 * A release as an operator has it: moved to a folder with a space in its name, read-only, and run
 * by an unprivileged user with no variable but those of `env`.
 */
export class OwnRelease {
  readonly folder: string
  readonly url: string
  readonly env: Record<string, string>
  #home: string
  #run: ChildProcess | undefined
  #words = ''

  private constructor(home: string, port: number, databaseUrl: string) {
    this.#home = home
    this.folder = path.join(home, 'a folder')
    this.url = `http://127.0.0.1:${port}`
    this.env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(home, 'data'),
      CONSOLE_ROOT_KEY_FILE: path.join(home, 'root.key'),
      PARTNER_BASE_URL: `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}`,
      PARTNER_API_KEY: 'sandbox-full',
      PORT: String(port),
      // A temporary file would be written outside DATA_DIR.
      TMPDIR: '/nowhere',
    }
  }

  /** Makes the release of the present build. Nothing runs yet. */
  static async make(name: string): Promise<OwnRelease> {
    if (!(await buildWhenStale())) throw new Error('The build failed.')
    const home = mkdtempSync(path.join(tmpdir(), 'release-'))
    chmodSync(home, 0o755)
    const made = path.join(home, 'made')
    await makeRelease(buildFolder(), made)
    const own = new OwnRelease(home, await findFreePort(), await namedDatabase(name))
    renameSync(made, own.folder)
    changeModes(own.folder, (mode) => mode & ~0o222)
    mkdirSync(own.env.DATA_DIR!)
    writeFileSync(own.env.CONSOLE_ROOT_KEY_FILE!, '5f'.repeat(32), { mode: 0o600 })
    for (const theirs of [own.env.DATA_DIR!, own.env.CONSOLE_ROOT_KEY_FILE!])
      if (nobody) chownSync(theirs, nobody.uid, nobody.gid)
    return own
  }

  /** All that the start has printed. */
  get words(): string {
    return this.#words
  }

  /** Starts it by `line`, and waits until it is ready. */
  async start(line = ['bin/console', 'start']): Promise<void> {
    this.#run = this.#spawn(line, this.env, (text) => (this.#words += text))
    await expect
      .poll(() => this.#run?.exitCode !== null || this.words.includes('The console is ready'), {
        timeout: 120_000,
        message: 'the release is ready',
      })
      .toBe(true)
    expect(this.#run.exitCode, this.words).toBe(null)
  }

  /** Runs a command of it to its end. */
  command(line: string[], env: Record<string, string> = this.env): Promise<Ended> {
    let words = ''
    const child = this.#spawn(line, env, (text) => (words += text))
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (status) => resolve({ status, words }))
    })
  }

  /** Asks it to stop, as a service manager does, and returns its status and the milliseconds. */
  async stop(): Promise<{ status: number | null; took: number }> {
    const run = this.#run!
    const since = performance.now()
    const ended = new Promise<number | null>((resolve) => run.once('exit', resolve))
    run.kill('SIGTERM')
    return { status: await ended, took: performance.now() - since }
  }

  /** Kills what still runs of it and removes it, after a test. */
  clear(): void {
    if (this.#run?.exitCode === null) this.#run.kill('SIGKILL')
    changeModes(this.folder, (mode) => mode | 0o200)
    rmSync(this.#home, { recursive: true, force: true })
  }

  #spawn([program, ...args]: string[], env: object, hear: (text: string) => void): ChildProcess {
    const child = spawn(path.join(this.folder, program!), args, {
      ...nobody,
      cwd: '/',
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => hear(text.toString()))
    return child
  }
}

function changeModes(folder: string, change: (mode: number) => number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) changeModes(file, change)
    else if (entry.isFile()) chmodSync(file, change(statSync(file).mode))
  }
  chmodSync(folder, change(statSync(folder).mode))
}
