import { expect, test } from './fixtures/test.ts'
import { demoPassword, signIn, submitSignIn } from './fixtures/sign-in.ts'

test.use({ role: null, expectedComplaint: /status of 401/ })

test('a wrong password is refused without saying which half was wrong', async ({ page }) => {
  await page.goto('/sign-in')
  await submitSignIn(page, 'biller@demo.test', 'not the password')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Wrong e-mail address or password',
  )
  await expect(page.getByLabel('Password')).toBeFocused()
  await submitSignIn(page, 'nobody@demo.test', demoPassword)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Wrong e-mail address or password',
  )
  await expect(page).toHaveURL(/\/sign-in/)
})

test('signing in continues to the requested page', async ({ page }) => {
  await page.goto('/charge-captures?status=planned')
  await expect(page).toHaveURL(/\/sign-in/)
  await submitSignIn(page, 'biller@demo.test', demoPassword)
  await expect(page).toHaveURL(/\/charge-captures\?status=planned/)
  await expect(page.getByRole('heading', { level: 1, name: 'Charge captures' })).toBeVisible()
})

test('the page lists the demo accounts, and choosing one fills the form', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: /manager@demo\.test/ }).click()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/sign-in/)
  await expect(page.getByRole('button', { name: /manager/i })).toBeVisible()
})

test('signing out ends the session, also for the page that was open', async ({ page }) => {
  await signIn(page, 'biller')
  await page.goto('/claim-creations')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const cookies = await page.context().cookies()
  await page.getByRole('button', { name: /biller/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goBack()
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(0)
  // The old cookie opens nothing any more.
  await page.context().addCookies(cookies)
  await page.goto('/claim-creations')
  await expect(page).toHaveURL(/\/sign-in/)
})
