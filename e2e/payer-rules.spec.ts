import type { Browser, Page } from '@playwright/test'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { daysAgo, uniqueId } from './fixtures/capture-body.ts'
import { openQueue, rowsOf } from './fixtures/queue-work.ts'
import { expectReady } from './fixtures/ready.ts'
import { type Role, signIn } from './fixtures/sign-in.ts'
import { chooseInList } from './fixtures/list-menu.ts'
import { expect, test } from './fixtures/test.ts'
import { type OwnStack, startOwnStack } from './stack/start-own-stack.ts'

// Limits are everybody's, so these stories have their own console.
test.use({ role: null })
test.describe.configure({ mode: 'default' })

let own: OwnStack
test.beforeAll(async () => {
  // A busy machine needs longer than for a test.
  test.setTimeout(300_000)
  own = await startOwnStack('payer-rules', 20, 30)
})
test.afterAll(() => own.stop())

async function colleague(browser: Browser, role: Role): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await signIn(page, role, own.url)
  return page
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, own.url).href)
  await expectReady(page)
}

/** A visit in error some days ago, at a facility of its own. */
async function visit(days: number, facility: string, payer = {}): Promise<ChargeCapture> {
  const date = daysAgo(days)
  return own.sandbox.createVisit((data) => ({
    date_of_service: date,
    service_lines: data.service_lines!.map((line) => ({ ...line, date_of_service: date })),
    rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
    service_facility: { organization_name: facility, address: data.service_facility!.address },
    subscriber_primary: {
      ...data.subscriber_primary,
      insurance_card: { ...data.subscriber_primary!.insurance_card, ...payer },
    },
  }))
}

const checksOf = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Checks', exact: true }) })
const messagesOf = (page: Page) => page.getByLabel('Messages')
const rowOf = (page: Page, payer: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: payer }) })

test('a limit of 90 days warns at day 80 in the queue and the editor, and at day 91 is an error that no later save makes', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const facility = uniqueId('Facility')
  const { payer_name: payer } = (await own.sandbox.organization()).payer
  const near = await visit(80, facility)
  const late = await visit(91, facility)
  await signIn(page, 'biller', own.url)
  await openQueue(page, `${own.url}/queue/unassigned?facility=${facility}`, 2)

  // Unknown is said, and is not zero.
  await open(page, `/queue/filing-soon?facility=${facility}`)
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(/No limit entered for \d+ payers?, so \d+ cl/)
  await open(page, `/queue/filing-soon?facility=${facility}&filing_limit=unset`)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(rowsOf(page).first()).toContainText('No limit')
  await open(page, `/charge-captures/${near.id}`)
  await expect(checksOf(page)).toContainText('Filing: No limit entered for this payer')

  // A biller reads the rules and has no boxes.
  await open(page, '/queue/filing-soon')
  await chooseInList(page, 'Filing limits')
  await expect(page.getByRole('heading', { level: 1, name: 'Payer rules' })).toBeVisible()
  await expect(rowOf(page, payer)).toContainText('No limit')
  await expect(rowOf(page, 'Every Medicare payer')).toContainText(/1 calendar year.*42 CFR 424\.44/)
  await expect(page.getByRole('button', { name: /Edit limits|Import|Add payer/ })).toHaveCount(0)

  const manager = await colleague(browser, 'manager')
  await open(manager, '/settings/payers')
  await manager.getByRole('textbox', { name: 'Payer name or ID' }).fill(payer)
  await manager.getByRole('button', { name: `Edit limits: ${payer}` }).click()
  const days = manager.getByRole('textbox', { name: `Original of ${payer}` })
  await expect(days).toBeFocused()
  await expect(days).toHaveValue('')
  await days.fill('90')
  await days.press('Enter')
  const source = manager.getByRole('textbox', { name: `Where the limits of ${payer} come from` })
  await expect(source).toBeFocused()
  await source.fill('Contract § 4.1')
  await source.press('Enter')
  await expect(messagesOf(manager)).toContainText(`${payer}: saved.`)
  await expect(rowOf(manager, payer)).toContainText(/90 days.*Contract § 4\.1.*Demo Manager/)
  await expect(manager.getByRole('button', { name: `Edit limits: ${payer}` })).toBeFocused()
  await manager.context().close()

  await openQueue(page, `${own.url}/queue/filing-soon?facility=${facility}`, 2)
  const rows = rowsOf(page)
  await expect(rows.nth(0)).toContainText('1 d past')
  await expect(rows.nth(0).getByTitle(/^Limit passed 1 day ago; .*Contract § 4\.1/)).toBeVisible()
  await expect(rows.nth(1)).toContainText('10 d')
  await expect(page.getByRole('columnheader', { name: 'To file' })).toBeVisible()

  // Each cause says it too, and the list of captures says it in the column of the checks.
  await open(page, `/queue?facility=${facility}`)
  await expect(page.getByRole('columnheader', { name: 'To file' })).toBeVisible()
  await expect(rowsOf(page)).toContainText('1 past · 10 d')
  await open(page, '/charge-captures')
  await chooseInList(page, 'Columns…')
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Checks', exact: true }).check()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: new RegExp(late.charge_external_id) })
  await expect(row.getByTitle(/Error: Limit passed 1 day ago/)).toBeVisible()
  await openQueue(page, `${own.url}/queue/filing-soon?facility=${facility}`, 2)

  await rows.nth(1).getByRole('checkbox').check()
  await page.keyboard.press('s')
  const weeks = page.getByRole('menuitem', { name: 'In 2 weeks' })
  await expect(weeks).toContainText('After the last day to file')
  await expect(page.getByRole('menuitem').first()).not.toContainText('last day')
  await weeks.click()
  await expect(messagesOf(page)).toContainText(/is snoozed until .*, after the last day to file/)
  await messagesOf(page).getByRole('button', { name: 'Undo' }).click()

  await open(page, `/charge-captures/${near.id}`)
  await expect(checksOf(page)).toContainText(/Warning: 10 days left to file, until .*90 days/)

  await open(page, `/charge-captures/${late.id}`)
  await expect(checksOf(page)).toContainText(/Error: Limit passed 1 day ago.*Contract § 4\.1/)
  await page.locator('[name="data.patient.last_name"]').fill('Latecomer')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
