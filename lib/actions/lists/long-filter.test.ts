import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '#lib/console/connections/secret.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import type { PartnerRequest, WireQuery } from '#lib/lists/view.ts'
import { connectionTo } from '#lib/partner/test-partner.ts'
import { startTestSandbox, type TestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { listRequest, readPartnerPage } from './partner-lists.ts'
import { askPages, readWhole } from './partner-pages.ts'

let sandbox: TestSandbox
let connection: Connection
let all: unknown[]
let pasted: string[]

beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 1_200 })
  connection = { ...connectionTo(sandbox.url), openKey: async () => new Secret('sandbox-full') }
  all = (await readWhole(ask(), { limit: 1_000 })).items
  const known = [
    ...new Set(all.flatMap((item) => textOf(memberAt(item, 'claim_creation_id')) ?? [])),
  ].slice(0, 700)
  const unknown = Array.from(
    { length: 5_000 - known.length },
    (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  )
  // As people paste them: in no order, those that are known among those that are not.
  pasted = [...known, ...unknown].toSorted((a, b) => (a.slice(-3) < b.slice(-3) ? -1 : 1))
}, 120_000)
afterAll(() => sandbox.close())

const ask = () => askPages(connection, operations.listChargeCaptures, {})
const idOf = (item: unknown) => textOf(memberAt(item, 'id'))!

/** Every page of the captures of these claim creations, each page asked for as the browser asks. */
async function readAll(query: WireQuery): Promise<unknown[][]> {
  const pages: unknown[][] = []
  for (let position: string | null | undefined; position !== null;) {
    const request = { operation: 'listChargeCaptures', query, ...(position ? { position } : {}) }
    const page = await readPartnerPage(listRequest.parse(request) as PartnerRequest, ask())
    if (!page.ok) throw new Error(page.error.name)
    pages.push(page.value.items)
    position = page.value.next
  }
  return pages
}

const wanted = () =>
  all.filter((item) => pasted.includes(textOf(memberAt(item, 'claim_creation_id')) ?? ''))

test('5,000 pasted ids are too many for one request, and are listed page by page in the order of service dates', async () => {
  const whole = await ask()({ claim_creation_ids: pasted })
  expect(whole).toMatchObject({ ok: false, error: { status: 431 } })
  const query = {
    claim_creation_ids: pasted,
    sort: 'date_of_service',
    sort_direction: 'asc',
    limit: 250,
  }
  const pages = await readAll(query)
  const found = pages.flat()
  expect(found.map(idOf).toSorted()).toEqual(wanted().map(idOf).toSorted())
  expect(pages.slice(0, -1).map((page) => page.length)).toEqual(pages.slice(0, -1).map(() => 250))
  const dates = found.map((item) => textOf(memberAt(item, 'date_of_service')) ?? '')
  expect(new Set(dates).size).toBeGreaterThan(50)
  expect(dates).toEqual(dates.toSorted())
}, 60_000)

test('in the order of creation, which rows do not contain, the parts follow each other and each row comes once', async () => {
  const found = (
    await readAll({ claim_creation_ids: pasted, sort: 'created_at', limit: 500 })
  ).flat()
  expect(found.map(idOf).toSorted()).toEqual(wanted().map(idOf).toSorted())
}, 60_000)

test('5,001 ids, and two long lists together, are refused with a message before anything is requested', async () => {
  const request = (query: WireQuery) =>
    readPartnerPage({ operation: 'listChargeCaptures', query }, ask())
  const refusal = {
    ok: false,
    error: {
      name: 'FiltersTooLong',
      message: expect.stringMatching(/^These filters have too many values/),
    },
  }
  expect(await request({ claim_creation_ids: [...pasted, 'one more'] })).toMatchObject(refusal)
  expect(await request({ claim_creation_ids: pasted, claim_ids: pasted })).toMatchObject(refusal)
  expect(await request({ tags: pasted })).toMatchObject(refusal)
  expect(await request({ claim_creation_ids_ranked_sort: pasted })).toMatchObject(refusal)
})
