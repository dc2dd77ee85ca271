import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { daysAgo } from './fixtures/capture-body.ts'
import { makeClinicOf, rostersWith, spansOf } from './fixtures/clinic.ts'
import { coverProvider, makeDeniedVisits } from './fixtures/denied-visits.ts'
import { signIn } from './fixtures/sign-in.ts'
import { countedKeys } from './fixtures/keys.ts'
import { expect, test } from './fixtures/test.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'
import { type OwnStack, startOwnStack } from './stack/start-own-stack.ts'

// A board is shared by everyone with the same key, and faults affect it: these tests have their own
// partner and console.
test.use({ role: null })
test.describe.configure({ mode: 'default' })

let own: OwnStack
test.beforeAll(async () => {
  own = await startOwnStack('provider', 20, 30)
})
test.afterEach(() => own.sandbox.clearFaults())
test.afterAll(() => own.stop())

const sums = (page: Page) => page.getByLabel('Sums')
const rowOf = (page: Page, payer: string, clinic: string) =>
  page
    .getByRole('table', { name: 'Payers' })
    .getByRole('row')
    .filter({ hasText: payer })
    .filter({ hasText: clinic })

async function checkCoverage(page: Page): Promise<void> {
  await page.goto(`${own.url}/credentialing`)
  const made = page.getByText(/^As of /).locator('time')
  const check = page.getByRole('button', { name: /^Check (coverage|again)/ }).first()
  // A result that is there may still load.
  const isAgain = (await check.innerText()).includes('again')
  const before = isAgain ? await made.getAttribute('datetime') : ''
  await check.click()
  await expect(made).not.toHaveAttribute('datetime', before!, { timeout: 60_000 })
}

