import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { localDateAt } from '#lib/core/local-date.ts'
import { runTool, runCommand, say } from './shell.ts'

// Debian's headless shell needs half of the processor time that its whole browser needs.
const debianShell = '/usr/bin/chromium-headless-shell'
const debianChromium = '/usr/bin/chromium'

/**
 * The browser for the tests: CHROMIUM_PATH, otherwise the system's headless shell, otherwise the
 * system's whole browser, otherwise Playwright's own, otherwise a newly installed one. Undefined if
 * none is available.
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

/** Flags that keep a browser of the tests from the network and from a graphics card. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A zone where it is another day than in the organization's, so that a day of the browser that
 * should be the organization's is found.
 */
export function zoneOfAnotherDay(timeZone: string): string {
  const dayIn = (zone: string) => localDateAt(Date.now(), zone)
  return dayIn('Pacific/Pago_Pago') === dayIn(timeZone) ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
}

/** The browser that is on this machine; undefined if there is none. */
export function foundOnMachine(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return [debianShell, debianChromium, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
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
  const packages = ['chromium-headless-shell', 'fonts-liberation']
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)
}
