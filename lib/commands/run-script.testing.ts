import { spawn } from 'node:child_process'
import { inRoot, root } from './shell.ts'

/**
 * Runs a script of this repository in a process of its own, to its end: its status, and all that it
 * printed. `flags` are options of the runtime. The script runs in `cwd`.
 */
export function runScript(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  flags: string[] = [],
  cwd: string = root,
): Promise<{ status: number | null; words: string }> {
  const child = spawn(process.execPath, [...flags, inRoot(script), ...args], { cwd, env })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (words += text.toString()))
  return new Promise((resolve) => child.once('exit', (status) => resolve({ status, words })))
}
