import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

// A separate console, because the active connection is shared by everyone.
test.use({ stack: { ofRun: true }, role: null, expectedComplaint: /status of 401/ })

test('an administrator adds a connection, makes it active and rotates its key, while a colleague is signed out', async ({
  page,
  browser,
  sandboxUrl,
}) => {
  const colleague = await browser.newPage()
  await signIn(colleague, 'biller')
  await colleague.goto('/charge-captures')
  await expect(colleague.getByRole('main').getByRole('row').nth(1)).toBeVisible()

  await signIn(page, 'admin')
  await page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link', { name: 'Connections' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections')
  await expect(page.getByRole('listitem').filter({ hasText: 'Base address' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Add connection' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('North')
  await dialog.getByLabel('Environment').selectOption('Staging')
  await dialog.getByLabel('Base address').fill(sandboxUrl)
  await dialog.getByLabel('API key').fill('no-such-key')
  await expectAccessible(page, 'a new connection')
  await dialog.getByRole('button', { name: 'Test and add' }).click()
  await expect(dialog.getByText('The partner refused this key.')).toBeVisible()
  await expect(dialog.getByLabel('API key')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('sandbox-scoped')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  const north = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^North/ }) })
  await expect(north).toContainText('ends in oped')
  await page.getByRole('button', { name: 'Test North' }).click()
  await expect(north.getByRole('status')).toHaveText(
    'The partner answered and takes this key. It reads and writes.',
  )
  await page.getByRole('button', { name: 'Make active: North' }).click()
  await expectBegins(page, 'Make North active?', { button: 'Cancel' })
  await expect(dialog).toContainText('All others are signed out')
  await dialog.getByRole('button', { name: 'Make active' }).click()
  await expect(page.getByRole('complementary', { name: 'Connection' })).toContainText(
    /Staging.*North/,
  )
  await expect(north).toContainText('Active')
  await expectAccessible(page, 'the connections')

  await colleague.getByRole('main').getByRole('button', { name: 'Next page' }).click()
  await expect(colleague.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()

  await page.getByRole('button', { name: 'Rotate key of North' }).click()
  await expectBegins(page, 'Rotate key of North')
  await dialog.getByLabel('New API key').fill('sandbox-full')
  await dialog.getByRole('button', { name: 'Test and rotate' }).click()
  await expect(north).toContainText('ends in full')
  await expect(page.getByText('sandbox-full')).toHaveCount(0)
  await page.goto('/charge-captures')
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()

  // A key that cannot write is called so when it is added and tested, before it is used, and on
  // every page.
  await page.goto('/settings/connections')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByLabel('Name').fill('South')
  await dialog.getByLabel('Base address').fill(sandboxUrl)
  await dialog.getByLabel('API key').fill('sandbox-readonly')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
    'South is added. It is read only',
  )
  const south = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^South/ }) })
  await expect(south).toContainText('Read-only key')
  await page.getByRole('button', { name: 'Test South' }).click()
  await expect(south.getByRole('status')).toContainText(
    'It is read only: nothing can be saved with it.',
  )
  await page.getByRole('button', { name: 'Make active: South' }).click()
  await expect(dialog.getByRole('status')).toContainText(
    'nobody can save anything while it is active',
  )
  await dialog.getByRole('button', { name: 'Make active, read only' }).click()
  await expect(page.getByRole('complementary', { name: 'Connection' })).toContainText(
    /Read only.*South/,
  )

  // One that is not in use is disabled after a question, and enabled again.
  const disable = page.getByRole('button', { name: 'Disable North' })
  const activate = page.getByRole('button', { name: 'Make active: North' })
  await disable.click()
  await expectBegins(page, 'Disable North?', { button: 'Cancel' })
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(activate).toBeVisible()
  await disable.click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(north).toContainText('Disabled')
  await expect(activate).toHaveCount(0)
  await page.getByRole('button', { name: 'Enable North' }).click()
  await expect(activate).toBeVisible()
})

test('only administrators can open connections', async ({ page }) => {
  await signIn(page, 'biller')
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connections' })).toHaveCount(0)
  await page.goto('/settings/connections')
  await expect(page.getByText('Connections are for administrators.')).toBeVisible()
})
