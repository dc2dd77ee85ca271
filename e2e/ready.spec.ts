import { holdScripts } from './fixtures/hold-scripts.ts'
import { demoPassword } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.describe('before the page’s script runs', () => {
  test('fields and buttons are disabled, links work, and everything is enabled with the script', async ({
    page,
    sandbox,
  }) => {
    const visit = await sandbox.createVisit()
    const release = await holdScripts(page)
    await page.goto(`/charge-captures/${visit.id}`, { waitUntil: 'commit' })
    const lastName = page.locator('[name="data.patient.last_name"]')
    await expect(lastName).toBeVisible()
    await expect(lastName).toBeDisabled()
    // Early letters do nothing, also not later.
    await page.keyboard.type('?')
    release()
    await expect(lastName).toBeEnabled()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await lastName.fill('Ready')
    await expect(page.getByRole('main')).toContainText('1 unsaved change')
  })

  test('A link of the rail works.', async ({ page }) => {
    await holdScripts(page)
    await page.goto('/claim-creations', { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Charge captures' }).first().click({ noWaitAfter: true })
    await expect(page).toHaveURL(/\/charge-captures/)
  })

  test.describe('on the sign-in page', () => {
    test.use({ role: null })

    test('typed text stays, and the button is enabled with the script', async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto('/sign-in', { waitUntil: 'commit' })
      const signIn = page.getByRole('button', { name: 'Sign in' })
      await page.getByLabel('E-mail address').fill('biller@demo.test')
      await page.getByLabel('Password').fill(demoPassword)
      await expect(signIn).toBeDisabled()
      await page.getByLabel('Password').press('Enter')
      await expect(page).toHaveURL(/sign-in$/)
      release()
      await signIn.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Work queue' })).toBeVisible()
    })
  })
})
