import { expectAccessible } from './fixtures/accessible.ts'
import { charging, createChangedVisit } from './fixtures/changed-visit.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { createErroredVisit } from './fixtures/errored-visit.ts'
import { saveCapture } from './fixtures/save-capture.ts'
import { expect, test } from './fixtures/test.ts'

test('an error that needs no fix is dismissed with a reason, which is shown afterwards with name and time', async ({
  page,
  sandbox,
}) => {
  const { claimCreationId } = await createErroredVisit(sandbox)
  await page.goto(`/claim-creations/${claimCreationId}`)
  const error = page.getByRole('main').locator('[data-error]').first()
  await error.getByRole('button', { name: 'Dismiss with reason…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dismiss with reason…' })
  await expect(dialog.getByRole('textbox', { name: /Reason for dismissing/ })).toBeFocused()
  await expect(dialog).toContainText(/You can’t undo this/)
  await dialog.getByRole('button', { name: 'Mark resolved' }).click()
  await expect(dialog).toContainText('Enter a reason for dismissing.')
  await page.keyboard.type('The registry has the new number already.')
  await dialog.getByRole('button', { name: 'Mark resolved' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByText(/^\d+ resolved$/).click()
  await expect(page.getByRole('main')).toContainText(
    /Resolved by .+ on .+\d{1,2}:\d\d [AP]M: The registry has the new number already\./,
  )
  const { errors } = await sandbox.getClaimCreation(claimCreationId)
  expect(
    errors.filter((one) => one.resolution_reason === 'The registry has the new number already.'),
  ).toHaveLength(1)
})

test('an error is resolved by keyboard', async ({ page, sandbox }) => {
  const { claimCreationId } = await createErroredVisit(sandbox)
  await page.goto(`/claim-creations/${claimCreationId}`)
  await expect(page.getByRole('main').locator('[data-error-link]').first()).toBeFocused()
  // Nothing on this page tells that its field changed, so it takes a reason.
  await expect(page.getByRole('button', { name: 'Mark as fixed' })).toHaveCount(0)
  await page.keyboard.press('Shift+F')
  await expect(page.getByRole('menuitem', { name: 'Mark as fixed with reason…' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Mark as fixed with reason' })
  await expect(dialog.getByRole('textbox', { name: /What fixed it/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Mark resolved' }).click()
  await expect(dialog).toContainText('Enter what fixed it.')
  await page.keyboard.type('The registry was wrong and is corrected.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^1 resolved$/)).toBeVisible()
  expect(
    (await sandbox.getClaimCreation(claimCreationId)).errors
      .filter((error) => error.resolved)
      .map((error) => error.resolution_reason),
  ).toEqual(['Fixed: The registry was wrong and is corrected.'])
})

test('in the editor, a resolved error leaves its field and is kept with its reason', async ({
  page,
  sandbox,
}) => {
  const { capture, claimCreationId, field } = await createErroredVisit(sandbox)
  await page.goto(`/charge-captures/${capture.id}`)
  const aside = page.getByRole('complementary', { name: 'About this capture' })
  const npi = page.locator(`[name="${field}"]`)
  await npi.fill('1234567893')
  const before = (await sandbox.getClaimCreation(claimCreationId)).errors.length
  for (let left = before; left > 0; left -= 1) {
    await aside.getByRole('button', { name: 'Dismiss with reason…' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('textbox', { name: /Reason for dismissing/ })
      .fill('It is right as it is.')
    await dialog.getByRole('button', { name: 'Mark resolved' }).click()
    await expect(aside.getByRole('button', { name: 'Dismiss with reason…' })).toHaveCount(left - 1)
  }
  // Text that was typed meanwhile is still there.
  await expect(npi).toHaveValue('1234567893')
  await aside.getByText(`${before} resolved`).click()
  await expect(aside).toContainText(
    /Resolved by .+ on .+\d{1,2}:\d\d [AP]M: It is right as it is\./,
  )
  expect(
    (await sandbox.getClaimCreation(claimCreationId)).errors.every((error) => error.resolved),
  ).toBe(true)
})

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
  // The reason of before is offered.
  await expectBegins(page, 'Save with 1 error?')
  await page.keyboard.press('Control+Enter')
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

test('a billed capture shows what its change moves, and the change is resolved and reopened there', async ({
  page,
  sandbox,
}) => {
  const { capture } = await createChangedVisit(sandbox, 'Asidechange', charging(15_000))
  await page.goto(`/charge-captures/${capture.id}`)
  const aside = page.getByRole('complementary', { name: 'About this capture' })
  await expect(aside.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
  await expect(aside).toContainText('Billed$125.00')
  await expect(aside).toContainText(/Charge.*\$125\.00.*\$150\.00.*\(\+\$25\.00\)/)
  await aside.getByRole('button', { name: /Charge/ }).click()
  await expect(page.locator('[name="data.service_lines.0.charge_amount_cents"]')).toBeFocused()
  await aside.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(aside.getByRole('heading', { name: 'Change resolved' })).toBeVisible()
  expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([
    true,
  ])
  await aside.getByRole('button', { name: 'Reopen' }).click()
  await expect(aside.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
  expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([
    false,
  ])
})

test('a bundle names the changed capture, and its claim creation resolves it', async ({
  page,
  sandbox,
}) => {
  const patientId = `PAT-BUNDLE-${Date.now().toString(36)}`
  // Held until both exist: the first would be billed alone.
  const first = await sandbox.createVisit(() => ({}), {
    patient_external_id: patientId,
    status: 'planned',
  })
  const second = await sandbox.createVisit(
    ({ service_lines }) => ({
      service_lines: service_lines!.map((line) => ({
        ...line,
        procedure_code: 'T1015',
        charge_amount_cents: 3_000,
      })),
    }),
    { patient_external_id: patientId },
  )
  await sandbox.updateCapture(first.id, { status: 'billable' })
  const claimCreationId = (await sandbox.getCapture(second.id)).claim_creation_id!
  expect((await sandbox.getClaimCreation(claimCreationId)).status).toBe('successful')
  const { charge_capture_data: data } = await sandbox.getCapture(second.id)
  await sandbox.updateCapture(second.id, { data: { ...data, ...charging(4_000)(data) } })

  await page.goto(`/claim-creations/${claimCreationId}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
  const change = main.getByRole('row', { name: /T1015 · Charge/ })
  await expect(change).toContainText(second.charge_external_id)
  await expect(change).toContainText('$30.00$40.00+$10.00')
  await expect(main).toContainText('Billed$155.00')
  await main.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(main.getByRole('heading', { name: 'Changes after billing' })).toBeVisible()
  await main.getByRole('button', { name: 'Reopen', exact: true }).last().click()
  await expect(main.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
})
