import type { Browser, Page } from '@playwright/test'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { expectReady } from './fixtures/ready.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

const lastName = '[name="data.patient.last_name"]'
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).first()
const footer = (page: Page) =>
  page.getByRole('contentinfo').or(page.locator('footer')).locator('output').first()
const patches = (sandbox: SandboxClient, id: string) =>
  sandbox.requests(`/api/charge_captures/v1/${id}`, 'PATCH')

/** Changes the capture like an EHR, outside the console. */
async function changeElsewhere(
  sandbox: SandboxClient,
  id: string,
  change: (data: ChargeCaptureData) => Partial<ChargeCaptureData>,
): Promise<void> {
  const { charge_capture_data: data } = await sandbox.getCapture(id)
  await sandbox.updateCapture(id, { data: { ...data, ...change(data) } })
}

/** A second person in a separate browser. */
async function administrator(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ storageState: undefined })).newPage()
  await signIn(page, 'admin', url)
  return page
}

test('two people change different fields: both changes are kept, and the second person sees who made the other', async ({
  page,
  browser,
  sandbox,
  consoleUrl,
}) => {
  test.slow() // two people sign in
  const capture = await sandbox.createVisit()
  const other = await administrator(browser, consoleUrl)
  await page.goto(`/charge-captures/${capture.id}`)
  await other.goto(`${consoleUrl}/charge-captures/${capture.id}`)
  await page.locator(lastName).fill('Mine')
  await other.locator('[name="data.service_lines.0.quantity"]').fill('2')
  await save(other).click()
  await expect(other.getByRole('main')).toContainText('Saved.')
  await save(page).click()
  await expect(page.getByRole('main')).toContainText(
    /Also kept: .*Quantity changed from 1 to 2 by /,
  )
  const { patient, service_lines } = (await sandbox.getCapture(capture.id)).charge_capture_data
  expect([patient!.last_name, service_lines![0]!.quantity]).toEqual(['Mine', '2'])
  await expect(page.locator('[name="data.service_lines.0.quantity"]')).toHaveValue('2')
  expect(await patches(sandbox, capture.id)).toHaveLength(2)
  await other.context().close()
})

test('a diagnosis that another person put first moves my letters along', async ({
  page,
  sandbox,
}) => {
  // Without types, which is a warning: with types, the new first one would need the other's, an
  // error that requires a reason.
  const capture = await sandbox.createVisit(() => ({ diagnoses: [{ code: 'E11.9' }] }))
  await page.goto(`/charge-captures/${capture.id}`)
  await page.locator('[name="data.service_lines.0.quantity"]').fill('3')
  await changeElsewhere(sandbox, capture.id, (data) => ({
    diagnoses: [{ code: 'I10' }, ...data.diagnoses!],
    service_lines: [{ ...data.service_lines![0], diagnosis_pointers: [1] }],
  }))
  await save(page).click()
  await expect(page.getByRole('main')).toContainText(
    'Also kept: Diagnosis added: I10 in another system.',
  )
  const { diagnoses, service_lines } = (await sandbox.getCapture(capture.id)).charge_capture_data
  expect(diagnoses!.map(({ code }) => code)).toEqual(['I10', 'E11.9'])
  expect(service_lines).toMatchObject([{ quantity: '3', diagnosis_pointers: [1] }])
})

test('a person and a service that both changed are one choice each, side by side, by keyboard, and nothing is sent before', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit()
  await page.goto(`/charge-captures/${capture.id}`)
  await page.locator(lastName).fill('Mine')
  await page.locator('[name="data.service_lines.0.charge_amount_cents"]').fill('150.00')
  await changeElsewhere(sandbox, capture.id, (data) => ({
    patient: { ...data.patient, first_name: 'Theirs' },
    place_of_service_code: '22',
    service_lines: [{ ...data.service_lines![0], charge_amount_cents: 17_500 }],
  }))
  await save(page).click()
  const dialog = await expectBegins(page, '2 fields changed by you and someone else')
  await expect(dialog).toContainText(
    'Also kept: Place of service changed from 11 office to 22 on-campus hospital outpatient',
  )
  const name = dialog.getByRole('group', { name: 'Patient · Name, birth date and gender' })
  await expect(name).toHaveAccessibleDescription(/When you opened it: .*Last name: Testcase/)
  await expect(
    name.getByRole('radio', { name: /First name: Theirs.*Last name: Testcase/ }),
  ).not.toBeChecked()
  await expect(
    name.getByRole('radio', { name: /First name: Robin.*Last name: Mine/ }),
  ).not.toBeChecked()
  await expect(
    dialog
      .getByRole('group', {
        name: /^Service line 1 \(G0463, \d\d\/\d\d\/\d{4}\) · Procedure, modifiers, drug, diagnoses, quantity, units and charge$/,
      })
      .getByRole('radio', { name: /Procedure: G0463.*Charge: \$175\.00/ }),
  ).toBeVisible()
  await expectAccessible(page, 'the conflict dialog')
  // Save without a choice moves to the first field without one.
  await page.keyboard.press('Control+Enter')
  await expect(name).toContainText('Choose one of the two.')
  await expect(name.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(name.getByRole('radio', { name: /Mine/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog).toContainText('All chosen')
  const patchesOfOthers = 1
  expect(await patches(sandbox, capture.id)).toHaveLength(patchesOfOthers)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Saved.')
  const { patient, service_lines, place_of_service_code } = (await sandbox.getCapture(capture.id))
    .charge_capture_data
  expect([
    patient!.first_name,
    patient!.last_name,
    service_lines![0]!.charge_amount_cents,
    place_of_service_code,
  ]).toEqual(['Robin', 'Mine', 17_500, '22'])
  expect(await patches(sandbox, capture.id)).toHaveLength(patchesOfOthers + 1)
})

test(
  'going back from the conflict keeps the form and changes nothing at the partner',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const capture = await sandbox.createVisit()
    await page.goto(`/charge-captures/${capture.id}`)
    await page.locator(lastName).fill('Mine')
    await changeElsewhere(sandbox, capture.id, (data) => ({
      patient: { ...data.patient, last_name: 'Theirs' },
    }))
    await save(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Back to the form' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      /Someone else changed the same fields/,
    )
    await expect(page.locator(lastName)).toHaveValue('Mine')
    expect((await sandbox.getCapture(capture.id)).charge_capture_data.patient?.last_name).toBe(
      'Theirs',
    )
    await save(page).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /Theirs/ })
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.locator(lastName)).toHaveValue('Theirs')
    expect(await patches(sandbox, capture.id)).toHaveLength(1)
  },
)

