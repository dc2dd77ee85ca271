import { describe, expect, test } from 'vitest'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { placeBlock, readBlock } from './line-paste.ts'

const item = shapeAt(captureShape(), 'data.service_lines.0') as ObjectShape
const columns = [
  'procedure_code',
  'modifiers',
  'diagnosis_pointers',
  'quantity',
  'units',
  'place_of_service_code',
  'charge_amount_cents',
  'date_of_service',
]

describe('spreadsheet clipboard text', () => {
  test.each([
    [
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\r\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['\t\tx', [['', '', 'x']]],
    ['"two\nlines"\tb\n', [['two\nlines', 'b']]],
    ['"say ""hi"""\t5" nail', [['say "hi"', '5" nail']]],
    ['"open\tb', [['"open', 'b']]],
    ['99214\u200B\tLT', [['99214', 'LT']]],
    ['a', [['a']]],
    ['', [['']]],
  ])('%j', (text, expected) => {
    expect(readBlock(text)).toEqual(expected)
  })
})

/** The result for one cell of a column; undefined if it is not accepted. */
function paste(column: string, text: string): string | undefined {
  const { cells, unread } = placeBlock([[text]], 0, column, columns, item)
  expect(cells.length + unread.length).toBe(1)
  return cells[0]?.text
}

describe('a cell', () => {
  test.each([
    ['charge_amount_cents', '1234.5', '$1,234.50'],
    ['charge_amount_cents', '$ 12', '$12.00'],
    ['charge_amount_cents', '(12.00)', '-$12.00'],
    ['charge_amount_cents', '12.345', undefined],
    ['charge_amount_cents', 'n/a', undefined],
    ['prior_authorization_number', '1.23E+11', undefined],
    ['prior_authorization_number', '#N/A', undefined],
    ['date_of_service', '8/4/2026', '2026-08-04'],
    ['date_of_service', '2026-08-04', '2026-08-04'],
    ['date_of_service', '8/4/26', undefined],
    ['date_of_service', '13/4/2026', undefined],
    ['place_of_service_code', '2', '02'],
    ['place_of_service_code', '11', '11'],
    ['place_of_service_code', '28', undefined],
    ['units', 'un', 'UN'],
    ['diagnosis_pointers', 'a, c', 'A C'],
    ['diagnosis_pointers', '1,2', undefined],
    ['modifiers', '25,lt', '25 LT'],
    ['quantity', '1.5', '1.5'],
    ['quantity', '1,250.5', '1250.5'],
    ['quantity', '1,2', undefined],
    ['quantity', '0,125', undefined],
    ['quantity', 'two', undefined],
    ['procedure_code', ' G0463 ', 'G0463'],
  ])('%s %j is %j', (column, text, expected) => {
    expect(paste(column, text)).toBe(expected)
  })
})

test('a block is placed from its first cell, and no cell is lost', () => {
  const block = readBlock('A\tx\t$1\n\t2\t\nB\t3\t$2\t2026-08-04\tbeyond\n')
  expect(
    placeBlock(
      block,
      4,
      'diagnosis_pointers',
      [...columns.slice(0, 4), 'charge_amount_cents', 'date_of_service'],
      item,
    ),
  ).toEqual({
    rows: 7,
    cells: [
      { row: 4, column: 'diagnosis_pointers', text: 'A' },
      { row: 4, column: 'charge_amount_cents', text: '$1.00' },
      { row: 5, column: 'quantity', text: '2' },
      { row: 6, column: 'diagnosis_pointers', text: 'B' },
      { row: 6, column: 'quantity', text: '3' },
      { row: 6, column: 'charge_amount_cents', text: '$2.00' },
      { row: 6, column: 'date_of_service', text: '2026-08-04' },
    ],
    unread: [
      { row: 4, column: 'quantity', text: 'x' },
      { row: 6, column: undefined, text: 'beyond' },
    ],
    mended: [],
  })
})

test('a place of service with a restored zero is reported with the pasted text', () => {
  const { cells, mended } = placeBlock(
    readBlock('11\n 2 \n02\n'),
    3,
    'place_of_service_code',
    columns,
    item,
  )
  expect(cells.map(({ text }) => text)).toEqual(['11', '02', '02'])
  expect(mended).toEqual([{ row: 4, column: 'place_of_service_code', text: '2', as: '02' }])
})
