import type { Page } from '@playwright/test'
import { saveCapture } from './fixtures/save-capture.ts'
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

test(
  'a partner that fails for a moment is asked again silently',
  { tag: '@long' },
  async ({ page }) => {
    await own.sandbox.fault({ method: 'GET', path: list, kind: 'status', status: 503, times: 1 })
    await page.goto(`${own.url}/charge-captures`)
    await expect(page.getByRole('main').getByRole('table').getByRole('row').nth(5)).toBeVisible()
  },
)

for (const [at, [what, fault]] of Object.entries({
  'refuses the connection': { kind: 'reset-before' },
  'answers with a web page': { kind: 'html' },
  'cuts its answer off': { kind: 'truncate' },
  'is overloaded': { kind: 'status', status: 503 },
}).entries()) {
  const size = at > 0 ? { tag: '@long' } : {}
  test(
    `a partner that ${what} is reported in words, and trying again works`,
    size,
    async ({ page }) => {
      await own.sandbox.fault({ method: 'GET', path: list, ...fault })
      await page.goto(`${own.url}/charge-captures`)
      const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
      await expect(retry).toBeVisible({ timeout: 60_000 })
      await expect(page.getByRole('main')).not.toContainText(
        /at .+\(.+:\d+:\d+\)|127\.0\.0\.1|sandbox-full/,
      )
      await own.sandbox.clearFaults()
      // The page also retries by itself now and then, and may succeed before the button is pressed.
      await expect(async () => {
        if (await retry.isVisible()) await retry.click({ timeout: 2000 })
        await expect(page.getByRole('main').getByRole('table').getByRole('row').nth(5)).toBeVisible(
          {
            timeout: 5000,
          },
        )
      }).toPass()
    },
  )
}

const strip = (page: Page) => page.getByRole('complementary', { name: 'Connection' })
const away = /Partner isn’t answering, last answer \d{1,2}:\d\d [AP]M/

/**
 * Lets the page's pauses between its questions pass at once, until it shows that the partner is
 * back. The console asks the partner again after ten seconds of its own clock.
 */
async function untilBack(page: Page, isShown: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await isShown()
  }).toPass({ intervals: [500], timeout: 60_000 })
}

test('the partner is away while a biller edits: the draft stays, and everything comes back by itself', async ({
  page,
}) => {
  const { id } = await own.sandbox.createVisit()
  await page.clock.install()
  await page.goto(`${own.url}/charge-captures/${id}`)
  const name = page.locator('[name="data.patient.last_name"]')
  await expect(name).toBeVisible()
  await own.sandbox.fault({ path: '/api/*', kind: 'reset-before' })

  const stored = page.waitForResponse((reply) =>
    (reply.request().postData() ?? '').includes('Outage'),
  )
  await name.fill('Outage')
  expect((await stored).status()).toBe(200)
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect(page.getByText(/^Not saved\. .*partner/).first()).toBeVisible()
  await expect(page.getByText('Save again when the partner answers.').first()).toBeVisible()
  await expect(strip(page)).toContainText(away)
  await expect(name).toHaveValue('Outage')

  // A page that is opened now says why it is empty, and fills when the partner is back.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The partner can’t be reached' })).toBeVisible()
  await expect(strip(page)).toContainText(away)
  await own.sandbox.clearFaults()
  await untilBack(page, () => expect(name).toHaveValue('Outage', { timeout: 500 }))
  await expect(strip(page)).not.toContainText('answering')
  await saveCapture(page)
  const { charge_capture_data: data } = await own.sandbox.getCapture(id)
  expect(data?.patient?.last_name).toBe('Outage')
})

test('rows that were read stay with their age while the partner is away', async ({ page }) => {
  await page.clock.install()
  await page.goto(`${own.url}/charge-captures`)
  const main = page.getByRole('main')
  const rows = main.getByRole('table').getByRole('row')
  await expect(rows.nth(5)).toBeVisible()
  const captures = page.getByRole('navigation').getByRole('link', { name: /charge captures/i })
  await page.getByRole('navigation').getByRole('link', { name: 'Contracts' }).click()
  await expect(page).toHaveURL(/contracts/)
  await expect(rows.nth(5)).toBeVisible()
  await own.sandbox.fault({
    path: '/api/*',
    kind: 'status',
    status: 502,
    body: '<h1>Bad gateway</h1>',
  })
  // Rows are read anew once they are older than half a minute.
  await page.clock.fastForward(40_000)
  await captures.first().click()
  const note = main
    .getByRole('status')
    .filter({ hasText: /These rows are from \d{1,2}:\d\d [AP]M/ })
  await expect(note).toBeVisible()
  await expect(rows.nth(5)).toBeVisible()
  await expect(strip(page)).toContainText(away)
  await expect(strip(page)).toContainText(/as of \d{1,2}:\d\d [AP]M/)
  await own.sandbox.clearFaults()
  await untilBack(page, () => expect(note).toHaveCount(0, { timeout: 500 }))
  await expect(strip(page)).not.toContainText('answering')
})

test('a key that the partner refuses is named in the strip, and the person stays signed in', async ({
  page,
}) => {
  await page.goto(`${own.url}/charge-captures?limit=25`)
  const main = page.getByRole('main')
  await expect(main.getByRole('table').getByRole('row').nth(5)).toBeVisible()
  await own.sandbox.fault({
    path: '/api/*',
    kind: 'status',
    status: 401,
    errorName: 'UnauthorizedError',
  })
  await page.getByLabel('Sort direction').selectOption('asc')
  await expect(strip(page)).toContainText(/Partner refuses the stored key, last answer/)
  await page.goto(`${own.url}/charge-captures?limit=50`)
  await expect(main.getByText('The partner refuses the stored key')).toBeVisible()
  await expect(main.getByText('You stay signed in, and your drafts are safe.')).toBeVisible()
  await own.sandbox.clearFaults()
  await expect(main.getByRole('table').getByRole('row').nth(5)).toBeVisible({ timeout: 60_000 })
  await expect(strip(page)).not.toContainText('refuses')
})
