import { createErroredVisit } from './fixtures/errored-visit.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expectReady } from './fixtures/ready.ts'
import { lettersRested } from './fixtures/keys.ts'
import { expect, test } from './fixtures/test.ts'

// The main job of the console: a claim creation with an error is found, its capture corrected, its
// claim created.
test.use({ role: null })

test('a biller clears an errored claim creation with the mouse', async ({ page, sandbox }) => {
  const { capture, claimCreationId, rightNpi, field } = await createErroredVisit(sandbox)
  await page.goto('/sign-in')
  await signIn(page, 'biller')

  await page.getByRole('navigation').getByRole('link', { name: 'Claim creations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Claim creations' })).toBeVisible()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('combobox', { name: 'Find a filter' }).fill('charge external')
  await page.getByRole('option', { name: /Charge external ID/ }).click()
  await page.getByRole('textbox', { name: 'Charge external ID' }).fill(capture.charge_external_id)
  await page.getByRole('button', { name: 'Apply' }).click()
  const row = page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasText: /in error/i })
  await expect(row).toHaveCount(1)
  await row.getByRole('link').first().click()

  await expect(page).toHaveURL(new RegExp(`/claim-creations/${claimCreationId}`))
  await expect(page.getByRole('main')).toContainText(/in error/i)
  await expect(page.getByRole('main')).toContainText('1234567890')
  await page
    .getByRole('main')
    .getByRole('link', { name: /rendering provider/i })
    .first()
    .click()

  await expect(page).toHaveURL(new RegExp(`/charge-captures/${capture.id}`))
  const npi = page.locator(`[name="${field}"]`)
  await expect(npi).toBeFocused()
  await expect(npi).toHaveAttribute('aria-invalid', 'true')
  await npi.fill(rightNpi)
  await page.getByRole('button', { name: /^Save/ }).click()

  await expect(page.getByRole('main')).toContainText(/claim creation is now billed/i)
  const creation = await sandbox.getClaimCreation(claimCreationId)
  expect(creation.status).toBe('successful')
  expect(creation.created_encounter_id).toBeTruthy()
  await page.goto(`/claim-creations/${claimCreationId}`)
  await expect(page.getByRole('main')).toContainText(/billed/i)
})

test('a biller clears an errored claim creation without touching the mouse', async ({
  page,
  sandbox,
}) => {
  const { capture, claimCreationId, rightNpi, field } = await createErroredVisit(sandbox)
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await page.goto('/sign-in')
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await page.keyboard.type('biller@demo.test')
  await press('Tab')
  await page.keyboard.type('billing-demo-only')
  await press('Enter')
  await expect(page).not.toHaveURL(/\/sign-in/)

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectReady(page)
  await press('g', 'c')
  await expect(page.getByRole('heading', { level: 1, name: 'Claim creations' })).toBeVisible()
  await press('/')
  await expect(page.getByRole('combobox', { name: 'Find a filter' })).toBeFocused()
  await page.keyboard.type('charge external')
  await press('Enter')
  await expect(page.getByRole('dialog').locator('[name="charge_external_id"]')).toBeVisible()
  for (let i = 0; i < 6 && !(await page.locator('[name="charge_external_id"]:focus').count()); i++)
    await press('Tab')
  await page.keyboard.type(capture.charge_external_id)
  await press('Enter')
  await expect(
    page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: /in error/i }),
  ).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await lettersRested(page)

  await press('e')
  await expect(page).toHaveURL(new RegExp(`/claim-creations/${claimCreationId}`))
  await expect(page.getByRole('main')).toContainText('1234567890')
  await press('r')
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${capture.id}`))
  await expect(page.locator(`[name="${field}"]`)).toBeFocused()
  await press('Control+a')
  await page.keyboard.type(rightNpi)
  await press('Control+s')
  await expect(page.getByRole('main')).toContainText(/claim creation is now billed/i)
  expect((await sandbox.getClaimCreation(claimCreationId)).status).toBe('successful')
})