test(
  'text typed during a save stays in the form, on the saved record',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const capture = await sandbox.createVisit()
    await page.goto(`/charge-captures/${capture.id}`)
    await expectReady(page)
    await sandbox.fault({
      method: 'PATCH',
      path: `/api/charge_captures/v1/${capture.id}`,
      kind: 'delay',
      delay: 1_500,
      times: 1,
    })
    await page.locator(lastName).fill('First')
    await changeElsewhere(sandbox, capture.id, (data) => ({
      service_lines: [
        { ...data.service_lines![0]!, procedure_code: '99212', diagnosis_pointers: [0] },
        ...data.service_lines!,
      ],
    }))
    await page.keyboard.press('Control+s')
    await page.locator('[name="data.patient.first_name"]').fill('Second')
    await expect(page.locator('[name="data.service_lines.1.procedure_code"]')).toHaveValue('G0463')
    await expect(page.locator('[name="data.patient.first_name"]')).toHaveValue('Second')
    await save(page).click()
    await expect(page.getByRole('main')).toContainText('Saved.')
    expect((await sandbox.getCapture(capture.id)).charge_capture_data.patient).toMatchObject({
      first_name: 'Second',
      last_name: 'First',
    })
  },
)

for (const [what, kind, sends, size] of [
  ['after it was made', 'reset-after', 1, {}],
  ['before it was made', 'reset-before', 2, { tag: '@long' }],
] as const) {
  test(
    `an answer that was lost ${what} is found out, and the change is made once`,
    size,
    async ({ page, sandbox }) => {
      const capture = await sandbox.createVisit()
      await page.goto(`/charge-captures/${capture.id}`)
      await sandbox.fault({
        method: 'PATCH',
        path: `/api/charge_captures/v1/${capture.id}`,
        kind,
        times: 1,
      })
      await page.locator('[name="data.patient.first_name"]').fill('Once')
      await save(page).click()
      if (kind === 'reset-before')
        await expect(footer(page)).toContainText('Checking whether it was saved')
      await expect(page.getByRole('main')).toContainText('Saved.', { timeout: 60_000 })
      expect(await patches(sandbox, capture.id)).toHaveLength(sends)
      expect((await sandbox.getCapture(capture.id)).charge_capture_data.patient?.first_name).toBe(
        'Once',
      )
    },
  )
}

test(
  'an unknown outcome is shown, and checking again settles it',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    test.setTimeout(90_000)
    const capture = await sandbox.createVisit()
    await page.goto(`/charge-captures/${capture.id}`)
    await sandbox.fault({
      method: 'PATCH',
      path: `/api/charge_captures/v1/${capture.id}`,
      kind: 'reset-before',
      times: 2,
    })
    await page.locator('[name="data.patient.first_name"]').fill('Twice')
    await save(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'This may or may not have been saved',
      {
        timeout: 60_000,
      },
    )
    // Another client makes the same change: checking again finds it.
    await changeElsewhere(sandbox, capture.id, (data) => ({
      patient: { ...data.patient, first_name: 'Twice' },
    }))
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('main')).toContainText('Saved.')
    expect(
      (await patches(sandbox, capture.id)).filter((request) => request.status === 200),
    ).toHaveLength(1)
  },
)

test(
  'an attachment that the partner does not have is reported at its field, and the rest stays',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const capture = await sandbox.createVisit()
    await page.goto(`/charge-captures/${capture.id}`)
    const attachments = page.getByLabel('Attachment IDs')
    await attachments.fill('DOC-1\n00000000-0000-4000-8000-00000000f0e3')
    await save(page).click()
    await expect(attachments).toBeFocused()
    await expect(attachments).toHaveAccessibleDescription(
      /No\. 2 of the list isn’t the ID of an attachment at the partner/,
    )
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toContainText(
      'The partner doesn’t have this attachment.',
    )
    await attachments.fill('DOC-1')
    await save(page).click()
    await expect(footer(page)).toContainText('Saved.')
  },
)
