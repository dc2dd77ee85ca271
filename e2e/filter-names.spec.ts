import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

/** Opens a filter's editor by the words that a person types; `label` is what the filter is called. */
async function openFilter(page: Page, typed: string, label = typed): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('combobox', { name: 'Find a filter' }).fill(typed)
  await found(page)
    .filter({ hasText: new RegExp(`^${label}`) })
    .first()
    .click()
}

const chips = (page: Page) => page.getByRole('group', { name: 'Filters' })
const found = (page: Page) => page.getByRole('listbox').getByRole('option')

test('a contracting provider is found by name; the address keeps the id, and a link shows the name again', async ({
  page,
  sandbox,
}) => {
  const { billing } = await sandbox.organization()
  const name = billing.organization_name ?? `${billing.first_name} ${billing.last_name}`
  await page.goto('/contracts')
  await openFilter(page, 'Contracting provider', 'Provider')
  const search = page.getByRole('combobox', { name: 'Name or NPI' })
  await expect(search).toBeFocused()
  await search.fill(billing.npi)
  await expect(found(page)).toHaveCount(1)
  await expectAccessible(page, 'a filter that is found by name')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(
    new RegExp(`contracting_provider_id=${billing.organization_provider_id}$`),
  )
  await expect(chips(page)).toContainText(`Contracting provider is${name}`)
  expect(decodeURIComponent(page.url())).not.toContain(name)
  await page.reload()
  await expect(chips(page)).toContainText(`Contracting provider is${name}`)
})

test('several rendering providers are chosen one after another, and removed again', async ({
  page,
  sandbox,
}) => {
  const { rendering } = await sandbox.organization()
  await page.goto('/contracts')
  await openFilter(page, 'Rendering provider', 'Provider')
  const search = page.getByRole('combobox', { name: 'Name or NPI' })
  await search.fill(rendering.npi)
  await expect(found(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('list', { name: 'Chosen' })
  await expect(chosen).toContainText(rendering.last_name!)
  await search.fill('')
  await expect(found(page).nth(1)).toBeVisible()
  const other = found(page).filter({ hasNotText: rendering.npi }).first()
  await other.click()
  await expect(chosen.getByRole('listitem')).toHaveCount(2)
  await chosen.getByRole('button', { name: new RegExp(`Remove .*${rendering.last_name}`) }).click()
  await expect(chosen.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/[?&]rendering_provider_ids=[0-9a-f-]{36}$/)
  await expect(page).not.toHaveURL(new RegExp(rendering.organization_provider_id))
})

test('payers and states are chosen by name; typed and picked values are combined', async ({
  page,
  sandbox,
}) => {
  const { payer } = await sandbox.organization()
  await page.goto('/contracts')
  await openFilter(page, 'Payer')
  await page.getByRole('combobox', { name: 'Name or payer ID' }).fill(payer.payer_id)
  await expect(found(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(chips(page)).toContainText(`Payer is${payer.payer_name}`)
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows.nth(1)).toContainText(payer.payer_name)

  await openFilter(page, 'States')
  await page.getByRole('combobox', { name: 'Find states' }).fill('washin')
  await page.keyboard.press('Enter')
  const typed = page.locator('[name="states"]')
  await expect(typed).toHaveValue('WA')
  await typed.fill('WA, oregon')
  await page.keyboard.press('Control+Enter')
  await expect(chips(page)).toContainText('State is any ofWashington, Oregon')
  await expect(page).toHaveURL(/states=WA&states=OR/)
})

test('spans are found by the names of their facility and payer', async ({ page, sandbox }) => {
  const { facility, payer } = await sandbox.organization()
  await page.goto(`/credentialing/facility-spans?payer_uuid=${payer.payer_uuid}`)
  await expect(chips(page)).toContainText(`Payer is${payer.payer_name}`)
  await openFilter(page, 'Service facility')
  await page.getByRole('combobox', { name: 'Name of the facility' }).fill(facility.name)
  await found(page).filter({ hasText: facility.npi! }).click()
  await expect(page).toHaveURL(
    new RegExp(`service_facility_id=${facility.organization_service_facility_id}`),
  )
  await expect(chips(page)).toContainText(`Service facility is${facility.name}`)
})

test('arrow keys reach a known value of a filter, and Enter without them applies the typed text', async ({
  page,
}) => {
  await page.goto('/contracts')
  await openFilter(page, 'Ends')
  await expect(page.locator('[name="ends"]')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]ends=within-30-days/)
  await expect(chips(page)).toContainText('Within 30 days')

  await openFilter(page, 'Type')
  await page.locator('[name="type"]').fill('a_newer_type')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]type=a_newer_type/)
})
