import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { addDays, localDateAt } from '#lib/core/local-date.ts'
import type { Page } from '@playwright/test'
import { chooseInList } from './fixtures/list-menu.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { openQueue, rowsOf } from './fixtures/queue-work.ts'
import { expectReady } from './fixtures/ready.ts'
import { charging, createChangedVisit } from './fixtures/changed-visit.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { type ConsoleInstance, startConsole } from './stack/start-console.ts'
import { type OwnStack, startOwnStack } from './stack/start-own-stack.ts'

// The manager's first queue: what changed after billing, its amounts, and resolving it without
// leaving the page.
test.use({ role: 'manager' })

const queueOf = (...ids: string[]) =>
  `/updates?${ids.map((id) => `claim_creation_ids=${id}`).join('&')}`
const handOf = (page: Page) => page.getByRole('region', { name: 'Selected change' })
const isEmpty = (page: Page) =>
  expect(page.getByRole('region', { name: 'Updates' })).toContainText(
    'Nothing matches these filters',
  )

/** Opens the list of these claims, and waits until it has them. */
async function openList(page: Page, ...ids: string[]): Promise<void> {
  await openQueue(page, queueOf(...ids), ids.length)
  await expectReady(page)
}

test('a change after billing shows the billed and the current values, and is resolved and reopened by keyboard', async ({
  page,
  sandbox,
}) => {
  const { capture, claimCreationId, patient } = await createChangedVisit(
    sandbox,
    'Firstchange',
    (data) => ({
      ...charging(13_000)(data),
      prior_authorization_number: 'PA-77',
      place_of_service_code: '22',
      service_lines: charging(13_000)(data).service_lines.map((line) => ({
        ...line,
        place_of_service_code: '22',
      })),
      billing_notes: [{ text: 'Called the payer' }],
    }),
  )
  await openList(page, claimCreationId)
  await expect(rowsOf(page)).toContainText(['+$5.00'])
  const hand = handOf(page)
  await expect(hand).toHaveCount(0)
  const link = rowsOf(page).getByRole('link')
  await expect(link).toHaveAttribute('aria-expanded', 'false')
  // The button of the list's menu has the focus after Refresh.
  await page.keyboard.press('e')
  await expect(hand.getByRole('heading', { name: patient })).toBeVisible()
  await expect(link).toHaveAttribute('aria-expanded', 'true')
  await expect(link).toBeFocused()
  await expectAccessible(page, 'an open change')
  await expect(hand).toContainText('Billed$125.00')
  await expect(hand).toContainText('Now$130.00')
  await expect(hand).toContainText('+$5.00')
  const rows = hand.getByRole('table').getByRole('row')
  await expect(rows).toHaveText([
    /^Field/,
    'Money',
    /Charge.*\$125\.00\$130\.00\+\$5\.00/,
    'Coding',
    /Place of service.*11 office.*22/,
    'Coverage',
    /Prior authorization number.*nothing.*PA-77/,
    'Cosmetic',
    /Billing notes/,
  ])
  await expect(hand).toContainText(/Suggestion: Edit before it is sent\./)

  await page.keyboard.press('Escape')
  await expect(hand).toHaveCount(0)
  await expect(link).toBeFocused()
  expect(new URL(page.url()).searchParams.has('item')).toBe(false)
  await page.keyboard.press('Enter')
  await expect(hand.getByRole('heading', { name: patient })).toBeVisible()
  await page.keyboard.press('r')
  await isEmpty(page)
  await expect(hand).toHaveCount(0)
  expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([
    true,
  ])
  await page.keyboard.press('u')
  await expect(hand.getByRole('heading', { name: patient })).toBeVisible()
  expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([
    false,
  ])
})

