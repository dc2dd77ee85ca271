import { expect, it } from 'vitest'
import { reachOf, shareState, statesOf } from './regions.ts'

it.each([
  [{ type: 'national' }, undefined],
  [{ type: 'states', states: ['NC', ' va '] }, ['NC', 'VA']],
  [{ type: 'states', states: [] }, null],
  [{ type: 'states', states: ['NC', 7] }, null],
  [{ type: 'states' }, null],
  [{ type: 'counties' }, null],
  [null, null],
  [undefined, null],
])('regions %o are for the states %o', (regions, states) => {
  expect(statesOf(regions)).toEqual(states)
})

it.each([
  [undefined, undefined, 'in'],
  [['NC'], { state: 'NC', isSure: true }, 'in'],
  [['NC'], { state: 'NC', isSure: false }, 'in'],
  [['NC'], { state: 'SC', isSure: true }, 'out'],
  [['NC'], { state: 'SC', isSure: false }, 'unsure'],
  [['NC'], undefined, 'unsure'],
  [null, { state: 'NC', isSure: true }, 'unsure'],
] as const)('states %o reach %o: %s', (states, place, reach) => {
  expect(reachOf(states, place)).toBe(reach)
})

it('two share a state where one names none or both name one', () => {
  expect([shareState(undefined, ['NC']), shareState(null, ['NC']), shareState(['NC', 'VA'], ['VA']), shareState(['NC'], ['VA'])]).toEqual([true, true, true, false])
})
