import type { Page } from '@playwright/test'
import { chooseInList } from './fixtures/list-menu.ts'
import { expect, test } from './fixtures/test.ts'

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('an error that another person made meanwhile needs a reason too: the server finds it before anything is sent', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit()
  const path = `/api/charge_captures/v1/${capture.id}`
  await page.goto(`/charge-captures/${capture.id}`)
  await page.locator('[name="data.patient.last_name"]').fill('Meanwhile')
  const data = capture.charge_capture_data
  await sandbox.updateCapture(capture.id, {
    data: { ...data, rendering_provider: { ...data.rendering_provider, npi: '1234567890' } },
  })
  const before = (await sandbox.requests(path, 'PATCH')).length
  await page.getByRole('button', { name: /^Save/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Save with 1 error?' })
  await expect(dialog).toContainText('fails its check digit')
  expect(await sandbox.requests(path, 'PATCH')).toHaveLength(before)
  await dialog.getByLabel('Reason for saving with errors').fill('The EHR is asked')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText(/saved\./i)
  expect(await sandbox.requests(path, 'PATCH')).toHaveLength(before + 1)
  await expect(card(page, 'Saved with open errors')).toContainText('The EHR is asked')
  expect((await sandbox.getCapture(capture.id)).charge_capture_data).toMatchObject({
    patient: { last_name: 'Meanwhile' },
    rendering_provider: { npi: '1234567890' },
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