test('a provider found by NPI in the palette shows contracts, cover and the money at risk', async ({
  page,
}) => {
  const { provider, payer, clinic, contractId, captures } = await makeDeniedVisits(own.sandbox, 0)
  const clinicName = clinic.organization_name!
  await signIn(page, 'credentialing', own.url)
  await page.goto(`${own.url}/providers/${provider.npi}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(provider.last_name!)
  // Without a board nobody knows what is at risk.
  await expect(sums(page)).toContainText('No coverage board yet')
  await expect(rowOf(page, payer.payer_name, clinicName)).toContainText('Not known')

  await checkCoverage(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and go to' }).fill(provider.npi)
  await page
    .getByRole('option', { name: /Provider’s payers/ })
    .first()
    .click()
  await expect(page).toHaveURL(`${own.url}/providers/${provider.npi}`)
  const row = rowOf(page, payer.payer_name, clinicName)
  await expect(row).toContainText('$325.50')
  await expect(row).toContainText('2 captures, 2 will deny')
  await expect(row).toContainText('No span')
  await expect(row.getByRole('link', { name: 'Professional' })).toHaveAttribute(
    'href',
    `/contracts/${contractId}/providers`,
  )
  expect(await page.content()).not.toContain(captures[0]!.id)
  await expectAccessible(page, 'the page of a provider')
  await expectNoWireNames(page, 'the page of a provider')

  // The form of a new span knows the three parties.
  await row.getByRole('link', { name: 'Record a span' }).click()
  await expect(page.locator('[name="rendering_provider_id"]')).toHaveValue(
    provider.organization_provider_id,
  )
  await expect(page.locator('[name="payer_uuid"]')).toHaveValue(payer.payer_uuid)

  await coverProvider(own.sandbox, {
    provider,
    payer,
    clinic,
    contractId,
    captures,
    stranger: provider,
  })
  await page.goto(`${own.url}/providers/${provider.npi}`)
  await expect(row).toContainText('Covered')
  await expect(row.getByRole('link', { name: 'Record a span' })).toHaveCount(0)
})

test('contracts that can’t be read are not said to be missing, and an NPI nobody has is not found', async ({
  page,
}) => {
  const { provider, payer, clinic } = await makeDeniedVisits(own.sandbox, 3)
  await coverProvider(own.sandbox, {
    provider,
    payer,
    clinic,
    contractId: '',
    captures: [],
    stranger: provider,
  })
  await signIn(page, 'biller', own.url)
  await own.sandbox.fault({
    method: 'GET',
    path: '/api/contracts/v3',
    kind: 'status',
    status: 403,
    times: 40,
  })
  await page.goto(`${own.url}/providers/${provider.npi}`)
  await expect(page.getByText(/^Not all contracts could be read/)).toBeVisible()
  const row = rowOf(page, payer.payer_name, clinic.organization_name!)
  await expect(row).toContainText('Not known')
  await expect(row).not.toContainText('On no roster')
  await expect(sums(page)).toContainText('Not known')
  await own.sandbox.clearFaults()
  await page.goto(`${own.url}/providers/1000000004`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not found')
})

test('a provider joins eight payers with one job, by keyboard in about forty keys', async ({
  page,
}) => {
  const { provider, clinic, payers } = await makeClinicOf(own.sandbox, 9)
  await signIn(page, 'credentialing', own.url)
  await page.goto(`${own.url}/providers/${provider.npi}`)
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const typeDate = async (date: string) => {
    const [year, month, day] = date.split('-')
    for (const key of `${month}${day}${year}`) await press(key)
  }
  await expect(page.getByRole('link', { name: /^Join payers/ })).toBeVisible()
  await press('c')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join payers')
  const box = page.getByRole('combobox', { name: 'Payer or contracting provider' })
  await expect(box).toBeFocused()
  // The contracts of the clinic that the provider works for are listed without a letter.
  const options = page.getByRole('listbox', { name: 'Contracts' }).getByRole('option')
  await expect(options).toHaveCount(8)
  for (let place = 0; place < 8; place += 1) {
    if (place > 0) await press('ArrowDown')
    await press('Enter')
  }
  const dryRun = page.getByRole('table', { name: 'Dry run' })
  await expect(dryRun.getByRole('row')).toHaveCount(9)
  await press('Tab')
  await expect(page.locator('[name="start_date"]')).toBeFocused()
  await typeDate('2027-01-01')
  await press('Tab')
  await press('Tab')
  await expect(page.locator('[name="submitted_date"]')).toBeFocused()
  await typeDate(daysAgo(3))
  await expect(page.getByText(/^8 roster entries and 7 spans in one job/)).toBeVisible()
  await expectAccessible(page, 'the dry run of joining payers')
  await expectNoWireNames(page, 'the dry run of joining payers')
  // The one with a span already gets the roster entry only, and nothing has been written.
  await expect(dryRun.getByRole('row').filter({ hasText: payers[8]!.payer_name })).toContainText(
    'Roster only',
  )
  expect(await rostersWith(own.sandbox, provider.organization_provider_id)).toHaveLength(1)
  await press('Control+Enter')
  await expect(page.getByText('15 of 15 written and read back.')).toBeVisible({ timeout: 60_000 })
  expect(keys).toBeLessThanOrEqual(40)

  expect(await rostersWith(own.sandbox, provider.organization_provider_id)).toHaveLength(9)
  const spans = await spansOf(own.sandbox, provider.organization_provider_id, '2027-01-01')
  expect(spans.map(({ payer }) => payer.payer_uuid).toSorted()).toEqual(
    payers
      .slice(1, 8)
      .map(({ payer_uuid }) => payer_uuid)
      .toSorted(),
  )
  for (const span of spans)
    expect(span).toMatchObject({
      submitted_date: daysAgo(3),
      regions: { type: 'national' },
      contracting_provider: { organization_provider_id: clinic.organization_provider_id },
    })
  expect(spans.every((span) => !span.payer_loaded_date)).toBe(true)
  await page.getByRole('link', { name: 'Open the provider' }).click()
  await expect(rowOf(page, payers[1]!.payer_name, clinic.organization_name!)).toContainText(
    'Submitted, not loaded',
  )
})

test('a provider joins one payer, to the submitted span, by keyboard in 24 keys', async ({
  page,
}) => {
  const { provider, clinic, payers } = await makeClinicOf(own.sandbox, 3)
  await signIn(page, 'credentialing', own.url)
  await page.goto(`${own.url}/providers/${provider.npi}`)
  await expect(page.getByRole('link', { name: /^Join payers/ })).toBeVisible()
  const { press, count } = countedKeys(page)
  const [year, month, day] = daysAgo(3).split('-')
  await press('c')
  await expect(page.getByRole('combobox', { name: 'Payer or contracting provider' })).toBeFocused()
  // The contracts of the clinic without the provider; the second of them has a span already.
  const options = page.getByRole('listbox', { name: 'Contracts' }).getByRole('option')
  await expect(options).toHaveCount(2)
  if (!(await options.first().innerText()).includes(payers[1]!.payer_name)) await press('ArrowDown')
  await press('Enter', 'Tab', ...'01012027', 'Tab', 'Tab', ...`${month}${day}${year}`)
  await expect(page.getByText(/^1 roster entry and 1 span in one job/)).toBeVisible()
  await press('Control+Enter')
  await expect(page.getByText('2 of 2 written and read back.')).toBeVisible({ timeout: 60_000 })
  expect(count()).toBeLessThanOrEqual(24)
  const spans = await spansOf(own.sandbox, provider.organization_provider_id, '2027-01-01')
  expect(spans.map(({ payer }) => payer.payer_uuid)).toEqual([payers[1]!.payer_uuid])
  await page.getByRole('link', { name: 'Open the provider' }).click()
  await expect(rowOf(page, payers[1]!.payer_name, clinic.organization_name!)).toContainText(
    'Submitted, not loaded',
  )
})
