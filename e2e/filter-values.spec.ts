import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { expectReady } from './fixtures/ready.ts'
import { lettersRested } from './fixtures/keys.ts'
import { expect, test } from './fixtures/test.ts'

const chips = (page: Page) => page.getByRole('group', { name: 'Filters' })
const finder = (page: Page) => page.getByRole('combobox', { name: 'Find a filter' })
const rows = (page: Page) => page.getByRole('main').locator('tbody tr[data-index]')

/** The month before this one as a person types it, as a chip says it, and its first and last day. */
function lastMonth() {
  const now = new Date()
  const day = (date: number, month = now.getMonth() - 1) =>
    new Date(Date.UTC(now.getFullYear(), month, date))
  const [first, last] = [day(1), day(0, now.getMonth())]
  const name = first.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  const iso = (date: Date) => date.toISOString().slice(0, 10)
  return {
    typed: name.toLowerCase(),
    chip: `${name} ${first.getUTCFullYear()}`,
    first: iso(first),
    last: iso(last),
  }
}

test('payer and month of a list take eleven keys', async ({ page, sandbox }) => {
  const month = lastMonth()
  const organization = await sandbox.organization()
  const { items } = await sandbox.send<{ items: { payer_id: string; payer_name: string }[] }>(
    'GET',
    '/api/payers/v3?limit=100',
  )
  // Four letters with which one payer's name begins.
  const startOf = (name: string) => name.slice(0, 4).toLowerCase()
  const payer = items.find(
    ({ payer_name: name, payer_id }) =>
      /^[a-z]{4}/i.test(name) &&
      payer_id !== organization.payer.payer_id &&
      items.filter((other) => other.payer_name.toLowerCase().includes(startOf(name))).length === 1,
  )!
  const visit = (date_of_service: string, of: typeof payer) =>
    sandbox.createVisit(({ subscriber_primary, service_lines }) => ({
      date_of_service,
      service_lines: service_lines!.map((line) => ({ ...line, date_of_service })),
      subscriber_primary: {
        ...subscriber_primary!,
        insurance_card: { ...subscriber_primary!.insurance_card!, ...of },
      },
    }))
  const wanted = await visit(month.last, payer)
  const otherPayer = await visit(month.last, organization.payer)
  await page.goto('/charge-captures')
  await expectReady(page)
  await expect(rows(page).first()).toBeVisible()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const type = (text: string) =>
    [...text].reduce((done, key) => done.then(() => press(key)), Promise.resolve())

  await press('f')
  await expect(finder(page)).toBeFocused()
  await type(startOf(payer.payer_name))
  await expect(page.getByRole('option', { name: payer.payer_name })).toBeVisible()
  await expectAccessible(page, 'a payer found among the filters')
  await press('Enter')
  await expect(chips(page)).toContainText(`Payer is${payer.payer_name}`)
  await lettersRested(page)
  await press('f')
  await expect(finder(page)).toBeFocused()
  await type(month.typed)
  await expect(page.getByRole('option', { name: `Service date is ${month.chip}` })).toBeVisible()
  await press('Enter')
  await expect(chips(page)).toContainText(`Service date is${month.chip}`)
  expect(keys).toBe(11)
  await expect(page).toHaveURL(new RegExp(`primary_payer_ids=${payer.payer_id}`))
  await expect(page).toHaveURL(
    new RegExp(`date_of_service_min=${month.first}&date_of_service_max=${month.last}`),
  )
  await expect(rows(page).filter({ hasText: wanted.charge_external_id })).toHaveCount(1)
  await expect(rows(page).filter({ hasText: otherPayer.charge_external_id })).toHaveCount(0)
})

