import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import { expectOk } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

const captures = 230
let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let ehr: PublishedClient

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures, seed: 7 })
  ehr = openPublishedClient(sandbox.url)
})
afterAll(() => sandbox.close())

type Page = { items: { id: string }[]; nextPageToken?: string }

async function walk(
  read: (pageToken?: string) => Promise<Page>,
): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = []
  const sizes: number[] = []
  let token: string | undefined
  do {
    const page = await read(token)
    ids.push(...page.items.map((item) => item.id))
    sizes.push(page.items.length)
    token = page.nextPageToken || undefined
  } while (token)
  return { ids, sizes }
}

const walkCaptures = (who: PublishedClient, limit: number) =>
  walk(async (pageToken) =>
    expectOk(
      await who.client.chargeCapture.v1.getAll({
        limit,
        ...(pageToken ? { pageToken: pageToken as never } : {}),
      }),
    ),
  )

test('listChargeCaptures: its pages have each capture once', async () => {
  const { ids, sizes } = await walkCaptures(ehr, 50)
  expect(new Set(ids).size).toBe(captures)
  expect(ids).toHaveLength(captures)
  expect(Math.max(...sizes)).toBe(50)
})

test('listChargeCaptures: a page has 100 items by default', async () => {
  const page = expectOk(await ehr.client.chargeCapture.v1.getAll())
  expect(page.items).toHaveLength(100)
  expect(page.itemCount).toBe(100)
})

test('listClaimCreations: its pages have each claim creation once, and each can be read', async () => {
  const { ids } = await walk(async (pageToken) =>
    expectOk(
      await ehr.client.chargeCaptureBundles.v1.getAll({
        limit: 40,
        ...(pageToken ? { pageToken: pageToken as never } : {}),
      }),
    ),
  )
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(40)
  expect(expectOk(await ehr.client.chargeCaptureBundles.v1.get(ids[0]! as never)).id).toBe(ids[0])
})

test('listChargeCaptures: a token leads to the page before', async () => {
  const first = expectOk(await ehr.client.chargeCapture.v1.getAll({ limit: 20 }))
  const second = expectOk(
    await ehr.client.chargeCapture.v1.getAll({ limit: 20, pageToken: first.nextPageToken! }),
  )
  const back = expectOk(
    await ehr.client.chargeCapture.v1.getAll({ limit: 20, pageToken: second.prevPageToken! }),
  )
  expect(back.items.map((item) => item.id)).toEqual(first.items.map((item) => item.id))
})

test('listChargeCaptures: a key with three billing NPIs gets short pages with tokens, and no captures of others', async () => {
  const scoped = openPublishedClient(sandbox.url, { token: 'sandbox-scoped' })
  const { ids, sizes } = await walkCaptures(scoped, 20)
  expect(ids.length).toBeGreaterThan(0)
  expect(ids.length).toBeLessThan(captures)
  expect(sizes.slice(0, -1).some((size) => size < 20)).toBe(true)
  expect(sizes).toHaveLength(Math.ceil(captures / 20))
})

test('getClaimCreationSummary: its counts equal those of the lists', async () => {
  const summary = expectOk(await ehr.client.chargeCaptureBundles.v1.getSummary())
  const inError = await walk(async (pageToken) =>
    expectOk(
      await ehr.client.chargeCaptureBundles.v1.getAll({
        claimCreationStatus: 'in-error',
        ...(pageToken ? { pageToken: pageToken as never } : {}),
      }),
    ),
  )
  expect(summary.chargeCaptureClaimCreationsInErrorCount).toBe(inError.ids.length)
})
