import { expect, it } from 'vitest'
import { statesOf } from './states-of.ts'

it.each([
  [{ type: 'national' }, undefined],
  [{ type: 'states', states: ['NC', ' va '] }, ['NC', 'VA']],
  [{ type: 'states', states: [] }, null],
  [{ type: 'states', states: ['NC', 7] }, null],
  [{ type: 'states' }, null],
  [{ type: 'counties' }, null],
  [null, null],
  [undefined, null],
])('regions %o mean the states %o', (regions, states) => {
  expect(statesOf(regions)).toEqual(states)
})
