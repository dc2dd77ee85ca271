import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { chooseInList } from './fixtures/list-menu.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { saveCapture } from './fixtures/save-capture.ts'
import { type Role, signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

/** Another person in a browser of their own. */
async function personOf(browser: Browser, url: string, role: Role): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await signIn(page, role, url)
  return page
}

async function filterBy(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('combobox', { name: 'Find a filter' }).fill(filter)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel(filter, { exact: true }).fill(value)
  await page.keyboard.press('Control+Enter')
}

const rows = (page: Page) => page.getByRole('table', { name: 'Activity' }).getByRole('row')

test('an administrator finds who changed a capture, what was before and after, and exports it', async ({
  page,
  browser,
  sandbox,
  consoleUrl,
}) => {
  test.slow() // three people sign in
  const capture = await sandbox.createVisit()
  await page.goto(`/charge-captures/${capture.id}`)
  await page.locator('[name="data.patient.last_name"]').fill('Newname')
  await saveCapture(page)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Activity' })).toHaveCount(0)

  const admin = await personOf(browser, consoleUrl, 'admin')
  await admin.getByRole('link', { name: 'Activity' }).click()
  await expect(rows(admin).nth(1)).toBeVisible()
  await expectAccessible(admin, 'the activity')
  await filterBy(admin, 'Record ID', capture.id)
  const changed = rows(admin).filter({ hasText: 'Changed a charge capture' })
  await expect(changed).toHaveCount(1)
  await expect(changed).toContainText('Done')
  await expect(changed).toContainText('Biller')
  await expect(changed.getByRole('link').nth(1)).toHaveAttribute(
    'href',
    `/charge-captures/${capture.id}`,
  )
  await changed.getByRole('link', { name: 'Changed a charge capture' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Changed a charge capture')
  await expect(admin.getByText('biller@demo.test')).toBeVisible()
  await expect(admin.getByText('127.0.0.1')).toBeVisible()
  const difference = admin
    .getByRole('table', { name: 'Values before and after' })
    .getByRole('row', { name: /Last name/ })
  await expect(difference).toContainText('Newname')
  await expectAccessible(admin, 'an entry of the activity')
  await admin.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(admin, 'an entry of the activity in the dark')

  // The opening is in the trail, and so is the export.
  await admin.goto(`${consoleUrl}/activity?record_id=${capture.id}`)
  await expect(rows(admin).filter({ hasText: 'Revealed before and after' })).toHaveCount(1)
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    chooseInList(admin, 'Export CSV'),
  ])
  expect(download.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/)
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toMatch(
    new RegExp(`,biller@demo\\.test,biller,Changed a charge capture,.*,${capture.id}\\r\\n`),
  )
  expect(file).not.toContain('Newname')
  const [excel] = await Promise.all([
    admin.waitForEvent('download'),
    chooseInList(admin, 'Export Excel'),
  ])
  expect(excel.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.xlsx$/)
  const workbook = unzipSync(new Uint8Array(await readFile(await excel.path())))
  const sheet = Buffer.from(workbook['xl/worksheets/sheet1.xml']!).toString()
  expect(sheet).toContain('>Changed a charge capture<')
  expect(sheet).toContain(`>${capture.id}<`)
  await admin.goto(`${consoleUrl}/activity?group=exports`)
  await expect(rows(admin).nth(1)).toContainText('Exported the activity')

  // A manager sees the biller's change, and neither the administrator's reading nor what happened
  // in the settings.
  const manager = await personOf(browser, consoleUrl, 'manager')
  await manager.goto(`${consoleUrl}/activity?record_id=${capture.id}`)
  await expect(rows(manager).filter({ hasText: 'Changed a charge capture' })).toHaveCount(1)
  await expect(rows(manager).filter({ hasText: 'Revealed before and after' })).toHaveCount(0)
  await expect(manager.getByRole('button', { name: /^Retention/ })).toHaveCount(0)
  await manager.goto(`${consoleUrl}/activity?group=settings`)
  await expect(manager.getByText('No entries match these filters')).toBeVisible()
  await expectAccessible(manager, 'the activity without a match')

  await page.goto('/activity')
  await expect(page.getByRole('main')).toContainText('Your role doesn’t include this list.')
  await Promise.all([admin.context().close(), manager.context().close()])
})

test('the page of a capture shows who changed it, and what was before and after', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit()
  await page.goto(`/charge-captures/${capture.id}`)
  await page.locator('[name="data.patient.last_name"]').fill('Newname')
  await saveCapture(page)
  await page.getByRole('button', { name: 'Show who did what' }).click()
  const history = page.getByRole('list', { name: 'Who did what' })
  await expect(history).toContainText('Changed a charge capture')
  await expect(history).toContainText('Biller')
  // A biller sees writes, not who read it.
  await expect(history).not.toContainText('Opened')
  await history.getByRole('button', { name: 'Before and after' }).first().click()
  const values = history.getByRole('list', { name: 'Before and after' })
  await expect(values).toContainText('Last name')
  await expect(values).toContainText('after: Newname')
  await expectAccessible(page, 'the history of a capture')
  await page.goto(`/claim-creations/${capture.claim_creation_id}`)
  await page.getByRole('button', { name: 'Show who did what' }).click()
  await expect(page.getByRole('list', { name: 'Who did what' })).toContainText(
    'Changed a charge capture',
  )
})

test.describe('as an administrator', () => {
  test.use({ role: 'admin' })

  test('the activity opens on what people did, with names; reads are one click away', async ({
    page,
  }) => {
    const email = `named-${Date.now()}@clinic.test`
    await page.goto('/settings/people')
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill(email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Invitation link')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click()
    const invited = rows(page).filter({ hasText: 'Invited a person' }).filter({ hasText: email })
    await expect(invited).toHaveCount(1)
    await expect(rows(page).filter({ hasText: 'Read the activity' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove filter: Kind of action' }).click()
    await expect(rows(page).filter({ hasText: 'Read the activity' }).first()).toBeVisible()
    await page.reload()
    await expect(rows(page).filter({ hasText: 'Read the activity' }).first()).toBeVisible()
  })
})
