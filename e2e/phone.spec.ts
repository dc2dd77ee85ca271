import { expectAccessible } from './fixtures/accessible.ts'
import { everyPage } from './fixtures/pages.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'admin', viewport: { width: 390, height: 844 }, hasTouch: true })

test('a press on a card of a list opens its record on a phone, and the work queue has cards, too', async ({
  page,
}) => {
  for (const path of ['/queue', '/charge-captures']) {
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
  const card = page.getByRole('main').locator('tbody tr[data-index]').first()
  const box = (await card.boundingBox())!
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 8)
  await expect(page).toHaveURL(/\/charge-captures\/[0-9a-f-]{36}$/)
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
