import type { Locator, Page } from '@playwright/test'
import { uniqueId } from './fixtures/capture-body.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { expect, test } from './fixtures/test.ts'

/**
 * Writes claim creations with errors to the partner and returns the address of a list with only
 * them.
 */
async function listInError(sandbox: SandboxClient, count: number): Promise<string> {
  const category = uniqueId('place')
  for (let i = 0; i < count; i++)
    await sandbox.createVisit(
      (data) => ({ rendering_provider: { ...data.rendering_provider, npi: '1234567890' } }),
      {
        claim_creation_category: category,
      },
    )
  return `/claim-creations?claim_creation_status=in-error&claim_creation_category=${category}`
}

function rowsOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Claim creations' }).locator('tbody tr[data-index]')
}

/** Moves the current row down by keyboard. */
async function moveDown(page: Page, rows: number): Promise<void> {
  for (let i = 0; i < rows; i++) await page.keyboard.press('j')
}

const scrolledTo = (page: Page) =>
  page
    .getByRole('table', { name: 'Claim creations' })
    .evaluate((table) => table.parentElement!.scrollTop)

// A row gets its name late, from its captures; its address is there from the start.
const linkOf = (row: Locator) => row.getByRole('link')
const hrefOf = (row: Locator) => linkOf(row).getAttribute('href')

test('60 rows down, a save, Back, the breadcrumb and the next item all lead back to the row', async ({
  page,
  sandbox,
}) => {
  const { rendering } = await sandbox.organization()
  await page.goto(await listInError(sandbox, 70))
  await expect(rowsOf(page).nth(20)).toBeVisible()
  await moveDown(page, 58)
  await page.keyboard.press('x')
  await moveDown(page, 1)
  await page.keyboard.press('x')
  await moveDown(page, 1)
  const row = (index: number) => page.locator(`tr[data-index="${index}"]`)
  await expect(linkOf(row(60))).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  const [opened, following, afterThat] = await Promise.all(
    [60, 61, 62].map((index) => hrefOf(row(index))),
  )
  const top = await scrolledTo(page)
  expect(top).toBeGreaterThan(1_000)

  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('main').getByRole('link', { name: /fails its check digit/ }),
  ).toBeFocused()
  await page.goBack()
  await expect(linkOf(row(60))).toBeFocused()
  await expect(linkOf(row(60))).toHaveAttribute('href', opened!)
  await expect.poll(() => scrolledTo(page)).toBe(top)
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()

  await page.keyboard.press('Enter')
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
  // Its error is cleared, so the next row takes its place.
  await expect(page.locator(`a[data-main][href="${opened}"]`)).toHaveCount(0)
  await expect(linkOf(row(60))).toHaveAttribute('href', following!)
  await expect(linkOf(row(60))).toBeFocused()
  await expect(linkOf(row(60))).toBeInViewport()
  await expect.poll(async () => Math.abs((await scrolledTo(page)) - top)).toBeLessThan(50)
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  await expect(row(59).getByRole('checkbox')).toBeChecked()

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(following!)
  await expect(
    page.getByRole('main').getByRole('link', { name: /fails its check digit/ }),
  ).toBeFocused()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(afterThat!)
  await page.getByRole('main').getByRole('link', { name: 'Claim creations', exact: true }).click()
  await expect(linkOf(row(61))).toHaveAttribute('href', afterThat!)
  await expect(linkOf(row(61))).toBeFocused()
})

test('Back returns to the previous page of the list, and then to the page before it', async ({
  page,
  sandbox,
}) => {
  await page.goto(`${await listInError(sandbox, 60)}&limit=25`)
  const row = (index: number) => page.locator(`tr[data-index="${index}"]`)
  await expect(linkOf(row(0))).toBeVisible()
  await moveDown(page, 11)
  const onFirstPage = await hrefOf(row(11))
  const firstOfAll = await hrefOf(row(0))
  await expect(linkOf(row(11))).toBeFocused()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page_token=/)
  await expect(linkOf(row(0))).not.toHaveAttribute('href', firstOfAll!)
  const address = page.url()
  await expect(rowsOf(page).nth(20)).toBeVisible()
  await moveDown(page, 21)
  await page.keyboard.press('x')
  await expect(linkOf(row(21))).toBeFocused()
  const opened = await hrefOf(row(21))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(opened!)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(linkOf(row(21))).toHaveAttribute('href', opened!)
  await expect(linkOf(row(21))).toBeFocused()
  await expect(row(21).getByRole('checkbox')).toBeChecked()

  await page.goBack()
  await expect(page).not.toHaveURL(/page_token=/)
  await expect(linkOf(row(11))).toHaveAttribute('href', onFirstPage!)
  await page.keyboard.press('j')
  await expect(linkOf(row(12))).toBeFocused()
})

test('rows selected on two pages stay selected, and the foot says how many are on this page', async ({
  page,
  sandbox,
}) => {
  await page.goto(`${await listInError(sandbox, 27)}&limit=25`)
  await expect(rowsOf(page)).toHaveCount(25)
  await page.keyboard.press('x')
  await moveDown(page, 1)
  await page.keyboard.press('x')
  const foot = page.getByRole('status').filter({ hasText: 'selected' })
  await expect(foot).toHaveText('2 selected')
  await page.keyboard.press('n')
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(foot).toHaveText('2 selected, 0 on this page')
  await page.keyboard.press('x')
  await expect(foot).toHaveText('3 selected, 1 on this page')
  await page.keyboard.press('p')
  await expect(rowsOf(page)).toHaveCount(25)
  await expect(foot).toHaveText('3 selected, 2 on this page')
  await expect(rowsOf(page).first().getByRole('checkbox')).toBeChecked()

  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(foot).toHaveCount(0)
})
