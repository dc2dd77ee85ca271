import { readFile } from 'node:fs/promises'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { joinByInvitation } from './fixtures/people.ts'
import { signIn, submitSignIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'

// A session of the run may be older than the ten minutes after which changes of rights ask for the
// password.
test.use({ role: null, expectedComplaint: /status of (401|429)/ })
test.beforeEach(({ page }) => signIn(page, 'admin'))

test('an administrator invites a reader by link, gives another role and disables the account', async ({
  page,
  browser,
  consoleUrl,
}) => {
  const email = `reader-${Date.now()}@clinic.test`
  await page.goto('/settings/people')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill('biller@demo.test')
  await dialog.getByLabel('Role').selectOption('reader')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await expect(dialog.getByText('biller@demo.test has an account already.')).toBeVisible()
  await expectAccessible(page, 'an invitation')
  await dialog.getByLabel('E-mail address').fill(email)
  await page.keyboard.press('Enter')
  await expectBegins(page, 'Pass this link on')
  const link = await dialog.getByLabel('Invitation link').inputValue()
  expect(link).toMatch(/\/invitation#[\w-]{32}$/)
  // The list behind the dialog is read anew, and its page is without a title for a moment.
  await expect(page.locator('td').filter({ hasText: email })).toBeVisible()
  await expect(page).toHaveTitle(/People/)
  await expectAccessible(page, 'the link of an invitation')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Reader')

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs.getByText(`You’re invited as reader with ${email}.`)).toBeVisible()
  await expectAccessible(theirs, 'the invitation page')
  await expectNoWireNames(theirs, 'the invitation page')
  await expect(theirs.getByLabel('Your name')).toBeFocused()
  await theirs.getByLabel('Your name').fill('Rita Reader')
  await theirs.getByLabel('Password').fill('a password of her own')
  await theirs.getByRole('button', { name: 'Create the account' }).click()
  await theirs.getByRole('link', { name: 'Charge captures', exact: true }).click()
  await expect(theirs.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  await expect(theirs.getByRole('main').getByRole('link', { name: /^New/ })).toHaveCount(0)
  await expect(theirs.getByRole('link', { name: 'People' })).toHaveCount(0)
  // The link works once.
  const again = await context.newPage()
  await again.goto(link)
  await expect(again.getByText('This link was used, withdrawn or is too old.')).toBeVisible()

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Rita Reader')
  await row.getByRole('button', { name: /^Change role/ }).click()
  await dialog.getByLabel('Role').selectOption('manager')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(row).toContainText('Manager')
  await expectAccessible(page, 'people')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^access-list-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(`Rita Reader,${email},manager,`)
  // Her sessions ended with the change, so she signs in again with the new role.
  await theirs.goto(`${consoleUrl}/updates`)
  await submitSignIn(theirs, email, 'a password of her own')
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(/Updates/)
  await row.getByRole('button', { name: /^Disable/ }).click()
  await page
    .getByRole('dialog', { name: /^Disable/ })
    .getByRole('button', { name: 'Disable' })
    .click()
  await expect(row).toContainText('Disabled')
  await theirs.reload()
  await submitSignIn(theirs, email, 'a password of her own')
  await expect(theirs.getByRole('main').getByRole('alert')).not.toBeEmpty()
  await expect(theirs).toHaveURL(/\/sign-in/)
})

test('during a flood of wrong passwords a known browser signs in, and an administrator unlocks the account', async ({
  page,
  browser,
  consoleUrl,
}) => {
  const { email, password, theirs } = await joinByInvitation(page, browser)
  await theirs.getByRole('button', { name: /flora/i }).click()
  await theirs.getByRole('menuitem', { name: 'Sign out' }).click()

  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const theirPage = await stranger.newPage()
  await theirPage.goto(`${consoleUrl}/sign-in`)
  for (let i = 0; i < 5; i += 1) {
    await submitSignIn(theirPage, email, `guess number ${i}`)
    await expect(theirPage.getByRole('main').getByRole('alert')).toContainText(
      'Wrong e-mail address or password',
    )
  }
  await submitSignIn(theirPage, email, password)
  await expect(theirPage.getByRole('main').getByRole('alert')).toContainText(
    /Too many attempts\. Try again in \d+ seconds\. .* An administrator can unlock your account earlier\./,
  )
  await expectAccessible(theirPage, 'a sign-in that waits')

  await submitSignIn(theirs, email, password)
  await expect(theirs.getByRole('navigation').first()).toBeVisible()

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Sign-in held back')
  await expectAccessible(page, 'people with an account that waits')
  await row.getByRole('button', { name: /^Unlock/ }).click()
  await expect(row).not.toContainText('Sign-in held back')
  await submitSignIn(theirPage, email, password)
  await expect(theirPage.getByRole('navigation').first()).toBeVisible()
})

test('a colleague who forgot the password gets a link, chooses a new one, and the old one is over', async ({
  page,
  browser,
  consoleUrl,
}) => {
  const { email, password, theirs, name } = await joinByInvitation(page, browser)
  await page.reload()
  await page.getByRole('button', { name: `New password link: ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await expectBegins(page, 'New password for ', { button: 'Cancel' })
  await expectAccessible(page, 'the question for a new password')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await dialog.getByLabel('Password link').inputValue()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: `${email} · new password` })).toBeVisible()

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('New password')
  await expect(other.getByText(`${name}, choose a new password for ${email}.`)).toBeVisible()
  await expectAccessible(other, 'the page for a new password')
  await other.getByLabel('Password').fill('password1234')
  await other.getByRole('button', { name: 'Save the password' }).click()
  await expect(other.getByText('Attackers try this password first.').last()).toBeVisible()
  await other.getByLabel('Password').fill('another password of hers')
  await other.getByRole('button', { name: 'Save the password' }).click()
  await expect(other.getByRole('navigation', { name: 'Console' })).toBeVisible()

  // Every other browser is signed out, and only the new password opens the console.
  await theirs.goto(`${consoleUrl}/queue`)
  await expect(theirs).toHaveURL(/\/sign-in/)
  await submitSignIn(theirs, email, password)
  await expect(theirs.getByRole('main').getByRole('alert')).toContainText(
    'Wrong e-mail address or password',
  )
  await submitSignIn(theirs, email, 'another password of hers')
  await expect(theirs).toHaveURL(/\/queue$/)
  await theirs.goto(link)
  await theirs.reload()
  await expect(theirs.getByText('This link was used, withdrawn or is too old.')).toBeVisible()
})
