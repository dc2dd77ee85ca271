import { expect, it } from 'vitest'
import { reachOf, shareState } from './regions.ts'

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

it('two lists share a state if one is unlimited or both contain it', () => {
  expect([
    shareState(undefined, ['NC']),
    shareState(null, ['NC']),
    shareState(['NC', 'VA'], ['VA']),
    shareState(['NC'], ['VA']),
  ]).toEqual([true, true, true, false])
})
