// The sandbox's speed over HTTP: `node e2e/bench/sandbox-lists.ts [captures] [runs] [--postgres]
// [--loaded]` starts a sandbox on a new directory, loads it and prints the median milliseconds of
// every filter, ranked sort and search, with common, rare, missing and several values, first page
// and deep page, and the bulk load. With --postgres it REPLACES the content of the database of
// SANDBOX_DATABASE_URL; with --loaded it measures the data of an earlier run.
import { request } from 'node:http'
import { parseArgs } from 'node:util'
import type { Json } from '#lib/core/json.ts'
import { measureList, type Measured, readPage } from './measure-list.ts'
import { captureQueries, creationQueries, type Query } from './sample-filters.ts'
import { spawnSandbox } from './spawn-sandbox.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean' }, loaded: { type: 'boolean' } },
})
const captures = Number(positionals[0] ?? 100_000)
const runs = Number(positionals[1] ?? 7)
const limitMs = 30

const sandbox = await spawnSandbox(flags.postgres ? process.env.SANDBOX_DATABASE_URL : '')
const started = performance.now()
if (!flags.loaded) await load(captures)
const seconds = (performance.now() - started) / 1000

const capturesPath = '/api/charge_captures/v1'
const creationsPath = '/api/charge_capture_claim_creation/v1'
const sampled = {
  captures: await sampleOf(capturesPath, [
    {},
    { sort_direction: 'asc' },
    { sort: 'date_of_service' },
    { status: 'planned' },
    { billable_status: 'NOT_BILLABLE' },
  ]),
  creations: await sampleOf(creationsPath, [{}, { sort_direction: 'asc' }]),
  encounters: await sampleOf('/api/encounters/v4', [{}, { sort: 'created_at:asc' }]),
}

const measured: Measured[] = []
for (const sort of ['created_at', 'date_of_service']) {
  for (const sort_direction of ['asc', 'desc'])
    measured.push(await measureList(sandbox.url, capturesPath, { sort, sort_direction }, runs))
}
for (const query of captureQueries(sampled))
  measured.push(await measureList(sandbox.url, capturesPath, query, runs))
for (const sort_direction of ['asc', 'desc'])
  measured.push(await measureList(sandbox.url, creationsPath, { sort_direction }, runs))
for (const query of creationQueries(sampled))
  measured.push(await measureList(sandbox.url, creationsPath, query, runs))
await sandbox.stop()

const lines = measured.map(
  ({ label, first, deep, rows }) =>
    `${Math.max(first, deep) > limitMs ? '!' : ' '} ${label.padEnd(78)} first ${first.toFixed(1).padStart(7)} ms  deep ${deep.toFixed(1).padStart(7)} ms  ${rows} rows`,
)
const slow = lines.filter((line) => line.startsWith('!')).length
process.stdout.write(`${lines.join('\n')}\n\n`)
if (!flags.loaded)
  process.stdout.write(
    `${captures} captures made, bundled and loaded in ${seconds.toFixed(1)} s: ${Math.round(captures / seconds)}/s\n`,
  )
process.stdout.write(`${measured.length} lists, ${slow} slower than ${limitMs} ms\n`)
process.exitCode = slow > 0 ? 1 : 0

async function sampleOf(path: string, queries: Query[]): Promise<Json[]> {
  const pages = await Promise.all(
    queries.map((query) => readPage(sandbox.url, path, { ...query, limit: '1000' })),
  )
  return pages.flatMap((page) => page.items as Json[])
}

// A million captures take longer to load than fetch waits for an answer.
function load(count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${sandbox.url}/_sandbox/reset`, { method: 'POST' }, (answer) => {
      answer
        .resume()
        .on('end', () =>
          answer.statusCode === 200
            ? resolve()
            : reject(new Error(`the reset answered ${answer.statusCode}`)),
        )
    })
    sent.on('error', reject).end(JSON.stringify({ captures: count, seed: 7 }))
  })
}
