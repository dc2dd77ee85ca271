import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A file of the repository as an absolute path. */
export function inRoot(...parts: string[]): string {
  return path.join(root, ...parts)
}

/** True in the folder of a release: `bin/console` is its entry, and npm's is not part of it. */
export const isRelease = !existsSync(inRoot('lib/commands/run.mjs'))

/** How a person starts a command here, such as "npm run keys --" or "bin/console keys". */
export function lineOf(command: 'start' | 'keys' | 'audit' | 'backup' | 'restore'): string {
  if (isRelease) return `bin/console ${command}`
  return command === 'start' ? 'npm start' : `npm run ${command} --`
}

/**
 * Runs a program at the terminal, without input, and returns its exit status (1 if it could not
 * start or a signal ended it). The output of a quiet one is shown only if it fails.
 */
export function runCommand(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  { isQuiet = false } = {},
): Promise<number> {
  const output = isQuiet ? 'pipe' : 'inherit'
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    shell: process.platform === 'win32',
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (words += text.toString()))
  // A signal may end this process alone.
  const end = () => child.kill()
  process.once('exit', end)
  return new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => {
      if (code && !signalled.has(code)) process.stderr.write(`${overUnderway()}${words}`)
      resolve(code ?? 1)
    })
  }).finally(() => process.off('exit', end))
}

// With these a program ends by itself after SIGINT and SIGTERM.
const signalled = new Set([130, 143])

/** Runs a tool of node_modules/.bin at the terminal and returns its exit status, as runCommand. */
export function runTool(
  tool: string,
  args: string[],
  env: Record<string, string> = {},
  options = {},
): Promise<number> {
  const all = { NEXT_TELEMETRY_DISABLED: '1', ...env }
  return runCommand(inRoot('node_modules/.bin', tool), args, all, options)
}

const started = Date.now()

/** Writes a line to the terminal. */
export function say(line = ''): void {
  process.stdout.write(`${overUnderway()}${line}\n`)
}

const underway = new Set<string>()
const showsUnderway = process.stdout.isTTY

/** What a text for the terminal begins with, so that it replaces the names of the steps underway. */
export function overUnderway(): string {
  return showsUnderway && underway.size > 0 ? '\r\x1b[K' : ''
}

/**
 * Runs a step of a command, and says it with its seconds in one line when it has ended. A terminal
 * shows its name meanwhile. Several may run at the same time.
 */
export async function runStep<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const since = performance.now()
  underway.add(name)
  showUnderway()
  try {
    const result = await run()
    say(`${name}: ${((performance.now() - since) / 1000).toFixed(0)} s`)
    return result
  } finally {
    const clear = overUnderway()
    underway.delete(name)
    if (clear) process.stdout.write(clear)
    showUnderway()
  }
}

function showUnderway(): void {
  if (overUnderway()) process.stdout.write(`${overUnderway()}${[...underway].join(', ')}…`)
}

/** Announces a step of a command, with the seconds since the command started. */
export function sayStep(name: string): void {
  say(`\n[${((Date.now() - started) / 1000).toFixed(0).padStart(3)} s] ${name}`)
}
