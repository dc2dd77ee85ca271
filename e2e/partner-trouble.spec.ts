import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { type OwnStack, startOwnStack } from './stack/start-own-stack.ts'

// Faults affect every request of the partner, so these tests have their own partner.
test.use({ role: null })
test.describe.configure({ mode: 'default' })

const list = '/api/charge_captures/v1'
let own: OwnStack

test.beforeAll(async () => {
  own = await startOwnStack('trouble')
})
test.beforeEach(({ page }) => signIn(page, 'biller', own.url))
test.afterEach(() => own.sandbox.clearFaults())
test.afterAll(() => own.stop())

test('an unreadable row keeps its place and hides no other', async ({ page }) => {
  const capture = await own.sandbox.createVisit()
  const readable = await own.sandbox.getCapture(capture.id)
  const odd = {
    ...readable,
    id: '11111111-1111-4111-8111-111111111111',
    charge_external_id: 'ODD-1',
    status: 'a-new-status',
    charge_capture_data: 'not an object',
  }
  const body = JSON.stringify({
    items: [readable, 'no record at all', { note: 'without an id' }, odd],
    item_count: 4,
    prev_page_token: null,
    next_page_token: null,
  })
  await own.sandbox.fault({ method: 'GET', path: list, kind: 'status', status: 200, body })
  await page.goto(`${own.url}/charge-captures`)
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(1)).toContainText(capture.charge_external_id)
  await expect(rows.filter({ hasText: /can’t be shown/ })).toHaveCount(2)
  await expect(rows.nth(4)).toContainText('ODD-1')
  await expect(rows.nth(4)).toContainText(/a.new.status/i)
})

test('an empty page with a token is read past', async ({ page }) => {
  await own.sandbox.fault({ method: 'GET', path: list, kind: 'empty-page', times: 2 })
  await page.goto(`${own.url}/charge-captures?limit=25`)
  await expect(page.getByRole('main').getByRole('table').getByRole('row').nth(5)).toBeVisible()
})

test('a partner that fails for a moment is asked again silently', async ({ page }) => {
  await own.sandbox.fault({ method: 'GET', path: list, kind: 'status', status: 503, times: 1 })
  await page.goto(`${own.url}/charge-captures`)
  await expect(page.getByRole('main').getByRole('table').getByRole('row').nth(5)).toBeVisible()
})

for (const [what, fault] of Object.entries({
  'refuses the connection': { kind: 'reset-before' },
  'answers with a web page': { kind: 'html' },
  'cuts its answer off': { kind: 'truncate' },
  'is overloaded': { kind: 'status', status: 503 },
})) {
  test(`a partner that ${what} is reported in words, and trying again works`, async ({ page }) => {
    await own.sandbox.fault({ method: 'GET', path: list, ...fault })
    await page.goto(`${own.url}/charge-captures`)
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('main')).not.toContainText(/at .+\(.+:\d+:\d+\)|127\.0\.0\.1|sandbox-full/)
    await own.sandbox.clearFaults()
    // The page also retries by itself now and then, and may succeed before the button is pressed.
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 2000 })
      await expect(page.getByRole('main').getByRole('table').getByRole('row').nth(5)).toBeVisible({ timeout: 5000 })
    }).toPass()
  })
}

test('a view that is chosen while the partner is unreachable can be retried', async ({ page }) => {
  await page.goto(`${own.url}/charge-captures?limit=25`)
  const main = page.getByRole('main')
  const rows = main.getByRole('table').getByRole('row')
  await expect(rows.nth(5)).toBeVisible()
  const newest = await rows.nth(1).getByRole('link').textContent()
  await own.sandbox.fault({ method: 'GET', path: list, kind: 'reset-before' })
  await page.getByLabel('Sort direction').selectOption('asc')
  const retry = main.getByRole('button', { name: 'Try again' }).first()
  await expect(retry).toBeVisible({ timeout: 60_000 })
  await own.sandbox.clearFaults()
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 2000 })
    await expect(rows.nth(1).getByRole('link')).not.toHaveText(newest!, { timeout: 5000 })
  }).toPass()
})
