import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { buildWhenStale } from '#lib/commands/build.ts'
import { chromiumFlags, findChromium } from '#lib/commands/find-chromium.ts'
import { findFreePort } from '#lib/core/ports.ts'
import { inRoot, runCommand, say, sayStep } from '#lib/commands/shell.ts'
import { startPostgres } from '#lib/core/postgres-server.ts'
import { signIn } from '#e2e/fixtures/sign-in.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import { captureRead } from './action-replay.ts'
import { measureBackground } from './background.ts'
import { measureCost } from './cost.ts'
import { measureEditor } from './editor.ts'
import { measureExport } from './export.ts'
import { measureFacility } from './facility.ts'
import { measureFlood } from './flood.ts'
import { measureLoad } from './load.ts'
import { judgeListPages, measureListPages } from './list-pages.ts'
import { measureMillion } from './million.ts'
import { type BenchPartner, benchFolder, startPartner } from './partner.ts'
import { servePeers } from './peers.ts'
import { measureAddedTime, measureParallel } from './read-cost.ts'
import { measurePalette } from './palette.ts'
import { measureQueue } from './queue.ts'
import { measureRoster } from './roster.ts'
import { type Measure, formatTable, isMet } from './table.ts'
import { measureReplicas } from './replicas.ts'
import { measureTimeline } from './timeline.ts'
import { measureTrouble } from './trouble.ts'

// A row of the console's list with data.
const rowSelector =
  'main [role="row"] a[href*="/charge-captures/"], main tbody tr a[href*="/charge-captures/"]'
const folder = mkdtempSync(path.join(tmpdir(), 'billing-console-bench-'))
// As npm start has it: what is written is on the disk.
const database = await startPostgres(folder)
process.env.TEST_POSTGRES = database.addressOf('postgres')
const ends: (() => unknown)[] = [
  database.stop,
  () => rmSync(folder, { recursive: true, force: true }),
]

/**
 * `npm run bench`: the lists compared with their peers, the cost of reading through the console,
 * typing into a long capture and into the palette, a long roster, a large facility, reading the work queue, scrolling a
 * timeline, an export, and the sandbox's speed.
 */
async function runBench(parts: string[]): Promise<Measure[]> {
  const wants = (part: string) => parts.length === 0 || parts.includes(part)
  const measures: Measure[] = []
  if (wants('console')) measures.push(...(await measureConsole()))
  if (wants('background')) measures.push(...(await measureBackgroundPart()))
  if (wants('cost')) measures.push(...(await measureCostPart()))
  if (wants('editor')) measures.push(...(await measureTypingPart()))
  if (wants('palette')) measures.push(...(await measurePalettePart()))
  if (wants('roster')) measures.push(...(await measureRosterPart()))
  if (wants('facility')) measures.push(...(await measureFacilityPart()))
  if (wants('queue')) {
    sayStep('Reading the work queue of 20,000 captures')
    measures.push(...(await measureQueue()))
  }
  if (wants('timeline')) measures.push(...(await measureTimelinePart()))
  if (wants('export')) measures.push(...(await measureExportPart()))
  if (wants('sandbox')) {
    sayStep('The sandbox with 100,000 captures')
    const status = await runCommand(process.execPath, [inRoot('e2e/bench/sandbox-lists.ts')])
    measures.push({
      name: 'Sandbox targets missed (table above)',
      value: status,
      unit: '',
      target: { atMost: 0 },
    })
    sayStep('The sandbox with a contract of 100,000 providers')
    const rosters = await runCommand(process.execPath, [inRoot('e2e/bench/sandbox-contracts.ts')])
    measures.push({
      name: 'Contract targets missed (table above)',
      value: rosters,
      unit: '',
      target: { atMost: 0 },
    })
  }
  // Only by name: they take five and more minutes.
  if (parts.includes('flood')) measures.push(...(await measureFloodPart()))
  if (parts.includes('load')) measures.push(...(await measureLoadPart()))
  if (parts.includes('million')) measures.push(...(await measureMillionPart()))
  if (parts.includes('replicas')) measures.push(...(await measureReplicasPart()))
  if (parts.includes('trouble')) measures.push(...(await measureTroublePart()))
  // Only by name: it replaces the content of that database, and loading takes minutes.
  if (parts.includes('postgres')) {
    if (!process.env.SANDBOX_DATABASE_URL)
      throw new Error(
        'The part "postgres" needs SANDBOX_DATABASE_URL: a database whose data it may replace.',
      )
    sayStep('The sandbox on PostgreSQL with 1,000,000 captures')
    const status = await runCommand(process.execPath, [
      inRoot('e2e/bench/sandbox-lists.ts'),
      '1000000',
      '--postgres',
    ])
    measures.push({
      name: 'PostgreSQL targets missed (table above)',
      value: status,
      unit: '',
      target: { atMost: 0 },
    })
  }
  return measures
}

async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumFlags,
  })
  ends.unshift(() => browser.close())
  return browser
}

