import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { joinByInvitation } from './fixtures/people.ts'
import { expectReady } from './fixtures/ready.ts'
import { submitSignIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'admin', expectedComplaint: /status of 401/ })

const lastName = '[name="data.patient.last_name"]'

test('two minutes before the idle end every tab warns; staying extends it, and the end loses no character', async ({
  page,
  browser,
  consoleUrl,
  sandbox,
}) => {
  const { id } = await sandbox.createVisit()
  const { email, password, theirs } = await joinByInvitation(page, browser)
  await theirs.clock.install()
  await theirs.goto(`${consoleUrl}/charge-captures/${id}`)
  const typed = 'Quixote de la Mancha-Ñandú 1605'
  await theirs.locator(lastName).fill(typed)
  await expect(theirs.getByText(/^Draft saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  const address = theirs.url()
  const other = await theirs.context().newPage()
  await other.goto(`${consoleUrl}/contracts`)
  // A page counts its own start as activity.
  await expectReady(other)
  const warnings = [theirs, other].map((tab) =>
    tab.getByRole('dialog', { name: 'Are you still there?' }),
  )
  const [warning, warningOfOther] = [warnings[0]!, warnings[1]!]

  // The clock goes on while the story works, so each step leaves a minute or more for that.
  await theirs.clock.fastForward('10:00')
  for (const shown of warnings) await expect(shown).toHaveCount(0)
  await theirs.clock.fastForward('03:05')
  for (const shown of warnings) await expect(shown).toBeVisible()
  const timer = warning.getByRole('timer')
  const left = await timer.textContent()
  expect(left).toMatch(/^[01]:\d\d$/)
  await theirs.clock.runFor(5_000)
  await expect(timer).not.toHaveText(left!)
  await expect(warning).toContainText('Unsaved changes are kept as a draft')
  await expectBegins(theirs, 'Are you still there?', { button: 'Stay signed in' })
  await expectAccessible(theirs, 'the warning before the idle end')
  // A key elsewhere does not count: only an answer to the warning does.
  await theirs.keyboard.press('j')
  await expect(warning).toBeVisible()
  await theirs.keyboard.press('Enter')
  for (const shown of warnings) await expect(shown).toHaveCount(0)
  await expect(theirs.locator(lastName)).toHaveValue(typed)

  await theirs.clock.fastForward('13:10')
  await expect(warningOfOther).toBeVisible()
  await theirs.clock.fastForward('02:10')
  // The server's clock is not the browser's: an administrator ends the session there.
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: /^Sign out everywhere/ }).click()
  await expect(page.getByText(/is signed out everywhere/)).toBeVisible()
  for (const tab of [theirs, other])
    await expect(tab.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await expect(warning).toHaveCount(0)
  // The text is kept as a draft, so neither it nor the record stays in the page.
  await expect(theirs.locator(lastName)).toHaveCount(0)
  expect(await theirs.content()).not.toMatch(/Testcase|Quixote|MBR100200300/)
  const cover = await expectBegins(theirs, 'Your session has ended', { button: 'Sign in' })
  await cover.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(theirs).toHaveURL(/\/sign-in\?/)
  await submitSignIn(theirs, email, password)
  await expect(theirs).toHaveURL(address)
  await expect(theirs.locator(lastName)).toHaveValue(typed)
})
