import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { buildFolder, buildWhenStale } from '#lib/commands/build.ts'
import { makeRelease } from '#lib/commands/release/make-release.ts'

/** A user without a name, a home or a file. Who is not root stays who they are. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

// Where the files to deploy it with place the release and its data.
const placed = '/opt/billing-operations-console'
const placedData = '/var/lib/billing-operations-console'

/** A start of a release. */
export type ReleaseRun = {
  /** All that it has printed. */
  words: () => string
  /** Asks it to stop, as a service manager does: its status and the milliseconds. */
  stop: () => Promise<{ status: number | null; took: number }>
}

/**
 * A release as an operator has it: moved to a folder with a space in its name, read-only, and run
 * by an unprivileged user with only the variables that are given.
 */
export class OwnRelease {
  readonly folder: string
  readonly dataDir: string
  #home: string
  #kills: (() => void)[] = []

  private constructor(home: string) {
    this.#home = home
    this.folder = path.join(home, 'a folder')
    this.dataDir = path.join(home, 'data')
  }

  /** Makes the release of the present build. Nothing runs yet. */
  static async make(): Promise<OwnRelease> {
    if (!(await buildWhenStale())) throw new Error('The build failed.')
    const own = new OwnRelease(mkdtempSync(path.join(tmpdir(), 'release-')))
    chmodSync(own.#home, 0o755)
    const made = path.join(own.#home, 'made')
    await makeRelease(buildFolder(), made)
    renameSync(made, own.folder)
    changeModes(own.folder, (mode) => mode & ~0o222)
    mkdirSync(own.dataDir, { mode: 0o700 })
    if (nobody) chownSync(own.dataDir, nobody.uid, nobody.gid)
    return own
  }

  /** The lines of a file to deploy it with, without comments and blank lines. */
  lines(name: string): string[] {
    return readFileSync(path.join(this.folder, 'deploy', name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() && !line.trim().startsWith('#'))
  }

  /** A path or text of those files, for the place of this release. */
  here(text: string): string {
    return text.replaceAll(placed, this.folder).replaceAll(placedData, this.dataDir)
  }

  /**
   * Makes the folder whose name is that of the data with `-name` behind it. It is a link, as systemd
   * makes one for a user that exists only while a unit runs.
   */
  folderBeside(name: string): string {
    const link = `${this.dataDir}-${name}`
    const folder = `${link}-private`
    mkdirSync(folder, { mode: 0o700 })
    if (nobody) chownSync(folder, nobody.uid, nobody.gid)
    symlinkSync(folder, link)
    return link
  }

  /** An empty folder for units, and `here` for them: a unit names its program without a space. */
  linked(): { folder: string; here: (text: string) => string } {
    const [folder, link] = [path.join(this.#home, 'units'), path.join(this.#home, 'linked')]
    mkdirSync(folder)
    symlinkSync(this.folder, link)
    return { folder, here: (text) => text.replaceAll(placed, link) }
  }

  /** Starts it by a command line, and waits until it says `last`: by default that it is ready. */
  async start(
    line: string[],
    env: Record<string, string>,
    last = 'The console is ready',
  ): Promise<ReleaseRun> {
    let words = ''
    const child = this.#spawn(line, env, (text) => (words += text))
    this.#kills.push(() => child.exitCode === null && child.kill('SIGKILL'))
    await expect
      .poll(() => child.exitCode !== null || words.includes(last), {
        timeout: 120_000,
        message: `the release says “${last}”`,
      })
      .toBe(true)
    expect(child.exitCode, words).toBe(null)
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return {
      words: () => words,
      async stop() {
        const since = performance.now()
        child.kill('SIGTERM')
        return { status: await ended, took: performance.now() - since }
      },
    }
  }

  /** Runs a command line to its end: its status, and all that it printed. */
  command(
    line: string[],
    env: Record<string, string>,
  ): Promise<{ status: number | null; words: string }> {
    let words = ''
    const child = this.#spawn(line, env, (text) => (words += text))
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (status) => resolve({ status, words }))
    })
  }

  /** Kills what still runs of it and removes it, after a test. */
  clear(): void {
    for (const kill of this.#kills) kill()
    changeModes(this.folder, (mode) => mode | 0o200)
    rmSync(this.#home, { recursive: true, force: true })
  }

  #spawn([program, ...args]: string[], env: object, hear: (text: string) => void) {
    const child = spawn(this.here(program!), args, {
      ...nobody,
      cwd: '/',
      // A temporary file would be written outside DATA_DIR.
      env: { TMPDIR: '/nowhere', ...env } as unknown as NodeJS.ProcessEnv,
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
