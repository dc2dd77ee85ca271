import { expect, test } from 'vitest'
import { countState } from './state-words.ts'

test('countable states have a plural, the others do not', () => {
  expect([countState(1, 'gap'), countState(2, 'gap'), countState(3, 'overlap')]).toEqual([
    '1 gap',
    '2 gaps',
    '3 overlaps',
  ])
  expect([countState(2, 'expired'), countState(2, 'none'), countState(1_041, 'submitted')]).toEqual(
    ['2 expired', '2 no span', '1,041 not loaded'],
  )
})
