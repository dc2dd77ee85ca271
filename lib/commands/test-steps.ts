import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWhenStale } from './build.ts'
import { findChromium } from './find-chromium.ts'
import { runTool } from './run-tool.ts'
import { say } from './say.ts'
import { type Counts, countPlaywright, countVitest } from './test-counts.ts'

/** A step of `npm test`; a check counts as one test. */
export type TestStep = { name: string; title: string; run: () => Promise<Counts> }

const sourceFolders = ['app', 'components', 'lib', 'e2e']
const reports = mkdtempSync(path.join(tmpdir(), 'billing-console-tests-'))

/** Every step in the order of what fails soonest. */
export const testSteps: TestStep[] = [
  {
    name: 'types',
    title: 'Types',
    run: () =>
      check(async () => (await runTool('next', ['typegen'])) === 0 && (await runTool('tsc', ['--noEmit'])) === 0),
  },
  {
    name: 'lint',
    title: 'Lint',
    run: () => check(async () => (await runTool('oxlint', ['--deny-warnings', ...sourceFolders])) === 0),
  },
  {
    name: 'format',
    title: 'Format',
    run: () => check(async () => (await runTool('oxfmt', ['--check', ...sourceFolders])) === 0),
  },
  {
    name: 'arrows',
    title: 'Import arrows and house rules',
    run: () => check(async () => (await runTool('node', ['lib/commands/check-arrows.ts'])) === 0),
  },
  { name: 'unit', title: 'Unit and conformance tests', run: runUnit },
  { name: 'build', title: 'Production build', run: () => check(buildWhenStale) },
  { name: 'e2e', title: 'End-to-end tests in Chromium', run: runEndToEnd },
]

async function check(run: () => Promise<boolean>): Promise<Counts> {
  return (await run()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function runUnit(): Promise<Counts> {
  const report = path.join(reports, 'vitest.json')
  const status = await runTool('vitest', [
    'run',
    '--config',
    'lib/commands/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return countVitest(report, status)
}

async function runEndToEnd(): Promise<Counts> {
  const browser = await findChromium()
  if (!browser) {
    say('No Chromium: set CHROMIUM_PATH to one.')
    return { passed: 0, failed: 1 }
  }
  say(`Browser: ${browser}`)
  const report = path.join(reports, 'playwright.json')
  const status = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: browser,
    E2E_REPORT: report,
  })
  return countPlaywright(report, status)
}
