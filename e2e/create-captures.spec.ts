import { CandidApiClient } from 'candidhealth'
import type { Page } from '@playwright/test'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { expect, test } from './fixtures/test.ts'

const path = '/api/charge_captures/v1'
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const patientBox = (page: Page) =>
  page.getByRole('combobox', { name: 'Patient: name, birth date or MRN' })
// As the newest ids begin, which other stories create.
const suggested = /^[A-Za-z]{1,8}[-_]\d{8}-[A-Z2-9]{4}$/

/** Looks up a record by keyboard only: opens the picker, types, takes the first line. */
async function find(page: Page, button: string, text: string, line: RegExp): Promise<void> {
  const finder = page.getByRole('dialog', { name: button })
  // The button does nothing until React has hydrated it; once the picker is open, the button is out
  // of reach.
  await expect(async () => {
    if (!(await finder.isVisible()))
      await page
        .getByRole('button', { name: button, exact: true })
        .press('Enter', { timeout: 2_000 })
    await expect(finder).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(finder.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  await expect(finder.getByRole('option').first()).toHaveAccessibleName(line)
  await page.keyboard.press('Enter')
  await expect(finder).toBeHidden()
}

async function createdId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/charge-captures\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1)!
}

function published(url: string) {
  return new CandidApiClient({
    token: 'sandbox-full',
    environment: { candidApi: url, preEncounter: url },
    maxRetries: 0,
  })
}

// A person has one draft of a new capture: the tests run one after another, as an account that no
// other test uses for this form.
test.describe.configure({ mode: 'default' })
test.use({ role: 'admin' })

test('a capture is created with look-ups and only the keyboard, and the published client reads it back', async ({
  page,
  sandbox,
  sandboxUrl,
}) => {
  const { rendering, billing, facility, payer } = await sandbox.organization()
  const externalId = uniqueId('NEW')
  await page.goto('/charge-captures')
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New charge capture')
  await expect(patientBox(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page, 'data.patient.first_name')).toBeFocused()
  await expect(field(page, 'status')).toHaveValue('planned')
  await expect(field(page, 'charge_external_id')).toHaveValue(suggested)

  await page.keyboard.press('Control+s')
  await expect(field(page, 'patient_external_id')).toHaveAccessibleDescription(/required/i)
  await expect(field(page, 'patient_external_id')).toBeFocused()
  expect(
    (await sandbox.requests(path, 'POST')).filter(
      ({ body }) => (body as ChargeCapture).charge_external_id === externalId,
    ),
  ).toHaveLength(0)

  await page.keyboard.type(`PAT-${externalId}`)
  await field(page, 'charge_external_id').fill(externalId)
  await find(page, 'Find the rendering provider', rendering.npi, new RegExp(rendering.npi))
  await expect(field(page, 'data.rendering_provider.npi')).toHaveValue(rendering.npi)
  await expect(page.getByRole('status').filter({ hasText: /^Filled NPI/ })).toBeVisible()
  await find(page, 'Find the billing provider', billing.npi, new RegExp(billing.npi))
  await expect(field(page, 'data.billing_provider.tax_id')).toHaveValue(billing.tax_id!)
  await expect(field(page, 'data.billing_provider.address.city')).toHaveValue(
    billing.addresses![0]!.address.city,
  )
  await find(
    page,
    'Find the service facility',
    facility.name,
    new RegExp(facility.name.slice(0, 8)),
  )
  await find(
    page,
    'Find the payer of the primary subscriber',
    payer.payer_id,
    new RegExp(payer.payer_id),
  )
  await expect(field(page, 'data.subscriber_primary.insurance_card.payer_name')).toHaveValue(
    payer.payer_name,
  )
  await page.keyboard.press('Control+s')

  const id = await createdId(page)
  await expect(page.getByText(`${externalId} was created.`)).toBeVisible()
  const read = await published(sandboxUrl).chargeCapture.v1.get(id as never)
  expect(read).toMatchObject({ ok: true })
  const capture = await sandbox.getCapture(id)
  expect(capture).toMatchObject({
    status: 'planned',
    charge_external_id: externalId,
    patient_external_id: `PAT-${externalId}`,
  })
  expect(capture.charge_capture_data.rendering_provider).toMatchObject({ npi: rendering.npi })
  expect(capture.charge_capture_data.service_facility).toMatchObject({
    organization_name: expect.any(String),
  })
  expect(capture.charge_capture_data.subscriber_primary?.insurance_card).toMatchObject({
    payer_id: payer.payer_id,
  })
})

test(
  'a lost answer leads to the one record that was created',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const externalId = uniqueId('NEW')
    await page.goto('/charge-captures/new')
    await field(page, 'charge_external_id').fill(externalId)
    await field(page, 'patient_external_id').fill('PAT-lost')
    await sandbox.fault({ method: 'POST', path, holds: externalId, kind: 'reset-after', times: 1 })
    await page.getByRole('button', { name: /^Create/ }).click()
    await createdId(page)
    expect(await sandbox.capturesOf(externalId)).toHaveLength(1)
  },
)

