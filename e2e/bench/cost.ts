import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import pg from 'pg'
import { root } from '#lib/commands/shell.ts'
import { findFreePort } from '#lib/core/ports.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { signIn } from '#e2e/fixtures/sign-in.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import { type Replay, captureRead } from './action-replay.ts'
import { fillSandbox, spawnSandbox } from './spawn-sandbox.ts'
import { type Sample, failuresIn, sendSteadily, timesOf } from './steady-load.ts'
import { type Measure, median, slowOf } from './table.ts'

const captures = 10_000
const firstRequests = 300
const warmRequests = 1_000

/**
 * The processor time of one read of a list page of 100 through the console, for the console, its
 * worker, the sandbox and the database, in the first 300 requests of a process (10 a second) and
 * later (50 a second), with the time of the answers. A profile of the later ones then tells the
 * console's time by part.
 */
export async function measureCost(
  browser: Browser,
  folder: string,
  rowSelector: string,
): Promise<Measure[]> {
  const sandbox = await spawnSandbox(await namedDatabase('sandbox-cost'))
  const inspectPort = await findFreePort()
  const own = await startConsole({
    folder,
    name: 'cost',
    sandboxPort: Number(new URL(sandbox.url).port),
    hasWorker: true,
    env: { NODE_OPTIONS: `--inspect-port=${inspectPort}` },
  })
  try {
    await fillSandbox(sandbox.url, captures)
    const context = await browser.newContext()
    await signIn(await context.newPage(), 'biller', own.url)
    const read = await captureRead(context, `${own.url}/charge-captures`, rowSelector)
    // Its pages ask again by themselves.
    await context.close()
    const pids = {
      console: own.service.pid!,
      sandbox: sandbox.pid!,
      database: await serverOf(own.databaseUrl),
    }
    const first = await costOf(read, pids, { seconds: firstRequests / 10, perSecond: 10 })
    const warm = await costOf(read, pids, { seconds: warmRequests / 50, perSecond: 50 })
    const parts = await profiled(own.service.pid!, inspectPort, () =>
      send(read, { seconds: 10, perSecond: 50 }),
    )
    return [
      ...named('First 300 list pages', first, { console: 10 }),
      ...named('List pages at 50 a second', warm, { console: 7 }),
      { name: 'List pages at 50 a second: median', value: median(warm.times), unit: 'ms' },
      {
        name: 'List pages at 50 a second: 95 of 100 within',
        value: slowOf(warm.times),
        unit: 'ms',
        target: { atMost: 45 },
      },
      ...[...parts].map(([part, share]) => ({
        name: `The console’s time by part: ${part}`,
        value: (share * warm.spent.console!) / warm.times.length,
        unit: 'ms',
      })),
    ]
  } finally {
    await own.service.stop()
    await sandbox.stop()
  }
}

type Spent = { [process: string]: number }
type Processes = { [process: string]: number }
type Cost = { spent: Spent; times: number[] }

function named(what: string, { spent, times }: Cost, targets: Spent): Measure[] {
  return Object.entries(spent).map(([process, ms]) => ({
    name: `${what}: processor time of the ${process}, each`,
    value: ms / times.length,
    unit: 'ms',
    ...(targets[process] !== undefined && { target: { atMost: targets[process] } }),
  }))
}

async function costOf(read: Replay, pids: Processes, rate: Rate): Promise<Cost> {
  const before = spentOf(pids)
  const samples = await send(read, rate)
  const after = spentOf(pids)
  const failures = failuresIn(samples)
  if (failures) throw new Error(`List pages failed: ${failures}.`)
  return {
    times: timesOf(samples),
    spent: Object.fromEntries(
      Object.entries(after).map(([name, ms]) => [name, ms - before[name]!]),
    ),
  }
}

type Rate = { seconds: number; perSecond: number }

function send(read: Replay, rate: Rate): Promise<Sample[]> {
  return sendSteadily({
    ...rate,
    order: ['list'],
    kinds: { list: { requests: [read], answers: '"rows":[{' } },
  })
}

// In milliseconds.
function spentOf(pids: Processes): Spent {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processorTime(pid)]))
}

/**
 * User and system time of a process with its children, running and ended, in milliseconds: the
 * database has one for each connection.
 */
