import { expect, test } from 'vitest'
import { withNamedInvisible, withoutInvisible } from './invisible-signs.ts'
import { isLocalDate } from './local-date.ts'
import { cellFault, plainTable, tableFault, textOfBytes } from './table-text.ts'

test.each([
  ['UTF-8', Buffer.from('Clínica Sur')],
  ['UTF-8 with its mark', Buffer.from('\uFEFFClínica Sur')],
  ['UTF-16', Buffer.from('\uFEFFClínica Sur', 'utf16le')],
  ['Windows-1252', Buffer.from('Clínica Sur', 'latin1')],
])('a file in %s keeps its letters', (_, bytes) => {
  expect(plainTable(textOfBytes(bytes))).toBe('Clínica Sur')
})

test('the signs of Windows-1252 that Latin-1 has not are kept', () => {
  expect(textOfBytes(Uint8Array.of(0x4f, 0x92, 0x48, 0x80))).toBe('O’H€')
})

test.each([
  ['sep=;\r\nNPI;Name', '\r\nNPI;Name'],
  ['\uFEFFSEP=,\nNPI', '\nNPI'],
  ['"sep=|"\nNPI', '\nNPI'],
  ['NPI\nsep=;', 'NPI\nsep=;'],
  ['KLM07\u200B,Oak\u00ADmoor\u200F', 'KLM07,Oakmoor'],
])('%j is read as %j', (text, plain) => {
  expect(plainTable(text)).toBe(plain)
})

test.each(['PK\u0003\u0004', 'a\u0000b', 'Cl\uFFFDnica'])('%j is no table', (text) => {
  expect(tableFault(text)).toBeDefined()
})

test.each(['1.23457E+11', '1,23457E+11', '1.23E+05', '9E-3', '-1e+5'])(
  'a spreadsheet shortened %s',
  (cell) => {
    expect(cellFault(cell)).toMatch(/shortened/)
  },
)

test.each(['#N/A', '#REF!', '#NAME?', '#DIV/0!', 'Ord\uFFFDez'])('%s is no value', (cell) => {
  expect(cellFault(cell)).toBeDefined()
})

test.each(['12E4', 'E0601', '#12', '1.5', 'N/A', ''])('%j is a value', (cell) => {
  expect(cellFault(cell)).toBeUndefined()
})

test('invisible signs go, and can be named', () => {
  const signs = '\u200B\u200C\u200D\u2060\uFEFF\u00AD\u200E\u200F\u202A\u202E\u2066\u2069'
  expect(withoutInvisible(`KLM${signs}07`)).toBe('KLM07')
  expect(withNamedInvisible('KLM07\u200B')).toBe('KLM07[U+200B]')
})

test('no date is before 1900', () => {
  expect(['0026-01-01', '0202-01-01', '1899-12-31', '1900-01-01'].map(isLocalDate)).toEqual([
    false,
    false,
    false,
    true,
  ])
})
