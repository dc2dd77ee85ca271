import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { chooseInList, saveView } from './fixtures/list-menu.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { addFilter } from './fixtures/filters.ts'
import { lettersRested } from './fixtures/keys.ts'
import { expect, test } from './fixtures/test.ts'

/** Opens the list of charge captures with those of one patient. */
async function listCapturesOf(page: Page, lastName: string, count: number): Promise<void> {
  await page.goto('/charge-captures')
  await addFilter(page, {
    name: 'patient_names',
    list: chargeCaptureList,
    mode: 'only',
    value: [lastName],
  })
  // The head is a row, too.
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(count + 1)
}

test('a biller exports a view with chosen columns, patient data only when chosen, and downloads the file', async ({
  page,
  sandbox,
}) => {
  const last_name = `Exported${Date.now()}`
  const captures = await Promise.all(
    [
      { first_name: 'Ann', last_name },
      { first_name: 'Bo', last_name: `=${last_name}` },
    ].map((name) => sandbox.createVisit(({ patient }) => ({ patient: { ...patient, ...name } }))),
  )
  await listCapturesOf(page, last_name, 2)
  await chooseInList(page, 'Export…')
  const dialog = page.getByRole('dialog', { name: 'Export CSV' })
  await expect(dialog.getByRole('checkbox', { name: 'Status', exact: true })).toBeChecked()
  const patientData = dialog.getByRole('group', { name: 'Patient data' }).getByRole('checkbox')
  await expect(patientData).toHaveCount(4)
  for (const box of await patientData.all()) await expect(box).not.toBeChecked()
  await expectAccessible(page, 'an export')

  const rowsOf = async (place: number, title: string): Promise<string[]> => {
    await dialog.getByRole('button', { name: 'Start export' }).click()
    // Another story exports in the same account: its file has three rows.
    const files = dialog
      .getByRole('listitem')
      .filter({ hasText: 'Charge captures' })
      .filter({ hasText: /(?<![\d,])2 rows/ })
    await expect(files).toHaveCount(place)
    await expect(files.first()).toContainText(title)
    await expect(files.first()).toContainText('2 rows')
    const downloading = page.waitForEvent('download')
    await files.first().getByRole('button', { name: 'Download CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^${title.toLowerCase().replaceAll(' ', '-')}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    )
    return (await readFile(await file.path(), 'utf8')).split('\r\n')
  }
  const plain = await rowsOf(1, 'Charge captures')
  expect(plain).toHaveLength(4)
  expect(plain.join('\n')).not.toContain(last_name)
  for (const { id, charge_external_id } of captures)
    expect(plain.find((line) => line.includes(charge_external_id))).toMatch(new RegExp(`,${id}$`))

  await dialog.getByRole('checkbox', { name: 'Patient', exact: true }).check()
  const named = (await rowsOf(2, 'Charge captures with patient data')).join('\n')
  expect(named).toContain(`"${last_name}, Ann"`)
  expect(named).toContain(`"'=${last_name}, Bo"`)
  const downloading = page.waitForEvent('download')
  // Another story exports in the same account.
  const made = dialog.getByRole('listitem').filter({ hasText: 'Charge captures with patient data' })
  await made.first().getByRole('button', { name: 'Download Excel' }).click()
  const excel = await downloading
  expect(excel.suggestedFilename()).toMatch(
    /^charge-captures-with-patient-data-\d{4}-\d\d-\d\d\.xlsx$/,
  )
  const files = unzipSync(new Uint8Array(await readFile(await excel.path())))
  expect(Buffer.from(files['xl/worksheets/sheet1.xml']!).toString()).toContain(
    `preserve">=${last_name}, Bo<`,
  )
  await expectAccessible(page, 'finished exports')
})

test('Shift+E and Ctrl+Enter start the export of a list, without patient data', async ({
  page,
  sandbox,
}) => {
  // Its file is known by its three rows: the account has other files.
  const last_name = `Shortcut${Date.now()}`
  for (let made = 0; made < 3; made += 1)
    await sandbox.createVisit(({ patient }) => ({ patient: { ...patient, last_name } }))
  await listCapturesOf(page, last_name, 3)
  await lettersRested(page)
  await page.keyboard.press('Shift+e')
  const dialog = await expectBegins(page, 'Export CSV or Excel')
  await page.keyboard.press('Control+Enter')
  const file = dialog
    .getByRole('listitem')
    .filter({ hasText: /(?<![\d,])3 rows/ })
    .first()
  await expect(file).toContainText('Charge captures')
  await expect(file).not.toContainText('patient data')
})

test('a biller keeps a view of what is on hold with its columns, opens it from the rail and exports it', async ({
  page,
}) => {
  const name = `On hold ${Date.now()}`
  await page.goto('/queue/held?sort=oldest')
  await chooseInList(page, 'Columns…')
  await page.getByRole('checkbox', { name: 'Rendering provider' }).check()
  await page.keyboard.press('Escape')
  await saveView(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/queue\/held\?view=[\w-]{22}$/)

  // The same name again is refused at its field.
  await page.getByRole('button', { name: `View: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click()
  await dialog.getByLabel('Name').fill(name.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(
    'You have a view of this list with this name. Choose another name.',
  )
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page, 'a name that is taken')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page
    .getByRole('navigation', { name: 'Views of the queue' })
    .getByRole('link', { name: /^In error/ })
    .click()
  await expect(page).toHaveURL(/\/queue\?sort=oldest$/)
  await page.getByRole('navigation', { name: 'My views' }).getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/queue\/held\?view=/)
  await expect(page.getByRole('columnheader', { name: 'Rendering provider' })).toBeVisible()
  const rows = page.getByRole('main').locator('tbody tr[data-index]')
  await expect(rows.first()).toBeVisible({ timeout: 60_000 })
  await chooseInList(page, 'Export…')
  const patientData = dialog.getByRole('group', { name: 'Patient data' }).getByRole('checkbox')
  await expect(patientData).not.toHaveCount(0)
  for (const box of await patientData.all()) await expect(box).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  // Another story exports captures in the same account.
  const made = dialog.getByRole('listitem').filter({ hasText: 'Queue items' })
  await expect(made).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await made.getByRole('button', { name: 'Download CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^${name.replaceAll(' ', '-')}-queue-items-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  )
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toContain('Rendering provider')
  expect(lines[0]).not.toContain('Patient')
  expect(lines.length).toBeGreaterThan(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: `View: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete view…' }).click()
  await dialog.getByRole('button', { name: 'Delete view' }).click()
  await expect(page).toHaveURL(/\/queue\/held$/)
})

test.describe('as credentialing staff', () => {
  test.use({ role: 'credentialing' })

  test('the list of contracts is exported, and its file has no patient data', async ({ page }) => {
    await page.goto('/contracts')
    await chooseInList(page, 'Export…')
    const dialog = page.getByRole('dialog', { name: 'Export CSV' })
    await expect(dialog.getByRole('group', { name: 'Patient data' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Start export' }).click()
    await expect(dialog.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  })
})
