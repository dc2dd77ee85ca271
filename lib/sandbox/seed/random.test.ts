import { expect, it } from 'vitest'
import { createRandom } from './random.ts'

it('gives no UUID twice, although the sequences of many generators meet', () => {
  // As in the demo data: one generator for all rows, and one for the corrections of each.
  const all = createRandom(7)
  const drawn = new Set<string>()
  const captures = 100_000
  for (let number = 1; number <= captures; number += 1) {
    const own = createRandom(9_000_011 + number * 7919, number)
    drawn.add(all.uuid()).add(own.uuid()).add(own.uuid())
  }
  expect(drawn.size).toBe(captures * 3)
})
