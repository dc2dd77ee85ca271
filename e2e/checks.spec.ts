import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectReady } from './fixtures/ready.ts'
import { expect, test } from './fixtures/test.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Checks' }).locator('tr[data-index]')
const checksOf = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Checks', exact: true }) })

test('the catalogue finds a check by its words, opens it by key, and is saved as JSON', async ({
  page,
}) => {
  await expect(async () => {
    await page.goto('/checks')
    await expect(page.getByRole('main')).toContainText(
      /Found now: in [\d,]+ captures? of claims in error or on hold, read /,
      { timeout: 2_000 },
    )
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name: 'Checks' })).toBeVisible()
  await expect(rowsOf(page).first()).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('textbox', { name: 'Words, field or source' })
  await expect(search).toBeFocused()
  await search.fill('check digit')
  await expect(rowsOf(page).first()).toContainText('NPI fails its check digit')
  await search.press('Escape')
  await search.blur()
  await page.keyboard.press('j')
  const link = page.getByRole('link', { name: 'NPI fails its check digit' })
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  const open = page.getByRole('region', { name: 'NPI fails its check digit' })
  await expect(open).toContainText(/Found now[\d,]+ of [\d,]+ captures?, of claims in error/)
  await expect(open).toContainText('Luhn check digit')
  await expect(open).toContainText('No fix: a person decides.')
  await expect(open).toContainText(/Then billed(Not known|\d+ of \d+ saves?)/)
  await expect(page).toHaveURL(/\/checks\?check=npi-check-digit$/)
  await expectAccessible(page, 'an open check')
  await expectNoWireNames(page, 'an open check')
  await page.keyboard.press('Escape')
  await expect(open).toBeHidden()

  await search.fill('no check has these words')
  await page.getByRole('button', { name: 'Show all checks' }).click()
  await page.getByRole('combobox', { name: 'Part of the capture' }).selectOption('Diagnoses')
  await page.getByRole('button', { name: /^Warnings/ }).click()
  await expect(page.getByRole('link', { name: 'Diagnosis code is in lowercase' })).toBeVisible()
  await expect(page.getByRole('link', { name: /NPI/ })).toHaveCount(0)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download JSON' }).click()
  const file = await (await saved).path()
  const { checks } = JSON.parse(await readFile(file, 'utf8')) as { checks: { id: string }[] }
  expect(checks.map(({ id }) => id)).toContain('npi-check-digit')
})

test('a finding leads to its check', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit((data) => ({
    rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
  }))
  await page.goto(`/charge-captures/${capture.id}`)
  const why = page.locator('details').filter({ hasText: 'Luhn check digit' }).first()
  await why.getByText('Why', { exact: true }).click()
  const opened = page.waitForEvent('popup')
  await why.getByRole('link', { name: 'About this check' }).click()
  const catalogue = await opened
  await expectReady(catalogue)
  await expect(catalogue.getByRole('region', { name: 'NPI fails its check digit' })).toBeVisible()
  await expect(catalogue.getByRole('link', { name: 'NPI fails its check digit' })).toBeFocused()
})

