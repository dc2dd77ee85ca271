import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openCapture, saveCapture, savedBodies } from '#components/testing/capture.testing.tsx'
import { focusOn } from '#components/testing/keys.testing.ts'
import { sectionOf } from '#components/testing/page.testing.tsx'

const diabetes = { code_type: 'ABK', code: 'E11.9', name: 'Type 2 diabetes' } as const
const pressure = { code_type: 'ABF', code: 'I10', name: 'High blood pressure' } as const
const pain = { code_type: 'ABF', code: 'M54.50', name: 'Low back pain' } as const

/** Opens a capture with three diagnoses and one line for each list of pointers. */
const openVisit = (pointers: readonly (readonly number[])[]) =>
  openCapture((data) => ({
    diagnoses: [diabetes, pressure, pain],
    service_lines: pointers.map((diagnosis_pointers, place) => ({
      ...data.service_lines![0]!,
      diagnosis_pointers: [...diagnosis_pointers],
      charge_amount_cents: 10_000 + place,
      external_id: `line-${place}`,
    })),
  }))

const cell = (line: number, field: string) => page.getByField(`data.service_lines.${line}.${field}`)
const text = (line: number, field: string) =>
  page.getByCss(`[data-cell="data.service_lines.${line}.${field}"]`)
const lines = sectionOf('Service lines')
const messages = page.getByRole('status', { name: 'Messages' })

const focus = (line: number, field: string) => focusOn(cell(line, field))

const press = async (keys: string, times = 1) => {
  for (let left = times; left > 0; left -= 1) await userEvent.keyboard(keys)
}
const moveUp = '{Alt>}{ArrowUp}{/Alt}'
const undo = '{Control>}z{/Control}'

/** Pastes a block of cells, as copied from a spreadsheet, where the focus is. */
function paste(block: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', block)
  const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  document.activeElement!.dispatchEvent(pasted)
}

