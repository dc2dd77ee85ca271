import { expect, test } from 'vitest'
import { dataSetFolder } from './data-set-folder.ts'

test('the sandbox alone shares the data of npm start, and each set of flags has its own folder', () => {
  expect(dataSetFolder('/data', {})).toBe('/data')
  expect(dataSetFolder('/data', { captures: 100_000, seed: 7 })).toBe(
    '/data/worlds/seed-7-captures-100000-contracts-120',
  )
  expect(dataSetFolder('/data', { seed: 8 })).not.toBe(dataSetFolder('/data', { seed: 9 }))
})
