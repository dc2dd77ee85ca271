import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { lettersRested } from './fixtures/keys.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { expect, test } from './fixtures/test.ts'

/** Visits with one mistyped rendering NPI, each in a claim creation of its own. */
async function createErrored(
  sandbox: SandboxClient,
  count: number,
  lastName: string,
): Promise<ChargeCapture[]> {
  const visits: ChargeCapture[] = []
  for (let at = 0; at < count; at += 1)
    visits.push(
      await sandbox.createVisit((data) => ({
        patient: {
          ...data.patient,
          first_name: at === 3 ? 'Refusal' : 'Robin',
          last_name: lastName,
        },
        rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
      })),
    )
  return visits
}

const npisOf = async (sandbox: SandboxClient, visits: ChargeCapture[]) =>
  Promise.all(
    visits.map(
      async ({ id }) => (await sandbox.getCapture(id)).charge_capture_data.rendering_provider?.npi,
    ),
  )

test('a change is previewed on captures of a list, sent to all but those that are refused, and taken back', async ({
  page,
  sandbox,
}) => {
  test.slow()
  const lastName = uniqueId('Bulkname')
  const visits = await createErrored(sandbox, 6, lastName)
  const right = (await sandbox.organization()).rendering.npi
  const wrong = visits.map(() => '1234567890')
  const isRefused = (at: number) => at === 3
  await sandbox.fault({
    method: 'PATCH',
    path: `/api/charge_captures/v1/${visits[3]!.id}`,
    kind: 'status',
    status: 422,
    errorName: 'UnprocessableEntityError',
  })

  await page.goto('/charge-captures')
  await page.getByRole('searchbox', { name: /search/i }).fill(lastName)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Bulkname/ })).toHaveCount(6)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await page.getByRole('button', { name: 'Fix all that match' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fix: All captures of a list')
  expect(page.url()).not.toContain(lastName)

  await page.getByLabel('Field', { exact: true }).fill('rendering provider')
  await page.getByRole('option', { name: /^Rendering provider · NPI/ }).click()
  // One value would overwrite every provider, so the wrong value is asked for first.
  await expect(page.getByLabel('What to do')).toHaveValue('replace')
  await page.getByLabel('Where it is').fill('1234567890')
  await page.getByLabel('New value').fill('1234567890')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByText('This isn’t a valid NPI.')).toBeVisible()
  await page.getByLabel('New value').fill(right)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()

  const cards = page.getByRole('group', { name: 'Show' })
  await expect(cards.getByRole('button', { name: /^Will be sent/ })).toContainText('6')
  await expect(cards.getByRole('button', { name: /^Should bill/ })).toContainText('6')
  const row = (at: number) =>
    page.getByRole('row', { name: new RegExp(visits[at]!.charge_external_id!) })
  await expect(row(0)).toContainText(`before: 1234567890 → after: ${right}`)
  await expect(row(0)).toContainText('Claim should bill')
  await expectAccessible(page, 'the preview')
  await page.getByRole('checkbox', { name: `Select ${visits[5]!.charge_external_id}` }).click()
  await expect(page.getByRole('button', { name: /^Send 1, then 4/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Send 1, then 5/ })).toBeVisible()
  expect(await npisOf(sandbox, visits)).toEqual(wrong)

  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('5 captures changed, 1 refused.')).toBeVisible()
  await expect(row(3)).toContainText('Refused')
  await expect(row(3)).toContainText('The partner refused it (UnprocessableEntityError).')
  await expect(row(0)).toContainText('Billed')
  await expect(cards.getByRole('button', { name: /^Billed/ })).toContainText('5')
  expect(await npisOf(sandbox, visits)).toEqual(
    visits.map((_, at) => (isRefused(at) ? '1234567890' : right)),
  )
  await expectAccessible(page, 'the result')

  await page.getByRole('button', { name: 'Undo…' }).click()
  const dialog = await expectBegins(page, 'Undo this bulk fix?', { button: 'Keep the changes' })
  await expect(dialog).toContainText('5 captures go back to their values from before.')
  await expectAccessible(page, 'the question before an undo')
  await dialog.getByRole('button', { name: 'Keep the changes' }).click()
  expect(await npisOf(sandbox, visits)).not.toEqual(wrong)
  // Letters rest for a moment after a dialog. Then two keys take it back.
  await lettersRested(page)
  await page.keyboard.press('u')
  await expect(dialog.getByRole('button', { name: 'Undo all 5' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('5 captures restored.')).toBeVisible()
  await expect(cards.getByRole('button', { name: /^Billed/ })).toHaveText(/^Billed0/)
  await expect(row(0)).toContainText('Restored')
  expect(await npisOf(sandbox, visits)).toEqual(wrong)
})

