import { charging, createChangedVisit } from './fixtures/changed-visit.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { type ConsoleInstance, startConsole } from './stack/start-console.ts'

// The manager's first queue: what changed after billing, what it is worth, and settling it without leaving the page.
test.use({ role: 'manager' })

const queueOf = (...ids: string[]) => `/updates?${ids.map((id) => `claim_creation_ids=${id}`).join('&')}`

test('a change after billing shows what was billed and what is now, and is resolved and reopened by keyboard', async ({ page, sandbox }) => {
  const { capture, claimCreationId, patient } = await createChangedVisit(sandbox, 'Firstchange', (data) => ({
    ...charging(13_000)(data),
    prior_authorization_number: 'PA-77',
    place_of_service_code: '22',
    service_lines: charging(13_000)(data).service_lines.map((line) => ({ ...line, place_of_service_code: '22' })),
    billing_notes: [{ text: 'Called the payer' }],
  }))
  await page.goto(queueOf(claimCreationId))
  const hand = page.getByRole('region', { name: 'The change in hand' })
  await expect(hand.getByRole('heading', { name: patient })).toBeVisible()
  await expect(hand).toContainText('Billed$125.00')
  await expect(hand).toContainText('Now$130.00')
  await expect(hand).toContainText('+$5.00')
  const rows = hand.getByRole('table').getByRole('row')
  await expect(rows).toHaveText([/^Field/, 'Money', /Charge.*\$125\.00\$130\.00\+\$5\.00/, 'Coding', /Place of service.*11 office.*22/, 'Coverage', /Prior authorization number.*nothing.*PA-77/, 'Cosmetic', /Billing notes/])
  await expect(hand).toContainText(/Suggestion: Send a corrected claim \(frequency 7\)/)
  await expect(page.getByRole('region', { name: 'Queue' }).getByRole('listitem')).toContainText(['+$5.00'])

  await page.keyboard.press('r')
  await expect(page.getByText('All resolved')).toBeVisible()
  expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([true])
  await page.keyboard.press('u')
  await expect(hand.getByRole('heading', { name: patient })).toBeVisible()
  expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([false])
})

test('the queue is walked oldest first, or by the money that was moved, and passed on by its link', async ({ page, sandbox }) => {
  const little = await createChangedVisit(sandbox, 'Littlemoney', charging(12_600))
  const none = await createChangedVisit(sandbox, 'Nomoney', () => ({ referral_number: 'R-1' }))
  const much = await createChangedVisit(sandbox, 'Muchmoney', charging(2_500))
  await page.goto(queueOf(little.claimCreationId, none.claimCreationId, much.claimCreationId))
  const queue = page.getByRole('region', { name: 'Queue' })
  const heading = page.getByRole('region', { name: 'The change in hand' }).getByRole('heading')
  await expect(queue.getByRole('listitem')).toHaveText([/Littlemoney.*\+\$1\.00/, /Nomoneyno money.*Coverage/, /Muchmoney.*−\$100\.00/])
  await expect(heading).toHaveText(little.patient)
  // Faster than the page can draw: each key counts from where the one before led.
  for (const key of ['n', 'j', 'j', 'p']) await page.keyboard.press(key)
  await expect(heading).toHaveText(none.patient)
  await expect(queue).toContainText('2 of 3')

  await page.getByLabel('Order').selectOption('money')
  await expect(queue.getByRole('listitem')).toHaveText([/Muchmoney/, /Littlemoney/, /Nomoney/])
  await expect(queue).toContainText('of the 3 read')

  const link = page.url()
  expect(link).toContain(`item=${none.claimCreationId}`)
  await page.goto('/claim-creations')
  await page.goto(link)
  await expect(heading).toHaveText(none.patient)
  await page.keyboard.press('o')
  await expect(page).toHaveURL(new RegExp(`/claim-creations/${none.claimCreationId}`))
})

test('many are resolved at once, and reopened from the message', async ({ page, sandbox }) => {
  const visits = [await createChangedVisit(sandbox, 'Manyone', charging(100)), await createChangedVisit(sandbox, 'Manytwo', charging(200)), await createChangedVisit(sandbox, 'Manythree', charging(300))]
  await page.goto(queueOf(...visits.map((visit) => visit.claimCreationId)))
  const queue = page.getByRole('region', { name: 'Queue' })
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await queue.getByRole('checkbox', { name: /Manyone/ }).check()
  await queue.getByRole('checkbox', { name: /Manythree/ }).click({ modifiers: ['Shift'] })
  await queue.getByRole('button', { name: 'Resolve 3' }).click()
  await expect(queue).toContainText('All resolved')
  const settled = async () => (await Promise.all(visits.map(({ capture }) => sandbox.getCapture(capture.id)))).flatMap((capture) => capture.updates.map((update) => update.resolved))
  expect(await settled()).toEqual([true, true, true])
  await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Reopen' }).click()
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  expect(await settled()).toEqual([false, false, false])
})

test('one that was settled leaves the next in hand, and what is not to be billed any more is to be voided', async ({ page, sandbox }) => {
  const first = await createChangedVisit(sandbox, 'Stayfirst', charging(12_400))
  const gone = await createChangedVisit(sandbox, 'Gonevisit', () => ({}))
  await sandbox.updateCapture(gone.capture.id, { status: 'entered-in-error' })
  await page.goto(queueOf(first.claimCreationId, gone.claimCreationId))
  const hand = page.getByRole('region', { name: 'The change in hand' })
  await expect(hand.getByRole('heading')).toHaveText(first.patient)
  await hand.getByRole('button', { name: 'Resolve' }).click()
  await expect(hand.getByRole('heading')).toHaveText(gone.patient)
  await expect(hand).toContainText('−$125.00')
  await expect(hand).toContainText(/void the claim \(frequency 8\)/)
  await expect(hand.getByRole('table')).toContainText('Entered in error')
  await expect(page.getByRole('region', { name: 'Queue' })).toContainText('1 of 1 · 1 resolved')
})

test.describe('with a key that may only read', () => {
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

  test('the queue can be read, and says that nothing can be resolved', async ({ page, sandbox }) => {
    const { capture, claimCreationId, patient } = await createChangedVisit(sandbox, 'Readonly', charging(12_000))
    await signIn(page, 'manager', reading.url)
    await page.goto(reading.url + queueOf(claimCreationId))
    const hand = page.getByRole('region', { name: 'The change in hand' })
    await expect(hand).toContainText('−$5.00')
    await page.keyboard.press('r')
    await expect(hand.getByRole('alert')).toContainText(/does not let the stored key resolve this.*Reading still works/)
    await expect(hand.getByRole('heading')).toHaveText(patient)
    expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([false])
  })
})
