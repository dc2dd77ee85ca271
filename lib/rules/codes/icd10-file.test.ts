import fc from 'fast-check'
import { expect, test } from 'vitest'
import { icd10FileOf, icd10LineOf, icd10NameOf, readIcd10File } from './icd10-file.ts'

test('recognizes the published file names', () => {
  expect(icd10FileOf('icd10cm-order-2027.txt')).toEqual({ form: 'order', fiscal_year: 2027 })
  expect(icd10FileOf('icd10cm_order_2019.txt')).toEqual({ form: 'order', fiscal_year: 2019 })
  const april = { form: 'codes', fiscal_year: 2026, update: 'april' } as const
  expect(icd10FileOf('icd10cm-codes-April-2026.txt')).toEqual(april)
  expect(icd10NameOf(april)).toBe('icd10cm-codes-april-2026.txt')
  expect(icd10NameOf({ form: 'order', fiscal_year: 2027 })).toBe('icd10cm-order-2027.txt')
  for (const name of [
    'icd10pcs_order_2027.txt',
    'icd10cm-order-2027.pdf',
    'icd10cm-order-addenda-2027.zip',
    'icd10cm-order-27.txt',
    '2027.txt',
  ])
    expect(icd10FileOf(name)).toBeUndefined()
})

test("reads a line's code and whether it is billable", () => {
  expect(
    icd10LineOf(
      '00001 A00     0 Made-up head of codes                                        Made-up head of codes',
      'order',
    ),
  ).toEqual({ code: 'A00', isBillable: false })
  expect(
    icd10LineOf(
      '00003 S52521A 1 Made-up fracture                                             Made-up fracture of a test',
      'order',
    ),
  ).toEqual({ code: 'S52521A', isBillable: true })
  expect(icd10LineOf('A000    Made-up disease', 'codes')).toEqual({
    code: 'A000',
    isBillable: true,
  })
  expect(icd10LineOf('S52521A Made-up fracture', 'codes')).toEqual({
    code: 'S52521A',
    isBillable: true,
  })
  for (const line of [
    '',
    'order number, code, flag',
    '00001 A00     x Something',
    'A000    Made-up disease',
  ])
    expect(icd10LineOf(line, 'order')).toBeUndefined()
})

test('never throws for a line, and returns only code shapes', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }),
      fc.constantFrom('order' as const, 'codes' as const),
      (line, form) => {
        expect(icd10LineOf(line, form)?.code ?? 'A00').toMatch(/^[A-Z]\d[\dA-Z]{1,5}$/i)
      },
    ),
  )
})

const order = (...codes: [code: string, flag: string][]) =>
  codes
    .map(
      ([code, flag], at) => `${String(at + 1).padStart(5, '0')} ${code.padEnd(7)} ${flag} Made up`,
    )
    .join('\r\n')

test('a whole file is counted, or refused with the lines that do not fit', () => {
  const name = 'icd10cm-order-2027.txt'
  expect(readIcd10File(name, order(['E11', '0'], ['E119', '1']))).toEqual({
    form: 'order',
    fiscal_year: 2027,
    codes: 2,
    headers: 1,
  })
  expect(readIcd10File('icd10cm-codes-2027.txt', 'E119    Made up\n\nI10     Made up\n')).toEqual({
    form: 'codes',
    fiscal_year: 2027,
    codes: 2,
    headers: 0,
  })
  const linesOf = (text: string, of = name) => {
    const read = readIcd10File(of, text)
    return 'problems' in read ? read.problems.map(({ line }) => line) : []
  }
  expect(linesOf(order(['E11', '0'], ['E119', 'x'], ['E118', '1']))).toEqual([2])
  expect(linesOf(order(['E11', '0'], ['E11', '1']))).toEqual([2])
  const withGap = order(['E11', '0'], ['E118', '1'], ['E119', '1'], ['I10', '1']).split('\r\n')
  expect(linesOf([withGap[0], ...withGap.slice(2)].join('\n'))).toEqual([2])
  expect(linesOf('', name)).toEqual([0])
  expect(linesOf(order(['E11', '0']), 'codes.txt')).toEqual([0])
  expect(linesOf('x\n'.repeat(500))).toHaveLength(100)
})
