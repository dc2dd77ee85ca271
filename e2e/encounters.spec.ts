import type { Page } from '@playwright/test'
import { formatInstant } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { encounterRequest } from './fixtures/encounter-request.ts'
import { expect, test } from './fixtures/test.ts'

type Amount =
  | 'charge_amount_cents'
  | 'paid_amount_cents'
  | 'patient_responsibility_cents'
  | 'patient_balance_cents'
  | 'insurance_balance_cents'

/** The sum of one amount over all lines, as the wire states them. */
function sumOf({ claims }: Encounter, name: Amount): number {
  return claims
    .flatMap((claim) => claim.service_lines)
    .reduce((sum, line) => sum + (line[name] ?? 0), 0)
}

const control = (page: Page, name: string) => page.locator(`main [name="${name}"]`)

test("the list shows each encounter's amounts and claim status, and leads to the encounter and back", async ({
  page,
  sandbox,
}) => {
  const [encounter] = await sandbox.listEncounters({ claim_status: 'finalized_paid', limit: '1' })
  await page.goto(`/encounters?external_id=${encounter!.external_id}`)
  const row = page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasText: encounter!.patient.last_name })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Finalized paid')
  for (const name of ['charge_amount_cents', 'paid_amount_cents', 'patient_balance_cents'] as const)
    await expect(row).toContainText(formatCents(sumOf(encounter!, name)))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/encounters/${encounter!.encounter_id}`))
  await expect(page.getByRole('main')).toContainText(encounter!.patient_control_number!)
  await page.getByRole('link', { name: 'Encounters', exact: true }).last().click()
  await expect(page).toHaveURL(new RegExp(`external_id=${encounter!.external_id}`))
})

test('an encounter, its claim creation and its captures link to each other', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit()
  const creation = await sandbox.getClaimCreation(capture.claim_creation_id!)
  const encounterPath = new RegExp(`/encounters/${creation.created_encounter_id}`)
  await page.goto(`/encounters/${creation.created_encounter_id}`)
  await page
    .getByRole('list', { name: 'Charge captures of this encounter' })
    .getByRole('link', { name: capture.charge_external_id })
    .click()
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${capture.id}`))
  await page.getByRole('link', { name: 'Open the encounter' }).first().click()
  await expect(page).toHaveURL(encounterPath)
  await page.getByRole('link', { name: 'Open its claim creation' }).click()
  await expect(page).toHaveURL(new RegExp(`/claim-creations/${capture.claim_creation_id}`))
  await page.getByRole('link', { name: 'Open the encounter' }).first().click()
  await expect(page).toHaveURL(encounterPath)
})

test('an open encounter follows changes of its pre-encounter record', async ({ page, sandbox }) => {
  const request = await encounterRequest(sandbox, 61)
  const encounter = await sandbox.createEncounter(request)
  await page.goto(`/encounters/${encounter.encounter_id}`)
  await expect(page.getByRole('main')).toContainText(encounter.patient.last_name)
  const family = uniqueId('Family')
  await sandbox.changePreEncounter({
    patient_id: request.pre_encounter_patient_id,
    changes: { name: { family } },
  })
  await page.reload()
  await expect(page.getByRole('main')).toContainText(family)
})

/** Fills in what every encounter needs, except the patient. */
async function fillVisit(
  page: Page,
  externalId: string,
  {
    rendering,
    billing,
  }: Awaited<ReturnType<import('./fixtures/sandbox.ts').SandboxClient['organization']>>,
) {
  await control(page, 'external_id').fill(externalId)
  await control(page, 'place_of_service_code').selectOption('11')
  for (const name of [
    'patient_authorized_release',
    'benefits_assigned_to_provider',
    'provider_accepts_assignment',
  ])
    await control(page, name).selectOption('true')
  await control(page, 'rendering_provider.npi').fill(rendering.npi)
  await page.getByRole('button', { name: 'Find the billing provider' }).click()
  await page.getByRole('combobox', { name: 'Name or NPI' }).fill(billing.npi)
  await page.getByRole('option').filter({ hasText: billing.npi }).first().click()
  await expect(control(page, 'billing_provider.npi')).toHaveValue(billing.npi)
  await page.getByRole('button', { name: 'Add diagnosis' }).click()
  await control(page, 'diagnoses.0.code').fill('Z00.00')
  await control(page, 'diagnoses.0.code_type').selectOption('ABK')
  await control(page, 'service_lines.0.procedure_code').fill('G0439')
  await control(page, 'service_lines.0.quantity').fill('1')
  await control(page, 'service_lines.0.units').selectOption('UN')
  await control(page, 'service_lines.0.charge_amount_cents').fill('210.01')
  await control(page, 'service_lines.0.diagnosis_pointers').fill('A')
}

const create = (page: Page) => page.getByRole('button', { name: /^Create encounter/ }).click()

