import type { Page } from '@playwright/test'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { daysAgo, uniqueId } from './fixtures/capture-body.ts'
import { openQueue, rowsOf } from './fixtures/queue-work.ts'
import { expect, test } from './fixtures/test.ts'

const payerId = 'data.subscriber_primary.insurance_card.payer_id'
const endDate = 'data.end_date_of_service'
const box = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const proposals = (page: Page) => page.getByRole('list', { name: 'Proposals' })

const unmapped =
  (facility: string, payer_id = 'UNK77') =>
  ({ service_facility, subscriber_primary }: ChargeCaptureData) => ({
    // Without its NPI, by which the partner would know it by another name.
    service_facility: { organization_name: facility, address: service_facility!.address },
    subscriber_primary: {
      ...subscriber_primary,
      insurance_card: { ...subscriber_primary!.insurance_card, payer_id },
    },
  })

/** Opens the cause of unmapped payer ids with the captures of a facility. */
async function openUnmapped(page: Page, facility: string): Promise<void> {
  await openQueue(page, `/queue?facility=${facility}`, 1)
  await rowsOf(page)
    .getByRole('link', { name: /is not mapped to a payer/ })
    .click()
}

test('the payer’s id is proposed by its name, and one key for each row takes it, saves it and opens the next', async ({
  page,
  sandbox,
}) => {
  test.slow()
  const { payer } = await sandbox.organization()
  const facility = uniqueId('Facility')
  const captures = [
    await sandbox.createVisit(unmapped(facility)),
    await sandbox.createVisit(unmapped(facility)),
  ]
  await openUnmapped(page, facility)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('e')
  const row = page.getByRole('group', { name: 'Fix here' })
  await expect(proposals(page)).toContainText('Payer list, exact name')
  await expect(row.getByRole('button', { name: `Use ${payer.payer_id} and save` })).toBeVisible()
  await expectAccessible(page, 'a proposal in a row')
  // Nothing is written before a person takes it.
  await expect(box(page, payerId)).toHaveValue('UNK77')

  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Messages')).toContainText('saved.')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(row.getByRole('button', { name: `Use ${payer.payer_id} and save` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(0)
  for (const { id } of captures) {
    const { charge_capture_data: data } = await sandbox.getCapture(id)
    expect(data.subscriber_primary?.insurance_card?.payer_id).toBe(payer.payer_id)
  }
})

