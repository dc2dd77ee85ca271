// The sandbox's speed at its HTTP door: `node e2e/bench/sandbox-lists.ts [captures] [runs]` starts a sandbox on a new
// directory, loads it and prints the median milliseconds of every filter, ranked sort and search, first page and deep page, and the bulk load.
import { rankedSortKeys, rankedSortName } from '#lib/contract/charge-captures.operations.ts'
import { measureList, type Measured, readPage } from './measure-list.ts'
import { sampleFilters } from './sample-filters.ts'
import { spawnSandbox } from './spawn-sandbox.ts'

const captures = Number(process.argv[2] ?? 100_000)
const runs = Number(process.argv[3] ?? 7)
const limitMs = 30

const sandbox = await spawnSandbox()
const started = performance.now()
await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST', body: JSON.stringify({ captures, seed: 7 }) })
const seconds = (performance.now() - started) / 1000

const capturesPath = '/api/charge_captures/v1'
const creationsPath = '/api/charge_capture_claim_creation/v1'
const filters = sampleFilters(await readPage(sandbox.url, capturesPath, { limit: '1000' }), await readPage(sandbox.url, creationsPath, { limit: '1000' }))

const measured: Measured[] = []
for (const sort of ['created_at', 'date_of_service']) {
  for (const sort_direction of ['asc', 'desc']) measured.push(await measureList(sandbox.url, capturesPath, { sort, sort_direction }, runs))
}
for (const [name, value] of Object.entries(filters.captures)) measured.push(await measureList(sandbox.url, capturesPath, { [name]: value }, runs))
for (const key of rankedSortKeys) {
  measured.push(await measureList(sandbox.url, capturesPath, { [rankedSortName(key)]: filters.captures[key]! }, runs))
}
for (const sort_direction of ['asc', 'desc']) measured.push(await measureList(sandbox.url, creationsPath, { sort_direction }, runs))
for (const [name, value] of Object.entries(filters.creations)) measured.push(await measureList(sandbox.url, creationsPath, { [name]: value }, runs))
await sandbox.stop()

const lines = measured.map(({ label, first, deep, rows }) =>
  `${Math.max(first, deep) > limitMs ? '!' : ' '} ${label.padEnd(78)} first ${first.toFixed(1).padStart(7)} ms  deep ${deep.toFixed(1).padStart(7)} ms  ${rows} rows`)
const slow = lines.filter((line) => line.startsWith('!')).length
process.stdout.write(`${lines.join('\n')}\n\n${captures} captures made, bundled and loaded in ${seconds.toFixed(1)} s: ${Math.round(captures / seconds)}/s\n`)
process.stdout.write(`${measured.length} lists, ${slow} slower than ${limitMs} ms\n`)
process.exitCode = slow > 0 ? 1 : 0
