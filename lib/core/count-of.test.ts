import { expect, it } from 'vitest'
import { countOf } from './count-of.ts'

it.each([
  [0, '0 captures'],
  [1, '1 capture'],
  [2, '2 captures'],
  [1_041, '1,041 captures'],
])('%d is written as %s', (count, words) => {
  expect(countOf(count, { one: 'capture', many: 'captures' })).toBe(words)
})
