import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { expect, test } from './fixtures/test.ts'

// Working through a list item by item, as a biller does all day.
const mistyped = (data: ChargeCaptureData) => ({
  rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
})

test('save and next shows what changed and goes on without a question; unsaved edits are asked about', async ({
  page,
  sandbox,
}) => {
  const { rendering } = await sandbox.organization()
  const category = uniqueId('through')
  const second = await sandbox.createVisit(mistyped, { claim_creation_category: category })
  const first = await sandbox.createVisit(mistyped, { claim_creation_category: category })
  await page.goto(`/claim-creations?claim_creation_category=${category}`)
  const rows = page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasText: /in error/i })
  await expect(rows).toHaveCount(2)
  await rows.filter({ hasText: first.charge_external_id }).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(first.claim_creation_id!))
  // The window names no patient and no date.
  const payer = first.charge_capture_data.subscriber_primary!.insurance_card!.payer_name!
  await expect(page).toHaveTitle(
    `${first.charge_external_id} · ${payer} · $125.00 · Billing console`,
  )
  // The keyboard works once the page shows its first error: only then is it clear what "r" opens.
  await expect(
    page.getByRole('main').getByRole('link', { name: /fails its check digit/ }),
  ).toBeFocused()
  await page.keyboard.press('r')
  const npi = page.locator('[name="data.rendering_provider.npi"]')
  await expect(npi).toBeFocused()
  await npi.fill(rendering.npi)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Messages')).toContainText(
    `${first.charge_external_id} saved. Claim creation is now billed. Encounter created.`,
  )
  await expect(page).toHaveURL(new RegExp(second.claim_creation_id!))
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page
    .getByRole('main')
    .getByRole('link', { name: /rendering provider/i })
    .first()
    .click()
  await npi.fill(rendering.npi)
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('main')).toContainText(
    'Claim creation is now billed. Encounter created.',
  )
  await page.getByRole('main').getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveTitle('Claim creations · Billing console')
})

test.describe('as a manager', () => {
  test.use({ role: 'manager' })

  test('a change after billing is shown with its claim creation and marked as resolved', async ({
    page,
    sandbox,
  }) => {
    const capture = await sandbox.createVisit()
    const { charge_capture_data: data } = await sandbox.getCapture(capture.id)
    await sandbox.updateCapture(capture.id, {
      data: { ...data, prior_authorization_number: 'PA-1' },
    })
    await page.goto('/')
    await expect(page).toHaveURL(/\/overview/)
    await page.goto(`/claim-creations/${capture.claim_creation_id}`)
    await expect(page.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Changed after billing' })).toHaveCount(0)
    expect((await sandbox.getCapture(capture.id)).updates.every((update) => update.resolved)).toBe(
      true,
    )
  })
})
