import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { saveCapture } from './fixtures/save-capture.ts'
import { expect, test } from './fixtures/test.ts'

test('“Mark as fixed” is beside an error only once its field changed, and an error that a save cleared is listed without an offer', async ({
  page,
  sandbox,
}) => {
  const { id, claim_creation_id: claimCreationId } = await sandbox.createVisit((data) => ({
    rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
    // A claim of $0.00 would be one more error.
    service_lines: [
      ...data.service_lines!,
      { ...data.service_lines![0]!, procedure_code: 'G0447', charge_amount_cents: 0 },
    ],
  }))
  await page.goto(`/charge-captures/${id}`)
  const aside = page.getByRole('complementary', { name: 'About this capture' })
  const more = aside.getByRole('button', { name: 'More ways to resolve' })
  const markFixed = aside.getByRole('button', { name: 'Mark as fixed' })
  const cleared = aside.getByRole('region', { name: 'Fixed when you saved' })
  const reasons = async () =>
    (await sandbox.getClaimCreation(claimCreationId!)).errors
      .map((error) => error.resolution_reason)
      .toSorted()
  await expect(more).toHaveCount(2)
  await expect(markFixed).toHaveCount(0)

  // One field has another value, which is wrong too: its error may be marked, the other one’s only
  // with a reason.
  await page.locator('[name="data.rendering_provider.npi"]').fill('1234567899')
  await saveCapture(page)
  await expect(markFixed).toHaveCount(1)
  await expect(more).toHaveCount(1)
  await expect(aside.getByText('Still there after you saved.')).toHaveCount(1)
  await markFixed.click()
  const dialog = await expectBegins(page, 'Mark as fixed', { button: 'Cancel' })
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await reasons()).toEqual([null, null])
  await markFixed.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(aside.getByText('1 resolved')).toBeVisible()
  expect(await reasons()).toEqual(['Fixed.', null])

  await page.locator('[name="data.service_lines.1.charge_amount_cents"]').fill('125.00')
  await page.keyboard.press('ControlOrMeta+s')
  // The other error was there before, so nothing is asked.
  await expect(cleared.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'a capture with an error that a save cleared')
  for (const button of [markFixed, more]) await expect(button).toHaveCount(0)
  await page.reload()
  await aside.getByText('2 resolved').click()
  await expect(aside).toContainText(/Resolved by .+: Fixed\./)
  await expectAccessible(page, 'a capture with an error that an earlier save cleared')
  for (const button of [markFixed, more]) await expect(button).toHaveCount(0)
  expect(
    (await sandbox.getClaimCreation(claimCreationId!)).errors.every((error) => error.resolved),
  ).toBe(true)
  expect(await reasons()).toEqual(['Fixed.', null])
})
