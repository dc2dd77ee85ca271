import { expect, it, test } from 'vitest'
import { toCsv } from './csv.ts'

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
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['a=1', 'a=1'],
  ['a\0b', 'ab'],
  [-2, '-2'],
  [null, ''],
  [undefined, ''],
])('%j is written as %j', (cell, written) => {
  expect(toCsv([[cell]])).toBe(`\uFEFF${written}\r\n`)
})
