import { spawn } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyPackages, copySources } from './copy-sources.ts'
import { defects } from './defects/declared.ts'
import {
  type Defect,
  type NamedCheck,
  plantIn,
  type RanTest,
  ranByPlaywright,
  ranByVitest,
  verdictOn,
} from './defects/plant.ts'
import { findChromium } from './find-chromium.ts'
import { plantedSecrets } from './planted-secrets.ts'
import { inRoot, say, sayStep } from './shell.ts'

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'billing-console-defects-')))
const sources = path.join(folder, 'sources')
const log = path.join(folder, 'log')

/**
 * Runs the tests of these checks in the copy. Only what a report says counts: with a build or a file
 * that fails to load there are no tests.
 */
async function run(checks: readonly NamedCheck[]): Promise<RanTest[]> {
  const isStory = ({ file }: NamedCheck) => file.startsWith('e2e/')
  const stories = checks.filter(isStory)
  const tests = checks.filter((check) => !isStory(check))
  return [
    ...(tests.length === 0 ? [] : await runVitest(tests)),
    ...(stories.length === 0 ? [] : await runPlaywright(stories)),
  ]
}

async function runVitest(checks: readonly NamedCheck[]): Promise<RanTest[]> {
  const args = ['run', '--config', 'lib/commands/vitest.config.ts', '--reporter=default']
  const report = await runInCopy('vitest', [
    ...args,
    '--reporter=json',
    `--outputFile.json=${path.join(folder, 'report.json')}`,
    `--testNamePattern=${namesOf(checks)}`,
    ...filesOf(checks),
  ])
  return ranByVitest(report, sources)
}

async function runPlaywright(checks: readonly NamedCheck[]): Promise<RanTest[]> {
  return ranByPlaywright(
    await runInCopy('playwright', [
      'test',
      '--config=e2e/playwright.config.ts',
      '--retries=0',
      `--grep=${namesOf(checks)}`,
      ...filesOf(checks),
    ]),
  )
}

function namesOf(checks: readonly NamedCheck[]): string {
  return checks.map(({ test }) => test.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
}

function filesOf(checks: readonly NamedCheck[]): string[] {
  return [...new Set(checks.map(({ file }) => file))]
}

// Without a report no test ran.
async function runInCopy(tool: string, args: string[]): Promise<object> {
  const report = path.join(folder, 'report.json')
  rmSync(report, { force: true })
  const output = openSync(log, 'w')
  const child = spawn(path.join(sources, 'node_modules/.bin', tool), args, {
    cwd: sources,
    env: { ...process.env, ...plantedSecrets, NEXT_TELEMETRY_DISABLED: '1', E2E_REPORT: report },
    stdio: ['ignore', output, output],
    shell: process.platform === 'win32',
  })
  const end = () => child.kill()
  process.once('exit', end)
  await new Promise((resolve) => child.once('error', resolve).once('exit', resolve))
  process.off('exit', end)
  closeSync(output)
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as object
  } catch {
    return {}
  }
}

function endOfLog(): string {
  return readFileSync(log, 'utf8').split('\n').slice(-40).join('\n')
}

const nameOf = ({ file, test }: NamedCheck) => `${file}: ${test}`

/** Plants a defect, runs its checks, and takes it out. Returns why it counts as not found. */
async function complaintsAbout(defect: Defect): Promise<string[]> {
  const file = path.join(sources, defect.file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, plantIn(text, defect))
  try {
    const ran = await run(defect.checks)
    return defect.checks.flatMap((check) => {
      const verdict = verdictOn(check, ran)
      if (verdict === 'failed') return []
      return verdict === 'passed'
        ? [`passes with the defect: ${nameOf(check)}`]
        : [`did not run: ${nameOf(check)}\n${endOfLog()}`]
    })
  } finally {
    writeFileSync(file, text)
  }
}

/** Runs every check without any defect. True if all pass. */
async function passesUndamaged(checks: readonly NamedCheck[]): Promise<boolean> {
  const ran = await run(checks)
  const bad = checks.filter((check) => verdictOn(check, ran) !== 'passed')
  for (const check of bad) say(`Without a defect ${verdictOn(check, ran)}: ${nameOf(check)}`)
  if (bad.length > 0) say(endOfLog())
  return bad.length === 0
}

/**
 * `npm run test:defects`: plants each declared defect in a copy of the sources, one after the other,
 * and fails unless each makes the checks that it names fail. Names as arguments plant only those.
 */
async function testDefects(names: string[]): Promise<void> {
  process.exitCode = 1
  const unknown = names.filter((name) => !defects.some((defect) => defect.name === name))
  if (unknown.length > 0) return say(`No defect is called ${unknown.join(', ')}.`)
  const browser = await findChromium()
  if (!browser) return say('No Chromium: set CHROMIUM_PATH to one.')
  process.env.CHROMIUM_PATH = browser
  const chosen = defects.filter(({ name }) => names.length === 0 || names.includes(name))
  // A defect without its place is known before an hour of tests.
  for (const defect of chosen) plantIn(readFileSync(inRoot(defect.file), 'utf8'), defect)

  sayStep('Copying the sources')
  mkdirSync(sources)
  copySources(sources)
  copyPackages(sources)
  // Caches that are written in place would be shared with the packages here.
  rmSync(path.join(sources, 'node_modules/.vite'), { recursive: true, force: true })
  sayStep('Every check without a defect')
  if (!(await passesUndamaged(chosen.flatMap(({ checks }) => checks)))) return
  sayStep(`${chosen.length} defects`)
  let living = 0
  for (const defect of chosen) {
    const began = Date.now()
    const complaints = await complaintsAbout(defect)
    const seconds = Math.round((Date.now() - began) / 1_000)
      .toString()
      .padStart(4)
    say(
      `${complaints.length === 0 ? '✓' : '✗'} ${seconds} s  ${defect.name}: ${[defect.what, ...complaints].join('\n  ')}`,
    )
    if (complaints.length > 0) living += 1
  }
  sayStep(`${chosen.length - living} defects found, ${living} not found`)
  process.exitCode = living === 0 ? 0 : 1
}

process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await testDefects(process.argv.slice(2))
