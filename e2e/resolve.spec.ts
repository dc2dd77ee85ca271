import { expectAccessible } from './fixtures/accessible.ts'
import { charging, createChangedVisit } from './fixtures/changed-visit.ts'
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
    /Resolved by .+ on .+\d{2}:\d{2}: The registry has the new number already\./,
  )
  const { errors } = await sandbox.getClaimCreation(claimCreationId)
  expect(errors.filter((one) => one.resolution_reason === 'The registry has the new number already.')).toHaveLength(1)
})

test('an error is resolved by keyboard', async ({ page, sandbox }) => {
  const { claimCreationId } = await createErroredVisit(sandbox)
  await page.goto(`/claim-creations/${claimCreationId}`)
  await expect(page.getByRole('main').locator('[data-error-link]').first()).toBeFocused()
  await page.keyboard.press('Shift+F')
  await expect(
    page.getByRole('dialog', { name: 'Mark as fixed' }).getByRole('button', { name: 'Mark resolved' }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^1 resolved$/)).toBeVisible()
  expect(
    (await sandbox.getClaimCreation(claimCreationId)).errors
      .filter((error) => error.resolved)
      .map((error) => error.resolution_reason),
  ).toEqual(['Fixed.'])
})

test('in the editor, a resolved error leaves its field and is kept with its reason', async ({ page, sandbox }) => {
  const { capture, claimCreationId, field } = await createErroredVisit(sandbox)
  await page.goto(`/charge-captures/${capture.id}`)
  const aside = page.getByRole('complementary', { name: 'About this capture' })
  const npi = page.locator(`[name="${field}"]`)
  await npi.fill('1234567893')
  const before = (await sandbox.getClaimCreation(claimCreationId)).errors.length
  for (let left = before; left > 0; left -= 1) {
    await aside.getByRole('button', { name: 'Dismiss with reason…' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /Reason for dismissing/ }).fill('It is right as it is.')
    await dialog.getByRole('button', { name: 'Mark resolved' }).click()
    await expect(aside.getByRole('button', { name: 'Dismiss with reason…' })).toHaveCount(left - 1)
  }
  // Text that was typed meanwhile is still there.
  await expect(npi).toHaveValue('1234567893')
  await aside.getByText(`${before} resolved`).click()
  await expect(aside).toContainText(/Resolved by .+ on .+\d{2}:\d{2}: It is right as it is\./)
  expect((await sandbox.getClaimCreation(claimCreationId)).errors.every((error) => error.resolved)).toBe(true)
})

test('errors that a save cleared are listed and marked as fixed at the partner, and so are those that remain', async ({
  page,
  sandbox,
}) => {
  const { rendering } = await sandbox.organization()
  const { id, claim_creation_id: claimCreationId } = await sandbox.createVisit((data) => ({
    rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
    service_lines: data.service_lines!.map((line) => ({ ...line, charge_amount_cents: 0 })),
  }))
  await page.goto(`/charge-captures/${id}`)
  const aside = page.getByRole('complementary', { name: 'About this capture' })
  const fixed = aside.getByRole('region', { name: 'Fixed when you saved' })
  await page.locator('[name="data.rendering_provider.npi"]').fill(rendering.npi)
  await saveCapture(page)
  await expect(fixed.getByRole('group')).toHaveCount(1)
  await expect(aside.getByText('Still there after you saved.')).toHaveCount(1)
  await expectAccessible(page, 'a capture with an error that a save cleared')
  await fixed.getByRole('button', { name: 'Mark as fixed' }).click()
  await page.getByRole('dialog', { name: 'Mark as fixed' }).getByRole('button', { name: 'Mark resolved' }).click()
  await expect(fixed).toHaveCount(0)
  await aside.getByText('1 resolved').click()
  await expect(aside).toContainText(/Resolved by .+: Fixed\./)
  const open = (await sandbox.getClaimCreation(claimCreationId!)).errors.filter((error) => !error.resolved)
  expect(
    (await sandbox.getClaimCreation(claimCreationId!)).errors.map((error) => error.resolution_reason).toSorted(),
  ).toEqual(['Fixed.', null])

  // A partner that drops cleared errors has nothing left to mark.
  await sandbox.fault({
    method: 'PATCH',
    path: `/api/charge_capture_claim_creation/v1/error/${open[0]!.id}`,
    kind: 'status',
    times: 1,
    status: 404,
    errorName: 'EntityNotFoundError',
    content: { id: open[0]!.id },
  })
  await page.locator('[name="data.service_lines.0.charge_amount_cents"]').fill('125.00')
  await saveCapture(page)
  await expect(aside.getByText('Still there after you saved.')).toHaveCount(0)
  await fixed.getByRole('button', { name: 'Mark as fixed' }).click()
  await page.getByRole('dialog', { name: 'Mark as fixed' }).getByRole('button', { name: 'Mark resolved' }).click()
  await expect(fixed.getByRole('status')).toContainText('Nothing to mark')
  await expect(fixed.getByRole('button')).toHaveCount(0)
  await expect(fixed.locator(':focus')).toContainText('Nothing to mark')

  // After a reload nothing shows which save cleared it, but nobody has resolved it: it can still be marked.
  await page.reload()
  const resolved = aside.getByText('2 resolved')
  await resolved.click()
  await expectAccessible(page, 'a capture with an error that an earlier save cleared')
  await aside.getByRole('button', { name: 'Mark as fixed' }).click()
  await page.getByRole('dialog', { name: 'Mark as fixed' }).getByRole('button', { name: 'Mark resolved' }).click()
  await expect(aside.getByRole('button', { name: 'Mark as fixed' })).toHaveCount(0)
  await expect(resolved).toBeFocused()
  expect((await sandbox.getClaimCreation(claimCreationId!)).errors.map((error) => error.resolution_reason)).toEqual([
    'Fixed.',
    'Fixed.',
  ])
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
  expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([true])
  await aside.getByRole('button', { name: 'Reopen' }).click()
  await expect(aside.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
  expect((await sandbox.getCapture(capture.id)).updates.map((update) => update.resolved)).toEqual([false])
})

test('a bundle names the changed capture, and its claim creation resolves it', async ({ page, sandbox }) => {
  const patientId = `PAT-BUNDLE-${Date.now().toString(36)}`
  // Held until both exist: the first would be billed alone.
  const first = await sandbox.createVisit(() => ({}), { patient_external_id: patientId, status: 'planned' })
  const second = await sandbox.createVisit(
    ({ service_lines }) => ({
      service_lines: service_lines!.map((line) => ({ ...line, procedure_code: 'T1015', charge_amount_cents: 3_000 })),
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
