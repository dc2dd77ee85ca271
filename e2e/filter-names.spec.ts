import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

const chips = (page: Page) => page.getByRole('group', { name: 'Filters' })
const found = (page: Page) => page.getByRole('listbox').getByRole('option')

test('a contracting provider is found by name; the address keeps the id, and a link shows the name again', async ({
  page,
  sandbox,
}) => {
  const { billing } = await sandbox.organization()
  const name = billing.organization_name ?? `${billing.first_name} ${billing.last_name}`
  await page.goto('/contracts')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('combobox', { name: 'Find a filter' }).fill('Contracting provider')
  await found(page)
    .filter({ hasText: /^Provider/ })
    .first()
    .click()
  const search = page.getByRole('combobox', { name: 'Name or NPI' })
  await expect(search).toBeFocused()
  await search.fill(billing.npi)
  await expect(found(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(
    new RegExp(`contracting_provider_id=${billing.organization_provider_id}$`),
  )
  await expect(chips(page)).toContainText(`Contracting provider is${name}`)
  expect(decodeURIComponent(page.url())).not.toContain(name)
  await page.reload()
  await expect(chips(page)).toContainText(`Contracting provider is${name}`)
})