test('the advice follows the claim: edit before it is sent, wait for the payer, then a corrected claim', async ({
  page,
  sandbox,
}) => {
  const { capture, claimCreationId, patient } = await createChangedVisit(
    sandbox,
    'Advicestory',
    charging(13_000),
  )
  const move = (status: string) => sandbox.moveClaim(capture.charge_external_id, status)
  await openList(page, claimCreationId)
  await expect(rowsOf(page)).toContainText(['Edit before it is sent'])
  await rowsOf(page).getByRole('link', { name: patient }).click()
  const advice = page.getByRole('group', { name: 'Suggestion' })
  await expect(advice).toContainText(/Edit before it is sent\. The claim hasn’t been sent/)
  await expect(advice).not.toContainText('(frequency')

  await move('submitted_to_payer')
  await page.reload()
  await expect(advice).toContainText(/Wait for the payer\. Wait until .* has answered/)

  const number = await move('paid')
  await page.reload()
  const corrected = new RegExp(
    `Corrected claim \\(frequency 7\\)\\..*control number ${number} and all original lines`,
  )
  await expect(advice).toContainText(corrected)
  await expect(advice).toContainText(/No limit for corrected claims entered for/)
  await expectAccessible(page, 'the advice')

  // The same stands wherever the change is shown.
  await page.goto(`/charge-captures/${capture.id}`)
  await expect(advice).toContainText(corrected)
  await page.goto(`/claim-creations/${claimCreationId}`)
  await expect(advice).toContainText(corrected)

  // The corrected claim may be the only one that was sent, or none: a person states it.
  await page.goto(queueOf(claimCreationId))
  await rowsOf(page).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Resolve 1…' }).click()
  const choices = page.getByRole('dialog').getByRole('radio')
  await expect(choices).not.toHaveCount(0)
  for (const choice of await choices.all()) await expect(choice).not.toBeChecked()
})

test('the changes are walked by amount or oldest first, each open in turn, and the link of an open one can be shared', async ({
  page,
  sandbox,
}) => {
  const seen = (daysAgo: number) => (data: ChargeCaptureData) => {
    const date = addDays(localDateAt(Date.now()), -daysAgo)
    const lines = data.service_lines!.map((line) => ({ ...line, date_of_service: date }))
    return { date_of_service: date, service_lines: lines }
  }
  const little = await createChangedVisit(
    sandbox,
    'Littlemoney',
    charging(12_600),
    undefined,
    seen(24),
  )
  const none = await createChangedVisit(
    sandbox,
    'Nomoney',
    () => ({ referral_number: 'R-1' }),
    undefined,
    seen(22),
  )
  const much = await createChangedVisit(sandbox, 'Muchmoney', charging(2_500))
  await openList(page, little.claimCreationId, none.claimCreationId, much.claimCreationId)
  const heading = handOf(page).getByRole('heading', { level: 2 })
  await expect(rowsOf(page)).toContainText([
    /Muchmoney.*−\$100\.00/,
    /Littlemoney.*\+\$1\.00/,
    /Nomoney.*Coverage.*No change/,
  ])
  await page.getByRole('button', { name: 'Work one by one' }).click()
  await expect(heading).toHaveText(much.patient)
  // Faster than the page can draw: each key continues from the previous one's target.
  for (const key of ['n', 'j', 'j', 'p']) await page.keyboard.press(key)
  await expect(heading).toHaveText(little.patient)
  await expect(rowsOf(page).nth(1).getByRole('link')).toBeFocused()

  // Another order begins with nothing open.
  await page.getByLabel('Sort', { exact: true }).selectOption('Oldest service')
  await expect(rowsOf(page)).toContainText([/Littlemoney/, /Nomoney/, /Muchmoney/])
  await expect(heading).toHaveCount(0)
  await rowsOf(page).getByRole('link', { name: 'Muchmoney, Robin' }).click()
  await expect(heading).toHaveText(much.patient)

  const link = page.url()
  expect(link).toContain(`item=${much.claimCreationId}`)
  await page.goto('/claim-creations')
  await page.goto(link)
  await expect(heading).toHaveText(much.patient)
  const row = rowsOf(page).getByRole('link', { name: 'Muchmoney, Robin' })
  await expect(row).toBeFocused()
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(new RegExp(`/claim-creations/${much.claimCreationId}`))
})