test('a line is typed by keyboard only, and Enter after the last line adds another', async () => {
  await openVisit([[0]])
  await focus(0, 'procedure_code')
  await press('{Enter}')
  await expect.element(cell(1, 'procedure_code')).toHaveFocus()
  for (const typed of ['G0008', 'LT 59', 'b a', '2', 'UN', '11', '50.25'])
    await press(`${typed}{Tab}`)
  await expect.element(cell(1, 'date_of_service')).toHaveFocus()
  await expect.element(lines).toMatchTextContent('Total of 2 lines $150.25')
  // The charge is the line's total: two units for $50.25 have no exact price, one line of $100.00
  // has.
  await focus(1, 'charge_amount_cents')
  await expect.element(lines).toMatchTextContent('Line 2 enter the line’s total')
  await press('{Shift>}{Enter}{/Shift}')
  await expect.element(cell(0, 'charge_amount_cents')).toHaveFocus()
  await press('{ArrowDown}')
  await expect.element(cell(1, 'charge_amount_cents')).toHaveFocus()
  const data = await saveCapture()
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

test('a spreadsheet block fills cells and adds lines; unreadable cells are reported and nothing is lost', async () => {
  await openVisit([[0], [1]])
  await focus(1, 'diagnosis_pointers')
  paste('A C\t2\tUN\t2\t$1,200.00\nB\ttwo\tUN\t11\t35.5\nC\t1\t\t11\t(4)\n')
  await expect
    .element(messages)
    .toMatchTextContent('13 cells filled, 2 lines added, 1 couldn’t be read.')
  await expect.element(lines).toMatchTextContent('Line 3, Qty: two')
  await expect.element(lines).toMatchTextContent('Line 2, Place: 2 read as 02')
  await expect.element(cell(1, 'diagnosis_pointers')).toHaveFocus()
  await expect.element(lines).toMatchTextContent('Total of 4 lines $1,331.50')
  await cell(2, 'quantity').fill('3')
  await cell(3, 'charge_amount_cents').fill('4')
  await cell(3, 'units').selectOptions('UN')
  for (const line of [2, 3]) await cell(line, 'procedure_code').fill('G0463')
  const { service_lines } = await saveCapture()
  expect(
    service_lines!.map((line) => [
      line.diagnosis_pointers,
      line.quantity,
      line.place_of_service_code ?? '11',
      line.charge_amount_cents,
    ]),
  ).toEqual([
    [[0], '1', '11', 10_000],
    [[0, 2], '2', '02', 120_000],
    [[1], '3', '11', 3_550],
    [[2], '1', '11', 400],
  ])
})

test('a paste is undone in one step', async () => {
  await openVisit([[0]])
  await focus(0, 'charge_amount_cents')
  paste('1\n2\n3\n')
  await expect.element(cell(2, 'charge_amount_cents')).toHaveValue('$3.00')
  await press(undo)
  await expect.element(cell(1, 'charge_amount_cents')).not.toBeInTheDocument()
  await expect.element(cell(0, 'charge_amount_cents')).toHaveValue('$100.00')
})

test('filling down takes the cell above, or fills the selected lines', async () => {
  await openVisit([[0], [1], [2], [2]])
  await focus(1, 'diagnosis_pointers')
  await press('{Control>}d{/Control}')
  await expect.element(cell(1, 'diagnosis_pointers')).toHaveValue('A')
  await cell(1, 'quantity').fill('7')
  await press('{Shift>}{ArrowDown}{/Shift}', 2)
  await press('{Control>}d{/Control}')
  await expect.element(cell(3, 'quantity')).toHaveValue('7')
  const { service_lines } = await saveCapture()
  expect(
    service_lines!.map(({ quantity, diagnosis_pointers }) => [quantity, diagnosis_pointers]),
  ).toEqual([
    ['1', [0]],
    ['7', [0]],
    ['7', [2]],
    ['7', [2]],
  ])
})

test('lines are copied, moved and deleted with the focus kept, and a deletion is undone', async () => {
  await openVisit([[0], [1], [2]])
  await page.getByRole('button', { name: 'Copy line 1' }).click()
  await expect.element(cell(1, 'procedure_code')).toHaveFocus()
  await focus(3, 'quantity')
  await press(moveUp, 2)
  await expect.element(cell(1, 'quantity')).toHaveFocus()
  await expect.element(cell(1, 'diagnosis_pointers')).toHaveValue('C')
  await press('{Alt>}{Delete}{/Alt}')
  await expect.element(cell(1, 'quantity')).toHaveFocus()
  await expect.element(cell(3, 'quantity')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(cell(1, 'diagnosis_pointers')).toHaveValue('C')
  const { service_lines } = await saveCapture()
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

test('a moved or copied line is undone by key, step by step', async () => {
  await openVisit([[0], [1], [2], [0, 1]])
  const charges = async (...expected: string[]) => {
    await expect.element(cell(expected.length, 'charge_amount_cents')).not.toBeInTheDocument()
    for (const [line, charge] of expected.entries())
      await expect.element(cell(line, 'charge_amount_cents')).toHaveValue(charge)
  }
  await focus(3, 'quantity')
  await press(moveUp, 2)
  await charges('$100.00', '$100.03', '$100.01', '$100.02')
  await expect.element(messages).toMatchTextContent('Line 4 moved to line 2.')
  await press(undo)
  await charges('$100.00', '$100.01', '$100.02', '$100.03')
  await expect.element(cell(3, 'quantity')).toHaveFocus()
  await press('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}')
  await charges('$100.00', '$100.01', '$100.02', '$100.03', '$100.03')
  // Held, and pressed again: the copy stays away, with its charge.
  await press('{Control>}{z>3/}{/Control}')
  await charges('$100.00', '$100.01', '$100.02', '$100.03')
  await press(undo)
  await charges('$100.00', '$100.01', '$100.02', '$100.03')
  await expect.element(messages).not.toMatchTextContent('deleted')
  await expect.element(cell(3, 'quantity')).toHaveFocus()
})

test('a claim that is full of diagnoses disables adding and says why; loaded surplus diagnoses stay and can be removed', async () => {
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
  await openCapture(
    (data) => ({
      diagnoses: codes.map((code, place) => ({ code, code_type: place === 0 ? 'ABK' : 'ABF' })),
      service_lines: [{ ...data.service_lines![0]!, diagnosis_pointers: [0] }],
    }),
    { status: 'planned' },
  )
  const rows = page
    .getByRole('list', { name: 'Diagnoses' })
    .getByRole('listitem')
    .filter({ has: page.getByCss('[name$=".code"]') })
  const add = page.getByRole('button', { name: 'Add diagnosis' })
  await expect.element(rows).toHaveLength(13)
  await expect.element(add).toBeDisabled()
  await expect.element(add).toHaveAccessibleDescription('12 at most on a professional claim')
  await cell(0, 'quantity').fill('2')
  expect((await saveCapture()).diagnoses!.map(({ code }) => code)).toEqual(codes)
  await page.getByRole('button', { name: 'Delete diagnosis M' }).click()
  await expect.element(rows).toHaveLength(12)
  await page.getByRole('button', { name: 'Delete diagnosis L' }).click()
  await expect.element(rows).toHaveLength(11)
  await expect.element(add).toBeEnabled()
  await add.click()
  await expect.element(page.getByField('data.diagnoses.11.code')).toHaveFocus()
  await expect.element(add).toBeDisabled()
  // A line with a revenue code makes the claim institutional, which allows more.
  await page.getByRole('button', { name: /^Show more of line 1/ }).click()
  await cell(0, 'revenue_code').fill('0510')
  await expect.element(add).toBeEnabled()
})

test('deleting a middle diagnosis re-points every line, says so, and can be undone', async () => {
  await openVisit([[0, 2], [1], [2, 1, 0], [2]])
  await page.getByRole('button', { name: 'Delete diagnosis B' }).click()
  await expect
    .element(messages)
    .toMatchTextContent('3 lines re-pointed. Line 2 lost its only diagnosis.')
  await expect.element(cell(2, 'diagnosis_pointers')).toHaveValue('B A')
  await messages.getByRole('button', { name: 'Undo' }).click()
  await expect.element(cell(2, 'diagnosis_pointers')).toHaveValue('C B A')
  await expect.element(cell(1, 'diagnosis_pointers')).toHaveValue('B')
  await page.getByRole('button', { name: 'Delete diagnosis B' }).click()
  await cell(1, 'diagnosis_pointers').fill('b')
  const data = await saveCapture()
  expect(data.diagnoses!.map(({ code }) => code)).toEqual(['E11.9', 'M54.50'])
  expect(data.service_lines!.map(({ diagnosis_pointers }) => diagnosis_pointers)).toEqual([
    [0, 1],
    [1],
    [1, 0],
    [1],
  ])
})

test('a moved diagnosis keeps its lines', async () => {
  await openVisit([[0], [1, 2]])
  await focusOn(page.getByField('data.diagnoses.2.code'))
  await press(moveUp, 2)
  await expect.element(page.getByField('data.diagnoses.0.code')).toHaveFocus()
  await expect.element(messages).toMatchTextContent('Diagnosis B moved to A. 2 lines re-pointed.')
  // No button makes another diagnosis the principal one: the person decides.
  await expect.element(page.getByRole('button', { name: /^Make it/ })).not.toBeInTheDocument()
  await page.getByField('data.diagnoses.0.code_type').selectOptions('ABK')
  await page.getByField('data.diagnoses.1.code_type').selectOptions('ABF')
  const data = await saveCapture()
  expect(data.diagnoses!.map(({ code }) => code)).toEqual(['M54.50', 'E11.9', 'I10'])
  expect(data.service_lines!.map(({ diagnosis_pointers }) => diagnosis_pointers)).toEqual([
    [1],
    [2, 0],
  ])
})

test('a principal diagnosis that is not the first is moved up by its fix, and the lines follow', async () => {
  await openVisit([[0], [1, 2]])
  await page.getByField('data.diagnoses.0.code_type').selectOptions('ABF')
  await page.getByField('data.diagnoses.1.code_type').selectOptions('ABK')
  await page.getByRole('button', { name: 'Move I10 first (now E11.9)' }).first().click()
  await expect.element(messages).toMatchTextContent('Diagnosis B moved to A. 2 lines re-pointed.')
  const data = await saveCapture()
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

test('the other fields of a line are reached below it', async () => {
  await openVisit([[0]])
  await page.getByRole('button', { name: /^Show more of line 1/ }).click()
  await cell(0, 'revenue_code').fill('0510')
  await page.getByRole('button', { name: /^Drug/ }).click()
  await cell(0, 'drug_identification.national_drug_code').fill('00002821501')
  await cell(0, 'drug_identification.national_drug_unit_count').fill('1')
  await cell(0, 'drug_identification.measurement_unit_code').selectOptions('ML')
  await page.getByRole('button', { name: /^Test results/ }).click()
  await page.getByRole('button', { name: 'Add test result' }).click()
  await cell(0, 'test_results.0.value').fill('7.10')
  await page.getByRole('button', { name: /^Ordering provider/ }).click()
  await cell(0, 'ordering_provider.last_name').fill('Order')
  await page.getByRole('button', { name: 'Address' }).last().click()
  await cell(0, 'ordering_provider.address.city').fill('Salem')
  const { service_lines } = await saveCapture()
  expect(service_lines![0]).toMatchObject({
    revenue_code: '0510',
    drug_identification: { national_drug_code: '00002821501', measurement_unit_code: 'ML' },
    test_results: [{ value: 7.1 }],
    ordering_provider: { last_name: 'Order', address: { city: 'Salem' } },
  })
})

test('a long capture shows inactive lines as text: they can be clicked, reached by keyboard, filled and pasted over', async () => {
  await openVisit(Array.from({ length: 20 }, (_, place) => [0, 1 + (place % 2)]))
  await expect.element(text(9, 'charge_amount_cents')).toHaveTextContent('$100.09')
  await expect.element(cell(9, 'charge_amount_cents')).not.toBeInTheDocument()
  await expect.element(cell(19, 'charge_amount_cents')).toHaveValue('$100.19')

  // Pointing at the line turns it into controls before a click.
  await text(9, 'charge_amount_cents').or(cell(9, 'charge_amount_cents')).click()
  await expect.element(cell(9, 'charge_amount_cents')).toHaveFocus()
  await cell(9, 'charge_amount_cents').fill('7')
  await press('{ArrowDown}', 5)
  await expect.element(cell(14, 'charge_amount_cents')).toHaveFocus()
  // An inactive line is text again and shows the typed value.
  await userEvent.unhover(lines)
  await expect.element(text(9, 'charge_amount_cents')).toHaveTextContent('7')

  await focus(14, 'charge_amount_cents')
  paste('1\n2\n3\n4\n')
  await expect.element(text(17, 'charge_amount_cents')).toHaveTextContent('$4.00')
  await press(undo)
  await expect.element(text(17, 'charge_amount_cents')).toHaveTextContent('$100.17')
  await press(moveUp, 2)
  await expect.element(cell(12, 'charge_amount_cents')).toHaveFocus()
  await expect.element(cell(12, 'charge_amount_cents')).toHaveValue('$100.14')

  // Removing a diagnosis also re-points lines that are text.
  await expect.element(text(7, 'diagnosis_pointers')).toHaveTextContent('A C')
  await page.getByRole('button', { name: 'Delete diagnosis B' }).click()
  await expect.element(text(7, 'diagnosis_pointers')).toHaveTextContent('A B')
  await expect.element(text(8, 'diagnosis_pointers')).toHaveTextContent('A')
  const { service_lines } = await saveCapture()
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

test('a half-typed date of a long capture stays when the person works elsewhere, and is asked about before a save', async () => {
  await openVisit(Array.from({ length: 20 }, () => [0]))
  await focus(0, 'date_of_service')
  await press('{Enter}', 8)
  const half = cell(8, 'date_of_service')
  await expect.element(half).toHaveFocus()
  await press('2/30')
  await press('{Enter}', 5)
  await expect.element(cell(13, 'date_of_service')).toHaveFocus()
  await expect.element(text(8, 'date_of_service')).toHaveTextContent('2/30')
  await press('{Control>}s{/Control}')
  await expect.element(half).toHaveFocus()
  await expect.element(lines).toMatchTextContent('There is no February 30.')
  expect(savedBodies()).toEqual([])
})

test('find-in-page scrolls to its match, also among undrawn lines with several messages', async () => {
  await openCapture((data) => ({
    service_lines: Array.from({ length: 40 }, (_, place) => ({
      ...data.service_lines![0]!,
      procedure_code: 'VISIT',
      quantity: '0',
      diagnosis_pointers: [7],
      charge_amount_cents: 10_000 + place,
      external_id: `line-${place}`,
    })),
  }))
  await expect.element(lines.getByRole('listitem').filter({ hasText: 'quantity' })).toHaveLength(40)
  // The browser's own search.
  expect((window as unknown as { find: (text: string) => boolean }).find('$100.30')).toBe(true)
  const found = text(30, 'charge_amount_cents').or(cell(30, 'charge_amount_cents'))
  await expect.element(found).toBeInViewport()
})
