import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runTool, runCommand, say } from './shell.ts'

const debianChromium = '/usr/bin/chromium'

/**
 * The browser for the end-to-end tests: CHROMIUM_PATH, otherwise the system's, otherwise
 * Playwright's own, otherwise a newly installed one. Undefined if none is available.
 */
export async function findChromium(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH)
    return existsSync(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : undefined
  const found = foundOnMachine()
  if (found) return found
  say('No Chromium found: installing one…')
  // Playwright's own build lacks the shared libraries of a plain Debian, so the package comes first
  // there.
  const ways = isDebian()
    ? [installWithApt, installWithPlaywright]
    : [installWithPlaywright, installWithApt]
  for (const install of ways) {
    await install()
    const installed = foundOnMachine()
    if (installed) return installed
  }
  return undefined
}

function foundOnMachine(): string | undefined {
  return [debianChromium, chromium.executablePath()].find((path) => path && existsSync(path))
}

function isDebian(): boolean {
  return (
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  )
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

async function installWithPlaywright(): Promise<void> {
  await runTool('playwright', [
    'install',
    ...(isRoot() && process.platform === 'linux' ? ['--with-deps'] : []),
    'chromium',
  ])
}

async function installWithApt(): Promise<void> {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-qq'], env)
  await runCommand(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    env,
  )
}
