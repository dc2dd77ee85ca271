import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installWhenNeeded } from './install.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const oldest = [20, 9]
// Where the lockfile has no runtime for the system.
const ownRuntime = 24

/**
 * Installs the lockfile's packages if needed, then runs a command of lib/commands on the pinned
 * runtime.
 * @param {string} script path from lib/commands
 * @param {string[]} args arguments to pass on
 * @param {string[]} flags options of the runtime
 */
export async function prepare(script, args, flags = []) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    process.stderr.write(
      `Node ${oldest.join('.')} or later is needed to start; this is ${process.version}.\n`,
    )
    process.exit(1)
  }
  process.chdir(root)
  await installWhenNeeded(root)
  const pinned = path.join(root, 'node_modules/.bin/node')
  const runtime = existsSync(pinned) ? pinned : process.execPath
  if (runtime === process.execPath && major < ownRuntime) {
    process.stderr.write(
      `Node ${ownRuntime} or later is needed on this system, because its packages have none; this is ${process.version}.\n`,
    )
    process.exit(1)
  }
  runAndFollow(runtime, [...flags, path.join(root, 'lib/commands', script), ...args])
}

// The command decides how to stop: signals are passed on, and this process ends with the command's
// status.
function runAndFollow(runtime, args) {
  const child = spawn(runtime, args, {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${path.dirname(runtime)}${path.delimiter}${process.env.PATH}` },
  })
  // A terminal sends Ctrl-C to the whole group; other signals reach only this process.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // An npm that a signal ends passes none on: its shell ends, and this process gets another parent.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref()
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
