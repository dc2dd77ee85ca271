import { chooseInList } from './fixtures/list-menu.ts'
import { makeWork, openCause } from './fixtures/queue-work.ts'
import { expect, test } from './fixtures/test.ts'

// An administrator may press every one of these buttons.
test.use({ role: 'admin', expectedComplaint: /status of 401/, actionTimeout: 30_000 })

test('after a session ended, each button that sends something opens the sign-in, and none shows an error', async ({
  page,
  context,
  sandbox,
}) => {
  const work = await makeWork(sandbox, 2)
  const cookies = await context.cookies()
  const cover = page.getByRole('dialog', { name: 'Your session has ended' })
  const askedToSignIn = async (press: () => Promise<void>) => {
    await context.clearCookies()
    // A request of the page itself may meet the ended session before the press: its cover closes
    // the menu.
    await press().catch(async (error: unknown) => {
      if (!(await cover.isVisible())) throw error
    })
    await expect(cover).toBeVisible()
    await expect(page.getByLabel('Messages')).not.toContainText('session')
    await context.addCookies(cookies)
  }

  await openCause(page, work)
  await page.keyboard.press('a')
  await askedToSignIn(() => page.getByRole('menuitem', { name: /You$/ }).click())

  await openCause(page, work)
  await askedToSignIn(() => page.keyboard.press('w'))

  await openCause(page, work)
  await askedToSignIn(() => chooseInList(page, 'Refresh'))

  await page.goto('/credentialing')
  await askedToSignIn(() =>
    page
      .getByRole('button', { name: /^Check (?:coverage|again)$/ })
      .first()
      .click(),
  )
})
