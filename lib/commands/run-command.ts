import { spawn } from 'node:child_process'
import { root } from './root.ts'

/** Runs a program at the terminal, without input, and gives its exit status (1 when it could not start or a signal ended it). */
export function runCommand(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
