import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectReady } from './fixtures/ready.ts'
import { makeWork, openCause, openWork, rowsOf, wrongNpi } from './fixtures/queue-work.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

const npi = '[name="data.rendering_provider.npi"]'

test('a biller starts at the queue, opens a cause, fixes a row in place and sees the count fall', async ({
  page,
  sandbox,
}) => {
  test.slow()
  const work = await makeWork(sandbox, 3)
  await page.goto('/')
  await expect(page).toHaveURL(/\/queue$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work queue')
  await openWork(page, work)
  await expect(rowsOf(page)).toContainText('Rendering provider')
  await expect(
    rowsOf(page).getByRole('img', { name: /^Open claims over 14 days: .* today$/ }),
  ).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Connection' })).toContainText(
    /Queue as of \d{1,2}:\d\d [AP]M · next refresh \d{1,2}:\d\d [AP]M/,
  )
  await expectAccessible(page, 'the causes')

  await rowsOf(page).getByRole('link', { name: wrongNpi }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wrongNpi)
  await expect(rowsOf(page)).toHaveCount(3)
  const first = await rowsOf(page).first().getByRole('link').textContent()
  await page.keyboard.press('e')
  await expect(page.locator(npi)).toBeFocused()
  await expectAccessible(page, 'an open row')
  await page.locator(npi).fill('1234567891')
  await page.keyboard.press('Enter')
  // The rules of the capture's own page hold here too.
  await expect(page.getByRole('dialog', { name: 'Save with 1 error?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.locator(npi).fill(work.rightNpi)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Messages')).toContainText(`${first} saved.`)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page.getByRole('main')).toContainText('2 claims')
  const fixed = work.captures.find(({ charge_external_id }) => charge_external_id === first)!
  expect((await sandbox.getCapture(fixed.id)).charge_capture_data.rendering_provider?.npi).toBe(
    work.rightNpi,
  )

  // The next row is open already.
  await expect(page.locator(npi)).toBeFocused()
  await page.locator(npi).fill(work.rightNpi)
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('link', { name: 'Work queue' }).click()
  await expect(rowsOf(page).getByRole('cell', { name: '1', exact: true })).toBeVisible()
})

test('what is typed in a row and left is kept, and a change by somebody else is a conflict at the row', async ({
  page,
  sandbox,
}) => {
  const work = await makeWork(sandbox, 1)
  await openCause(page, work)
  await page.getByRole('button', { name: /^Edit Rendering provider/ }).click()
  await page.locator(npi).fill(work.rightNpi)
  await expect(page.getByRole('group', { name: 'Fix here' })).toContainText('Draft saved')
  await page.keyboard.press('Escape')
  await expect(rowsOf(page)).toContainText('Unsaved changes, kept as a draft')
  await page.keyboard.press('e')
  await expect(page.locator(npi)).toHaveValue(work.rightNpi)

  const [capture] = work.captures
  const { charge_capture_data: data } = await sandbox.getCapture(capture!.id)
  const theirs = { ...data.rendering_provider!, npi: '1234567899' }
  await sandbox.updateCapture(capture!.id, { data: { ...data, rendering_provider: theirs } })
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: /changed by you and someone else/ })
  await dialog.getByRole('radio', { name: /Yours/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Messages')).toContainText(/saved\./)
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Nothing left for this cause')
})

test('n walks the queue from a record, and saving with the next one moves on', async ({
  page,
  sandbox,
}) => {
  const work = await makeWork(sandbox, 3)
  await openCause(page, work)
  const links = await Promise.all(
    [0, 1, 2].map((row) => rowsOf(page).nth(row).getByRole('link').getAttribute('href')),
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(links[0]!)
  await expect(page.getByRole('main').getByRole('link', { name: 'Work queue' })).toBeVisible()
  await expect(page.locator(npi)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(links[1]!)
  await expect(page.locator(npi)).toBeFocused()
  await page.locator(npi).fill(work.rightNpi)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(links[2]!)
  await page.getByRole('main').getByRole('link', { name: 'Work queue' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page.locator(`a[data-main][href="${links[2]}"]`)).toBeFocused()
})

test('two people who work one by one never get the same capture', async ({
  page,
  browser,
  consoleUrl,
  sandbox,
}) => {
  test.slow()
  const work = await makeWork(sandbox, 3)
  await openCause(page, work)
  const other = await (
    await browser.newContext({ storageState: { cookies: [], origins: [] } })
  ).newPage()
  await signIn(other, 'admin', consoleUrl)
  await other.goto(new URL(page.url(), consoleUrl).href)
  await expectReady(other)
  await expect(rowsOf(other)).toHaveCount(3)
  await Promise.all([page, other].map((each) => each.keyboard.press('w')))
  await expect(page).toHaveURL(/\/charge-captures\//)
  await expect(other).toHaveURL(/\/charge-captures\//)
  const captureOf = (each: Page) => new URL(each.url()).pathname
  const [mine, theirs] = [captureOf(page), captureOf(other)]
  expect(mine).not.toBe(theirs)
  await expect(page.locator(npi)).toBeFocused()
  const place = page.getByText(/^Item \d · /)
  await expect(place).toHaveText(/^Item 1 · [23] claims left, \$[\d,]+\.\d\d$/)
  await page.locator(npi).fill(work.rightNpi)
  await page.keyboard.press('Control+Enter')
  await expect(page).not.toHaveURL(new RegExp(mine))
  await expect(place).toHaveText(/^Item 2 · [12] claims? left, /)
  await expect(page).toHaveURL(/\/charge-captures\//)
  expect(captureOf(page)).not.toBe(theirs)
  await other.context().close()
})
