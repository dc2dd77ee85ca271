import { chooseInList, saveView } from './fixtures/list-menu.ts'
import { expectAccessible, expectAccessibleAtAllWidths } from './fixtures/accessible.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { charging, createChangedVisit } from './fixtures/changed-visit.ts'
import { lettersRested } from './fixtures/keys.ts'
import { everyPage, forgottenAmong } from './fixtures/pages.ts'
import { expect, test } from './fixtures/test.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'

// The pages of one layout are made of the same components.
const oneOfEachLayout = [
  'the work queue',
  'the jobs',
  'charge captures',
  'a list without rows',
  'a record that is not there',
  'one charge capture',
  'one claim creation',
  'one encounter',
  'the overview',
  'updates',
  'one contract',
  'the service facilities of a contract',
  'the coverage board',
  'who of a contract is covered',
  'a new charge capture from pre-encounter records',
  'connections',
  'the own account',
]

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, expectedComplaint: /status of 404/ })

    for (const [title, size, isMeant] of [
      ['one page of each layout', {}, (name: string) => oneOfEachLayout.includes(name)],
      ['every other page', { tag: '@long' }, (name: string) => !oneOfEachLayout.includes(name)],
    ] as const)
      test.describe(
        'as a person who may open every page',
        colorScheme === 'dark' ? { tag: '@long' } : size,
        () => {
          test.use({ role: 'admin' })

          test(`${title} is free of accessibility violations and of wire names`, async ({
            page,
            sandbox,
          }) => {
            test.slow()
            const all = await everyPage(sandbox)
            expect(forgottenAmong(all)).toEqual([])
            const meant = all.filter(({ name }) => isMeant(name))
            expect(meant.length).toBeGreaterThanOrEqual(oneOfEachLayout.length)
            for (const { name, path, heading } of meant) {
              await page.goto(path)
              await expect(page.getByRole('heading', { level: 1 }), name).toHaveText(heading)
              await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
              await expect(page.getByRole('main'), name).toHaveCount(1)
              await expectAccessible(page, name)
              await expectNoWireNames(page, name)
            }
          })
        },
      )

    test.describe(
      'as a person who works the queue',
      colorScheme === 'dark' ? { tag: '@long' } : {},
      () => {
        test.use({ role: 'admin' })

        test('what opens in the work queue and in updates is free of accessibility violations', async ({
          page,
          sandbox,
        }) => {
          test.slow()
          const facility = uniqueId('Facility')
          await sandbox.createVisit((data) => ({
            rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
            service_facility: {
              organization_name: facility,
              address: data.service_facility!.address,
            },
          }))
          await createChangedVisit(sandbox, 'Figures', charging(13_500))
          const rows = page.getByRole('main').locator('tbody tr[data-index]')
          const open = async (path: string) => {
            await page.goto(path)
            await expect(async () => {
              await chooseInList(page, 'Refresh')
              await expect(rows.first()).toBeVisible({ timeout: 5_000 })
            }).toPass()
          }

          await open(`/queue?facility=${facility}`)
          await expectAccessible(page, 'the causes')
          await expectNoWireNames(page, 'the causes')
          const cause = rows.getByRole('link', { name: /fails its check digit/ })
          await page.keyboard.press('a')
          // Enter takes the person themselves, and Escape goes back to the row.
          await expect(page.getByRole('menuitem').first()).toBeFocused()
          await expectAccessible(page, 'the menu that assigns')
          await page.keyboard.press('Escape')
          await expect(cause).toBeFocused()
          await page.keyboard.press('Enter')
          await expect(page).toHaveURL(/\/queue\/causes\//)
          await expect(rows).toHaveCount(1)
          await expectNoWireNames(page, 'a cause')
          await page.keyboard.press('e')
          await expect(page.locator('[name="data.rendering_provider.npi"]')).toBeFocused()
          await expect(page.getByRole('group', { name: 'Fix here' })).not.toContainText('Loading')
          await expectAccessible(page, 'an open row')
          await expectNoWireNames(page, 'an open row')
          await page.keyboard.press('Escape')
          await expect(rows.getByRole('link')).toBeFocused()
          await page.keyboard.press('b')
          const values = page.getByRole('table', { name: 'Values' })
          await expect(values).toBeVisible()
          await expectAccessible(page, 'the values of a cause')
          await expectNoWireNames(page, 'the values of a cause')
          await values.getByRole('textbox').first().fill('1003000126')
          await page.keyboard.press('Control+Enter')
          // Of every claim with this cause, whatever the list was filtered by.
          await expect(rows.first()).toBeVisible()
          await expectAccessible(page, 'a preview')
          await expectNoWireNames(page, 'a preview')

          await page.goto('/queue')
          await saveView(page)
          await expect(page.getByRole('dialog', { name: 'Save view' })).toBeVisible()
          await expectAccessible(page, 'the name of a view')
          await page.goto('/settings/payers')
          await page.getByRole('button', { name: 'Edit limits: Every other payer' }).click()
          await expect(page.getByLabel('Original of Every other payer')).toBeFocused()
          await expectAccessible(page, 'the limits of a payer')
          await expectNoWireNames(page, 'the limits of a payer')

          await open('/updates')
          await page.keyboard.press('x')
          await page.keyboard.press('r')
          await expect(page.getByRole('dialog', { name: /^Resolve/ })).toBeVisible()
          await expectAccessible(page, 'the reason of a resolve')
          await page.keyboard.press('Escape')
          await page.setViewportSize({ width: 1024, height: 768 })
          await page.getByRole('button', { name: 'Figures' }).click()
          await expect(page.getByRole('complementary', { name: 'Figures' })).toBeVisible()
          await expectAccessible(page, 'the figures on a narrow window')
        })
      },
    )

    test('open menus, filters and dialogs are free of accessibility violations', async ({
      page,
    }) => {
      await page.goto('/claim-creations')
      await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
      await page.getByRole('button', { name: 'Add filter' }).click()
      await expect(page.getByRole('combobox', { name: 'Find a filter' })).toBeVisible()
      await expectAccessible(page, 'the filter finder')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible()
      await expectAccessible(page, 'a filter')
      await page.keyboard.press('Escape')
      await lettersRested(page)
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

test.describe('as a person with windows of every width', { tag: '@long' }, () => {
  test.use({ role: 'admin', expectedComplaint: /status of 404/ })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`every page is free of accessibility violations at every width in ${colorScheme}`, async ({
      page,
      sandbox,
    }) => {
      test.setTimeout(3_600_000)
      await page.emulateMedia({ colorScheme })
      for (const { name, path, heading } of await everyPage(sandbox))
        await test.step(name, async () => {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 }), name).toHaveText(heading)
          await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
          await expectAccessibleAtAllWidths(page, name)
        })
    })
})

test.describe('the sign-in page', () => {
  test.use({ role: null })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is free of accessibility violations in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto('/sign-in')
      await expectAccessible(page, 'sign in')
      await expectNoWireNames(page, 'sign in')
    })
  }
})