test('the address of the former page leads to the open change, which is above the list where it has no row', async ({
  page,
  sandbox,
}) => {
  const one = await createChangedVisit(sandbox, 'Oldlink', charging(12_700))
  const other = await createChangedVisit(sandbox, 'Otherlink', charging(12_800))
  await openList(page, one.claimCreationId, other.claimCreationId)
  const hand = handOf(page)
  const query = queueOf(one.claimCreationId, other.claimCreationId).split('?')[1]!
  await page.goto(`/updates/compare?${query}`)
  await expect(page).toHaveURL(`/updates?${query}&item=${one.claimCreationId}`)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(hand.getByRole('heading', { level: 2 })).toHaveText(one.patient)
  await expect(rowsOf(page).getByRole('link', { name: one.patient })).toBeFocused()

  await page.goto(`${queueOf(one.claimCreationId)}&item=${other.claimCreationId}`)
  await expect(rowsOf(page)).toContainText(['Oldlink'])
  await expect(hand).toContainText('This change isn’t in the list')
  await expect(hand.getByRole('heading', { level: 2 })).toHaveText(other.patient)
  await expectAccessible(page, 'a change above the list')
  await hand.getByRole('button', { name: 'Resolve' }).click()
  await expect(hand).toContainText('All changes are resolved.')
  await hand.getByRole('button', { name: 'Reopen' }).click()
  await expect(hand.getByRole('button', { name: 'Resolve' })).toBeVisible()
  await hand.getByRole('button', { name: 'Close' }).click()
  await expect(hand).toHaveCount(0)
  await expect(page).toHaveURL(queueOf(one.claimCreationId))

  await page.goto(`/updates/compare?item=${one.claimCreationId}`)
  await expect(page).toHaveURL(`/updates?item=${one.claimCreationId}`)
  await expect(hand.getByRole('heading', { level: 2 })).toHaveText(one.patient)
})

