import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { makeWork, openCause, rowsOf } from './fixtures/queue-work.ts'
import { expectReady } from './fixtures/ready.ts'
import { type Role, signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { type OwnStack, startOwnStack } from './stack/start-own-stack.ts'

// Marks are everybody's, so these stories have their own console.
test.use({ role: null })
test.describe.configure({ mode: 'default' })

let own: OwnStack
test.beforeAll(async () => {
  // A busy machine needs longer than for a test.
  test.setTimeout(300_000)
  own = await startOwnStack('queue-team', 20, 30)
})
test.afterAll(() => own.stop())

/** A colleague's page in a browser of their own. Close its context at the end. */
async function colleague(browser: Browser, role: Role): Promise<Page> {
  const page = await (
    await browser.newContext({ storageState: { cookies: [], origins: [] } })
  ).newPage()
  await signIn(page, role, own.url)
  return page
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, own.url).href)
  await expectReady(page)
}

test('a note, a priority, an owner and a snooze are seen by a colleague in another browser', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const work = await makeWork(own.sandbox, 3)
  await signIn(page, 'biller', own.url)
  await openCause(page, work, own.url)
  const cause = new URL(page.url())
  const other = await colleague(browser, 'admin')
  await open(other, cause.pathname + cause.search)
  await expect(rowsOf(other)).toHaveCount(3)

  const names = await rowsOf(page).getByRole('link').allTextContents()
  const last = names.at(-1)!.trim()
  const row = (each: Page) => rowsOf(each).filter({ hasText: last })
  const messages = page.getByLabel('Messages')
  await row(page).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add a note…' }).click()
  const note = page.getByRole('dialog', { name: 'Note' })
  await note.getByRole('textbox', { name: 'Note' }).fill('Asked the clinic by telephone')
  await expectAccessible(page, 'the note')
  await page.keyboard.press('Control+Enter')
  await expect(messages).toContainText(`${last} is noted.`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'High priority' }).click()
  await expect(messages).toContainText(`${last} is set to high priority.`)
  // A high priority comes first, for everybody.
  await expect(rowsOf(page).first()).toContainText(last)
  await open(other, cause.pathname + cause.search)
  await expect(rowsOf(other).first()).toContainText('High priority: ')
  await expect(rowsOf(other).first()).toContainText('Note: Asked the clinic by telephone.')
  await expect(rowsOf(other).first()).toContainText(last)

  await page.getByRole('button', { name: /^Assign/ }).click()
  await page.getByRole('menuitem', { name: /Admin/ }).click()
  await expect(messages).toContainText(new RegExp(`${last} is assigned to .*Admin`))
  await open(other, `/queue/mine${work.search}`)
  await expect(rowsOf(other)).toHaveCount(1)
  await expect(row(other)).toHaveCount(1)
  await open(other, `/queue/unassigned${work.search}`)
  await expect(rowsOf(other)).toHaveCount(2)

  // The colleague snoozes it: it leaves the biller's list too, and waits among the snoozed.
  await open(other, cause.pathname + cause.search)
  await row(other).getByRole('checkbox').check()
  await other.getByRole('button', { name: /^Snooze/ }).click()
  await other.getByRole('menuitem', { name: 'Until a date…' }).click()
  const until = other.getByRole('dialog', { name: 'Snooze until' })
  await until.getByLabel('Date').fill('2020-01-01')
  await until.getByRole('button', { name: 'Snooze' }).click()
  await expect(until).toContainText('Enter a date after today.')
  await until
    .getByLabel('Date')
    .fill(new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10))
  await until.getByRole('button', { name: 'Snooze' }).click()
  await expect(other.getByLabel('Messages')).toContainText(`${last} is snoozed until`)
  await open(page, cause.pathname + cause.search)
  await expect(rowsOf(page)).toHaveCount(2)
  await open(page, `/queue/snoozed${work.search}`)
  await expect(row(page)).toContainText('Snoozed until')
  await row(page).getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Snooze/ }).click()
  await page.getByRole('menuitem', { name: 'Stop snoozing' }).click()
  await expect(rowsOf(page)).toHaveCount(0)
  await open(other, cause.pathname + cause.search)
  await expect(rowsOf(other)).toHaveCount(3)
  await other.context().close()
})

test('an item that a colleague has open says so in the list, until they leave it', async ({
  page,
  browser,
}) => {
  test.slow()
  const work = await makeWork(own.sandbox, 2)
  await signIn(page, 'biller', own.url)
  await openCause(page, work, own.url)
  const other = await colleague(browser, 'admin')
  const [first] = work.captures
  const row = rowsOf(page).filter({ hasText: first!.charge_external_id! })
  await expect(row).not.toContainText('Open by')
  await open(other, `/charge-captures/${first!.id}`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText(/Open by .*Admin/, { timeout: 4_000 })
  }).toPass()
  await expect(
    rowsOf(page).filter({ hasText: work.captures[1]!.charge_external_id! }),
  ).not.toContainText('Open by')
  await open(other, '/queue')
  await expect(async () => {
    await page.reload()
    await expect(rowsOf(page)).toHaveCount(2, { timeout: 4_000 })
    await expect(row).not.toContainText('Open by', { timeout: 1_000 })
  }).toPass()
  await other.context().close()
})
