import { expectAccessible } from './fixtures/accessible.ts'
import { chooseInList } from './fixtures/list-menu.ts'
import { everyPage } from './fixtures/pages.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'admin', viewport: { width: 390, height: 844 }, hasTouch: true })

const lists = ['/charge-captures', '/claim-creations', '/encounters', '/contracts', '/queue']

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('rows of lists are cards of two lines on a phone, without keys, and a press opens the record', async ({
      page,
    }) => {
      test.slow()
      for (const path of lists) {
        await page.goto(path)
        const card = page.getByRole('main').locator('tbody tr[data-index]').first()
        await expect(card, path).toBeVisible({ timeout: 90_000 })
        const box = (await card.boundingBox())!
        expect(box.height, path).toBeGreaterThanOrEqual(44)
        expect(box.x + box.width, path).toBeLessThanOrEqual(390)
        await expect(page.locator('kbd:visible'), path).toHaveCount(0)
        await expect(page.getByRole('main').getByRole('columnheader'), path).toHaveCount(0)
        await expectAccessible(page, path)
      }
      await page.goto('/charge-captures')
      const card = page.getByRole('main').locator('tbody tr[data-index]').first()
      await expect(card).toContainText(/\$[\d,]+\.\d\d/)
      const box = (await card.boundingBox())!
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 8)
      await expect(page).toHaveURL(/\/charge-captures\/[0-9a-f-]{36}$/)
    })
  })

test.describe('pages', () => {
  test.use({ expectedComplaint: /status of 404/ })

  test('no page scrolls sideways on a phone', { tag: '@long' }, async ({ page, sandbox }) => {
    test.setTimeout(600_000)
    const wide: string[] = []
    for (const { name, path } of await everyPage(sandbox)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
      await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 390) wide.push(`${name}: ${width}`)
    }
    expect(wide).toEqual([])
  })
})

test('the one menu of a list exports, copies its link and has its columns', async ({ page }) => {
  await page.goto('/charge-captures')
  await chooseInList(page, 'Columns…')
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  await page.keyboard.press('Escape')
  await chooseInList(page, 'Export…')
  await expect(page.getByRole('dialog', { name: 'Export CSV' })).toBeVisible()
})
