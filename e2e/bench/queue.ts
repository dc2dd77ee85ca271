import { spawn } from 'node:child_process'
import { type CandidApi, CandidApiClient } from 'candidhealth'
import { inRoot, root } from '#lib/commands/shell.ts'
import { fillSandbox, spawnSandbox } from './spawn-sandbox.ts'
import type { Measure } from './table.ts'

const captures = 20_000
const latencies = [0, 250]
const rounds = 3

type Reading = { first: number; second: number; longest: number; rows: number }

/**
 * The queue's snapshot of 20,000 captures, and the published client that reads the same lists one
 * page after another, a thousand items a page, with the captures of each page: rounds in turn, the
 * best of three of each. The snapshot also compares, seals and stores what it reads. A latency is
 * the partner's before each answer.
 */
export async function measureQueue(): Promise<Measure[]> {
  const sandbox = await spawnSandbox()
  try {
    await fillSandbox(sandbox.url, captures)
    const measures: Measure[] = []
    for (const latency of latencies) {
      if (latency > 0)
        await post(`${sandbox.url}/_sandbox/faults`, {
          method: 'GET',
          kind: 'delay',
          delay: latency,
        })
      const [client, first, second]: [number[], number[], number[]] = [[], [], []]
      let rows = 0
      let longest = Number.POSITIVE_INFINITY
      for (let round = 0; round < rounds; round += 1) {
        const read = await readByClient(sandbox.url)
        const snapshot = await readSnapshot(sandbox.url)
        rows = read.rows
        client.push(read.ms)
        first.push(snapshot.first)
        second.push(snapshot.second)
        longest = Math.min(longest, snapshot.longest)
      }
      const beside = (own: number[]) => Math.min(...client) / Math.min(...own)
      const perSecond = (ms: number[]) => (rows / Math.min(...ms)) * 1_000
      const at = latency === 0 ? 'a partner on this machine' : `a partner that takes ${latency} ms`
      measures.push(
        {
          name: `Queue: ${rows.toLocaleString('en-US')} rows by the published client, ${at}`,
          value: perSecond(client),
          unit: 'rows/s',
        },
        {
          name: 'Queue: the first reading, sealed and stored',
          value: perSecond(first),
          unit: 'rows/s',
        },
        { name: 'Queue: the first reading beside the client', value: beside(first), unit: 'x' },
        {
          name: 'Queue: longest task of the server in the first reading',
          value: longest,
          unit: 'ms',
        },
        {
          name: 'Queue: brought up to date by the next reading, beside the client',
          value: beside(second),
          unit: 'x',
          target: { atLeast: 2 },
        },
      )
    }
    return measures
  } finally {
    await sandbox.stop()
  }
}

async function readByClient(url: string): Promise<{ ms: number; rows: number }> {
  const client = new CandidApiClient({
    token: 'sandbox-full',
    environment: { candidApi: url, preEncounter: url },
    maxRetries: 0,
  })
  const start = performance.now()
  let rows = 0
  for (const query of [
    { claimCreationStatus: 'in-error' as const },
    { claimCreationStatus: 'held' as const },
    { hasChargeCaptureUpdates: true },
  ]) {
    let pageToken: CandidApi.PageToken | undefined
    do {
      const page = bodyOf(
        await client.chargeCaptureBundles.v1.getAll({ ...query, limit: 1_000, pageToken }),
      )
      const claimCreationIds = page.items.map(({ id }) => id)
      rows += page.items.length
      pageToken = page.nextPageToken
      let capturesToken: CandidApi.PageToken | undefined
      if (claimCreationIds.length > 0)
        do {
          const asked = { claimCreationIds, limit: 1_000, pageToken: capturesToken }
          const found = bodyOf(await client.chargeCapture.v1.getAll(asked))
          rows += found.items.length
          capturesToken = found.nextPageToken
        } while (capturesToken !== undefined)
    } while (pageToken !== undefined)
  }
  return { ms: performance.now() - start, rows }
}

function bodyOf<Body>(reply: { ok: true; body: Body } | { ok: false }): Body {
  if (!reply.ok) throw new Error('The sandbox refused a list.')
  return reply.body
}

// In its own process, as the console is: the packages of a server need the condition of server
// components.
function readSnapshot(url: string): Promise<Reading> {
  const script = inRoot('lib/actions/queue/reading-time.testing.ts')
  const child = spawn(process.execPath, ['--conditions=react-server', script], {
    cwd: root,
    env: { ...process.env, SANDBOX_PORT: new URL(url).port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0
        ? resolve(JSON.parse(text.trim().split('\n').at(-1)!) as Reading)
        : reject(new Error('The reading failed.')),
    )
  })
}

async function post(url: string, body: object): Promise<void> {
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`The sandbox answered ${reply.status}.`)
}
