import { type ConsoleInstance, startConsole } from './stack/start-console.ts'
import { SandboxClient } from './fixtures/sandbox.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

// A key for three of forty billing NPIs: the partner reads a page and then leaves out what the key
// may not see, so pages come back short or empty, with tokens.
test.use({ role: null })
test.describe.configure({ mode: 'default' })

let scoped: ConsoleInstance

test.beforeAll(async () => {
  scoped = await startConsole({
    folder: process.env.E2E_FOLDER!,
    name: 'scoped',
    sandboxPort: Number(process.env.E2E_SANDBOX_PORT),
    env: { SANDBOX_API_KEY: 'sandbox-scoped' },
  })
})
test.afterAll(() => scoped.service.stop())

// Other stories make hundreds of captures of other clinics, and a list reads at most twenty pages
// for one: pages are large.

test('short pages are read on until the page is full, and the scope is shown', async ({
  page,
  sandboxUrl,
}) => {
  await signIn(page, 'biller', scoped.url)
  await page.goto(`${scoped.url}/charge-captures?limit=100`)
  await expect(page.getByRole('status').filter({ hasText: /1–\d+/ })).toBeVisible({
    timeout: 60_000,
  })
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  await expect.poll(() => rows.count()).toBeGreaterThan(20)
  await expect(page.getByRole('complementary', { name: 'Connection' })).toContainText(
    /billing NPIs/i,
  )

  const reader = new SandboxClient(sandboxUrl)
  const hrefs = await page
    .getByRole('main')
    .getByRole('table')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  const seen = new Set<string>()
  for (const href of hrefs.slice(0, 20)) {
    const npi = (await reader.getCapture(href.split('/').at(-1)!)).charge_capture_data
      .billing_provider?.npi
    // A capture without a billing provider belongs to no clinic, and every key sees it.
    if (npi) seen.add(npi)
  }
  expect(seen.size).toBeLessThanOrEqual(3)
})

test("the coverage board shows only the key's clinics, and says so", async ({ page }) => {
  await signIn(page, 'credentialing', scoped.url)
  await page.goto(`${scoped.url}/credentialing`)
  await page
    .getByRole('button', { name: /^Check (coverage|again)/ })
    .first()
    .click()
  await expect(page.getByRole('table', { name: /^Coverage by payer/ })).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('main').getByText(/key scope: .*billing NPIs/i)).toBeVisible()
  const names = await page
    .getByRole('table')
    .getByRole('button', { name: / with / })
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label')!.split(' with ')[1]),
    )
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names).size).toBeLessThanOrEqual(3)
  await expect(page.getByText('Some data couldn’t be loaded')).toHaveCount(0)
})
