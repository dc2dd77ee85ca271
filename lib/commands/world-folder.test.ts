import { expect, test } from 'vitest'
import { worldFolder } from './world-folder.ts'

test('the sandbox alone shares the data of npm start, and has a folder for each set of flags', () => {
  expect(worldFolder('/data', {})).toBe('/data')
  expect(worldFolder('/data', { captures: 100_000, seed: 7 })).toBe('/data/worlds/seed-7-captures-100000-contracts-120')
  expect(worldFolder('/data', { seed: 8 })).not.toBe(worldFolder('/data', { seed: 9 }))
})
