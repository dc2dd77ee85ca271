import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { addDays, localDateAt } from '#lib/core/local-date.ts'
import type { Page } from '@playwright/test'
import { chooseInList } from './fixtures/list-menu.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { openQueue } from './fixtures/queue-work.ts'
import { expectReady } from './fixtures/ready.ts'
import { expect, test } from './fixtures/test.ts'

// The manager's first queue, with the server and the partner. What the page itself does is proved in
// components/updates/updates.browser.test.tsx.
test.use({ role: 'manager' })

const queueOf = (...ids: string[]) =>
  `/updates?${ids.map((id) => `claim_creation_ids=${id}`).join('&')}`
const handOf = (page: Page) => page.getByRole('region', { name: 'Selected change' })
const isEmpty = (page: Page) =>
  expect(page.getByRole('region', { name: 'Updates' })).toContainText(
    'Nothing matches these filters',
  )

test('what lowers a paid claim is resolved with its own reason, amount and day, is listed with its days left, and is reopened', async ({
  page,
  sandbox,
}) => {
  const paid = await sandbox.send<{ items: ChargeCapture[] }>(
    'GET',
    '/api/charge_captures/v1?claim_status=paid&limit=50',
  )
  const capture = paid.items.find(
    ({ claim_creation_id: claim, updates, charge_capture_data: { service_lines: lines } }) =>
      claim && updates.length === 0 && (lines?.[0]?.charge_amount_cents ?? 0) > 1_000,
  )!
  const claimId = capture.claim_creation_id!
  const { service_lines: lines } = capture.charge_capture_data
  const lower = lines!.map((line, place) =>
    place === 0 ? { ...line, charge_amount_cents: line.charge_amount_cents! - 550 } : line,
  )
  await sandbox.updateCapture(capture.id, {
    data: { ...capture.charge_capture_data, service_lines: lower },
  })
  const [update] = (await sandbox.getCapture(capture.id)).updates
  const isResolved = async () =>
    (await sandbox.getCapture(capture.id)).updates.find(({ id }) => id === update!.id)?.resolved

  await openQueue(page, queueOf(claimId), 1)
  await expectReady(page)
  // The address of the former page leads to the open change.
  const query = queueOf(claimId).split('?')[1]!
  await page.goto(`/updates/compare?${query}`)
  await expect(page).toHaveURL(`/updates?${query}&item=${claimId}`)
  const hand = handOf(page)
  await expect(hand).toContainText('−$5.50')
  await page.keyboard.press('r')
  const dialog = await expectBegins(page, 'Reason for ')
  await expect(dialog).toContainText(
    /Charges fell on a claim that a payer has paid.*Charges fell by \$5\.50/,
  )
  await expect(dialog).toContainText(/Suggestion: .* with its control number /)
  expect(await isResolved()).toBe(false)
  for (const name of ['Possible overpayment', 'No overpayment'])
    await expect(dialog.getByRole('radio', { name })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog).toContainText('Choose one.')
  await dialog.getByRole('radio', { name: 'Possible overpayment' }).check()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog.getByRole('textbox', { name: /Amount overpaid/ })).toBeFocused()
  await page.keyboard.type('5.50')
  const day = addDays(localDateAt(Date.now(), 'UTC'), -70)
  await dialog.getByLabel(/Identified on/).fill(day)
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('One unit too many')
  await expectAccessible(page, 'the reason of one claim')
  await page.keyboard.press('Control+Enter')
  await isEmpty(page)
  expect(await isResolved()).toBe(true)

  await page.getByRole('link', { name: 'Possible overpayments' }).click()
  const owed = page
    .getByRole('table', { name: 'Possible overpayments' })
    .getByRole('row', { name: /One unit too many/ })
  await expect(owed).toContainText('$5.50')
  await expect(owed).toContainText('Past by 10 days')
  await expect(owed).toContainText('Suggested then:')
  await expectAccessible(page, 'the possible overpayments')
  await owed.getByRole('button', { name: /^No overpayment…/ }).click()
  await expectBegins(page, 'No overpayment for')
  await page.keyboard.press('Escape')
  await owed.getByRole('button', { name: /^Returned…/ }).click()
  const closing = await expectBegins(page, 'Overpayment of')
  await closing.getByLabel(/Reported and returned on/).fill(localDateAt(Date.now(), 'UTC'))
  await closing.getByRole('textbox', { name: /How/ }).fill('Check 1047')
  await closing.getByRole('button', { name: 'Close entry' }).click()
  await expect(owed).toHaveCount(0)

  await page.getByRole('link', { name: 'Resolved', exact: true }).click()
  const row = page
    .getByRole('table', { name: 'Resolved changes' })
    .getByRole('row', { name: /One unit too many/ })
  await expect(row).toContainText(/Possible overpayment \$5\.50, identified.*Returned.*Check 1047/)
  await row.getByRole('button', { name: /Reopen/ }).click()
  await expect(row).toContainText(/Reopened by/)
  expect(await isResolved()).toBe(false)
})

test(
  'a message outlives the button that showed it; once it is closed, the focus is on the page',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/claim-creations')
    await chooseInList(page, 'Copy link')
    const messages = page.getByRole('status', { name: 'Messages' })
    const dismiss = messages.getByRole('button', { name: 'Dismiss message' })
    await expect(dismiss).toHaveCount(1)
    await page.keyboard.press('F6')
    await expect(dismiss).toBeFocused()
    await expectAccessible(page, 'a message with the focus')
    // A message is no dialog: the keys of the page work.
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await expect(page.getByRole('heading', { level: 1, name: 'Charge captures' })).toBeVisible()
    await expect(dismiss).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dismiss).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    // If the button is still there, it gets the focus back. Escape closes the message, too.
    await chooseInList(page, 'Copy link')
    await expect(dismiss).toHaveCount(1)
    await page.keyboard.press('F6')
    await expect(dismiss).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dismiss).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  },
)
