import type { Page } from '@playwright/test'
import { chooseInList } from './fixtures/list-menu.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { expectReady } from './fixtures/ready.ts'
import { expect, test } from './fixtures/test.ts'

const npi = 'data.rendering_provider.npi'
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('a wrong NPI is reported at once, beside its field and in the checks, is fixed by a button, and saves', async ({
  page,
  sandbox,
}) => {
  const { rendering } = await sandbox.organization()
  const capture = await sandbox.createVisit()
  await page.goto(`/charge-captures/${capture.id}`)
  const checks = card(page, 'Checks')
  // Nobody entered limits for the payer: that is no warning of this capture.
  await expect(checks).toContainText('Filing: No limit entered for this payer')
  await expect(checks).not.toContainText(/\d (?:error|warning)/)
  const field = page.locator(`[name="${npi}"]`)
  const withSpaces = `${rendering.npi.slice(0, 4)} ${rendering.npi.slice(4)}`
  await field.fill(withSpaces)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(
    /Error: Rendering provider NPI .* is not ten digits/,
  )
  await expect(
    page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: /Rendering provider/ }),
  ).toContainText('1')
  await expect(checks).toContainText('1 error')
  // By keyboard: the way to the field, then the button that fixes it.
  await checks.getByRole('button', { name: /Rendering provider/ }).press('Enter')
  await expect(field).toBeFocused()
  // The button shows the current value and the new one.
  const fix = `Write ${rendering.npi} (now ${withSpaces})`
  await checks.getByRole('button', { name: fix, exact: true }).press('Enter')
  await expect(field).toHaveValue(rendering.npi)
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await expect(checks).not.toContainText('1 error')
  // The browser's own undo reverts the fix like typed text.
  await field.press('ControlOrMeta+z')
  await expect(field).toHaveValue(withSpaces)
  await page.locator(`[name="data.patient.last_name"]`).fill('Fixed')
  // The same button beside the field comes first in the page.
  const both = page.getByRole('button', { name: fix, exact: true })
  await expect(both).toHaveCount(2)
  await both.first().click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('main')).toContainText(/saved\./i)
  expect((await sandbox.getCapture(capture.id)).charge_capture_data).toMatchObject({
    patient: { last_name: 'Fixed' },
    rendering_provider: { npi: rendering.npi },
  })
})

test(
  "a facility without the four digits after its ZIP code gets those of the organization's own record, never a placeholder",
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const { facility } = await sandbox.organization()
    const four = facility.address.zip_plus_four_code!
    const capture = await sandbox.createVisit((data) => ({
      service_facility: {
        ...data.service_facility,
        address: { ...data.service_facility!.address!, zip_plus_four_code: null },
      },
    }))
    await page.goto(`/charge-captures/${capture.id}`)
    // The fix is in the list of checks and beside the field.
    await page
      .getByRole('button', { name: `Write ${four} (the organization's own record)`, exact: true })
      .first()
      .click()
    await expect(
      page.locator('[name="data.service_facility.address.zip_plus_four_code"]'),
    ).toHaveValue(four)
    await expect(page.getByRole('button', { name: /9998/ })).toHaveCount(0)
  },
)

test('a cell of a service line shows its finding across its row', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit()
  await page.goto(`/charge-captures/${capture.id}`)
  const place = page.locator('[name="data.service_lines.0.diagnosis_pointers"]')
  await place.fill('A A')
  await expect(place).toHaveAccessibleDescription(/more than once/)
  await page
    .getByRole('button', { name: 'Keep each letter once, if no other was meant (A A → A)' })
    .first()
    .click()
  await expect(place).toHaveValue('A')
})

test('a capture is saved despite an error with a reason, which stays beside it', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit()
  const path = `/api/charge_captures/v1/${capture.id}`
  await page.goto(`/charge-captures/${capture.id}`)
  await page.locator(`[name="${npi}"]`).fill('1234567890')
  await page.getByRole('button', { name: /^Save/ }).click()
  const dialog = await expectBegins(page, 'Save with 1 error?')
  await expect(dialog).toContainText('fails its check digit')
  // Without a reason nothing happens, and the person can go back.
  await dialog.getByRole('button', { name: 'Save with 1 error' }).click()
  await expect(dialog.getByLabel('Reason for saving with errors')).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await dialog.getByRole('button', { name: 'Go to the first error' }).click()
  await expect(page.locator(`[name="${npi}"]`)).toBeFocused()
  expect(await sandbox.requests(path, 'PATCH')).toHaveLength(0)

  await page.keyboard.press('ControlOrMeta+s')
  await dialog.getByLabel('Reason for saving with errors').fill('Dr. Fox looks the number up today')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText(/saved\./i)
  expect(await sandbox.requests(path, 'PATCH')).toHaveLength(1)
  const reasons = card(page, 'Saved with open errors')
  await expect(reasons).toContainText('Dr. Fox looks the number up today')
  await expect(reasons).toContainText('with 1 open error')
  await page.reload()
  await expect(reasons).toContainText('Dr. Fox looks the number up today')
  await expectReady(page)
  // With the same errors the earlier reason is offered again.
  await page.locator('[name="data.patient.last_name"]').fill('Again')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog.getByLabel('Reason for saving with errors')).toHaveValue(
    'Dr. Fox looks the number up today',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await sandbox.requests(path, 'PATCH')).toHaveLength(1)
})

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

