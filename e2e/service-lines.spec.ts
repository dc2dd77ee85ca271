import type { Page } from '@playwright/test'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { expect, test } from './fixtures/test.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'

const diabetes = { code_type: 'ABK', code: 'E11.9', name: 'Type 2 diabetes' } as const
const pressure = { code_type: 'ABF', code: 'I10', name: 'High blood pressure' } as const
const pain = { code_type: 'ABF', code: 'M54.50', name: 'Low back pain' } as const

/** A capture with three diagnoses and one line for each list of pointers. */
function visitWith(
  sandbox: SandboxClient,
  pointers: readonly (readonly number[])[],
): Promise<ChargeCapture> {
  return sandbox.createVisit((data) => ({
    diagnoses: [diabetes, pressure, pain],
    service_lines: pointers.map((diagnosis_pointers, place) => ({
      ...data.service_lines![0]!,
      diagnosis_pointers: [...diagnosis_pointers],
      charge_amount_cents: 10_000 + place,
      external_id: `line-${place}`,
    })),
  }))
}

const cell = (page: Page, line: number, field: string) =>
  page.locator(`[name="data.service_lines.${line}.${field}"]`)
const lines = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Service lines' }) })

async function open(page: Page, { id }: ChargeCapture): Promise<void> {
  await page.goto(`/charge-captures/${id}`)
  await expect(cell(page, 0, 'procedure_code')).toBeVisible()
}

async function save(page: Page, sandbox: SandboxClient, { id }: ChargeCapture) {
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('main')).toContainText(/saved\./i)
  return (await sandbox.getCapture(id)).charge_capture_data
}

