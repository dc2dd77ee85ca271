import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
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
  #kills: (() => void)[]

  private constructor(home: string, name = 'a folder', kills: (() => void)[] = []) {
    this.#home = home
    this.folder = path.join(home, name)
    this.dataDir = path.join(home, 'data')
    this.#kills = kills
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

  /** The release with these of its parts alone, as an image copies them, and with the same data. */
  withOnly(parts: string[]): OwnRelease {
    const own = new OwnRelease(this.#home, 'an image', this.#kills)
    for (const part of parts)
      cpSync(path.join(this.folder, part), path.join(own.folder, part), { recursive: true })
    changeModes(own.folder, (mode) => mode & ~0o222)
    return own
  }

  /** The lines of a file to deploy it with, without comments and blank lines. */
  lines(name: string): string[] {
    return readFileSync(path.join(this.folder, 'deploy', name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() && !line.trim().startsWith('#'))
  }

  /**
   * Runs one of its scripts to deploy it with, with a program that only notes how it was called in
   * the place of `program`: its arguments and its input.
   */
  whatRuns(
    program: string,
    script: string,
    env: Record<string, string>,
  ): { args: string[]; input: string } {
    const folder = mkdtempSync(path.join(this.#home, 'programs-'))
    const note = `#!/bin/sh\nprintf '%s\\0' "$@" > ${folder}/args\ncat > ${folder}/input\n`
    writeFileSync(path.join(folder, program), note, { mode: 0o755 })
    const ran = spawnSync('/bin/sh', [path.join(this.folder, 'deploy', script)], {
      env: { ...env, PATH: `${folder}:/usr/bin:/bin` } as unknown as NodeJS.ProcessEnv,
      encoding: 'utf8',
    })
    expect(ran.status, ran.stderr).toBe(0)
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
    return { args: read('args').split('\0').slice(0, -1), input: read('input') }
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
    changeModes(this.#home, (mode) => mode | 0o200)
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
