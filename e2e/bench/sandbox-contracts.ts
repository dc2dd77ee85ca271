// The speed of large rosters at the sandbox over HTTP: `node e2e/bench/sandbox-contracts.ts [runs]`
// starts a sandbox on a new directory with 100,000 rendering providers and prints the time to add
// them to a contract in one request, to list 1,000 of them, and to list 1,000 with their
// credentialing spans.
import { spawnSandbox } from './spawn-sandbox.ts'

type Item = { organization_provider_id: string }
type Page = { items: Item[]; next_page_token: string | null }
type Contract = {
  contract_id: string
  provider_count: number
  contracting_provider: Item
  payer: { payer_uuid: string }
}

const runs = Number(process.argv[2] ?? 9)
const providers = 100_000
const contracts = '/api/contracts/v3'

const sandbox = await spawnSandbox()
await send('POST', '/_sandbox/reset', { captures: 0, contracts: 120, providers, seed: 7 })
const effective = (await read<{ items: Contract[] }>(`${contracts}?contract_status=effective`))
  .items
const network = effective.toSorted((a, b) => b.provider_count - a.provider_count)[0]!
const ids = await allRenderingIds()
const all = anyApply('allApply')
const body = {
  type: 'professional',
  contract_type: 'professional',
  rendering_provider_ids: [],
  contracting_provider_id: network.contracting_provider.organization_provider_id,
  payer_uuid: network.payer.payer_uuid,
  effective_date: '2026-01-01',
  regions: { type: 'national' },
  ...all,
}

const adding: number[] = []
const removing: number[] = []
let roster = ''
for (let round = 0; round < 3; round += 1) {
  const { contract_id } = await send<Contract>('POST', contracts, body)
  roster = `${contracts}/${contract_id}/providers`
  adding.push(await timed(() => send('POST', roster, { rendering_provider_ids: ids })))
  if (round < 2)
    removing.push(await timed(() => send('DELETE', roster, { rendering_provider_ids: ids })))
}

const large = `${contracts}/${network.contract_id}/providers`
const measured = [
  { label: `add ${ids.length} providers in one request`, ms: median(adding), atMost: 2500 },
  { label: `remove ${ids.length} providers in one request`, ms: median(removing), atMost: 2500 },
  {
    label: 'list 1,000 of them, first page',
    ms: await medianOf(`${roster}?limit=1000`),
    atMost: 40,
  },
  { label: 'list 1,000 of them, page 51', ms: await medianOf(await deepPage(roster)), atMost: 40 },
  {
    label: 'credentialing of 1,000, one in five with spans, first page',
    ms: await medianOf(`${large}/credentialing?limit=1000`),
    atMost: 120,
  },
  {
    label: 'credentialing of 1,000, one in five with spans, page 51',
    ms: await medianOf(await deepPage(`${large}/credentialing`)),
    atMost: 120,
  },
  {
    label: 'list 100 contracts of 120',
    ms: await medianOf(`${contracts}?contract_status=effective&limit=100`),
    atMost: 30,
  },
  {
    label: 'find contracts by 50 rendering providers',
    ms: await medianOf(
      `${contracts}?contract_status=effective&${ids
        .slice(0, 50)
        .map((id) => `rendering_provider_ids=${id}`)
        .join('&')}`,
    ),
    atMost: 30,
  },
]
await sandbox.stop()

const missed = measured.filter(({ ms, atMost }) => ms > atMost).length
const lines = measured.map(
  ({ label, ms, atMost }) =>
    `${ms > atMost ? '!' : ' '} ${label.padEnd(62)} ${ms.toFixed(1).padStart(8)} ms  (at most ${atMost})`,
)
process.stdout.write(`${lines.join('\n')}\n${measured.length} measures, ${missed} missed\n`)
process.exitCode = missed > 0 ? 1 : 0

async function allRenderingIds(): Promise<string[]> {
  const found: string[] = []
  let page = ''
  while (found.length < providers) {
    const { items, next_page_token } = await read<Page>(
      `/api/organization-providers/v3?is_rendering=true&limit=1000${page}`,
    )
    found.push(...items.map((item) => item.organization_provider_id))
    page = `&page_token=${next_page_token}`
  }
  return found.slice(0, providers)
}

async function deepPage(path: string): Promise<string> {
  let page = ''
  for (let i = 0; i < 50; i += 1)
    page = `&page_token=${(await read<Page>(`${path}?limit=1000${page}`)).next_page_token}`
  return `${path}?limit=1000${page}`
}

async function medianOf(path: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < runs; i += 1)
    times.push(
      await timed(async () =>
        (
          await fetch(sandbox.url + path, { headers: { authorization: 'Bearer sandbox-full' } })
        ).arrayBuffer(),
      ),
    )
  return median(times)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}

function read<T>(path: string): Promise<T> {
  return send<T>('GET', path)
}

async function send<T>(method: string, path: string, content?: object): Promise<T> {
  const headers = { authorization: 'Bearer sandbox-full', 'content-type': 'application/json' }
  const response = await fetch(sandbox.url + path, {
    method,
    headers,
    ...(content ? { body: JSON.stringify(content) } : {}),
  })
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

function anyApply(type: string) {
  return {
    commercial_insurance_types: { type },
    medicare_insurance_types: { type },
    medicaid_insurance_types: { type },
  }
}
