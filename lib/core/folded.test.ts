import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, foldedWords, nameKey } from './folded.ts'

test.each([
  ['Muñoz', 'munoz'],
  ['Mun\u0303oz', 'munoz'],
  ['ORDÓÑEZ', 'ordonez'],
  ['O’Hara', 'ohara'],
  ["O'Hara", 'ohara'],
  ['O´Hara', 'ohara'],
  ['Oʻhara', 'ohara'],
  ['OHara', 'ohara'],
  ['Reyes-Moss', 'reyes moss'],
  ['Reyes\u2011Moss', 'reyes moss'],
  ['Reyes — Moss', 'reyes moss'],
  [' Reyes\u00a0 Moss ', 'reyes moss'],
  ['Reyes\u200b Moss', 'reyes moss'],
  ['Großmann, Łukasz Ørn', 'grossmann, lukasz orn'],
  ['İpek Işık', 'ipek isik'],
  ['Nguyễn Thị', 'nguyen thi'],
  ['St. Mary’s & Co.', 'st. marys & co.'],
])('%s is compared as %s', (name, text) => {
  expect(folded(name)).toBe(text)
})

test('a folded text stays as it is, in whatever normal form it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(folded(folded(text))).toBe(folded(text))
      expect(folded(text.normalize('NFD'))).toBe(folded(text.normalize('NFC')))
    }),
  )
})

test('the words of a typed name, and its key', () => {
  expect(foldedWords('Ordóñez-Ruiz, #Íñigo')).toEqual(['ordonez', 'ruiz', 'inigo'])
  expect(foldedWords(' , ')).toEqual([])
  expect(nameKey('BlueCross/Blue-Shield')).toBe(nameKey('Blue Cross Blue Shield'))
})
