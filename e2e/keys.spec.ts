import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test.ts'

const finder = (page: Page) => page.getByRole('combobox', { name: 'Find a filter' })

test('keys work on the page and not where a person types; a sequence leads to another page', async ({ page }) => {
  await page.goto('/claim-creations')
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows.nth(4)).toBeVisible()

  // A held key moves on and on.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('j')
  await page.keyboard.up('j')
  await expect(rows.nth(3).getByRole('link').first()).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/claim-creations/)

  await page.keyboard.press('/')
  await expect(finder(page)).toBeFocused()
  await page.keyboard.type('g h?/')
  await expect(finder(page)).toHaveValue('g h?/')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A German keyboard types "/" with Shift and 7.
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: '/', code: 'Digit7', shiftKey: true, bubbles: true, cancelable: true }),
    ),
  )
  await expect(finder(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { level: 1, name: 'Charge captures' })).toBeVisible()
})