test('many changes are resolved at once, and reopened from the message', async ({
  page,
  sandbox,
}) => {
  const visits = [
    await createChangedVisit(sandbox, 'Manyone', charging(100)),
    await createChangedVisit(sandbox, 'Manytwo', charging(200)),
    await createChangedVisit(sandbox, 'Manythree', charging(300)),
  ]
  const ids = visits.map((visit) => visit.claimCreationId)
  await openList(page, ...ids)
  const queue = page.getByRole('region', { name: 'Updates' })
  await queue.getByRole('checkbox', { name: /Manyone/ }).check()
  await queue.getByRole('checkbox', { name: /Manythree/ }).click({ modifiers: ['Shift'] })
  await queue.getByRole('button', { name: 'Resolve 3…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolve 3 claims' })
  await dialog.getByRole('radio', { name: /Corrected claim sent/ }).check()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await isEmpty(page)
  const settled = async () =>
    (await Promise.all(visits.map(({ capture }) => sandbox.getCapture(capture.id)))).flatMap(
      (capture) => capture.updates.map((update) => update.resolved),
    )
  expect(await settled()).toEqual([true, true, true])
  // A key leads to the message from anywhere.
  const reopen = page
    .getByRole('status', { name: 'Messages' })
    .getByRole('button', { name: 'Reopen' })
  await expect(reopen).toBeVisible()
  await page.keyboard.press('F6')
  await expect(reopen).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
    '3 claims are reopened.',
  )
  // The pressed button disappeared with its message, and so did the one before it; the focus is on
  // the page.
  await expect(page.locator('body')).not.toBeFocused()
  expect(await settled()).toEqual([false, false, false])
  await openList(page, ...ids)
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

test('after one change is resolved the next opens, and a paid capture that is no longer billed suggests a void', async ({
  page,
  sandbox,
}) => {
  const first = await createChangedVisit(sandbox, 'Stayfirst', charging(50_000))
  const gone = await createChangedVisit(sandbox, 'Gonevisit', () => ({}))
  await sandbox.moveClaim(gone.capture.charge_external_id, 'finalized_paid')
  await sandbox.updateCapture(gone.capture.id, { status: 'entered-in-error' })
  await openList(page, first.claimCreationId, gone.claimCreationId)
  await expect(rowsOf(page)).toContainText([/Stayfirst/, /Gonevisit/])
  await rowsOf(page).getByRole('link', { name: first.patient }).click()
  const hand = handOf(page)
  await expect(hand.getByRole('heading', { level: 2 })).toHaveText(first.patient)
  await hand.getByRole('button', { name: 'Resolve' }).click()
  await expect(hand.getByRole('heading', { level: 2 })).toHaveText(gone.patient)
  await expect(rowsOf(page)).toContainText([/Gonevisit/])
  await expect(rowsOf(page).getByRole('link')).toBeFocused()
  await expect(hand).toContainText('−$125.00')
  await expect(hand).toContainText(/Void the claim \(frequency 8\)/)
  await expect(hand.getByRole('table')).toContainText('Entered in error')
})

test('changes from an ADT message are offered to be dismissed first, and the rest of the visit stays open', async ({
  page,
  sandbox,
}) => {
  const { capture, claimCreationId, patient } = await createChangedVisit(
    sandbox,
    'Deskchange',
    charging(13_000),
  )
  await sandbox.updateCapture(capture.id, {
    originating_system: 'Front desk',
    hl7_message_type: 'ADT',
  })
  const desk = await createChangedVisit(sandbox, 'Deskonly', () => ({}))
  await sandbox.resolveChanges(
    (await sandbox.getCapture(desk.capture.id)).updates.map(({ id }) => id),
  )
  await sandbox.updateCapture(desk.capture.id, {
    originating_system: 'Front desk',
    hl7_message_type: 'ADT',
  })
  const settled = await createChangedVisit(sandbox, 'Settledchange', charging(12_000))
  await sandbox.resolveChanges(
    (await sandbox.getCapture(settled.capture.id)).updates.map(({ id }) => id),
  )

  await openQueue(page, queueOf(claimCreationId, desk.claimCreationId, settled.claimCreationId), 2)
  const hand = handOf(page)
  await expect(rowsOf(page)).toContainText([/Deskchange/, /Deskonly.*Nothing to send/])
  await rowsOf(page).getByRole('link', { name: patient }).click()
  await expect(
    hand.getByRole('region', { name: 'Recorded by the partner' }).getByRole('listitem'),
  ).toHaveText([
    /unresolved · ADT message.*ADT, no charge message: Originating system/,
    /unresolved.*Line 1 · Charge \$125\.00 → \$130\.00.*Partner’s words/,
  ])
  await hand.getByRole('button', { name: 'Ignore ADT message' }).click()
  await expect(hand.getByRole('button', { name: 'Ignore ADT message' })).toHaveCount(0)
  await expect(hand.getByRole('heading', { level: 2 })).toHaveText(patient)
  expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([
    false,
    true,
  ])
  await hand.getByRole('button', { name: 'Resolve' }).click()

  await expect(hand.getByRole('heading', { level: 2 })).toHaveText(desk.patient)
  await expect(hand).toContainText(/Suggestion: Ignore it\. It came from an ADT message/)
  await hand.getByRole('button', { name: 'Ignore ADT message' }).click()
  await isEmpty(page)
  expect(
    (await sandbox.getCapture(desk.capture.id)).updates.every((update) => update.resolved),
  ).toBe(true)
})

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

  await openList(page, claimId)
  await rowsOf(page).getByRole('link').click()
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
  const day = addDays(localDateAt(Date.now()), -70)
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
  await closing.getByLabel(/Reported and returned on/).fill(localDateAt(Date.now()))
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

test.describe('with a read-only key', () => {
  test.use({ role: null })
  let reading: ConsoleInstance

  test.beforeAll(async () => {
    reading = await startConsole({
      folder: process.env.E2E_FOLDER!,
      name: 'reading',
      sandboxPort: Number(process.env.E2E_SANDBOX_PORT),
      env: { SANDBOX_API_KEY: 'sandbox-readonly' },
    })
  })
  test.afterAll(() => reading.service.stop())

  test('a change can be read, and says that nothing can be resolved', async ({ page, sandbox }) => {
    const { capture, claimCreationId, patient } = await createChangedVisit(
      sandbox,
      'Readonly',
      charging(12_000),
    )
    await signIn(page, 'manager', reading.url)
    await page.goto(`${reading.url}/updates?item=${claimCreationId}`)
    const hand = handOf(page)
    await expect(hand).toContainText('−$5.00')
    await expectReady(page)
    await page.keyboard.press('r')
    await expect(hand.getByRole('alert')).toContainText(
      /doesn’t have permission.*You can still view it/,
    )
    await expect(hand.getByRole('heading', { level: 2 })).toHaveText(patient)
    expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual(
      [false],
    )
  })
})

test.describe('with a failing partner', () => {
  test.use({ role: null })
  let own: OwnStack

  test.beforeAll(async () => {
    own = await startOwnStack('queue-trouble')
  })
  test.beforeEach(({ page }) => signIn(page, 'manager', own.url))
  test.afterEach(() => own.sandbox.clearFaults())
  test.afterAll(() => own.stop())

  test('nothing is compared or called resolved while captures cannot be read', async ({ page }) => {
    const { claimCreationId, patient } = await createChangedVisit(
      own.sandbox,
      'Nocaptures',
      charging(9_900),
    )
    await own.sandbox.fault({
      method: 'GET',
      path: '/api/charge_captures/v1',
      kind: 'status',
      status: 403,
      errorName: 'UnauthorizedError',
      content: { message: 'This key may not read captures.' },
    })
    await page.goto(`${own.url}/updates?item=${claimCreationId}`)
    const hand = handOf(page)
    await expect(hand.getByRole('heading', { name: patient })).toBeVisible()
    await expect(hand).toContainText(
      /couldn’t be loaded, so nothing is compared: This key may not read captures/,
    )
    await expect(hand).not.toContainText(/All changes are resolved|\$/)
    await page.keyboard.press('r')
    await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
      /nothing to resolve/i,
    )
  })

  test('without the encounter the advice is not known, and can be retried', async ({ page }) => {
    const { claimCreationId, patient } = await createChangedVisit(
      own.sandbox,
      'Noencounter',
      charging(9_900),
    )
    const { created_encounter_id: id } = await own.sandbox.getClaimCreation(claimCreationId)
    await own.sandbox.fault({
      method: 'GET',
      path: `/api/encounters/v4/${id}`,
      kind: 'status',
      status: 403,
      errorName: 'UnauthorizedError',
      content: { message: 'This key may not read encounters.' },
    })
    await page.goto(`${own.url}/updates?item=${claimCreationId}`)
    const hand = handOf(page)
    await expect(hand.getByRole('heading', { name: patient })).toBeVisible()
    await expect(hand).toContainText('−$26.00')
    const advice = hand.getByRole('group', { name: 'Suggestion' })
    await expect(advice).toContainText(/Not known\. The encounter couldn’t be read/)
    await own.sandbox.clearFaults()
    await advice.getByRole('button', { name: 'Try again' }).click()
    await expect(advice).toContainText('Edit before it is sent')
  })

  test(
    'a partner without the companion endpoint is reported, and the change stays',
    { tag: '@long' },
    async ({ page }) => {
      const { claimCreationId, patient } = await createChangedVisit(
        own.sandbox,
        'Nocompanion',
        charging(9_900),
      )
      await own.sandbox.fault({
        method: 'PATCH',
        path: '/api/charge_captures/v1/changes',
        kind: 'status',
        status: 404,
        body: 'no such path',
      })
      await page.goto(`${own.url}/updates?item=${claimCreationId}`)
      const hand = handOf(page)
      await expect(hand.getByRole('heading', { level: 2 })).toHaveText(patient)
      await expectReady(page)
      await page.keyboard.press('r')
      await expect(hand.getByRole('alert')).toContainText(
        /this connection can’t resolve it\. You can still view it/,
      )
      await expect(hand).toContainText('−$26.00')
    },
  )

  test('a change that cannot be read can be retried', { tag: '@long' }, async ({ page }) => {
    const { claimCreationId, patient } = await createChangedVisit(
      own.sandbox,
      'Tryagain',
      charging(9_900),
    )
    await own.sandbox.fault({
      method: 'GET',
      path: `/api/charge_capture_claim_creation/v1/${claimCreationId}`,
      kind: 'reset-before',
    })
    await page.goto(`${own.url}/updates?item=${claimCreationId}`)
    const again = handOf(page).getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible({ timeout: 60_000 })
    await own.sandbox.clearFaults()
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 2000 })
      await expect(handOf(page).getByRole('heading', { name: patient })).toBeVisible({
        timeout: 5000,
      })
    }).toPass()
  })
})
