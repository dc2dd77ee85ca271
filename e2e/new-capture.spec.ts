import type { Page } from '@playwright/test'
import { daysAgo, uniqueId } from './fixtures/capture-body.ts'
import { expect, test } from './fixtures/test.ts'

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const patientBox = (page: Page) =>
  page.getByRole('combobox', { name: 'Patient: name, birth date or MRN' })
const hits = (page: Page) => page.getByRole('listbox', { name: 'Patients' }).getByRole('option')
// A family name that no other patient has.
const family = () =>
  `Q${uniqueId('')
    .replaceAll(/[^a-z\d]/g, '')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`

test('a visit of a known patient takes at most 20 keys besides what is new', async ({
  page,
  sandbox,
}) => {
  const name = family()
  const patientId = uniqueId('PT')
  const last = await sandbox.createVisit(
    (data) => ({
      external_id: 'ENC-OLD',
      prior_authorization_number: 'AUTH-OLD',
      patient: { ...data.patient!, first_name: 'Reggie', last_name: name },
    }),
    { patient_external_id: patientId },
  )
  let keys = 0
  const press = async (pressed: string, times = 1) => {
    for (let left = times; left > 0; left -= 1) await page.keyboard.press(pressed)
    keys += pressed.split('+').length * times
  }
  await page.goto('/charge-captures')
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()

  await press('c')
  await expect(patientBox(page)).toBeFocused()
  const letters = name.slice(0, 6)
  await page.keyboard.type(letters)
  keys += letters.length
  const hit = hits(page).first()
  await expect(hit).toContainText(`${name}, Reggie`)
  await expect(hit).toContainText(patientId)
  await press('Enter')
  await expect(field(page, 'data.date_of_service')).toBeFocused()
  const [year, month, day] = daysAgo(3).split('-')
  await page.keyboard.type(`${month}${day}${year}`)
  await press('Enter')
  await expect(field(page, 'data.service_lines.0.procedure_code')).toBeFocused()
  await page.keyboard.type('99213')
  await press('Tab', 2)
  await page.keyboard.type('A')
  await press('Tab')
  await page.keyboard.type('1')
  await press('Tab')
  await page.keyboard.type('UN')
  await press('Tab', 2)
  await page.keyboard.type('145')
  await press('Alt+i')
  await expect(field(page, 'data.diagnoses.0.code')).toBeFocused()
  await page.keyboard.type('E119')
  await press('Control+s')
  await expect(page).toHaveURL(/\/charge-captures\/[0-9a-f-]{36}$/)

  const capture = await sandbox.getCapture(new URL(page.url()).pathname.split('/').at(-1)!)
  const { charge_capture_data: data } = capture
  const before = last.charge_capture_data
  expect(capture).toMatchObject({ status: 'planned', patient_external_id: patientId })
  expect(capture.charge_external_id).not.toBe(last.charge_external_id)
  expect(data).toMatchObject({
    patient: before.patient,
    subscriber_primary: before.subscriber_primary,
    billing_provider: before.billing_provider,
    rendering_provider: before.rendering_provider,
    service_facility: before.service_facility,
    date_of_service: daysAgo(3),
    place_of_service_code: '11',
    service_lines: [{ procedure_code: '99213', charge_amount_cents: 14_500 }],
    diagnoses: [{ code: 'E119' }],
  })
  expect(data.diagnoses).toHaveLength(1)
  expect(data.external_id ?? null).toBeNull()
  expect(data.prior_authorization_number ?? null).toBeNull()
  test.info().annotations.push({ type: 'keys besides the new values', description: String(keys) })
  expect(keys, 'keys besides the new values').toBe(19)
})
