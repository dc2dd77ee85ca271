import type { Page } from '@playwright/test'
import { daysAgo } from './fixtures/capture-body.ts'
import { chooseInList } from './fixtures/list-menu.ts'
import { expect, test } from './fixtures/test.ts'

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('an error that only the two changes of two people make needs a reason: the server finds it before anything is sent', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit()
  const path = `/api/charge_captures/v1/${capture.id}`
  await page.goto(`/charge-captures/${capture.id}`)
  // A day before the visit, which another person moves before that day.
  const born = daysAgo(21)
  await page.locator('[name="data.patient.date_of_birth"]').fill(born)
  const { charge_capture_data: data } = capture
  const moved = { date_of_service: daysAgo(25) }
  await sandbox.updateCapture(capture.id, {
    data: {
      ...data,
      ...moved,
      service_lines: data.service_lines!.map((line) => ({ ...line, ...moved })),
    },
  })
  const before = (await sandbox.requests(path, 'PATCH')).length
  await page.getByRole('button', { name: /^Save/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Save with \d errors?\?/ })
  await expect(dialog).toContainText(/is before the patient.s date of birth/)
  expect(await sandbox.requests(path, 'PATCH')).toHaveLength(before)
  await dialog.getByLabel('Reason for saving with errors').fill('The EHR is asked')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('Saved.')
  expect(await sandbox.requests(path, 'PATCH')).toHaveLength(before + 1)
  await expect(card(page, 'Saved with open errors')).toContainText('The EHR is asked')
  expect((await sandbox.getCapture(capture.id)).charge_capture_data).toMatchObject({
    ...moved,
    patient: { date_of_birth: born },
  })
})

test.describe('in a list', () => {
  // Columns are stored for each person: no other test uses this person's.
  test.use({ role: 'admin' })

  test("a separate column shows the number and kind of each capture's errors and warnings", async ({
    page,
    sandbox,
  }) => {
    const good = await sandbox.createVisit()
    const bad = await sandbox.createVisit((data) => ({
      rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
      diagnoses: [{ code: 'e11.9', code_type: 'ABK' }],
    }))
    await page.goto('/charge-captures')
    await chooseInList(page, 'Columns…')
    await page
      .getByRole('dialog', { name: 'Columns' })
      .getByRole('checkbox', { name: 'Checks', exact: true })
      .check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Checks', exact: true })).toBeVisible()
    const row = (capture: { charge_external_id: string }) =>
      page.getByRole('row', { name: new RegExp(capture.charge_external_id) })
    await expect(row(bad)).toContainText('1 error, 1 warning')
    await expect(
      row(bad).getByTitle(/Error: Rendering provider NPI 1234567890 fails its check digit/),
    ).toBeVisible()
    await expect(row(good)).toContainText('No problems')
    await chooseInList(page, 'Columns…')
    await page.getByRole('button', { name: 'Standard columns' }).click()
    await expect(page.getByRole('columnheader', { name: 'Checks', exact: true })).toHaveCount(0)
  })
})
