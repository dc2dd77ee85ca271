import { saveCapture } from './fixtures/save-capture.ts'
import { expect, test } from './fixtures/test.ts'
import type { OwnStack } from './stack/start-own-stack.ts'

// A separate console, whose keys are rotated.
test.use({ stack: { captures: 20 } })
test.setTimeout(180_000)

async function keys(own: OwnStack, name: string): Promise<string> {
  const { status, words } = await own.command('keys', name)
  expect(status, words).toBe(0)
  return words
}

test('a biller edits and saves while the operator rotates the keys, and finds everything after a restart', async ({
  page,
  context,
  own,
}) => {
  const { id } = await own.sandbox.createVisit()
  const field = '[name="data.patient.last_name"]'
  await page.goto(`/charge-captures/${id}`)
  const ended = new AbortController()
  const rotated = keys(own, 'rotate').finally(() => ended.abort())
  for (let round = 1; !ended.signal.aborted; round += 1) {
    await page.locator(field).fill(`Rotation${round}`)
    await expect(page.getByText(/^Draft saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await saveCapture(page)
    const { charge_capture_data: data } = await own.sandbox.getCapture(id)
    expect(data.patient?.last_name).toBe(`Rotation${round}`)
  }
  expect(await rotated).toMatch(/New versions: partner-keys\.2, health-information\.2, trail\.2\./)
  expect(await rotated).toMatch(/Versions destroyed: .*health-information\.1/)

  const stored = page.waitForResponse((reply) =>
    (reply.request().postData() ?? '').includes('Draftcanary'),
  )
  await page.locator(field).fill('Draftcanary')
  expect((await stored).status()).toBe(200)
  await page.close()
  await own.restart()
  const again = await context.newPage()
  await again.goto(`${own.url}/charge-captures/${id}`)
  await expect(again.locator(field)).toHaveValue('Draftcanary')
  await expect(again.getByRole('region', { name: 'Restored draft' })).toBeVisible()
  expect(await keys(own, 'status')).toMatch(/health-information\.2 +in use/)
})
