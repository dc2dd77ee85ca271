import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expectAccessible } from './fixtures/accessible.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'
import { type OwnStack, startOwnStack } from './stack/start-own-stack.ts'

// A check is shared by everyone with the same key: these tests have their own partner and console.
test.use({ role: null })
test.describe.configure({ mode: 'serial' })

let own: OwnStack
test.beforeAll(async () => {
  own = await startOwnStack('expiring', 40, 30)
})
test.afterAll(() => own.stop())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const today = inDays(0)

type Party = { organization_provider_id: string }
type Item = {
  payer: { payer_uuid: string }
  contracting_provider: Party
  rendering_provider?: Party
  service_facility?: { organization_service_facility_id: string }
  type?: string
  regions?: { type: string; states?: string[] }
  is_enabled?: boolean
  start_date?: string | null
  end_date?: string | null
  effective_date?: string
  expiration_date?: string | null
}

async function listed(path: string): Promise<Item[]> {
  const items: Item[] = []
  let token = ''
  do {
    const page = await own.sandbox.send<{ items: Item[]; next_page_token?: string | null }>(
      'GET',
      `${path}limit=500${token}`,
    )
    items.push(...page.items)
    token = page.next_page_token ? `&page_token=${encodeURIComponent(page.next_page_token)}` : ''
  } while (token)
  return items
}

/** How many of a list end within 60 days with nothing after them, counted from the partner's list. */
async function endsSoon(path: string): Promise<number> {
  const items = (await listed(path)).map((item) => ({
    key: JSON.stringify([
      item.payer.payer_uuid,
      item.contracting_provider.organization_provider_id,
      item.rendering_provider?.organization_provider_id,
      item.service_facility?.organization_service_facility_id,
      item.type,
    ]),
    start: item.effective_date ?? item.start_date,
    end: item.expiration_date ?? item.end_date ?? '9999',
    states: item.regions?.type === 'states' ? item.regions.states! : undefined,
    isOn: item.is_enabled !== false,
  }))
  const usable = items.filter(({ start, isOn }) => start && isOn)
  return usable.filter(
    ({ key, end, states }) =>
      end >= today &&
      end <= inDays(60) &&
      !usable.some(
        (other) =>
          other.key === key &&
          other.end > end &&
          Date.parse(other.start!) <= Date.parse(end) + 86_400_000 &&
          (!other.states || states?.every((state) => other.states!.includes(state))),
      ),
  ).length
}

test('after a night without the console the board is made at its next start, without a person, and credentialing staff land on it', async ({
  page,
}) => {
  const database = new pg.Client({ connectionString: own.databaseUrl })
  await database.connect()
  // A connection that is younger than the last night waits for its first one.
  await database.query(`update connections set created_at = created_at - interval '2 days'`)
  await database.end()
  await own.restart()
  await signIn(page, 'credentialing', own.url)
  await expect(page).toHaveURL(`${own.url}/credentialing`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coverage board')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^As of .*, checked by the console/)).toBeVisible({
      timeout: 5_000,
    })
  }).toPass()
  await expect(page.getByRole('table', { name: /^Coverage by payer/ })).toBeVisible()
})

test('what ends within 60 days is one click from the first page, with the rows of the partner’s lists', async ({
  page,
}) => {
  const spans = '/api/provider-credentialing-span/v2'
  const [contracts, facilities, providers] = [
    await endsSoon('/api/contracts/v3?contract_status=effective&'),
    await endsSoon(`${spans}/facility?`),
    await endsSoon(`${spans}?`),
  ]
  await signIn(page, 'credentialing', own.url)
  await page.getByRole('link', { name: /within 60 days$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Expiring')
  const total = contracts + facilities + providers
  expect(total).toBeGreaterThan(0)
  const status = page.getByRole('region', { name: 'What expires' }).getByRole('status')
  await expect(status).toContainText(new RegExp(`^${total.toLocaleString('en-US')} rows?`))
  await expect(page.getByRole('button', { name: /^60 days/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  for (const [kind, count] of [
    ['Contracts', contracts],
    ['Facility spans', facilities],
    ['Provider spans', providers],
  ] as const) {
    await page.getByRole('group', { name: 'Kind' }).getByRole('button', { name: kind }).click()
    await expect(status).toContainText(new RegExp(`^${count.toLocaleString('en-US')} rows?`))
  }
  await page.getByRole('button', { name: 'All three' }).click()
  await expectAccessible(page, 'what expires')
  await expectNoWireNames(page, 'what expires')

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = readFileSync(await (await saved).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(total + 1)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const workbook = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  expect((await workbook).suggestedFilename()).toBe(`expiring-60-days-${today}.xlsx`)
})
