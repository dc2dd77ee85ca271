import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openCapture, saveCapture } from '#components/testing/capture.testing.tsx'
import { sectionOf } from '#components/testing/page.testing.tsx'

test('an amount that no claim can hold is marked as it is typed', async () => {
  await openCapture((data) => ({ service_lines: [data.service_lines![0]!] }))
  const lines = sectionOf('Service lines')
  const charge = page.getByField('data.service_lines.0.charge_amount_cents')
  const mark = 'Line 1 charge amount is more than a claim can hold: at most $99,999,999.99'
  await charge.fill('100,000,000.00')
  await expect.element(lines).toMatchTextContent(mark)
  await charge.fill('50.25')
  await expect.element(lines).not.toMatchTextContent(mark)
  expect((await saveCapture()).service_lines![0]!.charge_amount_cents).toBe(5025)
})