/** Copies a block of cells to the clipboard like a spreadsheet, and pastes it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await page.keyboard.press('Control+v')
}

test('a line is typed by keyboard only, and Enter after the last line adds another', async ({
  page,
  sandbox,
}) => {
  const capture = await visitWith(sandbox, [[0]])
  await open(page, capture)
  await cell(page, 0, 'procedure_code').focus()
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 'procedure_code')).toBeFocused()
  for (const text of ['G0008', 'LT 59', 'b a', '2', 'UN', '11', '50.25']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(cell(page, 1, 'date_of_service')).toBeFocused()
  await expect(lines(page)).toContainText('Total of 2 lines $150.25')
  // The charge is the line's total: two units for $50.25 have no exact price, one line of $100.00
  // has.
  await cell(page, 1, 'charge_amount_cents').focus()
  await expect(lines(page)).toContainText('Line 2 enter the line’s total')
  await page.keyboard.press('Shift+Enter')
  await expect(cell(page, 0, 'charge_amount_cents')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 1, 'charge_amount_cents')).toBeFocused()
  const data = await save(page, sandbox, capture)
  expect(data.service_lines![1]).toMatchObject({
    procedure_code: 'G0008',
    modifiers: ['LT', '59'],
    diagnosis_pointers: [1, 0],
    quantity: '2',
    units: 'UN',
    place_of_service_code: '11',
    charge_amount_cents: 5025,
  })
})

test('a spreadsheet block fills cells and adds lines; unreadable cells are reported and nothing is lost', async ({
  page,
  sandbox,
}) => {
  const capture = await visitWith(sandbox, [[0], [1]])
  await open(page, capture)
  await cell(page, 1, 'diagnosis_pointers').focus()
  await paste(page, 'A C\t2\tUN\t2\t$1,200.00\nB\ttwo\tUN\t11\t35.5\nC\t1\t\t11\t(4)\n')
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
    '13 cells filled, 2 lines added, 1 couldn’t be read.',
  )
  await expect(lines(page)).toContainText('Line 3, Qty: two')
  await expect(lines(page)).toContainText('Line 2, Place: 2 read as 02')
  await expect(cell(page, 1, 'diagnosis_pointers')).toBeFocused()
  await expect(lines(page)).toContainText('Total of 4 lines $1,331.50')
  await cell(page, 2, 'quantity').fill('3')
  await cell(page, 3, 'charge_amount_cents').fill('4')
  await cell(page, 3, 'units').selectOption('UN')
  for (const line of [2, 3]) await cell(page, line, 'procedure_code').fill('G0463')
  const { service_lines } = await save(page, sandbox, capture)
  expect(
    service_lines!.map((line) => [
      line.diagnosis_pointers,
      line.quantity,
      line.place_of_service_code,
      line.charge_amount_cents,
    ]),
  ).toEqual([
    [[0], '1', '11', 10_000],
    [[0, 2], '2', '02', 120_000],
    [[1], '3', '11', 3_550],
    [[2], '1', '11', 400],
  ])
})

test('a paste is undone in one step', async ({ page, sandbox }) => {
  const capture = await visitWith(sandbox, [[0]])
  await open(page, capture)
  await cell(page, 0, 'charge_amount_cents').focus()
  await paste(page, '1\n2\n3\n')
  await expect(cell(page, 2, 'charge_amount_cents')).toHaveValue('$3.00')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 1, 'charge_amount_cents')).toHaveCount(0)
  await expect(cell(page, 0, 'charge_amount_cents')).toHaveValue('$100.00')
})

test('filling down takes the cell above, or fills the selected lines', async ({
  page,
  sandbox,
}) => {
  const capture = await visitWith(sandbox, [[0], [1], [2], [2]])
  await open(page, capture)
  await cell(page, 1, 'diagnosis_pointers').focus()
  await page.keyboard.press('Control+d')
  await expect(cell(page, 1, 'diagnosis_pointers')).toHaveValue('A')
  await cell(page, 1, 'quantity').fill('7')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect(cell(page, 3, 'quantity')).toHaveValue('7')
  const { service_lines } = await save(page, sandbox, capture)
  expect(
    service_lines!.map(({ quantity, diagnosis_pointers }) => [quantity, diagnosis_pointers]),
  ).toEqual([
    ['1', [0]],
    ['7', [0]],
    ['7', [2]],
    ['7', [2]],
  ])
})

test('lines are copied, moved and deleted with the focus kept, and a deletion is undone', async ({
  page,
  sandbox,
}) => {
  const capture = await visitWith(sandbox, [[0], [1], [2]])
  await open(page, capture)
  await page.getByRole('button', { name: 'Copy line 1' }).click()
  await expect(cell(page, 1, 'procedure_code')).toBeFocused()
  await cell(page, 3, 'quantity').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cell(page, 1, 'quantity')).toBeFocused()
  await expect(cell(page, 1, 'diagnosis_pointers')).toHaveValue('C')
  await page.keyboard.press('Alt+Delete')
  await expect(cell(page, 1, 'quantity')).toBeFocused()
  await expect(cell(page, 3, 'quantity')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(page, 1, 'diagnosis_pointers')).toHaveValue('C')
  const { service_lines } = await save(page, sandbox, capture)
  expect(
    service_lines!.map(({ external_id, diagnosis_pointers }) => [
      external_id ?? null,
      diagnosis_pointers,
    ]),
  ).toEqual([
    ['line-0', [0]],
    ['line-2', [2]],
    [null, [0]],
    ['line-1', [1]],
  ])
})

test('a moved or copied line is undone by key, step by step', async ({ page, sandbox }) => {
  const capture = await visitWith(sandbox, [[0], [1], [2], [0, 1]])
  await open(page, capture)
  const charges = async (...expected: string[]) => {
    await expect(cell(page, expected.length, 'charge_amount_cents')).toHaveCount(0)
    for (const [line, charge] of expected.entries())
      await expect(cell(page, line, 'charge_amount_cents')).toHaveValue(charge)
  }
  await cell(page, 3, 'quantity').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await charges('$100.00', '$100.03', '$100.01', '$100.02')
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
    'Line 4 moved to line 2.',
  )
  await page.keyboard.press('Control+z')
  await charges('$100.00', '$100.01', '$100.02', '$100.03')
  await expect(cell(page, 3, 'quantity')).toBeFocused()
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await charges('$100.00', '$100.01', '$100.02', '$100.03', '$100.03')
  // Held, and pressed again: the copy stays away, with its charge.
  await page.keyboard.down('Control')
  for (let press = 0; press < 3; press += 1) await page.keyboard.down('z')
  await page.keyboard.up('z')
  await page.keyboard.up('Control')
  await charges('$100.00', '$100.01', '$100.02', '$100.03')
  await page.keyboard.press('Control+z')
  await charges('$100.00', '$100.01', '$100.02', '$100.03')
  await expect(page.getByRole('status', { name: 'Messages' })).not.toContainText('deleted')
  await expect(cell(page, 3, 'quantity')).toBeFocused()
})

test('a claim that is full of diagnoses disables adding and says why; loaded surplus diagnoses stay and can be removed', async ({
  page,
  sandbox,
}) => {
  const codes = [
    'E11.9',
    'I10',
    'M54.50',
    'J06.9',
    'R05.9',
    'E78.5',
    'K21.9',
    'F41.1',
    'N39.0',
    'L03.90',
    'H66.90',
    'R51.9',
    'B34.9',
  ]
  // A planned capture is saved without a reason for its errors.
  const capture = await sandbox.createVisit(
    () => ({
      diagnoses: codes.map((code, place) => ({ code, code_type: place === 0 ? 'ABK' : 'ABF' })),
    }),
    { status: 'planned' },
  )
  await open(page, capture)
  const rows = page
    .getByRole('list', { name: 'Diagnoses' })
    .getByRole('listitem')
    .filter({ has: page.locator('[name$=".code"]') })
  const add = page.getByRole('button', { name: 'Add diagnosis' })
  await expect(rows).toHaveCount(13)
  await expect(add).toBeDisabled()
  await expect(add).toHaveAccessibleDescription('12 at most on a professional claim')
  await cell(page, 0, 'quantity').fill('2')
  expect((await save(page, sandbox, capture)).diagnoses!.map(({ code }) => code)).toEqual(codes)
  await page.getByRole('button', { name: 'Delete diagnosis M' }).click()
  await expect(rows).toHaveCount(12)
  await page.getByRole('button', { name: 'Delete diagnosis L' }).click()
  await expect(rows).toHaveCount(11)
  await expect(add).toBeEnabled()
  await add.click()
  await expect(page.locator('[name="data.diagnoses.11.code"]')).toBeFocused()
  await expect(add).toBeDisabled()
  // A line with a revenue code makes the claim institutional, which allows more.
  await page.getByRole('button', { name: /^Show more of line 1/ }).click()
  await cell(page, 0, 'revenue_code').fill('0510')
  await expect(add).toBeEnabled()
})

test('deleting a middle diagnosis re-points every line, says so, and can be undone', async ({
  page,
  sandbox,
}) => {
  const capture = await visitWith(sandbox, [[0, 2], [1], [2, 1, 0], [2]])
  await open(page, capture)
  await page.getByRole('button', { name: 'Delete diagnosis B' }).click()
  const messages = page.getByRole('status', { name: 'Messages' })
  await expect(messages).toContainText('3 lines re-pointed. Line 2 lost its only diagnosis.')
  await expect(cell(page, 2, 'diagnosis_pointers')).toHaveValue('B A')
  await messages.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(page, 2, 'diagnosis_pointers')).toHaveValue('C B A')
  await expect(cell(page, 1, 'diagnosis_pointers')).toHaveValue('B')
  await page.getByRole('button', { name: 'Delete diagnosis B' }).click()
  await cell(page, 1, 'diagnosis_pointers').fill('b')
  const data = await save(page, sandbox, capture)
  expect(data.diagnoses!.map(({ code }) => code)).toEqual(['E11.9', 'M54.50'])
  expect(data.service_lines!.map(({ diagnosis_pointers }) => diagnosis_pointers)).toEqual([
    [0, 1],
    [1],
    [1, 0],
    [1],
  ])
})

test('a moved diagnosis keeps its lines', async ({ page, sandbox }) => {
  const capture = await visitWith(sandbox, [[0], [1, 2]])
  await open(page, capture)
  await page.locator('[name="data.diagnoses.2.code"]').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.locator('[name="data.diagnoses.0.code"]')).toBeFocused()
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
    'Diagnosis B moved to A. 2 lines re-pointed.',
  )
  // No button makes another diagnosis the principal one: the person decides.
  await expect(page.getByRole('button', { name: /^Make it/ })).toHaveCount(0)
  await page.locator('[name="data.diagnoses.0.code_type"]').selectOption('ABK')
  await page.locator('[name="data.diagnoses.1.code_type"]').selectOption('ABF')
  const data = await save(page, sandbox, capture)
  expect(data.diagnoses!.map(({ code }) => code)).toEqual(['M54.50', 'E11.9', 'I10'])
  expect(data.service_lines!.map(({ diagnosis_pointers }) => diagnosis_pointers)).toEqual([
    [1],
    [2, 0],
  ])
})

test('a principal diagnosis that is not the first is moved up by its fix, and the lines follow', async ({
  page,
  sandbox,
}) => {
  const capture = await visitWith(sandbox, [[0], [1, 2]])
  await open(page, capture)
  await page.locator('[name="data.diagnoses.0.code_type"]').selectOption('ABF')
  await page.locator('[name="data.diagnoses.1.code_type"]').selectOption('ABK')
  await page
    .getByRole('button', { name: 'Move I10 first (now E11.9)', exact: true })
    .first()
    .click()
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
    'Diagnosis B moved to A. 2 lines re-pointed.',
  )
  const data = await save(page, sandbox, capture)
  expect(data.diagnoses!.map(({ code, code_type }) => [code, code_type])).toEqual([
    ['I10', 'ABK'],
    ['E11.9', 'ABF'],
    ['M54.50', 'ABF'],
  ])
  expect(data.service_lines!.map(({ diagnosis_pointers }) => diagnosis_pointers)).toEqual([
    [1],
    [0, 2],
  ])
})

test('the other fields of a line are reached below it', async ({ page, sandbox }) => {
  const capture = await visitWith(sandbox, [[0]])
  await open(page, capture)
  await page.getByRole('button', { name: /^Show more of line 1/ }).click()
  await cell(page, 0, 'revenue_code').fill('0510')
  await page.getByRole('button', { name: 'Drug' }).click()
  await cell(page, 0, 'drug_identification.national_drug_code').fill('00002821501')
  await cell(page, 0, 'drug_identification.national_drug_unit_count').fill('1')
  await cell(page, 0, 'drug_identification.measurement_unit_code').selectOption('ML')
  await page.getByRole('button', { name: 'Test results' }).click()
  await page.getByRole('button', { name: 'Add test result' }).click()
  await cell(page, 0, 'test_results.0.value').fill('7.10')
  await page.getByRole('button', { name: 'Ordering provider' }).click()
  await cell(page, 0, 'ordering_provider.last_name').fill('Order')
  await page.getByRole('button', { name: 'Address', exact: true }).last().click()
  await cell(page, 0, 'ordering_provider.address.city').fill('Salem')
  const { service_lines } = await save(page, sandbox, capture)
  expect(service_lines![0]).toMatchObject({
    revenue_code: '0510',
    drug_identification: { national_drug_code: '00002821501', measurement_unit_code: 'ML' },
    test_results: [{ value: 7.1 }],
    ordering_provider: { last_name: 'Order', address: { city: 'Salem' } },
  })
})

test('a long capture shows inactive lines as text: they can be clicked, reached by keyboard, filled and pasted over', async ({
  page,
  sandbox,
}) => {
  const capture = await visitWith(
    sandbox,
    Array.from({ length: 20 }, (_, place) => [0, 1 + (place % 2)]),
  )
  await open(page, capture)
  const text = (line: number, field: string) =>
    page.locator(`[data-cell="data.service_lines.${line}.${field}"]`)
  await expect(text(9, 'charge_amount_cents')).toHaveText('$100.09')
  await expect(cell(page, 9, 'charge_amount_cents')).toHaveCount(0)
  await expect(cell(page, 19, 'charge_amount_cents')).toHaveValue('$100.19')

  // Pointing at the line turns it into controls before a click.
  await text(9, 'charge_amount_cents')
    .or(cell(page, 9, 'charge_amount_cents'))
    .click()
  await expect(cell(page, 9, 'charge_amount_cents')).toBeFocused()
  await cell(page, 9, 'charge_amount_cents').fill('7')
  for (let line = 10; line < 15; line += 1) await page.keyboard.press('ArrowDown')
  await expect(cell(page, 14, 'charge_amount_cents')).toBeFocused()
  // An inactive line is text again and shows the typed value.
  await page.mouse.move(0, 0)
  await expect(text(9, 'charge_amount_cents')).toHaveText('7')

  await cell(page, 14, 'charge_amount_cents').focus()
  await paste(page, '1\n2\n3\n4\n')
  await expect(text(17, 'charge_amount_cents')).toHaveText('$4.00')
  await page.keyboard.press('Control+z')
  await expect(text(17, 'charge_amount_cents')).toHaveText('$100.17')
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cell(page, 12, 'charge_amount_cents')).toBeFocused()
  await expect(cell(page, 12, 'charge_amount_cents')).toHaveValue('$100.14')

  // Removing a diagnosis also re-points lines that are text.
  await expect(text(7, 'diagnosis_pointers')).toHaveText('A C')
  await page.getByRole('button', { name: 'Delete diagnosis B' }).click()
  await expect(text(7, 'diagnosis_pointers')).toHaveText('A B')
  await expect(text(8, 'diagnosis_pointers')).toHaveText('A')
  const { service_lines } = await save(page, sandbox, capture)
  expect(service_lines!.map((line) => line.charge_amount_cents)).toEqual([
    ...Array.from({ length: 9 }, (_, place) => 10_000 + place),
    700,
    10_010,
    10_011,
    10_014,
    10_012,
    10_013,
    10_015,
    10_016,
    10_017,
    10_018,
    10_019,
  ])
})

test('a half-typed date of a long capture stays when the person works elsewhere, and is asked about before a save', async ({
  page,
  sandbox,
}) => {
  const capture = await visitWith(
    sandbox,
    Array.from({ length: 20 }, () => [0]),
  )
  await open(page, capture)
  const date = cell(page, 0, 'date_of_service')
  await date.focus()
  for (let line = 1; line <= 8; line += 1) await page.keyboard.press('Enter')
  const half = cell(page, 8, 'date_of_service')
  await expect(half).toBeFocused()
  await page.keyboard.press('Backspace')
  for (let line = 9; line <= 13; line += 1) await page.keyboard.press('Enter')
  await expect(cell(page, 13, 'date_of_service')).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect(half).toBeFocused()
  await expect(lines(page)).toContainText('Finish this date, or clear it.')
  expect(await sandbox.requests(`/api/charge_captures/v1/${capture.id}`, 'PATCH')).toHaveLength(0)
})

test('find-in-page scrolls to its match, also among undrawn lines with several messages', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit((data) => ({
    service_lines: Array.from({ length: 40 }, (_, place) => ({
      ...data.service_lines![0]!,
      procedure_code: 'VISIT',
      quantity: '0',
      diagnosis_pointers: [7],
      charge_amount_cents: 10_000 + place,
      external_id: `line-${place}`,
    })),
  }))
  await open(page, capture)
  await expect(lines(page).getByRole('listitem').filter({ hasText: 'quantity' })).toHaveCount(40)
  // The browser's own search.
  expect(
    await page.evaluate(() =>
      (window as unknown as { find: (text: string) => boolean }).find('$100.30'),
    ),
  ).toBe(true)
  await expect(
    page.locator('[data-cell="data.service_lines.30.charge_amount_cents"]'),
  ).toBeInViewport()
})
