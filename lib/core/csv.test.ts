import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it, test } from 'vitest'
import { toCsv } from './csv.ts'
import { dollarsText, parseDollars } from './money.ts'

test('rows end with CRLF, after a byte order mark', () => {
  expect(
    toCsv([
      ['Name', 'NPI'],
      ['Fox', 1],
    ]),
  ).toBe('\uFEFFName,NPI\r\nFox,1\r\n')
})

it.each([
  ['Fox, Dana', '"Fox, Dana"'],
  ['say "ah"', '"say ""ah"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-2', '-2'],
  ['-0.50', '-0.50'],
  ['-1234567.89', '-1234567.89'],
  ['-2+3', "'-2+3"],
  ['-0.50 ', "'-0.50 "],
  ['-.5', "'-.5"],
  ['-1,234.50', '"\'-1,234.50"'],
  ['-2\t', "'-2\t"],
  ['--2', "'--2"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['a=1', 'a=1'],
  ['a\0b', 'ab'],
  [-2, '-2'],
  [null, ''],
  [undefined, ''],
])('%j is written as %j', (cell, written) => {
  expect(toCsv([[cell]])).toBe(`\uFEFF${written}\r\n`)
})

test('an amount is the same number in the file, when read back, and when typed into a field', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (cents) => {
      const file = toCsv([['Dollars'], [dollarsText(cents)]])
      const cell = Papa.parse<string[]>(file.slice(1), { skipEmptyLines: true }).data[1]![0]!
      expect(Math.round(Number(cell) * 100) + 0).toBe(cents)
      expect(parseDollars(cell)! + 0).toBe(cents + 0)
    }),
    { examples: [[-50], [-1], [-99], [-100], [-150], [0], [50]] },
  )
  expect(dollarsText(-50)).toBe('-0.50')
})
