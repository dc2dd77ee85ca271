import { uniqueId } from './fixtures/capture-body.ts'
import { signIn } from './fixtures/sign-in.ts'
import { type SpanBody, spanPaths, partiesOf } from './fixtures/spans.ts'
import { expect, test } from './fixtures/test.ts'
import { type OwnStack, startOwnStack } from './stack/start-own-stack.ts'

// A separate stack: a partner that refuses its look-ups refuses them for every test.
test.use({ role: null })
test.describe.configure({ mode: 'default' })

let own: OwnStack
let three: SpanBody

test.beforeAll(async () => {
  own = await startOwnStack('no-look-ups')
  three = (await partiesOf(own.sandbox, 'facility')).body
  for (const path of ['/api/organization-providers/v3', '/api/payers/v3', '/lists/v1/*']) {
    await own.sandbox.fault({
      method: 'GET',
      path,
      kind: 'status',
      status: 403,
      errorName: 'UnauthorizedError',
      content: { message: 'no' },
    })
  }
})
test.afterAll(() => own.stop())

test('a key without look-ups still allows typed ids', async ({ page }) => {
  await signIn(page, 'biller', own.url)
  await page.goto(`${own.url}/charge-captures/new`)
  await page.locator('[name="charge_external_id"]').fill(uniqueId('NEW'))
  await page.locator('[name="patient_external_id"]').fill('PAT-typed')
  const finder = page.getByRole('button', { name: 'Find the rendering provider' })
  await finder.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    /can’t look up providers.*Type the NPI/,
  )
  await page.keyboard.press('Escape')
  await expect(finder).toBeFocused()
  await page.locator('[name="data.rendering_provider.npi"]').fill('1999999984')
  await page.getByRole('button', { name: /^Create/ }).click()
  await expect(page).toHaveURL(/\/charge-captures\/[0-9a-f-]{36}$/)
  const capture = await own.sandbox.getCapture(new URL(page.url()).pathname.split('/').at(-1)!)
  expect(capture.charge_capture_data.rendering_provider).toEqual({ npi: '1999999984' })
})

test(
  'an id that cannot be looked up is sent, and the partner decides',
  { tag: '@long' },
  async ({ page }) => {
    await own.sandbox.fault({
      method: 'GET',
      path: '/api/organization-providers/v3/*',
      kind: 'status',
      status: 403,
      errorName: 'UnauthorizedError',
      content: { message: 'no' },
    })
    await signIn(page, 'credentialing', own.url)
    await page.goto(`${own.url}${spanPaths.facility.page}/new`)
    for (const [name, id] of Object.entries(three))
      await page.locator(`[name="${name}"]`).fill(String(id))
    const provider = page.locator('[name="contracting_provider_id"]')
    await provider.fill(String(three.service_facility_id))
    await expect(provider).toHaveAccessibleDescription(/can’t be looked up. The partner checks it/)
    await page.locator('[name="start_date"]').fill('2031-01-01')
    await page.getByRole('button', { name: /^Create span/ }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'The facility span was not created',
    )
    expect(await own.sandbox.requests(spanPaths.facility.api, 'POST')).toHaveLength(1)
  },
)

test(
  'a filter says that its look-up is closed, and accepts a typed id',
  { tag: '@long' },
  async ({ page }) => {
    const [contract] = await own.sandbox.contracts({ contract_status: 'effective' })
    const id = contract!.contracting_provider.organization_provider_id
    await signIn(page, 'credentialing', own.url)
    await page.goto(`${own.url}/contracts`)
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('combobox', { name: 'Find a filter' }).fill('Contracting provider')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toHaveText(/can’t look up providers.*Type or paste/)
    await dialog.locator('[name="contracting_provider_id"]').fill(id)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText(id)
    await expect(
      page.getByRole('main').getByRole('row').filter({ hasText: contract!.payer.payer_name }),
    ).not.toHaveCount(0)
  },
)

test(
  'pre-encounter records are entered by id if they cannot be looked up',
  { tag: '@long' },
  async ({ page }) => {
    await own.sandbox.clearFaults()
    const { patient, appointment } = await own.sandbox.preEncounter(3)
    await own.sandbox.fault({
      method: 'GET',
      path: '/lists/v1/*',
      kind: 'status',
      status: 403,
      errorName: 'UnauthorizedError',
      content: { message: 'no' },
    })
    const externalId = uniqueId('PRE')
    await signIn(page, 'biller', own.url)
    await page.goto(`${own.url}/charge-captures/new-from-pre-encounter`)
    await page.locator('[name="pre_encounter_patient_id"]').fill(patient.id)
    await expect(page.getByText(/can’t look up appointments/)).toBeVisible()
    await page.locator('[name="pre_encounter_appointment_ids"]').fill(appointment.id)
    await expect(
      page.getByRole('region', { name: 'From the pre-encounter records' }),
    ).toContainText(patient.name.family)
    await page.locator('[name="charge_external_id"]').fill(externalId)
    await page.getByRole('button', { name: /^Create/ }).click()
    await expect(page).toHaveURL(/\/charge-captures\/[0-9a-f-]{36}$/)
    const [capture] = await own.sandbox.capturesOf(externalId)
    expect(capture?.charge_capture_data.patient?.last_name).toBe(patient.name.family)
  },
)
