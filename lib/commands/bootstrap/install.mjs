import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Installs the packages of package-lock.json, unless they are already installed. `npm ci` takes
 * nothing whose hash is not in the lockfile. What it says is shown only if it fails.
 * @param {string} root the repository
 */
export function installWhenNeeded(root) {
  const missing = missingPackages(root)
  if (missing.length === 0) return
  const since = performance.now()
  process.stdout.write(
    existsSync(path.join(root, 'node_modules'))
      ? `Updating the packages (${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}): `
      : 'Installing the packages of the lockfile: ',
  )
  const { status, words } = installLocked(root)
  if (status !== 0) {
    process.stderr.write(`\n${words}\nThe packages could not be installed; npm says why above.\n`)
    process.exit(1)
  }
  process.stdout.write(`${((performance.now() - since) / 1000).toFixed(0)} s\n`)
}

function installLocked(root) {
  // The npm that started us, otherwise the one on the path. Production mode would omit the build
  // tools.
  const own = process.env.npm_execpath
  const [command, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  const env = { ...process.env, NODE_ENV: 'development' }
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  return { status, words: error?.message ?? `${stdout}${stderr}`.trim() }
}

/**
 * The required packages of the lockfile that are missing or have another version. Of our own
 * optional packages, which hold a system's programs, this system's one is required.
 * @param {string} root the repository
 * @param {{ platform: string, arch: string }} system
 * @returns {string[]}
 */
export function missingPackages(root, system = process) {
  const wanted = readLock(path.join(root, 'package-lock.json'))
  const installed = readLock(path.join(root, 'node_modules/.package-lock.json'))
  const ofSystems = Object.keys(wanted['']?.optionalDependencies ?? {}).map(
    (name) => `node_modules/${name}`,
  )
  const isOfThisSystem = (name, { os, cpu }) =>
    ofSystems.includes(name) && os?.includes(system.platform) && cpu?.includes(system.arch)
  return Object.entries(wanted)
    .filter(([name]) => name !== '')
    .filter(
      ([name, entry]) => isOfThisSystem(name, entry) || (!entry.optional && !entry.devOptional),
    )
    .filter(([name, { version }]) => installed[name]?.version !== version)
    .map(([name]) => name.replace(/^.*node_modules\//, ''))
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}
