import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectReady } from './fixtures/ready.ts'
import { expect, test } from './fixtures/test.ts'

const heads = (page: Page) => page.getByRole('main').getByRole('columnheader')
const edge = (page: Page, column: string) =>
  page.getByRole('separator', { name: `Width of ${column}`, exact: true })

/** How wide a column is on screen, in pixels. */
const widthOf = (page: Page, column: string) =>
  heads(page)
    .and(page.getByLabel(column, { exact: true }))
    .evaluate((head) => (head as HTMLElement).offsetWidth)

/** The names of the columns from left to right. */
const orderOf = (page: Page) =>
  heads(page).evaluateAll((all) => all.flatMap((head) => head.getAttribute('aria-label') ?? []))

/** The person's columns reach the console: they are sent a moment after the last change. */
const savedColumns = (page: Page) =>
  page.waitForResponse((response) => response.request().postData()?.includes('"widths"') === true)

test('a column is resized and moved in the head by mouse, and stays so after a reload', async ({
  page,
}) => {
  await page.goto('/encounters')
  await expectReady(page)
  await expect(page.getByRole('main').locator('tbody tr[data-index]').first()).toBeVisible()
  const before = await orderOf(page)
  const [, second, third] = before as [string, string, string]
  const width = await widthOf(page, second)
  const box = (await edge(page, second).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, box.y + 5)
  await page.mouse.move(box.x + box.width / 2 + 80, box.y + 5)
  await expect.poll(() => widthOf(page, second)).toBe(width + 80)
  const isResized = savedColumns(page)
  await page.mouse.up()
  await isResized
  expect(await widthOf(page, second)).toBe(width + 80)

  const nameOf = (column: string) =>
    heads(page)
      .and(page.getByLabel(column, { exact: true }))
      .locator('[draggable="true"]')
  const isMoved = savedColumns(page)
  await nameOf(third).dragTo(nameOf(second))
  const moved = before.with(1, third).with(2, second)
  await expect.poll(() => orderOf(page)).toEqual(moved)
  await isMoved
  await page.reload()
  await expectReady(page)
  await expect.poll(() => orderOf(page)).toEqual(moved)
  await expect.poll(() => widthOf(page, second)).toBe(width + 80)

  // A double click lets the column follow its rows again.
  await edge(page, second).dblclick()
  await expect(edge(page, second)).toHaveAttribute('aria-valuetext', 'Fits its rows')
})

test('a column is resized and moved in the head by keyboard', async ({ page }) => {
  await page.goto('/claim-creations')
  await expectReady(page)
  await expect(page.getByRole('main').locator('tbody tr[data-index]').first()).toBeVisible()
  await expectAccessible(page, 'a list whose columns can be changed')
  const before = await orderOf(page)
  const [first, second] = before as [string, string]
  const width = await widthOf(page, second)
  const handle = edge(page, second)
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => widthOf(page, second)).toBe(width + 8)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => widthOf(page, second)).toBe(width + 48)
  await expect(handle).toHaveAttribute('aria-valuenow', String(width + 48))
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => orderOf(page)).toEqual(before.with(0, second).with(1, first))
  await expect(handle).toBeFocused()
  // At the end of the row nothing moves, and the browser does not go back.
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page).toHaveURL(/\/claim-creations/)
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => orderOf(page)).toEqual(before)
  await expect(handle).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(handle).toHaveAttribute('aria-valuetext', 'Fits its rows')
})
