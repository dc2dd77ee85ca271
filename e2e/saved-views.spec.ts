import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { chooseInList, saveView } from './fixtures/list-menu.ts'
import { addFilter } from './fixtures/filters.ts'
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
  await saveView(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Share with the team').check()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible()
  await expect(page).toHaveURL(/\/charge-captures\?view=[\w-]{22}$/)
  const link = page.url()
  const mine = page.getByRole('navigation', { name: 'Team views' }).getByRole('link', { name })
  await expect(mine).toHaveAccessibleName(`${name} 2 rows`)

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

  // A change stays the colleague's own; the owner's link shows what it did.
  await theirs.getByRole('button', { name: 'Clear all' }).click()
  await expect(theirs.getByRole('button', { name: `View: ${name} edited` })).toBeVisible()
  expect(theirs.url()).not.toContain(last_name)
  await theirs.reload()
  await expect(theirs.getByRole('button', { name: `View: ${name} edited` })).toBeVisible()
  await context.close()

  await page.getByRole('button', { name: `View: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete view…' }).click()
  await dialog.getByRole('button', { name: 'Delete view' }).click()
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
    await page.getByRole('menuitem', { name: 'Make default for a role…' }).click()
    await dialog.getByLabel('Biller').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)

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
    await dialog.getByRole('button', { name: 'Delete view' }).click()
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  })
})
