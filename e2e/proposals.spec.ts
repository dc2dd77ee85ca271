import type { Page } from '@playwright/test'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { openQueue, rowsOf } from './fixtures/queue-work.ts'
import { expect, test } from './fixtures/test.ts'

// What the rows and the record do with a proposal is proved in components/queue and
// components/resolve.

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
