import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { joinByInvitation } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'admin' })

/** The time when the rights end; with its day in the hour before midnight. */
const end = String.raw`(\d\d/\d\d/\d{4}, )?\d{1,2}:\d\d [AP]M\.`

test('a biller takes administrator rights with a reason, administrators are told, and the rights end', async ({
  page,
  browser,
}) => {
  const { theirs, name } = await joinByInvitation(page, browser)
  await expect(theirs.getByRole('link', { name: 'Connections' })).toHaveCount(0)
  await theirs.getByRole('button', { name }).click()
  await theirs.getByRole('menuitem', { name: 'Emergency access…' }).click()
  const dialog = await expectBegins(theirs, 'Emergency access')
  await theirs.keyboard.type('a short')
  await theirs.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Give the reason in at least 10 characters.')).toBeVisible()
  await expectAccessible(theirs, 'asking for emergency access')
  await dialog.getByLabel('Reason').fill('The key expired at night and the administrator is away.')
  await dialog.getByRole('button', { name: 'Take administrator rights' }).click()
  const own = theirs.getByRole('region', { name: 'Emergency access' })
  await expect(own).toContainText(new RegExp(`You have administrator rights until ${end}`))
  await expectAccessible(theirs, 'emergency access')
  await theirs.getByRole('link', { name: 'Connections' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'People' })).toHaveCount(0)

  await page.reload()
  const told = page.getByRole('region', { name: `Emergency access of ${name}` })
  await expect(told).toContainText(new RegExp(`has administrator rights until ${end}`))
  await told.getByRole('link', { name: 'See the reason' }).click()
  const row = page
    .getByRole('row')
    .filter({ hasText: 'The key expired at night' })
    .filter({ hasText: name })
  await expect(row).toContainText('Active')
  await expectAccessible(page, 'the review of emergency access')
  await told.getByRole('button', { name: /^Acknowledge/ }).click()
  await expect(told).toHaveCount(0)
  await row.getByRole('button', { name: /^End now/ }).click()
  await expect(row).not.toContainText('Active')
  await theirs.reload()
  await expect(own).toHaveCount(0)
  await expect(theirs.getByText('Connections are for administrators.')).toBeVisible()
})
