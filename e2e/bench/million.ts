import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import pg from 'pg'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { chooseInList } from '#e2e/fixtures/list-menu.ts'
import { signIn } from '#e2e/fixtures/sign-in.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import { type Replay, captureRead } from './action-replay.ts'
import { runExport } from './export.ts'
import { fillSandbox, spawnSandbox } from './spawn-sandbox.ts'
import { type Measure, median, slowOf } from './table.ts'
import { watchMemory } from './watch-memory.ts'
import { countRows, isRead } from './background.ts'

const times = 40
const pages = 50
// Below the 200,000 records that a person may export in an hour.
const exportedShare = 0.19
const longest = 900_000
const mostMemory = { atMost: 500 }

/**
 * The console beside a partner with `captures` captures: pages of its lists, its search, the first
 * reading of the work queue, an export of the newest fifth, and the memory of both
 * processes. SANDBOX_DATABASE_URL names a database that holds the captures already; otherwise they
 * are made first.
 */
export async function measureMillion(
  browser: Browser,
  folder: string,
  rowSelector: string,
  captures: number,
): Promise<Measure[]> {
  const given = process.env.SANDBOX_DATABASE_URL
  const partnersDatabase = given ?? (await namedDatabase('sandbox-million'))
  const sandbox = await spawnSandbox(partnersDatabase)
  if (!given) await fillSandbox(sandbox.url, captures)
  const sandboxPort = Number(new URL(sandbox.url).port)
  const own = await startConsole({ folder, name: 'million', sandboxPort, hasWorker: true })
  const database = new pg.Client({ connectionString: own.databaseUrl })
  await database.connect()
  const started = performance.now()
  const memory = { console: watchMemory(own.service.pid!), worker: watchMemory(own.workerPid!) }
  try {
    const most = (when: string): Measure[] =>
      Object.entries(memory).map(([name, watch]) => ({
        name: `Most memory of the ${name} ${when}`,
        value: watch.most(),
        unit: 'MB',
        target: mostMemory,
      }))
    while (!(await isRead(database))) await sleep(1_000)
    const readIn = (performance.now() - started) / 1_000
    const reading = most('with the first reading')

    const context = await browser.newContext()
    const page = await context.newPage()
    await signIn(page, 'biller', own.url)
    const openQueue = () =>
      timed(async () => {
        await page.goto(`${own.url}/queue`, { timeout: longest })
        const causes = page.locator('main').getByRole('row').getByRole('link')
        await causes.first().waitFor({ timeout: longest })
      })
    const opened = await openQueue()
    const again = await openQueue()
    const read = await captureRead(context, `${own.url}/charge-captures`, rowSelector)
    const lists = await measureLists(read)
    const newest = await newestOf(partnersDatabase, Math.round(captures * exportedShare))
    await page.goto(`${own.url}/charge-captures?date_of_service_min=${newest.since}`)
    await chooseInList(page, 'Export…')
    const exported = await runExport(page)
    const all = most('in all')
    return [
      { name: 'Claim creations in the queue', value: await countRows(database), unit: '' },
      { name: 'Their first reading', value: readIn, unit: 's' },
      ...reading,
      { name: 'The queue opened in a process that had none of it', value: opened, unit: 'ms' },
      { name: 'The queue opened again', value: again, unit: 'ms' },
      ...lists,
      { name: 'Captures in the exported view', value: newest.count, unit: '' },
      { name: 'From the press to the finished file', value: exported, unit: 's' },
      ...all,
    ]
  } finally {
    for (const watch of Object.values(memory)) watch.stop()
    await database.end()
    await own.service.stop()
    await sandbox.stop()
  }
}

async function measureLists(read: Replay): Promise<Measure[]> {
  const asked: [name: string, request: object][] = [
    ['newest page', {}],
    ['by date of service', { query: { limit: 100, sort: 'date_of_service' } }],
    ['of one status', { query: { limit: 100, status: 'planned' } }],
    ['found by a last name', { query: { limit: 100, search_term: 'Carter' } }],
  ]
  const measures: Measure[] = []
  for (const [name, request] of asked) {
    const took: number[] = []
    for (let round = -3; round < times; round += 1) {
      const one = await timed(() => readPage(read, { query: { limit: 100 }, ...request }))
      if (round >= 0) took.push(one)
    }
    measures.push(
      { name: `Captures, ${name}: median`, value: median(took), unit: 'ms' },
      { name: `Captures, ${name}: 95 of 100 within`, value: slowOf(took), unit: 'ms' },
    )
  }
  let position: string | undefined
  const took: number[] = []
  for (let at = 0; at < pages; at += 1)
    took.push(
      await timed(async () => {
        position = await readPage(read, { query: { limit: 100 }, ...(position && { position }) })
      }),
    )
  return [...measures, { name: `Captures, page ${pages}`, value: took.at(-1)!, unit: 'ms' }]
}

// The position of the page after it.
async function readPage(read: Replay, request: object): Promise<string | undefined> {
  const body = JSON.stringify([{ operation: 'listChargeCaptures', ...request }])
  const reply = await fetch(read.url, { method: 'POST', headers: read.headers, body })
  const text = await reply.text()
  if (!text.includes('"rows":[{')) throw new Error(`No rows: ${text.slice(0, 300)}`)
  return JSON.parse(`"${/"next":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? ''}"`) || undefined
}

// The day since which there are about so many captures, at most, and how many there are.
async function newestOf(database: string, most: number): Promise<{ since: string; count: number }> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ since: string; count: number }>(
    `with days as (select date_of_service as day, count(*) as count from charge_captures
      where date_of_service <> '' group by 1),
     sums as (select day, sum(count) over (order by day desc) as count from days)
     select day as since, count::int from sums where count <= $1 order by count desc limit 1`,
    [most],
  )
  await client.end()
  return rows[0]!
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begins = performance.now()
  await work()
  return performance.now() - begins
}