async function measureBackgroundPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  const captures = Number(process.env.BENCH_CAPTURES ?? 175_000)
  sayStep(`List pages while the worker is at work on ${captures.toLocaleString('en-US')} captures`)
  return measureBackground(await startBrowser(), folder, rowSelector, captures)
}

async function measureCostPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('The cost of a list page')
  return measureCost(await startBrowser(), folder, rowSelector)
}

async function measureFloodPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('Two hundred calls of one account at once')
  return measureFlood(await startBrowser(), folder, rowSelector)
}

async function measureLoadPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  const seconds = Number(process.env.BENCH_SECONDS ?? 300)
  sayStep(`A hundred billers for ${seconds} seconds`)
  return measureLoad(await startBrowser(), folder, rowSelector, seconds)
}

async function measureMillionPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  const captures = Number(process.env.BENCH_CAPTURES ?? 1_000_000)
  sayStep(`The console beside ${captures.toLocaleString('en-US')} captures`)
  return measureMillion(await startBrowser(), folder, rowSelector, captures)
}

async function measureReplicasPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('One replica and two, each held to a share of a core')
  return measureReplicas(await startBrowser(), folder, rowSelector)
}

async function measureTroublePart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  const seconds = Number(process.env.BENCH_SECONDS ?? 600)
  sayStep(`A hundred billers, ${seconds} seconds without the partner, and a database that restarts`)
  return measureTrouble(await startBrowser(), folder, rowSelector, seconds)
}

async function measureTypingPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('Typing into a capture with 50 lines')
  return measureEditor(await startBrowser(), folder)
}

async function measurePalettePart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('Finding a patient among 10,000 captures with Ctrl+K')
  return measurePalette(await startBrowser(), folder)
}

async function measureRosterPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('A roster of 60,000 providers and a list of 100,000')
  return measureRoster(await startBrowser(), folder)
}

async function measureFacilityPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('A facility of 60,000 providers')
  return measureFacility(await startBrowser(), folder)
}

async function measureTimelinePart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('Scrolling a coverage timeline of 10,000 rows')
  return measureTimeline(await startBrowser(), folder)
}

async function measureExportPart(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('An export of 100,000 captures')
  return measureExport(await startBrowser(), folder)
}

async function measureConsole(): Promise<Measure[]> {
  if (!(await buildWhenStale())) throw new Error('The production build failed.')
  sayStep('Starting the partner, the console and the peers')
  const partner = await startPartner(folder)
  ends.unshift(partner.stop)
  const peers = existsSync(path.join(benchFolder, 'peers'))
    ? await servePeers(path.join(benchFolder, 'peers'))
    : []
  ends.unshift(...peers.map((peer) => peer.close))
  const browser = await startBrowser()

  const { url, storageState } = await openConsole('fast', partner)
  const mine = {
    name: 'Console',
    url: `${url}/charge-captures?limit={n}`,
    rows: rowSelector,
    options: { storageState },
  }
  sayStep(`List pages against the ${partner.name}, three rounds each`)
  // Once unmeasured: a server's first request includes loading its code.
  const pages = [mine, ...peers]
  const loads = await measureListPages(browser, pages)

  sayStep('Reading through the console')
  const context = await browser.newContext({ storageState })
  const read = await captureRead(context, `${url}/charge-captures`, rowSelector)
  const added = await measureAddedTime(
    read,
    `${partner.url}/api/charge_captures/v1?limit=100&page_token=100`,
  )
  await context.close()

  const slow = await startPartner(folder, { port: await findFreePort(), latency: 500 })
  ends.unshift(slow.stop)
  const behind = await openConsole('slow', slow)
  const slowContext = await browser.newContext({ storageState: behind.storageState })
  const parallel = await measureParallel(
    await captureRead(slowContext, `${behind.url}/charge-captures`, rowSelector),
  )
  return [...judgeListPages(loads, pages, 'Console'), ...added, ...parallel]

  async function openConsole(name: string, upstream: BenchPartner) {
    const instance = await startConsole({
      folder,
      name,
      sandboxPort: 1,
      env: { PARTNER_BASE_URL: upstream.url, PARTNER_API_KEY: 'sandbox-full', DEMO_ACCOUNTS: '1' },
    })
    ends.unshift(instance.service.stop)
    const fresh = await browser.newContext()
    const page = await fresh.newPage()
    await signIn(page, 'biller', instance.url)
    await page.goto(`${instance.url}/charge-captures`)
    await page.waitForSelector(rowSelector)
    const state = await fresh.storageState()
    await fresh.close()
    return { url: instance.url, storageState: state }
  }
}

process.once('SIGINT', () => void finish(130))

async function finish(status: number): Promise<never> {
  for (const end of ends) await end()
  process.exit(status)
}

try {
  const measures = await runBench(process.argv.slice(2))
  say(`\n${formatTable(measures)}`)
  const missed = measures.filter((measure) => !isMet(measure)).length
  say(`\n${missed === 0 ? 'Every target is met.' : `${missed} targets are missed.`}`)
  await finish(missed === 0 ? 0 : 1)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  await finish(1)
}
