import type { Page } from '@playwright/test'
import { demoPassword, signIn, submitSignIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

// With the browser's own store of left pages, which the test tool turns off: Back then shows a page
// without asking.
test.use({
  role: null,
  expectedComplaint: /status of 401/,
  launchOptions: async ({ launchOptions }, provide) => {
    await provide({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  },
})

/** Everything of the console that this browser holds: the page, and what scripts may store. */
async function heldBy(page: Page): Promise<string> {
  const stored = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      await caches.keys(),
      await indexedDB.databases(),
      (await navigator.serviceWorker.getRegistrations()).length,
      window.name,
    ]),
  )
  return `${await page.content()} ${stored} ${page.url()}`
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /biller/i }).click()
  const reply = page.waitForResponse('**/api/sign-out')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  expect(await (await reply).headerValue('clear-site-data')).toBe('"cache", "storage"')
  await expect(page).toHaveURL(/\/sign-in/)
}

test('after signing out, Back and the next person find nothing of the patients', async ({
  page,
  sandbox,
}) => {
  const lastName = 'Signedoutcanary'
  const { id } = await sandbox.createVisit((data) => ({
    patient: { ...data.patient, last_name: lastName },
  }))
  await signIn(page, 'biller')
  await page.goto(`/charge-captures/${id}`)
  await expect(page.locator('[name="data.patient.last_name"]')).toHaveValue(lastName)
  expect(await heldBy(page)).toContain(lastName)
  await signOut(page)
  expect(await heldBy(page)).not.toContain(lastName)
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack()
    await expect(page.getByLabel(/^password/i)).toBeVisible()
    expect(await heldBy(page)).not.toContain(lastName)
  }

  await submitSignIn(page, 'credentialing@demo.test', demoPassword)
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
  expect(await heldBy(page)).not.toContain(lastName)
  await page.goto(`/charge-captures/${id}`)
  await expect(page.getByRole('main')).toBeVisible()
  expect(await heldBy(page)).not.toContain(lastName)
})

test('Back shows a left page only while its person is signed in', async ({
  page,
  context,
  sandbox,
}) => {
  const { id } = await sandbox.createVisit()
  await signIn(page, 'biller')
  await page.goto(`/charge-captures/${id}`)
  const lastName = page.locator('[name="data.patient.last_name"]')
  await expect(lastName).toBeVisible()
  await page.goto('/icon.svg', { waitUntil: 'commit' })
  await page.evaluate(() => history.back())
  await expect(lastName).toBeVisible()
  await page.goto('/icon.svg', { waitUntil: 'commit' })

  const other = await context.newPage()
  await other.goto('/claim-creations')
  await signOut(other)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(lastName).toHaveCount(0)
})
