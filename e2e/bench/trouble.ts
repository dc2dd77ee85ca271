import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { startPostgres } from '#lib/core/postgres-server.ts'
import { WriteLog } from '#e2e/fixtures/writes-under-kills.ts'
import { serverOf } from './cost.ts'
import { prepareLoad } from './load.ts'
import { type Sample, sendSteadily, timesOf, withFailures } from './steady-load.ts'
import type { Measure } from './table.ts'

// Of good weather before, between and after.
const calmSeconds = 40

/**
 * A hundred billers while the partner stops answering for `outageSeconds`, and while the console's
 * database server is killed and starts again: which requests failed, how long after each trouble the
 * last one did, and whether every acknowledged save is at the partner once.
 */
export async function measureTrouble(
  browser: Browser,
  folder: string,
  rowSelector: string,
  outageSeconds: number,
): Promise<Measure[]> {
  const database = await startPostgres(path.join(folder, 'trouble'))
  const databaseUrl = database.addressOf('postgres')
  const server = await serverOf(databaseUrl)
  const seconds = 3 * calmSeconds + outageSeconds
  const { sandbox, partner, visits, load, stop } = await prepareLoad(browser, folder, rowSelector, {
    name: 'trouble',
    seconds,
    env: { DATABASE_URL: databaseUrl },
  })
  try {
    const log = new WriteLog(partner)
    // The sandbox remembers its latest requests only.
    const reading = setInterval(() => void log.read().catch(() => undefined), 5_000)
    const begins = performance.now()
    const since = () => performance.now() - begins
    const sending = sendSteadily(load)
    await sleep(calmSeconds * 1_000)
    const outage = { from: since(), to: 0 }
    process.kill(sandbox.pid, 'SIGSTOP')
    await sleep(outageSeconds * 1_000)
    process.kill(sandbox.pid, 'SIGCONT')
    outage.to = since()
    await sleep(calmSeconds * 1_000)
    const restart = { from: since(), to: 0 }
    process.kill(server, 'SIGKILL')
    await database.restarted
    restart.to = since()
    const samples = await sending
    clearInterval(reading)
    const saves = samples.filter(({ kind }) => kind === 'save')
    await log.expectOnce(visits.filter((_, nth) => saves[nth] && !saves[nth].failure))
    return [
      ...judged('The partner stops answering', samples, outage),
      ...judged('The database restarts', samples, restart),
      {
        name: 'Failed otherwise',
        value: failedIn(samples, [
          [0, outage.from - patienceMs],
          [outage.to + backMs, restart.from - patienceMs],
          [restart.to + backMs, Infinity],
        ]).length,
        unit: '',
        target: { atMost: 0 },
      },
      {
        name: 'Saves acknowledged, each at the partner once',
        value: timesOf(saves).length,
        unit: '',
      },
    ]
  } finally {
    await stop()
    await database.stop()
  }
}

type Trouble = { from: number; to: number }

// A request that was under way when the trouble began may meet it.
const patienceMs = 10_000
const backMs = 10_000

function judged(name: string, samples: Sample[], { from, to }: Trouble): Measure[] {
  const failed = failedIn(samples, [[from - patienceMs, to + 2 * backMs]])
  const last = Math.max(to, ...failed.map(({ at }) => at))
  return [
    { name: `${name}: seconds`, value: (to - from) / 1_000, unit: 's' },
    { name: withFailures(`${name}: failed`, failed), value: failed.length, unit: '' },
    {
      name: `${name}: the last that failed was sent after its end`,
      value: (last - to) / 1_000,
      unit: 's',
      target: { atMost: backMs / 1_000 },
    },
  ]
}

function failedIn(samples: Sample[], spans: [from: number, to: number][]): Sample[] {
  return samples.filter(
    ({ at, failure }) => failure && spans.some(([from, to]) => at >= from && at < to),
  )
}
