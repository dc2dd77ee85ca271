import { visitData } from './fixtures/capture-body.ts'
import { expect, test } from './fixtures/test.ts'

test('a save sends the loaded record with one changed field, and keeps unknown members', async ({
  page,
  sandbox,
}) => {
  const organization = await sandbox.organization()
  const data = visitData(organization)
  const capture = await sandbox.createVisit(
    () =>
      ({
        patient: { ...data.patient, future_member: { of: ['any', 'shape', null] }, email: null },
        data_of_tomorrow: [1, 2, { three: null }],
      }) as never,
  ) // members that the interface may add
  const before = (await sandbox.getCapture(capture.id)).charge_capture_data
  await page.goto(`/charge-captures/${capture.id}`)
  await page.locator('[name="data.patient.last_name"]').fill('Changed')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('main')).toContainText(/saved\./i)

  const patches = await sandbox.requests(`/api/charge_captures/v1/${capture.id}`, 'PATCH')
  expect(patches).toHaveLength(1)
  expect(patches[0]!.body).toEqual({
    data: { ...before, patient: { ...before.patient, last_name: 'Changed' } },
  })
})

test('an error of the partner marks the fields that it names, and lists what has no field', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit()
  await sandbox.fault({
    method: 'PATCH',
    path: `/api/charge_captures/v1/${capture.id}`,
    kind: 'status',
    status: 422,
    times: 1,
    errorName: 'HttpRequestValidationsError',
    content: [
      { fieldName: 'data.patient.lastName', humanReadableMessage: 'may not hold digits' },
      { fieldName: 'somewhere.unknown', humanReadableMessage: 'is not welcome' },
    ],
  })
  await page.goto(`/charge-captures/${capture.id}`)
  const name = page.locator('[name="data.patient.last_name"]')
  await name.fill('R2D2')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(/may not hold digits/)
  await expect(page.getByRole('main')).toContainText('is not welcome')
  await expect(name).toHaveValue('R2D2')
  // The same save succeeds once the partner accepts it.
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('main')).toContainText(/saved\./i)
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
})

test('an invalid field is stopped before anything is sent', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit()
  await page.goto(`/charge-captures/${capture.id}`)
  const amount = page.locator('[name="data.service_lines.0.charge_amount_cents"]')
  await amount.fill('12.345')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(amount).toBeFocused()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  expect(await sandbox.requests(`/api/charge_captures/v1/${capture.id}`, 'PATCH')).toHaveLength(0)
})

test('invalid text counts as unsaved, and can be discarded', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit()
  await page.goto(`/charge-captures/${capture.id}`)
  const charge = page.locator('[name="data.service_lines.0.charge_amount_cents"]')
  const loaded = await charge.inputValue()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await charge.fill('fifty')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(charge).toHaveValue(loaded)
  await expect(page.getByText('No unsaved changes')).toBeVisible()
})

test('a field that an error names in another spelling is found', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit((data) => ({
    service_lines: [{ ...data.service_lines![0], diagnosis_pointers: [4] }],
  }))
  const { errors } = await sandbox.getClaimCreation(capture.claim_creation_id!)
  expect(errors[0]?.field_in_error).toMatch(/service_?lines/i)
  await page.goto(`/charge-captures/${capture.id}`)
  await expect(page.locator('[name="data.service_lines.0.diagnosis_pointers"]')).toHaveAttribute(
    'aria-invalid',
    'true',
  )
})

test('a key opens the next and the previous item of the list, another one from inside a field', async ({
  page,
  sandbox,
}) => {
  const category = `pair-${Date.now()}-${process.pid}`
  const older = await sandbox.createVisit(undefined, { claim_creation_category: category })
  const newer = await sandbox.createVisit(undefined, { claim_creation_category: category })
  await page.goto(`/charge-captures?claim_creation_category=${category}`)
  await page
    .getByRole('row', { name: new RegExp(newer.charge_external_id) })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(new RegExp(newer.id))
  await expect(page.locator('[name="data.patient.last_name"]')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(older.id))
  await expect(page.locator('[name="data.patient.last_name"]')).toBeVisible()
  await page.keyboard.press('p')
  await expect(page).toHaveURL(new RegExp(newer.id))
  await page.locator('[name="data.patient.last_name"]').focus()
  await page.keyboard.press('Alt+n')
  await expect(page).toHaveURL(new RegExp(older.id))
  await page.locator('[name="data.patient.last_name"]').focus()
  await page.keyboard.press('Alt+p')
  await expect(page).toHaveURL(new RegExp(newer.id))
  await expect(page.locator('[name="data.patient.last_name"]')).toHaveValue('Testcase')
})

test('a record is headed by its patient and the facts of the visit; the window names no patient and no date', async ({
  page,
  sandbox,
}) => {
  const last_name = `Headed${Date.now()}`
  const capture = await sandbox.createVisit(({ patient, ...data }) => ({
    ...data,
    patient: { ...patient, first_name: 'Ann', last_name, date_of_birth: '1980-02-09' },
    date_of_service: '2026-09-08',
    service_lines: data.service_lines!.map((line) => ({ ...line, date_of_service: '2026-09-08' })),
  }))
  const payer = capture.charge_capture_data.subscriber_primary!.insurance_card!.payer_name!
  const glance = page.getByRole('region', { name: 'At a glance' })
  const title = `${capture.charge_external_id} · ${payer} · $125.00 · Billing console`
  for (const path of [
    `/charge-captures/${capture.id}`,
    `/claim-creations/${capture.claim_creation_id}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${last_name}, Ann`)
    for (const fact of [capture.charge_external_id, '02/09/1980', payer, '09/08/2026', '$125.00'])
      await expect(glance).toContainText(fact)
    await expect(page).toHaveTitle(title)
  }
  const { created_encounter_id: encounter } = await sandbox.getClaimCreation(
    capture.claim_creation_id!,
  )
  await page.goto(`/encounters/${encounter}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${last_name}, Ann`)
  await expect(glance).toContainText('02/09/1980')
  await expect(page).toHaveTitle(/ · \$125\.00 · Billing console$/)
  await page.getByRole('link', { name: 'Encounters' }).first().click()
  await expect(page).toHaveTitle('Encounters · Billing console')
})
