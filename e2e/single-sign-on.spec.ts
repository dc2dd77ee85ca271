import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import {
  clientOfConsole,
  type IdentityProvider,
  startIdentityProvider,
} from '#lib/core/identity-provider.testing.ts'
import { type ConsoleInstance, startConsole } from './stack/start-console.ts'

test.use({ role: null, expectedComplaint: /status of (401|404)/ })
test.describe.configure({ mode: 'serial' })

let provider: IdentityProvider
let instance: ConsoleInstance

test.beforeAll(async () => {
  provider = await startIdentityProvider()
  instance = await startConsole({
    folder: process.env.E2E_FOLDER!,
    name: 'single-sign-on',
    sandboxPort: Number(process.env.E2E_SANDBOX_PORT),
    env: {
      CONSOLE_OIDC_ISSUER: provider.issuer,
      CONSOLE_OIDC_CLIENT_ID: clientOfConsole.id,
      CONSOLE_OIDC_CLIENT_SECRET: clientOfConsole.secret,
      CONSOLE_OIDC_NAME: 'Clinic ID',
      CONSOLE_OIDC_ROLES: 'Leads=manager',
    },
  })
  provider.setRedirect(`${instance.url}/api/auth/callback/oidc`)
  const person = (name: string, roles: string[]) => ({
    name,
    email: `${name}@clinic.test`,
    email_verified: true,
    roles,
  })
  provider.people.set('lea', person('Lea', ['Leads']))
  provider.people.set('gus', person('Gus', ['Gardeners']))
})
test.afterAll(async () => {
  await instance?.service.stop()
  await provider?.close()
})

test('a person signs in at the identity provider and comes back to the page with the role of the claim, until an administrator unlinks it', async ({
  page,
}) => {
  await page.goto(`${instance.url}/updates?limit=50`)
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await expectAccessible(page, 'sign-in with an identity provider')
  await page.getByRole('button', { name: 'Sign in with Clinic ID' }).click()
  await page.getByRole('button', { name: 'Lea' }).click()
  await expect(page).toHaveURL(`${instance.url}/updates?limit=50`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Updates/)
  await expect(page.getByRole('button', { name: /Lea/ })).toContainText(/manager/i)

  // An administrator may unlink the account, after a question.
  await page.context().clearCookies()
  await signIn(page, 'admin', instance.url)
  await page.goto(`${instance.url}/settings/people`)
  const row = page.getByRole('row').filter({ hasText: 'lea@clinic.test' })
  await row.getByRole('button', { name: /^Unlink single sign-on/ }).click()
  const dialog = await expectBegins(page, 'Unlink single sign-on of', { button: 'Cancel' })
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText('is unlinked')
  await expect(row.getByRole('button', { name: /^Unlink/ })).toHaveCount(0)
})

test('a person without a known role is told, and may try again', async ({ page }) => {
  await page.goto(`${instance.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with Clinic ID' }).click()
  await page.getByRole('button', { name: 'Gus' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Your account at Clinic ID has no role for this app. Ask your administrator for one.',
  )
  await expectAccessible(page, 'a refused single sign-on')
})