test('a capture is created from pre-encounter records, and only they fill their members', async ({
  page,
  sandbox,
}) => {
  const { patient } = await sandbox.preEncounter(7)
  const externalId = uniqueId('PRE')
  await page.goto('/charge-captures/new-from-pre-encounter')
  await find(page, 'Find the patient', patient.name.family, new RegExp(patient.name.family))
  await expect(field(page, 'pre_encounter_patient_id')).not.toHaveValue('')
  const chosen = await field(page, 'pre_encounter_patient_id').inputValue()
  const appointments = page.getByRole('group', { name: 'Appointments of the patient' })
  await appointments.getByRole('checkbox').first().press('Space')
  await expect(appointments.getByRole('checkbox').first()).toBeChecked()
  await expect(page.getByRole('region', { name: 'From the pre-encounter records' })).toContainText(
    patient.name.family,
  )
  for (const member of preEncounterFilledMembers)
    await expect(page.locator(`[name="data.${member}"], [name^="data.${member}."]`)).toHaveCount(0)
  await field(page, 'charge_external_id').fill(externalId)
  await field(page, 'data.prior_authorization_number').fill('AUTH-8')
  await page.getByRole('button', { name: /^Create/ }).click()

  const id = await createdId(page)
  const [sent] = (await sandbox.requests(`${path}/create-from-pre-encounter`, 'POST')).filter(
    ({ body }) => (body as ChargeCapture).charge_external_id === externalId,
  )
  expect(sent!.body).toMatchObject({
    pre_encounter_patient_id: chosen,
    pre_encounter_appointment_ids: [expect.any(String)],
    data: { prior_authorization_number: 'AUTH-8' },
  })
  const made = await sandbox.getCapture(id)
  expect(made.charge_capture_data.patient?.last_name).toBeTruthy()

  // The console created this one, so the fields that the records fill are locked, with the reason.
  await expect(page.getByRole('region', { name: 'Pre-encounter records' })).toContainText(
    /overwrites them/,
  )
  await expect(page.getByRole('button', { name: 'Edit anyway' })).toHaveCount(0)
  await expect(field(page, 'data.patient.last_name')).toHaveAttribute('readonly', '')
  await expect(field(page, 'data.referral_number')).toHaveAttribute('readonly', '')
  await field(page, 'data.prior_authorization_number').fill('AUTH-9')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect
    .poll(async () => (await sandbox.getCapture(id)).charge_capture_data.prior_authorization_number)
    .toBe('AUTH-9')
  const [patch] = await sandbox.requests(`${path}/${id}`, 'PATCH')
  const data = (patch!.body as { data: object }).data
  expect(preEncounterFilledMembers.filter((member) => Object.hasOwn(data, member))).toEqual([])
  expect((await sandbox.getCapture(id)).charge_capture_data.patient?.last_name).toBe(
    made.charge_capture_data.patient?.last_name,
  )
})
