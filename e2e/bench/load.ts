import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { SandboxClient } from '#e2e/fixtures/sandbox.ts'
import { demoPassword, type Role, signIn } from '#e2e/fixtures/sign-in.ts'
import { requestOf, saveOf } from '#e2e/fixtures/writes-under-kills.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import { captureOpening, captureRead } from './action-replay.ts'
import { processorTime } from './cost.ts'
import { fillSandbox, spawnSandbox } from './spawn-sandbox.ts'
import { type Load, sendSteadily, slowOfKind, timesOf, withFailures } from './steady-load.ts'
import { type Measure, slowOf } from './table.ts'
import { watchMemory } from './watch-memory.ts'

const captures = 10_000
const billers = 100
const perSecond = 50
const warmSeconds = 60
// Of twenty requests.
const saves = 1
const records = 3
const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/

/**
 * A hundred billers with 50 requests a second for `seconds`: list pages of 100, records that are
 * opened and saves. What the console adds to a list page is its slowest of twenty beside that of
 * the same page asked of the partner meanwhile.
 */
export async function measureLoad(
  browser: Browser,
  folder: string,
  rowSelector: string,
  seconds: number,
): Promise<Measure[]> {
  const { own, sandbox, load, stop } = await prepareLoad(browser, folder, rowSelector, {
    name: 'load',
    seconds,
  })
  try {
    const before = processorTime(own.service.pid!)
    const memory = watchMemory(own.service.pid!)
    const warm = sleep(Math.min(warmSeconds, seconds / 2) * 1_000).then(() => {
      const watch = watchMemory(own.service.pid!)
      return { watch, at: watch.most() }
    })
    const direct = sampleDirect(sandbox.url, seconds)
    const samples = await sendSteadily(load)
    const spent = processorTime(own.service.pid!) - before
    const { watch, at } = await warm
    memory.stop()
    watch.stop()
    const plain = await direct
    return [
      {
        name: withFailures('Load: requests that failed', samples),
        value: samples.length - timesOf(samples).length,
        unit: '',
        target: { atMost: 0 },
      },
      {
        name: 'Load: list page of 100, 95 of 100 within',
        value: slowOfKind(samples, 'list'),
        unit: 'ms',
      },
      { name: 'Load: the same page at the partner', value: slowOf(plain), unit: 'ms' },
      {
        name: 'Load: added by the console',
        value: slowOfKind(samples, 'list') - slowOf(plain),
        unit: 'ms',
        target: { atMost: 60 },
      },
      {
        name: 'Load: record opened, 95 of 100 within',
        value: slowOfKind(samples, 'record'),
        unit: 'ms',
      },
      { name: 'Load: save, 95 of 100 within', value: slowOfKind(samples, 'save'), unit: 'ms' },
      {
        name: 'Load: the console’s processor time for each',
        value: spent / samples.length,
        unit: 'ms',
      },
      {
        name: 'Load: the console’s memory at most',
        value: memory.most(),
        unit: 'MB',
        target: { atMost: 400 },
      },
      {
        name: 'Load: its growth after the first minute',
        value: (watch.growth() / at) * 100,
        unit: '%',
        target: { atMost: 10 },
      },
    ]
  } finally {
    await stop()
  }
}

/** The load of a hundred billers for `seconds`, with a console, a sandbox and visits of its own. */
export async function prepareLoad(
  browser: Browser,
  folder: string,
  rowSelector: string,
  { name, seconds, env = {} }: { name: string; seconds: number; env?: Record<string, string> },
) {
  const sandbox = await spawnSandbox(await namedDatabase(`sandbox-${name}`))
  const sandboxPort = Number(new URL(sandbox.url).port)
  const own = await startConsole({ folder, name, sandboxPort, hasWorker: true, env })
  const stop = async () => {
    await own.service.stop()
    await sandbox.stop()
  }
  try {
    const partner = new SandboxClient(sandbox.url)
    await fillSandbox(sandbox.url, captures)
    const visits = await createVisits(partner, Math.ceil((seconds * perSecond * saves) / 20))
    const context = await browser.newContext()
    await signIn(await context.newPage(), 'biller', own.url)
    const list = `${own.url}/charge-captures`
    const read = await captureRead(context, list, rowSelector)
    const opening = await captureOpening(context, list, rowSelector)
    // Its pages ask again by themselves.
    await context.close()
    const cookies: string[] = []
    // Two accounts share the billers: one alone asks the partner at most 50 times a second.
    while (cookies.length < billers)
      cookies.push(await signInByHttp(own.url, cookies.length % 2 === 0 ? 'biller' : 'admin'))
    const load: Load = {
      perSecond,
      seconds,
      cookies,
      order: [
        ...Array<string>(saves).fill('save'),
        ...Array<string>(records).fill('record'),
        ...Array<string>(20 - saves - records).fill('list'),
      ],
      kinds: {
        list: { requests: [read], answers: '"rows":[{' },
        record: {
          requests: visits.map(({ id }) => ({ ...opening, url: opening.url.replace(uuid, id) })),
          answers: 'charge_capture_data',
        },
        save: {
          requests: visits.map((visit) => requestOf(own.url, saveOf(visit))),
          answers: '"kind":"saved"',
        },
      },
    }
    return { own, sandbox, partner, visits, load, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function createVisits(partner: SandboxClient, count: number): Promise<ChargeCapture[]> {
  const visits: ChargeCapture[] = []
  while (visits.length < count) visits.push(await partner.createVisit())
  return visits
}

async function signInByHttp(url: string, role: Role): Promise<string> {
  const reply = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${role}@demo.test`, password: demoPassword }),
  })
  if (!reply.ok) throw new Error(`The sign-in answered ${reply.status}.`)
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

// Twice a second: enough for its slowest of twenty, and no load of its own.
async function sampleDirect(url: string, seconds: number): Promise<number[]> {
  const times: number[] = []
  const ends = performance.now() + seconds * 1_000
  while (performance.now() < ends) {
    const start = performance.now()
    const reply = await fetch(`${url}/api/charge_captures/v1?limit=100`, {
      headers: { authorization: 'Bearer sandbox-full' },
    })
    await reply.json()
    times.push(performance.now() - start)
    await sleep(500)
  }
  return times
}