test('after an undo of what is not billed, the rest is undone from the same page', async ({
  page,
  sandbox,
}) => {
  test.slow()
  const lastName = uniqueId('Halfname')
  // A second error keeps this one's claim from being billed. The list has the newest first, so it
  // is not the one sent alone.
  const held = await sandbox.createVisit((data) => ({
    patient: { ...data.patient, first_name: 'Robin', last_name: lastName },
    rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
    billing_provider: { ...data.billing_provider, npi: '1234567890' },
  }))
  const billed = await createErrored(sandbox, 2, lastName)
  const visits = [...billed, held]
  const right = (await sandbox.organization()).rendering.npi

  await page.goto('/charge-captures')
  await page.getByRole('searchbox', { name: /search/i }).fill(lastName)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Halfname/ })).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await page.getByRole('button', { name: 'Fix all that match' }).click()
  await page.getByLabel('Field', { exact: true }).fill('rendering provider')
  await page.getByRole('option', { name: /^Rendering provider · NPI/ }).click()
  await page.getByLabel('Where it is').fill('1234567890')
  await page.getByLabel('New value').fill(right)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: /^Send 1, then 2/ }).click()
  const status = page.getByRole('region', { name: 'Captures' }).getByRole('status')
  await expect(status).toContainText('3 captures changed. 2 claims billed,', { timeout: 60_000 })

  await page.getByRole('button', { name: 'Undo…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this bulk fix?' })
  await dialog.getByRole('button', { name: 'Undo only 1 not billed' }).click()
  await expect(status).toContainText('1 capture restored. 2 captures keep the change.', {
    timeout: 60_000,
  })
  expect(await npisOf(sandbox, visits)).toEqual([right, right, '1234567890'])

  await page.reload()
  await page.getByRole('button', { name: 'Undo…' }).click()
  await expect(dialog).toContainText('2 of them have billed since')
  await expect(dialog.getByRole('button', { name: /not billed/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo all 2' }).click()
  await expect(status).toContainText('3 captures restored.', { timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Undo…' })).toHaveCount(0)
  expect(await npisOf(sandbox, visits)).toEqual(visits.map(() => '1234567890'))
})

test('what differs by patient is refused at once, and a file that is refused says nothing of sending', async ({
  page,
  sandbox,
}) => {
  const [visit] = await createErrored(sandbox, 1, uniqueId('Refusedname'))
  await page.goto('/charge-captures')
  await page
    .getByRole('searchbox', { name: /search/i })
    .fill(visit!.charge_capture_data.patient!.last_name!)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Refusedname/ })).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await page.getByRole('button', { name: 'Fix selected' }).click()
  await page.getByLabel('Field', { exact: true }).fill('patient · first name')
  await page.getByRole('option', { name: /^Patient · First name/ }).click()
  // A file with one value for each capture is offered first.
  await expect(page.getByLabel('What to do')).toHaveValue('map')
  await page.getByLabel('What to do').selectOption('set')
  await expect(page.getByText('This differs by patient.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preview', exact: true })).toBeDisabled()

  await page.getByLabel('What to do').selectOption('map')
  await expect(
    page.getByText(/^Two columns: Charge external ID and Patient · First name\./),
  ).toBeVisible()
  const text = `Charge external ID,Patient · First name\n${visit!.charge_external_id},Robina\nNOBODY,Robert\n`
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel('Reason').fill('Corrected by registration')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The file is refused.' })).toContainText(
    'Line 3: None of the chosen captures has NOBODY.',
  )
  await expect(page.getByRole('button', { name: /^Will be sent/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled()

  // Nothing is left out by itself: the person chooses it.
  await expect(page.getByRole('button', { name: 'Go on without this line' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 line of the file is left out, as you chose.')).toBeVisible()
  // The capture's own error is another one.
  await expect(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
})

test('rows that are selected while a search with patient data is read stay selected where the search finds them', async ({
  page,
  sandbox,
}) => {
  const [lastName, facility] = [uniqueId('Keepname'), uniqueId('Facility')]
  for (const name of [lastName, 'Otherwise', lastName])
    await sandbox.createVisit((data) => ({
      patient: { ...data.patient, last_name: name },
      service_facility: { organization_name: facility, address: data.service_facility!.address },
    }))
  await page.goto(`/charge-captures?service_facility_name=${facility}`)
  const rows = page.getByRole('main').locator('tbody tr[data-index]')
  await expect(rows).toHaveCount(3)
  // Slow enough for a person to select rows of the list before: its link gets the view at once, its
  // rows come later.
  await sandbox.fault({
    method: 'GET',
    path: '/api/charge_captures/v1',
    kind: 'delay',
    delay: 4_000,
    times: 1,
  })
  await page.getByRole('searchbox', { name: /search/i }).fill(lastName)
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/[?&]view=/)
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: '2 selected' }),
  ).toBeVisible()
  for (const row of await rows.all()) await expect(row.getByRole('checkbox')).toBeChecked()
  expect(page.url()).not.toContain(lastName)
})
