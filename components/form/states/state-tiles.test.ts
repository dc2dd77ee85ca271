import { expect, test } from 'vitest'
import { stateCodes } from '#lib/contract/codes/state-codes.ts'
import { allTiles, mapTiles, tileTowards, type Arrow } from './state-tiles.ts'

const at = (code: string) => allTiles([]).find((tile) => tile.code === code)!

test('every code of the interface has one square in a place of its own', () => {
  const tiles = allTiles(['ZZ', 'CA'])
  expect(tiles.map(({ code }) => code).toSorted()).toEqual([...stateCodes, 'ZZ'].toSorted())
  expect(new Set(tiles.map(({ row, column }) => `${row}/${column}`)).size).toBe(tiles.length)
  expect(mapTiles).toHaveLength(51)
})

test.each<[string, Arrow, string | undefined]>([
  ['CA', 'ArrowRight', 'UT'],
  ['CA', 'ArrowUp', 'OR'],
  ['TX', 'ArrowUp', 'OK'],
  ['WA', 'ArrowUp', 'AK'],
  ['ME', 'ArrowRight', undefined],
])('from %s %s leads to %s', (from, arrow, to) => {
  expect(tileTowards(allTiles([]), at(from), arrow)?.code).toBe(to)
})

test('the arrows reach every square from any other', () => {
  const tiles = allTiles([])
  const reached = new Set(['CA'])
  const queue = [at('CA')]
  for (let tile = queue.pop(); tile; tile = queue.pop()) {
    for (const arrow of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const) {
      const next = tileTowards(tiles, tile, arrow)
      if (next && !reached.has(next.code)) queue.push(next)
      if (next) reached.add(next.code)
    }
  }
  expect(reached.size).toBe(tiles.length)
})
