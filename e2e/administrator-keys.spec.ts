import type { Page } from '@playwright/test'
import { addPasskey, addVirtualAuthenticator, readApp } from './fixtures/second-factor.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { joinByInvitation } from './fixtures/people.ts'
import { countedKeys } from './fixtures/keys.ts'
import { setupLink } from './fixtures/setup-link.ts'
import { expect, test } from './fixtures/test.ts'

// What an administrator does in the first hour, counted: a key is a press, a typed letter or each
// key of a chord; what the person must bring (names, passwords, addresses) is typed but not counted.
test.use({
  stack: { ofRun: true, env: { DEMO_ACCOUNTS: '0' } },
  role: null,
  expectedComplaint: /status of 401/,
})
test.describe.configure({ mode: 'serial' })

// Browsers know passkeys only at a host name.
const named = (url: string) => url.replace('127.0.0.1', 'localhost')
const [email, password] = ['ada@clinic.test', 'a password of her own']
let page: Page
let url: string

test.beforeAll(async ({ browser, own }) => {
  url = named(own.url)
  page = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()
})

/** Counts what a person presses. */
function counter() {
  const { press, count } = countedKeys(page)
  let clicks = 0
  return {
    made: () => ({ keys: count(), clicks }),
    press,
    bring: (text: string) => page.keyboard.type(text),
    click: async (name: string | RegExp, role: 'button' | 'menuitem' = 'button') => {
      clicks += 1
      await page.getByRole(role, { name }).click()
    },
  }
}

test('the link of the log makes the first administrator, signed in, with three keys', async ({
  own,
}) => {
  const { made, press, bring } = counter()
  await page.goto(named(setupLink(own.log)))
  await expect(page.getByLabel('Your name')).toBeFocused()
  await bring('Ada Admin')
  await press('Tab')
  await bring(email)
  await press('Tab')
  await bring(password)
  await press('Enter')
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
  expect(made()).toEqual({ keys: 3, clicks: 0 })
})

test('a passkey takes one click and two keys besides its name and the password', async () => {
  const { made, press, bring, click } = counter()
  await addVirtualAuthenticator(page)
  await page.goto(`${url}/settings/account`)
  await click('Add passkey')
  await expectBegins(page, 'Add a passkey')
  await bring('Work laptop')
  await press('Tab')
  await bring(password)
  await press('Enter')
  await expect(page.getByText('The passkey is added.')).toBeVisible()
  expect(made()).toEqual({ keys: 2, clicks: 1 })
})

test('an authenticator app takes one click and six keys besides the password and the code', async () => {
  const { made, press, bring, click } = counter()
  await page.goto(`${url}/settings/account`)
  await click('Set up')
  await expectBegins(page, 'Set up an authenticator app')
  await bring(password)
  await press('Control+Enter')
  await expectBegins(page, 'Scan this picture with your app')
  await bring((await readApp(page)).generate())
  await press('Control+Enter')
  await expectBegins(page, 'Keep your recovery codes', { button: 'Copy' })
  await press('Control+Enter')
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible()
  expect(made()).toEqual({ keys: 6, clicks: 1 })
})

test('ten people with their roles are invited with two clicks and four keys', async () => {
  const { made, press, click } = counter()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const people = Array.from(
    { length: 10 },
    (_, at) => `person${at}@clinic.test${at < 3 ? '\tManager' : ''}`,
  )
  await page.goto(`${url}/settings/people`)
  await page.evaluate((text) => navigator.clipboard.writeText(text), people.join('\n'))
  await click('Invite')
  await expectBegins(page, 'Invite people')
  await press('Control+v')
  await press('Control+Enter')
  const dialog = await expectBegins(page, 'Pass these links on', { button: 'Copy all' })
  const links = dialog.getByRole('list', { name: 'Invitations' }).getByRole('listitem')
  await expect(links).toHaveCount(10)
  await expect(links.filter({ hasText: 'Manager' })).toHaveCount(3)
  await expectAccessible(page, 'ten links')
  await click('Copy all')
  expect(made()).toEqual({ keys: 4, clicks: 2 })
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const lines = copied.split('\n')
  expect(lines).toHaveLength(10)
  for (const [at, line] of lines.entries())
    expect(line).toMatch(
      new RegExp(`^person${at}@clinic\\.test\\thttp://\\S+/invitation#[\\w-]{32}$`),
    )
  await page.keyboard.press('Escape')
  await expect(page.locator('td').filter({ hasText: 'person9@clinic.test' })).toBeVisible()
  // An address that stands there twice, and one with an account, are refused in words.
  await page.getByRole('button', { name: 'Invite' }).click()
  await expectBegins(page, 'Invite people')
  await page.keyboard.insertText('x@clinic.test\nX@clinic.test')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('x@clinic.test stands there twice.')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a connection is added, tested and made active with three clicks and five keys', async ({
  sandboxUrl,
}) => {
  const { made, press, bring, click } = counter()
  await page.goto(`${url}/settings/connections`)
  await click('Add connection')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await bring('North')
  await press('Tab')
  await press('Tab')
  await bring(sandboxUrl)
  await press('Tab')
  while (!(await isFocused(page, 'API key'))) await press('Tab')
  await bring('sandbox-full')
  await press('Enter')
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText('North is added')
  await click('Make active: North')
  await expectBegins(page, 'Make North active?', { button: 'Cancel' })
  await click(/^Make active$/)
  await expect(page.getByRole('complementary', { name: 'Connection' })).toContainText('North')
  expect(made().clicks).toBe(3)
  expect(made().keys).toBeLessThanOrEqual(6)
})

test('a forgotten password is two clicks, and the link is copied by a third', async ({
  browser,
}) => {
  const { made, click } = counter()
  const { name } = await joinByInvitation(page, browser, url)
  await page.goto(`${url}/settings/people`)
  await click(`New password link: ${name}`)
  await expectBegins(page, 'New password for ', { button: 'Cancel' })
  await click('Make the link')
  await expect(page.getByRole('dialog').getByLabel('Password link')).toHaveValue(/#[\w-]{32}$/)
  expect(made()).toEqual({ keys: 0, clicks: 2 })
  await page.keyboard.press('Escape')
})

test('break glass takes two clicks and two keys besides the reason', async ({ browser }) => {
  const { theirs, name, password: own } = await joinByInvitation(page, browser, url)
  page = theirs
  // With a production connection, an administrator's rights need a second factor.
  await addVirtualAuthenticator(page)
  await page.goto(`${url}/settings/account`)
  await addPasskey(page, 'Laptop', own)
  const { made, press, bring, click } = counter()
  await click(name)
  await click('Emergency access…', 'menuitem')
  await expectBegins(page, 'Emergency access')
  await bring('The key expired at night and the administrator is away.')
  await press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Emergency access' })).toContainText(
    'You have administrator rights until',
  )
  expect(made()).toEqual({ keys: 2, clicks: 2 })
})

async function isFocused(at: Page, label: string): Promise<boolean> {
  return at
    .getByRole('dialog')
    .getByLabel(label)
    .evaluate((box) => box === document.activeElement)
}