export function processorTime(pid: number): number {
  const own = [pid, ...childrenOf(pid)].map(ticksOf)
  return own.reduce((sum, ticks) => sum + ticks, 0) * msOfTick
}

const msOfTick = 10

function ticksOf(pid: number): number {
  return statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0)
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.map(Number).filter((each) => statOf(each)[1] === String(pid))
}

// The fields after the name, which may have blanks; none for a process that has ended.
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** The process of a database's server. */
export async function serverOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  await client.end()
  return Number(readFileSync(path.join(rows[0]!.folder, 'postmaster.pid'), 'utf8').split('\n')[0])
}

type Frame = { functionName: string; url: string; lineNumber: number; columnNumber: number }
type Profile = {
  nodes: { id: number; callFrame: Frame; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

// Whose work a frame is, by its file. Of a stack, the innermost frame that fits decides.
const partsOf: [part: string, file: RegExp][] = [
  ['database', /node_modules\/(?:pg|pg-\w+|drizzle-orm)\/|lib\/console\/(?:db|postgres)\.ts/],
  ['trail', /lib\/console\/(?:audit|trail\/)|node_modules\/bowser/],
  ['keys', /lib\/console\/connections\//],
  ['session', /lib\/console\/accounts\/|lib\/console\/server\//],
  ['partner call', /lib\/partner\/|node:_http_client|node:internal\/dns/],
  ['rows', /lib\/(?:lists|rules|actions\/lists|contract|core)\//],
  ['actions', /lib\/actions\//],
  [
    'Next',
    /node_modules\/next\/|react-server|node:_http_server|node:_http_outgoing|node:zlib|lib\/commands\//,
  ],
]

async function profiled(
  pid: number,
  port: number,
  work: () => Promise<unknown>,
): Promise<Map<string, number>> {
  process.kill(pid, 'SIGUSR1')
  const session = await openInspector(port)
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 250 })
  await session.send('Profiler.start')
  await work()
  const { profile } = (await session.send('Profiler.stop')) as { profile: Profile }
  session.close()
  return timeByPart(profile)
}

// Shares of the whole, largest first.
function timeByPart({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const parentOf = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const frameOf = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const partOf = new Map<number, string>()
  const find = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parentOf.get(at)) {
      const frame = frameOf.get(at)!
      if (frame.functionName === '(idle)') return 'idle'
      if (frame.functionName === '(garbage collector)') return 'garbage collection'
      const file = sourceOf(frame)
      const found = partsOf.find(([, pattern]) => pattern.test(file))
      if (found) return found[0]
    }
    return 'Node and the rest'
  }
  const spent = new Map<string, number>()
  for (const [place, id] of samples.entries()) {
    const part = partOf.get(id) ?? find(id)
    partOf.set(id, part)
    spent.set(part, (spent.get(part) ?? 0) + timeDeltas[place]! / 1_000)
  }
  spent.delete('idle')
  const whole = [...spent.values()].reduce((sum, ms) => sum + ms, 0)
  return new Map(
    [...spent].map(([part, ms]) => [part, ms / whole] as const).toSorted(([, a], [, b]) => b - a),
  )
}

const maps = new Map<string, SourceMap | undefined>()

// The file of our source or of a package that a frame of the built console comes from.
function sourceOf({ url, lineNumber, columnNumber }: Frame): string {
  if (!url.startsWith('file:')) return url
  const file = fileURLToPath(url)
  if (!maps.has(file)) {
    const map = `${file}.map`
    maps.set(
      file,
      existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined,
    )
  }
  const entry = maps.get(file)?.findEntry(lineNumber, columnNumber)
  return entry && 'originalSource' in entry ? entry.originalSource : path.relative(root, file)
}

async function openInspector(port: number) {
  let target: string | undefined
  while (!target) {
    const listed = await fetch(`http://127.0.0.1:${port}/json`).catch(() => sleep(50))
    if (listed)
      target = ((await listed.json()) as { webSocketDebuggerUrl: string }[])[0]
        ?.webSocketDebuggerUrl
  }
  const socket = new WebSocket(target)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  let last = 0
  const send = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      const id = (last += 1)
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: unknown }
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(answer.result)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method, params }))
    })
  return { send, close: () => socket.close() }
}
