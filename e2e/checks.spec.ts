import type { Page } from '@playwright/test'
import { expectReady } from './fixtures/ready.ts'
import { expect, test } from './fixtures/test.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'

test.use({ role: 'admin' })

const checksOf = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Checks', exact: true }) })

test('placed lists judge a capture: a header code is an error, and NCCI edits name the line that Medicare doesn’t pay', async ({
  page,
  sandbox,
}) => {
  const day = '2017-11-06'
  const capture = await sandbox.createVisit((data) => ({
    date_of_service: day,
    diagnoses: [{ code_type: 'ABK', code: 'E11' }],
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
  const codes = ['00001 E11     0 Made up', '00002 E119    1 Made up', '00003 I10     1 Made up']
  const placed = page.getByLabel('Messages')
  await page.goto('/checks')
  await page.getByRole('link', { name: 'Code sets' }).click()
  await expectReady(page)
  const table = page.getByRole('table', { name: 'Other code lists' })
  const check = page.getByRole('listitem').filter({ hasText: 'doesn’t pay together' })
  await expect(check).toContainText('Asleep')
  for (const [name, text, words] of [
    ['icd10cm-order-2018.txt', codes, 'is placed: 3 codes.'],
    ['ccipra-v233r0-f1.txt', lines, 'is placed: 3 entries.'],
  ] as const) {
    await page.getByRole('button', { name: 'Place a file…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Place a code list' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text.join('\r\n')) })
    await dialog.getByRole('button', { name: 'Place the file' }).click()
    await expect(placed).toContainText(words)
  }
  await expect(table).toContainText('Loaded')
  await expect(table).toContainText('2 in use')
  await expect(check).toContainText('Awake')
  await expectNoWireNames(page, 'the placed lists')

  await page.goto(`/charge-captures/${capture.id}`)
  await expect(checksOf(page)).toContainText(
    'Error: Diagnosis code E11 isn’t billable in fiscal year 2018: a longer code is needed',
  )
  await expect(checksOf(page)).toContainText(
    'Error: Line 2: A4550 isn’t paid beside G0463 (line 1), and no modifier changes that',
  )
  await expect(checksOf(page)).toContainText(
    'Warning: Line 3: A4648 isn’t paid beside G0463 (line 1) without a modifier such as 59',
  )
})