test(
  'what the partner would certainly refuse is stopped: the field takes the focus and nothing is sent',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const capture = await sandbox.createVisit()
    await page.goto(`/charge-captures/${capture.id}`)
    const referral = page.locator('[name="data.referral_number"]')
    await referral.fill('R'.repeat(51))
    await page.locator('[name="data.patient.last_name"]').focus()
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(referral).toBeFocused()
    await expect(
      page
        .getByRole('contentinfo')
        .or(page.getByRole('status'))
        .filter({ hasText: /Not saved/ }),
    ).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await sandbox.requests(`/api/charge_captures/v1/${capture.id}`, 'PATCH')).toHaveLength(0)
  },
)

test('warnings are shown and never stop a save', { tag: '@long' }, async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit()
  await page.goto(`/charge-captures/${capture.id}`)
  const place = page.locator('[name="data.diagnoses.0.code"]')
  await place.fill('e11.9')
  await expect(card(page, 'Checks')).toContainText('1 warning')
  await expect(card(page, 'Checks')).toContainText('No limit entered for this payer')
  await expect(place).toHaveAccessibleDescription(/Warning: .*lowercase/)
  await expect(place).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('main')).toContainText(/saved\./i)
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

test('a key leads from one field with a finding to the next', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit((data) => ({
    rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
    diagnoses: [{ code: 'e11.9', code_type: 'ABK' }],
  }))
  await page.goto(`/charge-captures/${capture.id}`)
  // The partner reports the same NPI problem: it is shown once, with the help of the checks.
  await expect(card(page, 'Checks')).toContainText('1 warning')
  await expect(card(page, 'Checks')).not.toContainText('check digit')
  const why = card(page, 'Why it didn’t bill')
  await expect(why.getByText(/fails its check digit/)).toHaveCount(1)
  await expect(why).toContainText('registry')
  await page.keyboard.press('ControlOrMeta+.')
  await expect(page.locator(`[name="${npi}"]`)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+.')
  await expect(page.locator('[name="data.diagnoses.0.code"]')).toBeFocused()
})

test(
  "a diagnosis is checked against the list of its service's fiscal year",
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const capture = await sandbox.createVisit(({ service_lines }) => ({
      date_of_service: '2015-10-01',
      service_lines: service_lines!.map((line) => ({ ...line, date_of_service: '2015-10-01' })),
    }))
    await page.goto(`/charge-captures/${capture.id}`)
    const code = page.locator('[name="data.diagnoses.0.code"]')
    await expect(card(page, 'Checks')).not.toContainText('Checking…')
    await code.fill('E11')
    await expect(code).toHaveAccessibleDescription(/E11 isn’t billable in fiscal year 2016/)
    await code.fill('E11.8')
    await expect(code).toHaveAccessibleDescription(
      /E11.8 isn’t in the ICD-10-CM list for fiscal year 2016/,
    )
    await code.fill('E11.9')
    await expect(code).not.toHaveAccessibleDescription(/fiscal year/)
    // No list of the next year was placed, so that year has no findings.
    await code.fill('E11')
    await page.locator('[name="data.date_of_service"]').fill('2016-10-01')
    await expect(code).not.toHaveAccessibleDescription(/fiscal year/)
  },
)

test(
  'the same service for the same patient and day is found in another capture, which is one click away',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const first = await sandbox.createVisit()
    const second = await sandbox.createVisit(undefined, {
      patient_external_id: first.patient_external_id,
    })
    await page.goto(`/charge-captures/${second.id}`)
    const checks = card(page, 'Checks')
    await expect(
      page.locator('[name="data.service_lines.0.procedure_code"]'),
    ).toHaveAccessibleDescription(new RegExp(`also billed by ${first.charge_external_id}`))
    await expect(checks).toContainText('Compared with 1 more capture of this patient and day')
    await checks.getByRole('link', { name: first.charge_external_id }).click()
    await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(
      first.charge_external_id,
    )
  },
)
