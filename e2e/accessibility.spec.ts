import { expectAccessible } from './fixtures/accessible.ts'
import { everyPage } from './fixtures/pages.ts'
import { expect, test } from './fixtures/test.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, expectedComplaints: [/status of 404/] })

    for (const half of ['first', 'second'] as const) {
      test.describe('as a person who may open every page', colorScheme === 'dark' ? { tag: '@long' } : {}, () => {
        test.use({ role: 'admin' })

        test(`every page is free of accessibility violations, the ${half} half`, async ({ page, sandbox }) => {
          test.slow()
          const all = await everyPage(sandbox)
          const middle = Math.ceil(all.length / 2)
          for (const { name, path, heading } of half === 'first' ? all.slice(0, middle) : all.slice(middle)) {
            await page.goto(path)
            await expect(page.getByRole('heading', { level: 1 }), name).toHaveText(heading)
            await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
            await expect(page.getByRole('main'), name).toHaveCount(1)
            await expectAccessible(page, name)
          }
        })
      })
    }

    test('open menus, filters and dialogs are free of accessibility violations', async ({ page }) => {
      await page.goto('/claim-creations')
      await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
      await page.getByRole('button', { name: 'Add filter' }).click()
      await expect(page.getByRole('combobox', { name: 'Find a filter' })).toBeVisible()
      await expectAccessible(page, 'the filter finder')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible()
      await expectAccessible(page, 'a filter')
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
      await expectAccessible(page, 'the list of keys')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: 'Search and go to' })).toBeVisible()
      await expectAccessible(page, 'the palette')
    })
  })
}

test.describe('the sign-in page', () => {
  test.use({ role: null })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is free of accessibility violations in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto('/sign-in')
      await expectAccessible(page, 'sign in')
    })
  }
})
