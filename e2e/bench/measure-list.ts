import type { Query } from './sample-filters.ts'

export type Page = { items: Record<string, unknown>[]; next_page_token: string | null }

/** Median milliseconds of a list's first page and of a deep page. */
export type Measured = { label: string; first: number; deep: number; rows: number }

const deepPages = 20

/** Reads one page of a sandbox's list with the full key. */
export async function readPage(url: string, path: string, query: Query): Promise<Page> {
  const response = await fetch(`${url}${path}?${searchOf(query)}`, {
    headers: { authorization: 'Bearer sandbox-full' },
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Page
}

/** Measures the first page and a deep one, twenty pages of 100 later or at the end of the list. */
export async function measureList(
  url: string,
  path: string,
  query: Query,
  runs: number,
): Promise<Measured> {
  let page = await readPage(url, path, query)
  const rows = page.items.length
  const first = await median(url, path, query, runs)
  let token: string | undefined
  for (let i = 0; i < deepPages && page.next_page_token; i += 1) {
    token = page.next_page_token
    page = await readPage(url, path, { ...query, page_token: token })
  }
  const deep = token ? await median(url, path, { ...query, page_token: token }, runs) : first
  const label = `${path.includes('claim_creation') ? 'claim creations' : 'charge captures'} ${decodeURIComponent(searchOf(query).toString()).replaceAll('&', ' ')}`
  return { label, first, deep, rows }
}

function searchOf(query: Query): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  )
}

async function median(url: string, path: string, query: Query, runs: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < runs; i += 1) {
    const started = performance.now()
    const response = await fetch(`${url}${path}?${searchOf(query)}`, {
      headers: { authorization: 'Bearer sandbox-full' },
    })
    await response.arrayBuffer()
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)]!
}
