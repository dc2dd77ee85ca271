import { readFile } from 'node:fs/promises'
import { captureFilters } from '#lib/lists/charge-captures.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { addFilter } from './fixtures/filters.ts'
import { expect, test } from './fixtures/test.ts'

test('a biller exports a view with chosen columns, patient data only when chosen, and downloads the file', async ({
  page,
  sandbox,
}) => {
  const last_name = `Exported${Date.now()}`
  const captures = await Promise.all(
    ['Ann', '=Bo'].map((first_name) =>
      sandbox.createVisit(({ patient }) => ({ patient: { ...patient, first_name, last_name } })),
    ),
  )
  await page.goto('/charge-captures')
  await addFilter(page, {
    name: 'patient_names',
    spec: captureFilters.patient_names,
    mode: 'only',
    value: [last_name],
  })
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export CSV' })
  await expect(dialog.getByRole('checkbox', { name: 'Status' })).toBeChecked()
  const patientData = dialog.getByRole('group', { name: 'Patient data' }).getByRole('checkbox')
  await expect(patientData).toHaveCount(4)
  for (const box of await patientData.all()) await expect(box).not.toBeChecked()
  await expectAccessible(page, 'an export')

  const rowsOf = async (place: number): Promise<string[]> => {
    await dialog.getByRole('button', { name: 'Start export' }).click()
    const files = dialog.getByRole('listitem')
    await expect(files).toHaveCount(place)
    await expect(files.first()).toContainText('2 rows')
    const downloading = page.waitForEvent('download')
    await files.first().getByRole('button', { name: 'Download' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^charge-captures-\d{4}-\d\d-\d\d\.csv$/)
    return (await readFile(await file.path(), 'utf8')).split('\r\n')
  }
  const already = await dialog.getByRole('listitem').count()
  const plain = await rowsOf(already + 1)
  expect(plain).toHaveLength(4)
  expect(plain.join('\n')).not.toContain(last_name)
  for (const { charge_external_id } of captures) expect(plain.join('\n')).toContain(charge_external_id)

  await dialog.getByRole('checkbox', { name: 'Patient', exact: true }).check()
  const named = (await rowsOf(already + 2)).join('\n')
  expect(named).toContain(`Ann ${last_name}`)
  expect(named).toContain(`'=Bo ${last_name}`)
  await expectAccessible(page, 'finished exports')
})

test.describe('as credentialing staff', () => {
  test.use({ role: 'credentialing' })

  test('the list of contracts is exported, and its file has no patient data', async ({ page }) => {
    await page.goto('/contracts')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export CSV' })
    await expect(dialog.getByRole('group', { name: 'Patient data' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Start export' }).click()
    await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible()
  })
})
