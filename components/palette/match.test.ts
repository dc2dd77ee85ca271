import { expect, test } from 'vitest'
import { isActionText, matchedPieces, rank } from './match.ts'

const labels = [
  'Snooze',
  'Next row',
  'Charge captures',
  'New charge capture',
  'Theme: dark',
  'Provider spans',
  'Export',
]
const ranked = (typed: string, items: readonly string[] = labels) =>
  rank(items, typed, (item) => item)

test('every typed word must be there, in any order; accents and capitals make no difference', () => {
  expect(ranked('captures charge')).toEqual(['Charge captures'])
  expect(ranked('NEW capt')).toEqual(['New charge capture'])
  expect(ranked('perez', ['José Pérez', 'Ann Prez'])).toEqual(['José Pérez'])
  expect(ranked('nicolás', ['Nicola\u0301s Zymer', 'Nico Las'])).toEqual(['Nicola\u0301s Zymer'])
  for (const typed of ["O'Hara", 'OHara', 'o’hara'])
    expect(ranked(typed, ['Kate O’Hara', 'Hal Oh'])).toEqual(['Kate O’Hara'])
  for (const typed of ['Reyes-Moss', 'reyes\u2011moss', 'Moss, Reyes'])
    expect(ranked(typed, ['Ana Reyes Moss', 'Reyes'])).toEqual(['Ana Reyes Moss'])
  for (const typed of ['#CHG-10097', '“CHG–10097”'])
    expect(ranked(typed, ['CHG-10097', 'CHG-20418'])).toEqual(['CHG-10097'])
  expect(ranked('zebra')).toEqual([])
  expect(ranked('')).toEqual(labels)
  expect(ranked(', ')).toEqual(labels)
})

test('starts of words come before other places', () => {
  expect(ranked('port', ['Export', 'Report of ports', 'Port of entry'])).toEqual([
    'Port of entry',
    'Report of ports',
    'Export',
  ])
})

test('what was typed is drawn bold; a single letter only at the start of a word', () => {
  const bold = (text: string, typed: string) =>
    matchedPieces(text, typed)
      .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
      .join('')
  expect(bold('Reggie Carter', 'carter, r')).toBe('[R]eggie [Carter]')
  expect(bold('CHG-10244', '10244')).toBe('CHG-[10244]')
  expect(bold('Muñoz, Nicolás', 'munoz, nicolas')).toBe('[Muñoz], [Nicolás]')
  expect(bold('Kate O’Hara', "o'hara")).toBe('Kate [O’Hara]')
  expect(bold('Ana Reyes Moss', 'Reyes-Moss')).toBe('Ana [Reyes] [Moss]')
  expect(bold('a (b) c', '(b)')).toBe('a [(b)] c')
  expect(bold('Reggie', '')).toBe('Reggie')
})

test('letters that start a word of an action are plainly an action; ids, names with a comma and dates are not', () => {
  for (const typed of ['the', 'theme', 'theme da', 'new charge', 'SNOO'])
    expect(isActionText(typed, labels), typed).toBe(true)
  for (const typed of [
    '',
    't',
    'carter',
    'carter, new',
    'CHG-1',
    '2/14/1980',
    'theme carter',
    'heme',
  ])
    expect(isActionText(typed, labels), typed).toBe(false)
})
