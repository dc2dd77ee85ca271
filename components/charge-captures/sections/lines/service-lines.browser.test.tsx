import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openCapture, saveCapture } from '#components/testing/capture.testing.tsx'
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
const lines = sectionOf('Service lines')

test('a line is typed by keyboard only, and Enter after the last line adds another', async () => {
  await openVisit([[0]])
  cell(0, 'procedure_code').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(cell(1, 'procedure_code')).toHaveFocus()
  for (const text of ['G0008', 'LT 59', 'b a', '2', 'UN', '11', '50.25'])
    await userEvent.keyboard(`${text}{Tab}`)
  await expect.element(cell(1, 'date_of_service')).toHaveFocus()
  await expect.element(lines).toMatchTextContent('Total of 2 lines $150.25')
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
