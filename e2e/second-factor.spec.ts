import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { addPasskey, addVirtualAuthenticator, readApp } from './fixtures/second-factor.ts'
import { signIn, submitSignIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

// A separate console, because the roles that need a second factor are a setting for everyone. It is
// used at localhost: browsers know no passkeys at an IP address.
test.use({ stack: { ofRun: true }, role: null, expectedComplaint: /status of 40[01]/ })

let url: string

test.beforeAll(({ own }) => {
  url = own.url.replace('127.0.0.1', 'localhost')
})

const password = 'a password of her own'

/**
 * Invites a colleague as the administrator on `page`, who then makes the account in a browser of
 * their own.
 */
async function joined(page: Page, browser: Browser, role: string, name: string) {
  const email = `${role}-${Date.now()}@clinic.test`
  await page.goto(`${url}/settings/people`)
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await dialog.getByLabel('Invitation link').inputValue()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const theirs = await context.newPage()
  await theirs.goto(link)
  await theirs.getByLabel('Your name').fill(name)
  await theirs.getByLabel('Password').fill('password1234')
  await theirs.getByRole('button', { name: 'Create the account' }).click()
  await expect(theirs.getByText('Attackers try this password first.').last()).toBeVisible()
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Create the account' }).click()
  await expect(theirs.getByRole('navigation', { name: 'Console' })).toBeVisible()
  return { email, theirs }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Rita|^Paula/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

test('a colleague sets up an authenticator app and signs in with codes and a recovery code', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin', url)
  const { email, theirs } = await joined(page, browser, 'reader', 'Rita Reader')
  await theirs.getByRole('button', { name: /^Rita/ }).click()
  await theirs.getByRole('menuitem', { name: 'Your account' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your account')
  await expect(theirs.getByText('This browser')).toBeVisible()
  await expectAccessible(theirs, 'the own account')

  await theirs.getByRole('button', { name: 'Set up' }).click()
  const dialog = theirs.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not my password')
  await theirs.keyboard.press('Enter')
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(password)
  await theirs.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'The key as a QR code' })).toBeVisible()
  await expectBegins(theirs, 'Scan this picture with your app')
  await expectAccessible(theirs, 'the QR code')
  const totp = await readApp(theirs)
  const codeIn = (seconds: number) => totp.generate({ timestamp: Date.now() + seconds * 1_000 })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeIn(90))
  await theirs.keyboard.press('Enter')
  await expect(dialog.getByText('Your phone’s clock is ahead.')).toBeVisible()
  const first = codeIn(0)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(first)
  await theirs.keyboard.press('Enter')
  const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  await expectBegins(theirs, 'Keep your recovery codes', { button: 'Copy' })
  const codes = await shown.allTextContents()
  await expectAccessible(theirs, 'recovery codes')
  const download = theirs.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I’ve kept them' }).click()
  await expect(theirs.getByText('10 of 10 recovery codes are left.')).toBeVisible()

  await signOut(theirs)
  await submitSignIn(theirs, email, password)
  const code = theirs.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(theirs, 'the second step')
  const refuse = async (typed: string, words: string) => {
    await code.fill(typed)
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByText(words)).toBeVisible()
  }
  await refuse('000000', 'This code is wrong.')
  await refuse(first, 'This code was used already.')
  await refuse(codeIn(-90), 'Your phone’s clock is behind.')
  // Nobody is signed in by the password alone.
  await theirs.goto(`${url}/settings/account`)
  await expect(theirs).toHaveURL(/\/sign-in/)
  await submitSignIn(theirs, email, password)
  await code.fill(codeIn(30))
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your account')

  await signOut(theirs)
  await submitSignIn(theirs, email, password)
  await theirs.getByRole('button', { name: 'Use a recovery code' }).click()
  await theirs.getByLabel('Recovery code').fill(codes[0]!)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('navigation', { name: 'Console' })).toBeVisible()
  await theirs.goto(`${url}/settings/account`)
  await expect(theirs.getByText('9 of 10 recovery codes are left.')).toBeVisible()

  await theirs.getByRole('button', { name: 'New recovery codes' }).click()
  await expectBegins(theirs, 'Make new recovery codes')
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('button', { name: 'Turn off' }).click()
  await expectBegins(theirs, 'Turn off the authenticator app')
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('button', { name: 'Change password' }).click()
  await expectBegins(theirs, 'Change your password')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password').fill('Password1234!')
  await theirs.keyboard.press('Enter')
  await expect(dialog.getByText('Attackers try this password first.')).toBeVisible()
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password').fill('another password of hers')
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByText('Your password is changed.')).toBeVisible()
})

test('a person whose role needs a second factor adds a passkey first, signs in with it, and is reset by an administrator', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin', url)
  const { email, theirs } = await joined(page, browser, 'credentialing', 'Paula Passkey')
  await page.reload()
  await page.getByRole('checkbox', { name: 'Credentialing' }).check()
  await page.getByRole('button', { name: 'Save roles' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expectAccessible(page, 'people with second factors')

  await addVirtualAuthenticator(theirs)
  await theirs.reload()
  await expect(theirs.getByText('Set up a second factor to continue')).toBeVisible()
  await expectAccessible(theirs, 'an account that needs a second factor')
  await theirs.goto(`${url}/contracts`)
  await expect(theirs).toHaveURL(/\/settings\/account$/)
  await addPasskey(theirs, 'Work laptop', password)
  const dialog = theirs.getByRole('dialog')
  await expect(theirs.getByRole('row').filter({ hasText: 'Work laptop' })).toContainText(
    'localhost',
  )
  await expectAccessible(theirs, 'an account with a passkey')
  await theirs.getByRole('button', { name: 'Rename Work laptop' }).click()
  await expectBegins(theirs, 'Rename Work laptop')
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('button', { name: 'Remove Work laptop' }).click()
  await expectBegins(theirs, 'Remove Work laptop')
  await dialog.getByLabel('Your password').fill(password)
  await theirs.keyboard.press('Enter')
  await expect(
    dialog.getByText('Your role needs a second factor, and this is your only one.'),
  ).toBeVisible()
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('link', { name: 'Contracts' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(/Contracts/)

  await signOut(theirs)
  await submitSignIn(theirs, email, password)
  await expect(theirs.getByText('Your account needs its passkey as well.')).toBeVisible()
  await expectAccessible(theirs, 'the second step with a passkey')
  await theirs.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(theirs.getByRole('navigation', { name: 'Console' })).toBeVisible()
  await signOut(theirs)
  await theirs.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(theirs.getByRole('navigation', { name: 'Console' })).toBeVisible()

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Passkey')
  await row.getByRole('button', { name: /^Reset second factor/ }).click()
  await expect(
    page.getByText('Paula Passkey is signed out and has no second factor now.'),
  ).toBeVisible()
  await theirs.reload()
  await submitSignIn(theirs, email, password)
  await expect(theirs.getByText('Set up a second factor to continue')).toBeVisible()
})
