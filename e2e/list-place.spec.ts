import type { Locator } from '@playwright/test'
import { uniqueId } from './fixtures/capture-body.ts'
import { expect, test } from './fixtures/test.ts'

// A row gets its name late, from its captures; its address is there from the start.
const hrefOf = (row: Locator) => row.getByRole('link').getAttribute('href')

test('a save that clears an error leads back to the next row of the list', async ({
  page,
  sandbox,
}) => {
  const { rendering } = await sandbox.organization()
  const category = uniqueId('place')
  for (let i = 0; i < 3; i++)
    await sandbox.createVisit(
      (data) => ({ rendering_provider: { ...data.rendering_provider, npi: '1234567890' } }),
      { claim_creation_category: category },
    )
  await page.goto(
    `/claim-creations?claim_creation_status=in-error&claim_creation_category=${category}`,
  )
  const row = (index: number) => page.locator(`tr[data-index="${index}"]`)
  await expect(row(2)).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(1).getByRole('link')).toBeFocused()
  const [opened, following] = [await hrefOf(row(1)), await hrefOf(row(2))]
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(opened!)
  await expect(
    page.getByRole('main').getByRole('link', { name: /fails its check digit/ }),
  ).toBeFocused()
  await page.keyboard.press('r')
  const npi = page.locator('[name="data.rendering_provider.npi"]')
  await expect(npi).toBeFocused()
  await npi.fill(rendering.npi)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('main')).toContainText('Claim creation is now billed.')
  await page.getByRole('main').getByRole('link', { name: 'Claim creations', exact: true }).click()
  await expect(page.locator(`a[data-main][href="${opened}"]`)).toHaveCount(0)
  await expect(row(1).getByRole('link')).toHaveAttribute('href', following!)
  await expect(row(1).getByRole('link')).toBeFocused()
})
