import { expect, test } from 'vitest'
import { matchingTypes, nextRow } from './type-list.tsx'

test.each([
  ['nothing typed', '  ', ['12', 'HM', 'HN', 'MA', 'MC', 'ZZ']],
  ['the beginning of a code first, words after it', 'm', ['MA', 'MC', '12', 'HM', 'HN']],
  ['words in any case', 'MEDICARE', ['HN', 'MA']],
  ['a code that has no words', 'zz', ['ZZ']],
  ['nothing that there is', 'dental', []],
])('insurance types are found by %s', (_, query, found) =>
  expect(matchingTypes(['12', 'HM', 'HN', 'MA', 'MC', 'ZZ'], query)).toEqual(found),
)

test('keys move within the list and from its top to the search box', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'Tab'].map((key) => nextRow(key, 2, 3))).toEqual([
    2,
    1,
    0,
    2,
    undefined,
  ])
  expect(nextRow('ArrowUp', 0, 3)).toBe(-1)
})
