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
 * start or a signal ended it).
 */
export function runCommand(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  // A signal may end this process alone.
  const end = () => child.kill()
  process.once('exit', end)
  return new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  }).finally(() => process.off('exit', end))
}

/** Runs a tool of node_modules/.bin at the terminal and returns its exit status. */
export function runTool(
  tool: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  return runCommand(inRoot('node_modules/.bin', tool), args, {
    NEXT_TELEMETRY_DISABLED: '1',
    ...env,
  })
}

const started = Date.now()

/** Writes a line to the terminal. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** Announces a step of a command, with the seconds since the command started. */
export function sayStep(name: string): void {
  say(`\n[${((Date.now() - started) / 1000).toFixed(0).padStart(3)} s] ${name}`)
}
