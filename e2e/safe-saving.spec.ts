import type { Browser, Page } from '@playwright/test'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
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

test('two people change different fields: both changes are kept with unknown members, and the second person sees who made the other', async ({
  page,
  browser,
  sandbox,
  consoleUrl,
}) => {
  test.slow() // two people sign in
  const tomorrow = [1, 2, { three: null }]
  const capture = await sandbox.createVisit(() => ({ data_of_tomorrow: tomorrow }) as never) // a member that the interface may add
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
  const { patient, service_lines, data_of_tomorrow } = (await sandbox.getCapture(capture.id))
    .charge_capture_data
  expect([patient!.last_name, service_lines![0]!.quantity]).toEqual(['Mine', '2'])
  expect(data_of_tomorrow).toEqual(tomorrow)
  await expect(page.locator('[name="data.service_lines.0.quantity"]')).toHaveValue('2')
  expect(await patches(sandbox, capture.id)).toHaveLength(2)
  await other.context().close()
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
