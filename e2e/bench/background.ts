import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import pg from 'pg'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { signIn } from '#e2e/fixtures/sign-in.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import { chooseInList } from '#e2e/fixtures/list-menu.ts'
import { type Replay, captureRead, replayRead } from './action-replay.ts'
import { fillSandbox, spawnSandbox } from './spawn-sandbox.ts'
import { type Measure, slowOf } from './table.ts'
import { watchMemory } from './watch-memory.ts'

const askEveryMs = 200
const idleSeconds = 30

/**
 * A list page while the worker reads a queue of many claim creations for the first time, and while
 * it writes an export of all captures, beside the same page of the idle console: 95 of 100 answers
 * come within. `captures` are the sandbox's; about six in ten are in the queue. Also the most
 * memory of the two processes.
 */
export async function measureBackground(
  browser: Browser,
  folder: string,
  rowSelector: string,
  captures: number,
): Promise<Measure[]> {
  const sandbox = await spawnSandbox(await namedDatabase('sandbox-background'))
  await fillSandbox(sandbox.url, captures)
  const port = Number(new URL(sandbox.url).port)
  const own = await startConsole({ folder, name: 'background', sandboxPort: port, hasWorker: true })
  const database = new pg.Client({ connectionString: own.databaseUrl })
  await database.connect()
  try {
    const memory = { console: watchMemory(own.service.pid!), worker: watchMemory(own.workerPid!) }
    const context = await browser.newContext()
    const page = await context.newPage()
    await signIn(page, 'biller', own.url)
    const read = await captureRead(context, `${own.url}/charge-captures`, rowSelector)
    const reading = await askWhile(read, async () => !(await isRead(database)))
    const rows = await countRows(database)
    await page.goto(`${own.url}/queue`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${own.url}/charge-captures`)
    await page.waitForSelector(rowSelector)
    const until = performance.now() + idleSeconds * 1_000
    const idle = await askWhile(read, async () => performance.now() < until)
    await chooseInList(page, 'Export…')
    await page.getByRole('button', { name: 'Start export' }).click()
    const done = page.getByRole('button', { name: 'Download CSV' })
    const exporting = await askWhile(read, async () => !(await done.isVisible()))
    for (const watch of Object.values(memory)) watch.stop()
    const beside = (times: number[]) => ({
      value: slowOf(times) / slowOf(idle),
      unit: 'x',
      target: { atMost: 1.5 },
    })
    return [
      { name: 'Claim creations in the queue', value: rows, unit: '' },
      {
        name: 'A list page of the idle console: 95 of 100 within',
        value: slowOf(idle),
        unit: 'ms',
      },
      { name: 'The same during the first reading', value: slowOf(reading), unit: 'ms' },
      { name: 'The first reading beside idle', ...beside(reading) },
      { name: 'The same during an export of all captures', value: slowOf(exporting), unit: 'ms' },
      { name: 'The export beside idle', ...beside(exporting) },
      ...Object.entries(memory).map(([name, { most }]) => ({
        name: `Most memory of the ${name}`,
        value: most(),
        unit: 'MB',
        target: { atMost: 500 },
      })),
    ]
  } finally {
    await database.end()
    await own.service.stop()
    await sandbox.stop()
  }
}

async function askWhile(read: Replay, isSo: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = []
  while (await isSo()) {
    times.push((await replayRead(read)).end)
    await sleep(askEveryMs)
  }
  return times
}

/** True once the work queue was read for the first time. */
export async function isRead(database: pg.Client): Promise<boolean> {
  return (
    (await database.query('select from queue_snapshots where read_at is not null')).rowCount === 1
  )
}

/** The claim creations in the queue. */
export async function countRows(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int from queue_rows where sealed_value is not null',
  )
  return rows[0]!.count
}
