import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Installs the packages of package-lock.json, unless they are already installed. A fresh clone
 * tries `npm ci` first. Some registries lack other systems' optional binaries, which `npm ci`
 * refuses; then `npm install` with the same lockfile does the same.
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
    process.stderr.write('npm install failed; its output is above.\n')
    process.exit(1)
  }
}

function npm(root, args, stderr) {
  // The npm that started us, otherwise the one on the path. Production mode would omit the build
  // tools.
  const own = process.env.npm_execpath
  const [command, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  const env = { ...process.env, NODE_ENV: 'development' }
  return (
    spawnSync(command, [...first, ...args, '--include=dev'], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', stderr],
    }).status === 0
  )
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
