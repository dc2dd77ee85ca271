import type { Page } from '@playwright/test'
import { daysAgo, uniqueId } from './fixtures/capture-body.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expect, test } from './fixtures/test.ts'

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const patientBox = (page: Page) =>
  page.getByRole('combobox', { name: 'Patient: name, birth date or MRN' })
const hits = (page: Page) => page.getByRole('listbox', { name: 'Patients' }).getByRole('option')
const chosen = (page: Page) => page.getByRole('region', { name: 'Patient', exact: true })
const aside = (page: Page) => page.getByRole('complementary', { name: 'About this capture' })
const written = (date: string) => {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}
// A family name that no other patient has.
const family = () =>
  `Q${uniqueId('')
    .replaceAll(/[^a-z\d]/g, '')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`

// A person has one draft of a new capture.
test.describe.configure({ mode: 'default' })

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

test('a person of captures and registration is one hit; newer registration gives the person, and the last visit’s diagnoses are only offered', async ({
  page,
  sandbox,
}) => {
  const name = family()
  const { patient } = await sandbox.preEncounter(11)
  await sandbox.changePreEncounter({
    patient_id: patient.id,
    changes: {
      name: { family: name, given: ['Ida'] },
      primary_address: { line: ['77 New Rd'], city: 'Bend', state: 'OR', postal_code: '97701' },
    },
  })
  const last = await sandbox.createVisit(
    (data) => ({
      patient: { ...data.patient!, first_name: 'Ida', last_name: name },
      diagnoses: [
        { code_type: 'ABK', code: 'I10', name: 'Essential hypertension' },
        { code_type: 'ABF', code: 'E11.9', name: 'Type 2 diabetes' },
      ],
    }),
    { patient_external_id: patient.mrn },
  )
  await page.goto('/charge-captures/new')
  await page.keyboard.type(name)
  const options = hits(page)
  await expect(options).toHaveCount(1)
  await expect(options.first()).toContainText(/in 1 charge capture and registration/)
  await expect(options.first()).toContainText(`last visit ${written(last.date_of_service!)}`)
  expect(new URL(page.url()).search).toBe('')
  await page.keyboard.press('Enter')

  await expect(field(page, 'data.date_of_service')).toBeFocused()
  const from = `from ${last.charge_external_id} of ${written(last.date_of_service!)}`
  await expect(chosen(page)).toContainText(`${name}, Ida`)
  await expect(chosen(page)).toContainText('from registration of')
  await expect(chosen(page)).toContainText(/newer than the last visit: .*address/)
  await expect(chosen(page)).toContainText(
    `${from} · check it: as of ${written(last.date_of_service!)}`,
  )
  await expect(field(page, 'data.patient.address.address1')).toHaveValue('77 New Rd')
  await expect(field(page, 'data.subscriber_primary.insurance_card.member_id')).toHaveValue(
    'MBR100200300',
  )
  await expect(page.locator('#section-rendering_provider')).toContainText(from)
  await expect(field(page, 'data.date_of_service')).toHaveValue('')
  await expect(field(page, 'data.diagnoses.0.code')).toHaveCount(0)
  await expect(page.getByText('No service lines yet.')).toBeVisible()

  const offer = page.getByRole('group', { name: 'Last visit’s diagnoses' })
  await expect(offer.getByRole('button', { name: /^Add/ })).toHaveCount(2)
  await offer.getByRole('button', { name: /^Add E11.9/ }).click()
  await expect(field(page, 'data.diagnoses.0.code')).toHaveValue('E11.9')
  await expect(offer.getByRole('button', { name: /^Add/ })).toHaveCount(1)
  await field(page, 'data.date_of_service').focus()
  await page.keyboard.press('Alt+l')
  await expect(field(page, 'data.diagnoses.1.code')).toHaveValue('I10')
  await expect(offer).toBeHidden()
  await expectAccessible(page, 'a new capture of a known patient')

  // The draft has the patient as well.
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(chosen(page)).toContainText(`${name}, Ida`)
  await expect(field(page, 'data.diagnoses.1.code')).toHaveValue('I10')
  await expect(field(page, 'data.patient.address.address1')).toHaveValue('77 New Rd')
  await page.getByRole('region', { name: 'Restored draft' }).getByRole('button').click()
  await expect(field(page, 'data.diagnoses.0.code')).toHaveCount(0)
  await expect(patientBox(page)).toBeVisible()
})

test('what was typed before stays when a patient is chosen, but not another person’s data', async ({
  page,
  sandbox,
}) => {
  const name = family()
  await sandbox.createVisit(
    (data) => ({ patient: { ...data.patient!, first_name: 'Ona', last_name: name } }),
    { patient_external_id: uniqueId('PT') },
  )
  await page.goto('/charge-captures/new')
  await field(page, 'data.patient.first_name').fill('Somebody')
  await field(page, 'data.patient.email').fill('else@example.org')
  await field(page, 'data.prior_authorization_number').fill('AUTH-11')
  await patientBox(page).fill(name)
  await hits(page).first().click()
  await expect(field(page, 'data.patient.first_name')).toHaveValue('Ona')
  await expect(field(page, 'data.patient.email')).toHaveValue('')
  await expect(field(page, 'data.prior_authorization_number')).toHaveValue('AUTH-11')
  await page.getByRole('button', { name: 'Another patient' }).click()
  await expect(patientBox(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(chosen(page)).toContainText(`${name}, Ona`)
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
})

test('nothing is marked before a section is left or Create is pressed, and then each error names its field', async ({
  page,
}) => {
  await page.goto('/charge-captures/new')
  await expect(field(page, 'charge_external_id')).not.toHaveValue('')
  await expect(aside(page)).toContainText('A section is checked when you leave it')
  await expect(page.getByText(/^(Warning|Error)/)).toHaveCount(0)
  await field(page, 'data.patient.last_name').fill('Halfway')
  await expect(aside(page).getByText(/^(Warning|Error): /)).toHaveCount(0)
  await field(page, 'data.rendering_provider.npi').focus()
  await expect(aside(page).getByText(/^(Warning|Error): /)).not.toHaveCount(0)
  await expect(aside(page)).toContainText('Patient')
  await expect(aside(page)).not.toContainText('Rendering provider · ')
  await page.getByRole('button', { name: /^Create/ }).click()
  await expect(field(page, 'patient_external_id')).toBeFocused()
  await expect(field(page, 'patient_external_id')).toHaveAccessibleDescription(/Required/)
  await expect(aside(page)).not.toContainText('A section is checked when you leave it')
  await expect(aside(page)).not.toContainText(/\b[a-z]+_[a-z_]+\b/)
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
})

test('rare fields are one line until one is opened or has a value', async ({ page }) => {
  await page.goto('/charge-captures/new')
  await expect(field(page, 'data.referral_number')).toHaveCount(0)
  const visit = page.locator('#section-header')
  const more = visit.getByRole('button', { name: /^More ?End date of service, Referral number/ })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.press('Enter')
  await expect(field(page, 'data.end_date_of_service')).toBeFocused()
  await field(page, 'data.referral_number').fill('REF-11')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'data.referral_number')).toHaveValue('REF-11')
  await expect(field(page, 'ehr_source_url')).toHaveCount(0)
  await page.getByRole('region', { name: 'Restored draft' }).getByRole('button').click()
})
