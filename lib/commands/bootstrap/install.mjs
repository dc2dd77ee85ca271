import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Brings node_modules to what package-lock.json says. Does nothing when it is there already.
 * `npm ci` is tried first in a fresh clone; some registries lack other systems' optional binaries, which it
 * refuses, and then `npm install` with the same lockfile does the same work.
 * @param {string} root the repository
 */
export function installWhenNeeded(root) {
  const missing = missingPackages(root)
  if (missing.length === 0) return
  const fresh = !existsSync(path.join(root, 'node_modules'))
  process.stdout.write(
    fresh
      ? 'Installing packages from the lockfile (about half a minute)…\n'
      : `Updating packages: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}\n`,
  )
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  if (fresh && npm(root, ['ci', ...quiet], 'ignore')) return
  if (!npm(root, ['install', '--no-save', ...quiet], 'inherit')) {
    process.stderr.write('npm install failed; its own words stand above.\n')
    process.exit(1)
  }
}

function npm(root, args, stderr) {
  // The npm that started us, else the one on the path. Production mode would leave the build tools out.
  const own = process.env.npm_execpath
  const [command, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  const env = { ...process.env, NODE_ENV: 'development' }
  return (
    spawnSync(command, [...first, ...args, '--include=dev'], { cwd: root, env, stdio: ['ignore', 'inherit', stderr] })
      .status === 0
  )
}

/** The required packages of the lockfile that are not installed in their version. */
function missingPackages(root) {
  const wanted = readLock(path.join(root, 'package-lock.json'))
  const installed = readLock(path.join(root, 'node_modules/.package-lock.json'))
  return Object.entries(wanted)
    .filter(
      ([name, entry]) =>
        name !== '' && !entry.optional && !entry.devOptional && installed[name]?.version !== entry.version,
    )
    .map(([name]) => name.replace(/^.*node_modules\//, ''))
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}
