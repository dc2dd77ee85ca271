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

/** Opens the rare fields whose line names these. */
async function openMore(page: Page, names: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^More ?${names}`) }).click()
}

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

test('a look-up shows what it filled and can be undone', async ({ page, sandbox }) => {
  const { rendering } = await sandbox.organization()
  const capture = await sandbox.createVisit((data) => ({
    rendering_provider: { ...data.rendering_provider, npi: '1999999984', last_name: 'Before' },
  }))
  await page.goto(`/charge-captures/${capture.id}`)
  await find(page, 'Find the rendering provider', rendering.npi, new RegExp(rendering.npi))
  await expect(field(page, 'data.rendering_provider.last_name')).toHaveValue(rendering.last_name!)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(field(page, 'data.rendering_provider.npi')).toHaveValue('1999999984')
  await expect(field(page, 'data.rendering_provider.last_name')).toHaveValue('Before')
})

const without = (record: object, names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

test('a duplicate has the content, without what belongs to the other visit', async ({
  page,
  sandbox,
}) => {
  const ofVisit = {
    external_id: 'ENC-1',
    prior_authorization_number: 'AUTH-1',
    referral_number: 'REF-1',
    delay_reason_code: '11',
    onset_of_current_illness_or_symptom_date: '2024-01-02',
    vitals: { height_in: 70 },
    claim_supplemental_information: [
      {
        attachment_report_type_code: '03',
        attachment_transmission_code: 'EL',
        attachment_control_number: 'ACN-1',
      },
    ],
  }
  const ofLine = { external_id: 'LINE-1', prior_authorization_number: 'AUTH-2' }
  const source = await sandbox.createVisit(
    (data) =>
      ({
        ...ofVisit,
        service_lines: data.service_lines!.map((line) => ({ ...line, ...ofLine })),
        data_of_tomorrow: [1, { two: null }],
      }) as never,
    { attachment_external_document_ids: ['doc-1'] } as never,
  )
  await page.goto(`/charge-captures/${source.id}`)
  // The checks have run once the page's keyboard hints are there.
  await expect(page.getByRole('complementary', { name: 'About this capture' })).toContainText(
    /No problems|warning|error/,
  )
  await page.keyboard.press('d')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `New charge capture, copied from ${source.charge_external_id}`,
  )
  await expect(field(page, 'charge_external_id')).toHaveValue(suggested)
  await expect(field(page, 'data.date_of_service')).toBeFocused()
  const left = page.getByRole('complementary', { name: 'About this capture' })
  const notCopied = left
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Not copied' }) })
  await expect(notCopied.getByRole('listitem')).toHaveText([
    'Charge external ID',
    'Link to the EHR',
    'Originating system',
    'External ID',
    'Date of service',
    'Onset of illness',
    'Prior authorization number',
    'Referral number',
    'Delay reason code',
    'Vitals',
    'Supplemental information',
    'Service lines · External ID',
    'Service lines · Date of service',
    'Service lines · Prior authorization number',
  ])
  await expect(notCopied).toContainText('These belong to the other visit.')
  await openMore(page, 'End date of service, Referral number')
  for (const name of ['date_of_service', 'prior_authorization_number', 'referral_number'])
    await expect(field(page, `data.${name}`)).toHaveValue('')
  const day = source.charge_capture_data.date_of_service!
  await field(page, 'data.date_of_service').fill(day)
  // The form's current values are compared with the patient's other captures of that day, and a
  // section speaks once it was left.
  await field(page, 'data.service_lines.0.procedure_code').focus()
  await field(page, 'data.date_of_service').focus()
  await expect(left).toContainText(`Line 1 is also billed by ${source.charge_external_id}`)
  await expect(left).toContainText(
    `Compared with 1 more capture of this patient and day: ${source.charge_external_id}.`,
  )
  await field(page, 'patient_external_id').fill(uniqueId('PAT'))
  await expect(left).not.toContainText('is also billed by')
  await expect(left).not.toContainText('Compared with')
  await field(page, 'patient_external_id').fill(source.patient_external_id)
  await expect(left).toContainText('is also billed by')
  await page.getByRole('button', { name: /^Create/ }).click()

  const copy = await sandbox.getCapture(await createdId(page))
  const { service_lines } = source.charge_capture_data
  expect(copy).toMatchObject({ status: 'planned', patient_external_id: source.patient_external_id })
  expect(copy.charge_external_id).not.toBe(source.charge_external_id)
  expect(copy.charge_capture_data).toEqual({
    ...without(source.charge_capture_data, Object.keys(ofVisit)),
    service_lines: service_lines!.map((line) =>
      without(line, ['external_id', 'date_of_service', 'prior_authorization_number']),
    ),
  })
})

test(
  'an id that is already used is reported with its record, and the form keeps everything',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const taken = await sandbox.createVisit()
    await page.goto('/charge-captures/new')
    await field(page, 'charge_external_id').fill(taken.charge_external_id)
    await field(page, 'patient_external_id').fill('PAT-other')
    await field(page, 'data.prior_authorization_number').fill('AUTH-7')
    await page.getByRole('button', { name: /^Create/ }).click()
    const notice = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: taken.charge_external_id })
    await expect(notice).toContainText(taken.patient_external_id)
    await expect(notice.locator('time')).toHaveAttribute('datetime', taken.date_of_service!)
    await expect(
      notice.getByRole('link', { name: `Open ${taken.charge_external_id}` }),
    ).toHaveAttribute('href', `/charge-captures/${taken.id}`)
    await expect(field(page, 'charge_external_id')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'data.prior_authorization_number')).toHaveValue('AUTH-7')
    await notice.getByRole('button', { name: 'Use another ID' }).click()
    await page.getByRole('button', { name: /^Create/ }).click()
    const capture = await sandbox.getCapture(await createdId(page))
    expect(capture.charge_capture_data.prior_authorization_number).toBe('AUTH-7')
    expect(capture.charge_external_id).not.toBe(taken.charge_external_id)
  },
)

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

test('text typed into a new capture is restored after a reload', async ({ page }) => {
  await page.goto('/charge-captures/new-from-pre-encounter')
  await field(page, 'data.prior_authorization_number').fill('AUTH-KEPT')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'data.prior_authorization_number')).toHaveValue('AUTH-KEPT')
  await page.getByRole('region', { name: 'Restored draft' }).getByRole('button').click()
  await expect(field(page, 'data.prior_authorization_number')).toHaveValue('')
})

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

test('a capture whose save the records overwrite is locked afterwards, and can be edited anyway', async ({
  page,
  sandbox,
}) => {
  const { patient } = await sandbox.preEncounter(9)
  const capture = await sandbox.createFromPreEncounter(patient.id, uniqueId('PRE'))
  await page.goto(`/charge-captures/${capture.id}`)
  await expect(field(page, 'data.patient.last_name')).not.toHaveAttribute('readonly', '')
  await field(page, 'data.patient.last_name').fill('Mine')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  const note = page.getByRole('region', { name: 'Pre-encounter records' })
  await expect(note).toContainText(/seems to follow pre-encounter records/)
  await expect(field(page, 'data.patient.last_name')).toHaveAttribute('readonly', '')
  await note.getByRole('button', { name: 'Edit anyway' }).click()
  await field(page, 'data.patient.last_name').fill('Mine again')
  await expect(page.getByText(/^Draft saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  // Its draft is restored unlocked, as it was created.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'data.patient.last_name')).toHaveValue('Mine again')
  await expect(field(page, 'data.patient.last_name')).not.toHaveAttribute('readonly', '')
  await expect(note).toContainText('may overwrite your changes')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect
    .poll(async () => (await sandbox.requests(`${path}/${capture.id}`, 'PATCH')).length)
    .toBe(2)
  const [, again] = await sandbox.requests(`${path}/${capture.id}`, 'PATCH')
  expect(again!.body).toMatchObject({ data: { patient: { last_name: 'Mine again' } } })
})
