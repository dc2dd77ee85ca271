import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSandbox, startTestSandbox } from '#lib/sandbox/test-sandbox.ts'

type Item = { id: string; date_of_service: string | null }
type Page = { items: Item[]; next_page_token: string | null }
type Bounds = { date_of_service_min?: string; date_of_service_max?: string }

let sandbox: TestSandbox
let newest: Item[]
let days: string[]
beforeAll(async () => {
  // More captures than are collected, so that both ways of finding the captures of some days are
  // used.
  sandbox = await startTestSandbox({ captures: 1300, contracts: 0, seed: 22 })
  newest = await listed({ sort_direction: 'desc' })
  days = newest.flatMap((item) => item.date_of_service ?? []).toSorted()
})
afterAll(() => sandbox.close())

test.each([
  ['of many days', () => ({ date_of_service_min: at(0.3) })],
  ['until many days', () => ({ date_of_service_max: at(0.7) })],
  ['of the last days', () => ({ date_of_service_min: at(0.98) })],
  ['until the first days', () => ({ date_of_service_max: at(0.02) })],
  [
    'of many days, from both ends',
    () => ({ date_of_service_min: at(0.2), date_of_service_max: at(0.8) }),
  ],
  ['of one day', () => ({ date_of_service_min: at(0.5), date_of_service_max: at(0.5) })],
  ['of no day', () => ({ date_of_service_min: at(0.6), date_of_service_max: at(0.4) })],
] as const)('captures %s, newest and oldest first', async (_, bounds) => {
  const asked: Bounds = bounds()
  const ids = newest.filter((item) => isWithin(item, asked)).map((item) => item.id)
  expect((await listed({ ...asked, sort_direction: 'desc' })).map((item) => item.id)).toEqual(ids)
  expect((await listed({ ...asked, sort_direction: 'asc' })).map((item) => item.id)).toEqual(
    ids.toReversed(),
  )
})

function at(share: number): string {
  return days[Math.floor((days.length - 1) * share)]!
}

function isWithin(
  { date_of_service: day }: Item,
  { date_of_service_min: min, date_of_service_max: max }: Bounds,
): boolean {
  return day !== null && (!min || day >= min) && (!max || day <= max)
}

async function listed(query: Bounds & { sort_direction: string }): Promise<Item[]> {
  const items: Item[] = []
  let page_token: string | undefined
  do {
    const page = (
      await sandbox.get('/api/charge_captures/v1', { ...query, limit: 400, page_token })
    ).json as Page
    items.push(...page.items)
    page_token = page.next_page_token ?? undefined
  } while (page_token)
  return items
}