test('a range of dates is typed, said back, chosen or set by its ends; a link of before works', async ({
  page,
}) => {
  // A link as it was made when each end was a filter of its own.
  await page.goto('/claim-creations?date_of_service_max=2026-09-30')
  await expect(chips(page)).toContainText('Service date is on or before09/30/2026')
  await page.getByRole('button', { name: /Edit filter: Service date/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by Service date' })
  const box = dialog.getByLabel('Service date', { exact: true })
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('<= 09/30/2026')
  await page.keyboard.type('9/1-9/15/2026')
  await expect(dialog.getByRole('status')).toHaveText('Tue 09/01/2026 – Tue 09/15/2026')
  await expect(dialog.getByLabel('From', { exact: true })).toHaveValue('2026-09-01')
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('2026-09-15')
  await expectAccessible(page, 'a range of dates')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toContainText('Service date is09/01/2026 – 09/15/2026')
  await expect(page).toHaveURL(
    /\?date_of_service_min=2026-09-01&date_of_service_max=2026-09-15$|max=2026-09-15&date_of_service_min=2026-09-01$/,
  )

  await page.getByRole('button', { name: /Edit filter: Service date/ }).click()
  await box.fill('2/30/2026')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The date 2/30/2026 doesn’t exist.')
  await box.fill('sep 2026')
  await dialog.getByLabel('From', { exact: true }).fill('2026-10-02')
  await expect(box).toHaveValue('')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toContainText('The range ends before it begins.')
  await dialog.getByLabel('To', { exact: true }).fill('2026-10-31')
  await dialog.getByRole('radio', { name: 'Show first' }).check()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(chips(page)).toContainText('Show firstService date is 10/02/2026 – 10/31/2026')
  await expect(page).not.toHaveURL(/date_of_service_(min|max)=/)
  await page
    .getByRole('button', { name: /^Remove filter: Show first Service date is 10\/02\/2026/ })
    .click()
  await expect(page).toHaveURL(/\/claim-creations$/)

  await lettersRested(page)
  await page.keyboard.press('f')
  await finder(page).fill('service date')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Last month' }).click()
  await expect(chips(page)).toContainText(`Service date is${lastMonth().chip}`)
})

test('one filter is the payer, by its ID or its name on the claim; one is the provider, by its role', async ({
  page,
  sandbox,
}) => {
  const { rendering } = await sandbox.organization()
  const payer_name = uniqueId('Payer of its own')
  const capture = await sandbox.createVisit(({ subscriber_primary }) => ({
    subscriber_primary: {
      ...subscriber_primary!,
      insurance_card: { ...subscriber_primary!.insurance_card!, payer_name },
    },
  }))
  await page.goto('/charge-captures')
  await expectReady(page)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await finder(page).fill('pay')
  const offered = page.getByRole('listbox').getByRole('option')
  await expect(offered.filter({ hasText: /^Payer/ })).toHaveText(['PayerPayer'])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filter by Payer' })
  await dialog.getByLabel('Match by').selectOption('Name on the claim')
  await dialog.locator('[name="primary_payer_names"]').fill(payer_name)
  await page.keyboard.press('Control+Enter')
  await expect(chips(page)).toContainText(`Payer name is${payer_name}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(capture.charge_external_id)

  await page.getByRole('button', { name: 'Add filter' }).click()
  await finder(page).fill(rendering.npi)
  await page.getByRole('option', { name: /Rendering provider/ }).click()
  await expect(chips(page)).toContainText(`Rendering provider is`)
  await expect(chips(page)).toContainText(rendering.last_name!)
  await expect(page).toHaveURL(new RegExp(`rendering_provider_npis=${rendering.npi}`))
  await expect(rows(page)).toHaveCount(1)

  // The parameter follows the choice: nothing of the one before stays.
  await page.getByRole('button', { name: /Edit filter: Rendering provider/ }).click()
  const provider = page.getByRole('dialog', { name: 'Filter by Provider' })
  await provider.getByLabel('Match by').selectOption('Billing provider NPI')
  await provider.locator('[name="billing_provider_npis"]').fill(rendering.npi)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(new RegExp(`billing_provider_npis=${rendering.npi}`))
  await expect(page).not.toHaveURL(/rendering_provider_npis/)
})

test('a recent date in the search box is a date of service, alone or beside a name, and stays out of the address', async ({
  page,
  sandbox,
}) => {
  const family = `Zz${uniqueId('').replace(/[^a-z]/gi, '')}`
  const visit = (date_of_service: string, date_of_birth = '1951-07-03') =>
    sandbox.createVisit((data) => ({
      patient: { ...data.patient, last_name: family, date_of_birth },
      date_of_service,
      service_lines: data.service_lines!.map((line) => ({ ...line, date_of_service })),
    }))
  const { first, last } = lastMonth()
  const [early, late] = [await visit(first), await visit(last)]
  const infant = await visit(last, first)
  await page.goto('/charge-captures')
  await expectReady(page)
  const box = page.getByRole('searchbox', { name: 'Search' })
  const [year, month, day] = first.split('-')
  await box.fill(`${family} ${month}/${day}/${year}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).filter({ hasText: early.charge_external_id })).toHaveCount(1)
  await expect(rows(page).filter({ hasText: infant.charge_external_id })).toHaveCount(1)
  expect(page.url()).not.toContain(family)
  expect(page.url()).not.toContain(first)

  await box.fill(`${month}/${day}/${year}`)
  await expect(rows(page).filter({ hasText: early.charge_external_id })).toHaveCount(1)
  await expect(rows(page).filter({ hasText: late.charge_external_id })).toHaveCount(0)
  expect(page.url()).not.toContain(first)
})
