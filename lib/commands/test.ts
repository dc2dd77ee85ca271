import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWhenStale } from './build.ts'
import { findChromium } from './find-chromium.ts'
import { plantedSecrets } from './planted-secrets.ts'
import { runCommand, runTool, say, sayStep } from './shell.ts'
import { type Counts, type TestTime, countPlaywright, countVitest, slowest } from './test-counts.ts'

/** A step of `npm test`; a check counts as one test. */
type TestStep = { name: string; title: string; run: () => Promise<Counts> }

const sourceFolders = ['app', 'components', 'lib', 'e2e']
const reports = mkdtempSync(path.join(tmpdir(), 'billing-console-tests-'))

/** Every step; those that fail soonest come first. */
const testSteps: TestStep[] = [
  {
    name: 'types',
    title: 'Types',
    run: () =>
      check(
        async () =>
          (await runTool('next', ['typegen'])) === 0 && (await runTool('tsc', ['--noEmit'])) === 0,
      ),
  },
  {
    name: 'lint',
    title: 'Lint',
    run: () =>
      check(async () => (await runTool('oxlint', ['--deny-warnings', ...sourceFolders])) === 0),
  },
  {
    name: 'format',
    title: 'Format',
    run: () => check(async () => (await runTool('oxfmt', ['--check', ...sourceFolders])) === 0),
  },
  {
    name: 'arrows',
    title: 'Import arrows and house rules',
    run: () =>
      check(async () => (await runCommand(process.execPath, ['lib/commands/checks/run.ts'])) === 0),
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

/**
 * `npm test`: every step runs even if an earlier one failed, and the last line counts all tests.
 * Step names as arguments (`npm test -- types unit`) run only those steps. `--long` runs exhaustive
 * tests in full.
 */
async function runTests(args: string[]): Promise<void> {
  if (args.includes('--long')) process.env.TEST_LONG = '1'
  Object.assign(process.env, plantedSecrets)
  const names = args.filter((name) => name !== '--long')
  const chosen = testSteps.filter((step) => names.length === 0 || names.includes(step.name))
  const total = { passed: 0, failed: 0 }
  const failed: string[] = []
  const failures: string[] = []
  const times: TestTime[] = []
  for (const [index, step] of chosen.entries()) {
    sayStep(`${index + 1}/${chosen.length} ${step.title}`)
    const counts = await step.run()
    total.passed += counts.passed
    total.failed += counts.failed
    if (counts.failed > 0) failed.push(`${step.title} (${counts.failed})`)
    failures.push(...(counts.failures ?? []))
    times.push(...(counts.times ?? []))
    say(
      `${step.title}: ${counts.failed === 0 ? `all good (${counts.passed})` : `${counts.failed} bad`}`,
    )
  }
  if (times.length > 0) say(`\nThe slowest tests:\n${slowest(times, 20).join('\n')}`)
  // Named again at the end: a log is often kept by its last lines only.
  for (const failure of failures) say(`\n✗ ${failure.slice(0, 1500)}`)
  if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}`)
  say(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

await runTests(process.argv.slice(2))