test('once something is typed, Enter saves that', async ({ page, sandbox }) => {
  const facility = uniqueId('Facility')
  const { payer } = await sandbox.organization()
  const { items } = await sandbox.send<{ items: { payer_id: string }[] }>(
    'GET',
    '/api/payers/v3?limit=100',
  )
  const other = items.find((each) => each.payer_id !== payer.payer_id)!.payer_id
  const { id } = await sandbox.createVisit(unmapped(facility))
  await openUnmapped(page, facility)
  await expect(page).toHaveURL(/\/queue\/causes\//)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.keyboard.press('e')
  await expect(proposals(page)).toContainText('Payer list, exact name')
  await box(page, payerId).fill(other)
  await expect(page.getByRole('button', { name: /^Save Ctrl/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(0)
  const { charge_capture_data: data } = await sandbox.getCapture(id)
  expect(data.subscriber_primary?.insurance_card?.payer_id).toBe(other)
})

test('on the record, the lines propose the end of the visit, and Enter takes it and saves', async ({
  page,
  sandbox,
}) => {
  const day = daysAgo(20)
  const { id } = await sandbox.createVisit(() => ({ end_date_of_service: daysAgo(23) }))
  await page.goto(`/charge-captures/${id}?field=end_date_of_service`)
  await expect(box(page, endDate)).toBeFocused()
  await expect(proposals(page).filter({ hasText: 'line 1 says so' })).toBeVisible()
  await expect(
    proposals(page).filter({ hasText: 'a visit of one day needs no end date' }),
  ).toBeVisible()
  await expectAccessible(page, 'proposals on a record')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('Saved.')
  expect((await sandbox.getCapture(id)).charge_capture_data.end_date_of_service).toBe(day)
})

test('another capture of the claim says its value, and where two sources differ Enter takes neither', async ({
  page,
  sandbox,
}) => {
  const patient = { patient_external_id: uniqueId('PAT') }
  const { items } = await sandbox.send<{ items: { payer_id: string; payer_name: string }[] }>(
    'GET',
    '/api/payers/v3?limit=100',
  )
  const { payer } = await sandbox.organization()
  const other = items.find((each) => each.payer_id !== payer.payer_id)!
  const facility = uniqueId('Facility')
  // The sibling has another payer's id under the same name: the list and the sibling differ. An
  // error of its own keeps it from being billed alone.
  const sibling = await sandbox.createVisit(
    (data) => ({
      ...unmapped(facility, other.payer_id)(data),
      rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
    }),
    patient,
  )
  const own = await sandbox.createVisit(unmapped(facility), patient)
  await page.goto(`/charge-captures/${own.id}?field=subscriber_primary.insurance_card.payer_id`)
  await expect(proposals(page)).toContainText(`from ${sibling.charge_external_id} of this claim`)
  await expect(proposals(page)).toContainText('Payer list, exact name')
  await expect(proposals(page)).not.toContainText('Enter')
  await page.keyboard.press('Enter')
  await expect(box(page, payerId)).toHaveValue('UNK77')
  await proposals(page)
    .getByRole('button', { name: `Use ${other.payer_id} (now UNK77)` })
    .click()
  await expect(box(page, payerId)).toHaveValue(other.payer_id)
  await expect(page.getByRole('main')).toContainText('1 unsaved change')
})

test('rows show the present value and the proposed one, and three keys set them all', async ({
  page,
  sandbox,
}) => {
  test.slow()
  const { payer } = await sandbox.organization()
  const facility = uniqueId('Facility')
  const captures = [
    await sandbox.createVisit(unmapped(facility)),
    await sandbox.createVisit(unmapped(facility)),
  ]
  const nobody = await sandbox.createVisit((data) => {
    const made = unmapped(facility)(data)
    const { subscriber_primary: subscriber } = made
    const insurance_card = {
      ...subscriber.insurance_card,
      payer_name: 'Larkspur of Nowhere',
    }
    return { ...made, subscriber_primary: { ...subscriber, insurance_card } }
  })
  await openUnmapped(page, facility)
  await expect(rowsOf(page)).toHaveCount(3)
  const proposed = page.getByRole('button', {
    name: `UNK77 proposed ${payer.payer_id} Payer list, exact name`,
  })
  await expect(proposed).toHaveCount(2)
  await expectAccessible(page, 'rows with proposals')

  await page.keyboard.press('Control+d')
  await expect(page.getByRole('region', { name: 'Values' })).toContainText('2 have a proposal')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Send 1, then 1/ })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  const payerOf = async ({ id }: { id: string }) =>
    (await sandbox.getCapture(id)).charge_capture_data.subscriber_primary?.insurance_card?.payer_id
  await expect
    .poll(() => Promise.all([...captures, nobody].map(payerOf)), { timeout: 60_000 })
    .toEqual([payer.payer_id, payer.payer_id, 'UNK77'])
})

test('in a bulk fix each capture’s own record proposes the end of its visit; where its lines differ a person chooses', async ({
  page,
  sandbox,
}) => {
  test.slow()
  const facility = uniqueId('Facility')
  const wrong = ({ service_facility }: ChargeCaptureData) => ({
    service_facility: { ...service_facility!, organization_name: facility },
    end_date_of_service: daysAgo(23),
  })
  const one = await sandbox.createVisit(wrong)
  await sandbox.createVisit((data) => ({
    ...wrong(data),
    service_lines: [20, 19].map((days) => ({
      ...data.service_lines![0]!,
      date_of_service: daysAgo(days),
    })),
  }))
  await openQueue(page, `/queue?facility=${facility}`, 2)
  await rowsOf(page)
    .getByRole('link', { name: /End date/i })
    .first()
    .click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: /proposed .*line 1 says so/ })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /needs you/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Set 1 proposal' }).click()
  const values = page.getByRole('region', { name: 'Values' })
  await expect(values).toContainText('line 1 says so')
  await expect(values.getByRole('textbox').first()).toHaveValue(
    new RegExp(one.charge_capture_data.date_of_service!.slice(0, 4)),
  )
})