test.describe('as an administrator', () => {
  test.use({ role: 'admin' })

  test('a year’s list is placed whole or not at all, and then a header code is an error', async ({
    page,
    sandbox,
  }) => {
    const capture = await sandbox.createVisit((data) => ({
      date_of_service: '2017-11-03',
      service_lines: data.service_lines!.map((line) => ({
        ...line,
        date_of_service: '2017-11-03',
      })),
      diagnoses: [{ code_type: 'ABK', code: 'E11' }],
    }))
    const order = (...codes: [code: string, flag: string][]) =>
      codes
        .map(
          ([code, flag], at) =>
            `${String(at + 1).padStart(5, '0')} ${code.padEnd(7)} ${flag} Made up`,
        )
        .join('\r\n')
    const fileOf = (text: string, name = 'icd10cm-order-2018.txt') => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })
    await page.goto('/checks')
    await page.getByRole('link', { name: 'Code sets' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Code sets' })).toBeVisible()
    await expectReady(page)
    await expectNoWireNames(page, 'the code sets')
    await page.getByRole('button', { name: 'Place a file…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Place a code list' })
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles(fileOf(order(['E11', '0']), 'codes.txt'))
    await expect(dialog).toContainText('The name isn’t one of the publ')
    await file.setInputFiles(fileOf(order(['E11', '0'], ['E119', 'x'], ['I10', '1'])))
    await expect(dialog).toContainText('icd10cm-order-2018.txt can’t be placed.')
    await expect(dialog).toContainText('Line 2: There is no number, code and 0 or 1')
    await expectAccessible(page, 'a list that does not fit')
    await expect(dialog.getByRole('button', { name: 'Place the file' })).toBeDisabled()
    await file.setInputFiles(fileOf(order(['E11', '0'], ['E119', '1'], ['I10', '1'])))
    await expect(dialog).toContainText('fiscal year 2018, 3 codes, 1 header')
    await dialog.getByRole('button', { name: 'Place the file' }).click()
    await expect(page.getByLabel('Messages')).toContainText(
      'icd10cm-order-2018.txt is placed: 3 codes.',
    )
    const year = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /^2018/ }) })
    await expect(year).toContainText('icd10cm-order-2018.txt')
    await expect(page.getByRole('listitem').filter({ hasText: 'is a header' })).toContainText(
      'Awake',
    )

    await page.goto(`/charge-captures/${capture.id}`)
    await expect(checksOf(page)).toContainText(
      'Error: Diagnosis code E11 isn’t billable in fiscal year 2018: a longer code is needed',
    )
  })

  test('placed NCCI edits name the line that Medicare doesn’t pay, and a modifier answers a warning', async ({
    page,
    sandbox,
  }) => {
    const day = '2017-11-06'
    const capture = await sandbox.createVisit((data) => ({
      date_of_service: day,
      subscriber_primary: {
        ...data.subscriber_primary,
        insurance_card: { ...data.subscriber_primary!.insurance_card, plan_type: 'MB' },
      },
      service_lines: ['G0463', 'A4550', 'A4648'].map((procedure_code) => ({
        ...data.service_lines![0]!,
        procedure_code,
        modifiers: [],
        date_of_service: day,
      })),
    }))
    const lines = [
      'CPT only copyright',
      'Column 1\tColumn 2\t*=in existence\tEffective\tDeletion\tModifier\tPTP Edit Rationale',
      '\t\tprior to 1996\tDate\tDate\t0=not allowed\t',
      'G0463\tA4550\t\t20150101\t*\t0\tMade up',
      'G0463\tA4648\t\t20150101\t*\t1\tMade up',
      'G0463\tA4649\t\t20100101\t20141231\t1\tMade up',
    ]
    const fileOf = (...texts: string[]) => ({
      name: 'ccipra-v233r0-f1.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(texts.join('\r\n')),
    })
    await page.goto('/settings/code-sets')
    const table = page.getByRole('table', { name: 'Other code lists' })
    const check = page.getByRole('listitem').filter({ hasText: 'doesn’t pay together' })
    await expect(check).toContainText('Asleep')
    await page.getByRole('button', { name: 'Place a file…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Place a code list' })
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles(fileOf(...lines, 'G0463\tA4650\t\tsoon\t*\t1\tMade up'))
    await expect(dialog).toContainText('Line 7: The effective date “soon” isn’t a date')
    await file.setInputFiles(fileOf(...lines))
    await expect(dialog).toContainText('NCCI edits, Version 23.3, quarter 4 of 2017, 3 entries')
    await expect(dialog).toContainText('2 entries can judge a claim of 2017')
    await expectAccessible(page, 'a list that fits')
    await dialog.getByRole('button', { name: 'Place the file' }).click()
    await expect(page.getByLabel('Messages')).toContainText('is placed: 3 entries.')
    await expect(table).toContainText('Loaded')
    await expect(table).toContainText('2 in use')
    await expect(check).toContainText('Awake')
    await expectNoWireNames(page, 'the placed lists')

    await page.goto(`/charge-captures/${capture.id}`)
    await expect(checksOf(page)).toContainText(
      'Error: Line 2: A4550 isn’t paid beside G0463 (line 1), and no modifier changes that',
    )
    await expect(checksOf(page)).toContainText(
      'Warning: Line 3: A4648 isn’t paid beside G0463 (line 1) without a modifier such as 59',
    )
  })
})

test('who may not place lists sees which are loaded', async ({ page }) => {
  await page.goto('/settings/code-sets')
  await expect(page.getByRole('table', { name: 'ICD-10-CM by fiscal year' })).toContainText('2016')
  await expect(page.getByRole('main')).toContainText('An administrator places them here')
  await expect(page.getByRole('button', { name: 'Place a file…' })).toHaveCount(0)
})