/** Opens the form empty: a person has one draft of it, and another test may have left one. */
async function openForm(page: Page) {
  await page.goto('/encounters/new-from-pre-encounter')
  await expect(page.getByRole('heading', { level: 1, name: 'New encounter' })).toBeVisible()
  const discard = page.getByRole('region', { name: 'Restored draft' }).getByRole('button')
  if ((await discard.count()) > 0) await discard.click()
  await expect(control(page, 'pre_encounter_patient_id')).toHaveValue('')
}

test.describe('a new encounter', () => {
  // A person has one draft of this form: the tests run one after another, as an account that no
  // other test uses for it.
  test.describe.configure({ mode: 'default' })
  test.use({ role: 'admin' })

  test('a biller creates an encounter from a patient and an appointment found by name', async ({
    page,
    sandbox,
  }) => {
    const { patient, appointment } = await sandbox.preEncounter(41)
    const externalId = uniqueId('ENC')
    await openForm(page)
    await expect(page.getByRole('main')).toContainText(/until it is submitted or adjudicated/)
    await page.getByRole('button', { name: 'Find the patient' }).click()
    await page.getByRole('combobox', { name: /Last name/ }).fill(patient.mrn)
    await page.getByRole('option').filter({ hasText: patient.mrn }).first().click()
    await page
      .getByRole('checkbox', { name: formatInstant(appointment.start_timestamp) })
      .first()
      .check()
    await fillVisit(page, externalId, await sandbox.organization())
    await page.getByRole('button', { name: 'Vitals' }).click()
    await control(page, 'vitals.height_in').fill('64')
    await page.getByRole('button', { name: 'Hospital stay' }).click()
    await control(page, 'admission_hour').fill('0')
    await page.getByRole('button', { name: 'Attending provider' }).click()
    await control(page, 'attending_provider.npi').fill('1999999984')
    await create(page)
    await expect(page).toHaveURL(/\/encounters\/[0-9a-f-]{36}$/)
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /follows its pre-encounter records/ })
        .first(),
    ).toBeVisible()
    const [encounter] = await sandbox.listEncounters({ external_id: externalId })
    expect(page.url()).toContain(encounter!.encounter_id)
    expect(encounter).toMatchObject({
      external_id: externalId,
      place_of_service_code: '11',
      billable_status: 'BILLABLE',
      patient_authorized_release: true,
      vitals: { height_in: 64 },
      admission_hour: 0,
      attending_provider: { npi: '1999999984' },
      patient: { external_id: patient.mrn },
      diagnoses: [{ code: 'Z00.00', code_type: 'ABK' }],
      claims: [
        {
          status: 'biller_received',
          service_lines: [
            { procedure_code: 'G0439', charge_amount_cents: 21_001, quantity: '1', units: 'UN' },
          ],
        },
      ],
    })
    await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(externalId)
  })

  test(
    'a taken external id or control number is reported at its field, and nothing is lost',
    { tag: '@long' },
    async ({ page, sandbox }) => {
      const controlNumber = uniqueId('PCN')
      const taken = await sandbox.createEncounter(
        await encounterRequest(sandbox, 43, {
          external_claim_submission: {
            claim_created_at: '2026-10-01T00:00:00Z',
            patient_control_number: controlNumber,
            submission_records: [],
          },
        }),
      )
      const { patient } = await sandbox.preEncounter(44)
      await openForm(page)
      await control(page, 'pre_encounter_patient_id').fill(patient.id)
      await fillVisit(page, taken.external_id, await sandbox.organization())
      await create(page)
      await expect(page.getByRole('alert').filter({ hasText: 'is already used' })).toContainText(
        taken.patient.last_name,
      )
      await expect(control(page, 'external_id')).toHaveAttribute('aria-invalid', 'true')
      await expect(control(page, 'external_id')).toBeFocused()
      await page.getByRole('button', { name: 'Use another ID' }).click()
      await expect(control(page, 'external_id')).not.toHaveValue(taken.external_id)
      const externalId = await control(page, 'external_id').inputValue()

      await page.getByRole('button', { name: 'External claim submission' }).click()
      await control(page, 'external_claim_submission.claim_created_at').fill('2026-10-01T00:00:00Z')
      await control(page, 'external_claim_submission.patient_control_number').fill(controlNumber)
      await create(page)
      await expect(
        control(page, 'external_claim_submission.patient_control_number'),
      ).toHaveAttribute('aria-invalid', 'true')
      await expect(
        page.getByRole('alert').filter({ hasText: /patient control number/ }),
      ).toBeVisible()
      await control(page, 'external_claim_submission.patient_control_number').fill(uniqueId('PCN'))
      await expect(control(page, 'service_lines.0.charge_amount_cents')).toHaveValue('210.01')
      await create(page)
      await expect(page).toHaveURL(/\/encounters\/[0-9a-f-]{36}$/)
      expect(await sandbox.listEncounters({ external_id: externalId })).toHaveLength(1)
    },
  )

  test(
    'missing fields are reported one by one, and a missing record at its field',
    { tag: '@long' },
    async ({ page, sandbox }) => {
      await openForm(page)
      await create(page)
      for (const name of [
        'external_id',
        'place_of_service_code',
        'rendering_provider.npi',
        'billing_provider.tax_id',
        'patient_authorized_release',
        'pre_encounter_patient_id',
      ]) {
        await expect(control(page, name), name).toHaveAttribute('aria-invalid', 'true')
      }
      await control(page, 'pre_encounter_patient_id').fill('00000000-0000-4000-8000-000000000000')
      await fillVisit(page, uniqueId('ENC'), await sandbox.organization())
      await create(page)
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expect(control(page, 'pre_encounter_patient_id')).toHaveAttribute(
        'aria-invalid',
        'true',
      )
      await expect(control(page, 'rendering_provider.npi')).not.toHaveAttribute(
        'aria-invalid',
        'true',
      )
    },
  )

  test('a lost answer results in one encounter', { tag: '@long' }, async ({ page, sandbox }) => {
    const { patient } = await sandbox.preEncounter(47)
    const externalId = uniqueId('ENC')
    await openForm(page)
    await control(page, 'pre_encounter_patient_id').fill(patient.id)
    await fillVisit(page, externalId, await sandbox.organization())
    await sandbox.fault({
      method: 'POST',
      path: '/api/encounters/v4/create-from-pre-encounter',
      holds: externalId,
      kind: 'reset-after',
      times: 1,
    })
    await create(page)
    await expect(page).toHaveURL(/\/encounters\/[0-9a-f-]{36}$/)
    expect(await sandbox.listEncounters({ external_id: externalId })).toHaveLength(1)
  })

  test(
    'an unknown outcome is checked again, and the encounter found then is opened',
    { tag: '@long' },
    async ({ page, sandbox }) => {
      const { patient } = await sandbox.preEncounter(49)
      const externalId = uniqueId('ENC')
      await openForm(page)
      await control(page, 'pre_encounter_patient_id').fill(patient.id)
      await fillVisit(page, externalId, await sandbox.organization())
      await sandbox.fault({
        method: 'POST',
        path: '/api/encounters/v4/create-from-pre-encounter',
        holds: externalId,
        kind: 'reset-before',
        times: 2,
      })
      await create(page)
      const notice = page
        .getByRole('main')
        .getByRole('alert')
        .filter({ hasText: 'The encounter may or may not have been created' })
      await expect(notice).toBeVisible({ timeout: 60_000 })
      // It arrives late after all.
      await sandbox.createEncounter(
        await encounterRequest(sandbox, 49, { external_id: externalId }),
      )
      await notice.getByRole('button', { name: 'Check again' }).click()
      await expect(page).toHaveURL(/\/encounters\/[0-9a-f-]{36}$/)
      expect(await sandbox.listEncounters({ external_id: externalId })).toHaveLength(1)
      // A created encounter does not return as a draft.
      await page.goto('/encounters/new-from-pre-encounter')
      await expect(control(page, 'external_id')).toHaveValue('')
      await expect(page.getByRole('region', { name: 'Restored draft' })).toHaveCount(0)
    },
  )

  test('typed text is restored after the tab is closed, and dropped when the encounter is created', async ({
    page,
    sandbox,
  }) => {
    const { patient } = await sandbox.preEncounter(48)
    await openForm(page)
    await control(page, 'pre_encounter_patient_id').fill(patient.id)
    await control(page, 'additional_information')
      .or(page.getByRole('button', { name: 'More of the visit' }))
      .first()
      .click()
    await control(page, 'additional_information').fill('typed before the crash')
    await expect(page.getByText(/Draft saved/)).toBeVisible()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('/encounters')
    await page.goto('/encounters/new-from-pre-encounter')
    await expect(page.getByRole('region', { name: 'Restored draft' })).toBeVisible()
    await expect(control(page, 'additional_information')).toHaveValue('typed before the crash')
    await page.getByRole('button', { name: /Discard them|Discard it/ }).click()
    await expect(control(page, 'pre_encounter_patient_id')).toHaveValue('')
  })
})

test.describe('as a manager', () => {
  test.use({ role: 'manager' })

  test('encounters can be read but not created', async ({ page, sandbox }) => {
    const [encounter] = await sandbox.listEncounters({ limit: '1' })
    await page.goto(`/encounters/${encounter!.encounter_id}`)
    await expect(page.getByRole('main')).toContainText(encounter!.patient.last_name)
    await page.goto('/encounters/new-from-pre-encounter')
    await expect(page.getByRole('main')).toContainText(
      'Your role can view encounters but not create them.',
    )
    await expect(page.getByRole('button', { name: /Create encounter/ })).toHaveCount(0)
  })
})
