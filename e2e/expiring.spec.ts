import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { expectBegins } from './fixtures/dialogs.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { signIn } from './fixtures/sign-in.ts'
import { makeSpan } from './fixtures/spans.ts'
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
const written = (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
const today = inDays(0)

const table = (page: Page) => page.getByRole('table', { name: 'What expires' })

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

test('a span that ends is assigned, its renewal is marked, and its next span begins the day after, by keyboard', async ({
  page,
}) => {
  const end = inDays(12)
  const span = await makeSpan(own.sandbox, 'provider', {
    start_date: inDays(-300),
    submitted_date: inDays(-340),
    payer_loaded_date: inDays(-320),
    end_date: end,
  })
  await signIn(page, 'credentialing', own.url)
  await page.goto(`${own.url}/credentialing/expiring?days=30`)
  await page.getByRole('button', { name: 'Check now' }).click()
  const row = table(page)
    .getByRole('row')
    .filter({ has: page.locator(`a[href$="${span.id}"]`) })
  await expect(row).toContainText('12 d')
  await expect(row).toContainText(span.payer.payer_name)
  await expect(row).toContainText('Not sent')
  await expect(row).toContainText('No owner')

  await row.getByRole('link').focus()
  await page.keyboard.press('a')
  await page.getByRole('menuitem', { name: /You$/ }).press('Enter')
  await expect(row).toContainText('Demo Credentialing')
  await row.getByRole('link').focus()
  await expect(async () => {
    await page.keyboard.press('r')
    await expect(page.getByRole('menuitem', { name: /^Sent today/ })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await page.getByRole('menuitem', { name: /^Sent today/ }).press('Enter')
  await expect(row).toContainText(`Sent ${written(today)}`)
  await page.reload()
  await expect(row).toContainText(`Sent ${written(today)}`)
  await expect(row).toContainText('Demo Credentialing')
  await row.getByRole('link').focus()
  await page.keyboard.press('r')
  await page.getByRole('menuitem', { name: 'Sent on a date…' }).press('Enter')
  const dialog = await expectBegins(page, 'Renewal sent')
  await dialog.getByLabel('Sent on').fill(inDays(3))
  await dialog.getByLabel('Sent on').press('Enter')
  await expect(dialog).toContainText('Enter today or an earlier date.')
  await dialog.getByLabel('Sent on').fill(inDays(-2))
  await dialog.getByLabel('Sent on').press('Enter')
  await expect(row).toContainText(`Sent ${written(inDays(-2))}`)

  await row.getByRole('link').focus()
  // A key pressed within half a second of a dialog's end does nothing.
  await expect(async () => {
    await page.keyboard.press('e')
    await expect(page).toHaveURL(/\/credentialing\/provider-spans\/new\?/, { timeout: 3_000 })
  }).toPass()
  await expect(page.locator('[name="start_date"]')).toHaveValue(inDays(13))
  const states = page.getByRole('group', { name: 'States' })
  await expect(states.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Create span' }).click()
  await expect(page).toHaveURL(/provider-spans\/(?!new)/)

  // The list says that it does not have the new span yet, and after a check the end is gone.
  await page.goto(`${own.url}/credentialing/expiring?days=30`)
  await expect(page.getByText(/were recorded or changed since/)).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText(/were recorded or changed since/)).toHaveCount(0)
  await expect(row).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('rows are cards of two lines with whole words, and nothing scrolls sideways', async ({
    page,
  }) => {
    await signIn(page, 'credentialing', own.url)
    await page.goto(`${own.url}/credentialing/expiring`)
    const card = table(page)
      .locator('tr[data-index]')
      .filter({ has: page.getByRole('link') })
    await expect(card.first()).toBeVisible()
    const box = (await card.first().boundingBox())!
    expect(box.height).toBeGreaterThanOrEqual(44)
    expect(box.height).toBeLessThanOrEqual(72)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
    await expect(card.first()).toContainText(/\d\d\/\d\d\/\d{4}/)
    for (const name of ['Provider spans', '30 days'])
      await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeInViewport({
        ratio: 1,
      })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page, 'what expires on a phone')
  })
})
