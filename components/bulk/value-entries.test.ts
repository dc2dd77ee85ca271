import { expect, test } from 'vitest'
import type { ValueRow } from '#lib/rules/bulk/value-table.ts'
import { readPaste, rowsLike } from './value-entries.ts'

function row(id: string, about: Partial<ValueRow>): ValueRow {
  const captures = [{ id, external_id: `CHG-${id}`, claim: 0 }]
  return { id, now: 'UNK77', fields: [], captures, payers: [], claims: [], cents: 0, ...about }
}
const rows = [
  row('1', { name: 'Cobalt' }),
  row('2', { name: 'Sunfield' }),
  row('3', { name: 'Cobalt', now: 'UNK78' }),
]

test('a value is filled down into rows of the same payer, and of the same patient with the same value', () => {
  expect(rowsLike(rows, 0, 'payer').map(({ id }) => id)).toEqual(['3'])
  expect(rowsLike(rows, 1, 'payer')).toEqual([])
  expect(rowsLike(rows, 0, 'value').map(({ id }) => id)).toEqual(['2', '3'])
  const own = [
    row('1', { patient_id: 'A' }),
    row('2', { patient_id: 'B' }),
    row('3', { patient_id: 'A' }),
    row('4', { patient_id: 'A', now: 'OTHER' }),
    row('5', {}),
  ]
  expect(rowsLike(own, 0, 'capture').map(({ id }) => id)).toEqual(['3'])
  expect(rowsLike(own, 4, 'capture')).toEqual([])
})

test('two columns name their rows; a line that fits no one row is told', () => {
  const pasted = readPaste(
    'cobalt\tCOB31\r\nUNK78\tX\r\nUNK77\tY\r\nNobody\tZ\r\nSunfield\t\r\n',
    rows,
    0,
  )
  expect([...pasted!.entries]).toEqual([
    ['1', 'COB31'],
    ['3', 'X'],
  ])
  expect(pasted!.unfit).toEqual(['UNK77', 'Nobody'])
  for (const key of ['chg-2', '#CHG-2', '“CHG–2”', 'Súnfield', 'Sun’field'])
    expect([...readPaste(`${key}\tSUN22\n`, rows, 0)!.entries], key).toEqual([['2', 'SUN22']])
})

test('one column goes into the rows in order, from the caret on; one cell is an ordinary paste', () => {
  const pasted = readPaste('COB31\n\nSUN22\nMORE\n', rows, 0)
  expect([...pasted!.entries]).toEqual([
    ['1', 'COB31'],
    ['3', 'SUN22'],
  ])
  expect(pasted!.unfit).toEqual(['MORE'])
  expect(readPaste('COB31\n', rows, 0)).toBeUndefined()
})
