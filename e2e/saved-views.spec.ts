import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { chooseInList, saveView } from './fixtures/list-menu.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { addFilter } from './fixtures/filters.ts'
import { lettersRested } from './fixtures/keys.ts'
import { joinByInvitation } from './fixtures/people.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test('a biller shares a view of one patient’s captures, and a colleague opens the same rows', async ({
  page,
  browser,
  consoleUrl,
  sandbox,
}) => {
  const last_name = `Viewshare${Date.now()}`
  const visit = () => sandbox.createVisit(({ patient }) => ({ patient: { ...patient, last_name } }))
  const captures = [await visit(), await visit()]
  await page.goto('/charge-captures?sort=date_of_service')
  await addFilter(page, {
    name: 'patient_names',
    list: chargeCaptureList,
    mode: 'only',
    value: [last_name],
  })
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows).toHaveCount(3)
  await chooseInList(page, 'Columns…')
  await page.getByRole('checkbox', { name: 'Billing NPI' }).check()
  await page.keyboard.press('Escape')

  const name = `${last_name} to check`
  await lettersRested(page)
  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Share with the team')).toBeVisible()
  await expectAccessible(page, 'saving a view')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Share with the team').check()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible()
  const told = page.getByRole('status', { name: 'Messages' })
  await expect(told).toContainText(`“${name}” is saved. It’s in the navigation.`)
  await expect(page).toHaveURL(/\/charge-captures\?view=[\w-]{22}$/)
  const link = page.url()
  const mine = page.getByRole('navigation', { name: 'Team views' }).getByRole('link', { name })
  await expect(mine).toHaveAccessibleName(`${name} 2 rows`)
  await expect(mine).toHaveAttribute('aria-current', 'page')

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const theirs = await context.newPage()
  await signIn(theirs, 'manager', consoleUrl)
  await theirs.getByRole('navigation', { name: 'Team views' }).getByRole('link', { name }).click()
  await expect(theirs).toHaveURL(link)
  const theirRows = theirs.getByRole('main').getByRole('row')
  await expect(theirRows).toHaveCount(3)
  for (const { charge_external_id } of captures)
    await expect(theirRows.filter({ hasText: charge_external_id })).toHaveCount(1)
  await expect(theirs.getByRole('columnheader', { name: 'Billing NPI' })).toBeVisible()

  // A change stays the colleague's own until they save it as another view; the owner's link shows
  // what it did.
  await theirs.getByRole('button', { name: 'Clear all' }).click()
  const menu = theirs.getByRole('button', { name: `View: ${name} edited` })
  await expect(menu).toBeVisible()
  expect(theirs.url()).not.toContain(last_name)
  await theirs.reload()
  await menu.click()
  await expect(theirs.getByRole('menuitem', { name: 'Save as new view…' })).toBeVisible()
  await expectAccessible(theirs, 'the menu of views')
  await theirs.keyboard.press('Escape')
  await context.close()

  await page.getByRole('button', { name: `View: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete view…' }).click()
  await dialog.getByRole('button', { name: 'Delete view' }).click()
  await expect(told).toContainText(`“${name}” is deleted.`)
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  await expect(mine).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText('This view isn’t available: it was deleted')
})

test.describe('as an administrator', () => {
  test.use({ role: 'admin' })

  test('a list opens with a team view for the roles that were chosen, and with all rows when asked', async ({
    page,
    browser,
    consoleUrl,
  }) => {
    const name = `V2 by payer ${Date.now()}`
    await page.goto('/contracts/v2?limit=25')
    await saveView(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Share with the team').check()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('button', { name: `View: ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await expectBegins(page, 'Rename view')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `View: ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Make default for a role…' }).click()
    await expectBegins(page, 'Default view: ')
    await dialog.getByLabel('Biller').check()
    await expectAccessible(page, 'choosing the roles of a default view')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
      `“${name}” is the default of 1 role.`,
    )

    const { theirs } = await joinByInvitation(page, browser)
    await theirs.goto(`${consoleUrl}/contracts/v2`)
    await expect(theirs).toHaveURL(/\?view=[\w-]{22}$/)
    await theirs.getByRole('button', { name: `View: ${name}` }).click()
    await theirs.getByRole('menuitem', { name: 'All contracts (v2)' }).click()
    await expect(theirs).toHaveURL(/\?view=all$/)
    await expect(theirs.getByRole('button', { name: 'Views', exact: true })).toBeVisible()

    await page.goto('/contracts/v2')
    await page.getByRole('navigation', { name: 'Team views' }).getByRole('link', { name }).click()
    await page.getByRole('button', { name: `View: ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete view…' }).click()
    await expectBegins(page, 'Delete “', { button: 'Cancel' })
    await dialog.getByRole('button', { name: 'Delete view' }).click()
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  })
})
