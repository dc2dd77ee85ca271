import { expect, test } from 'vitest'
import {
  basesOf,
  forgetPlace,
  indexOfCurrent,
  keepPlace,
  neighbours,
  placeIn,
  visitItem,
  type ListPlace,
} from './list-place.ts'

function placeAt(href: string, change: Partial<ListPlace> = {}): ListPlace {
  return { href, ids: ['a', 'b', 'c'], current: 'a', top: 0, selected: new Set(), ...change }
}

test('an item knows its neighbours in the list it was opened from, and only there', () => {
  keepPlace('/claim-creations', placeAt('/claim-creations?limit=25'))
  expect(neighbours('/claim-creations', 'b')).toEqual({
    href: '/claim-creations?limit=25',
    previous: 'a',
    next: 'c',
    index: 1,
    count: 3,
  })
  expect(neighbours('/claim-creations', 'a')?.previous).toBeUndefined()
  expect(neighbours('/claim-creations', 'z')).toBeUndefined()
  expect(neighbours('/charge-captures', 'a')).toBeUndefined()
})

test('the current row follows the items that are looked at, in the list that was seen last', () => {
  keepPlace(
    '/encounters',
    placeAt('/encounters?page_token=2', { ids: ['d', 'e'], current: 'd', top: 70 }),
  )
  keepPlace('/encounters', placeAt('/encounters', { top: 2_000, selected: new Set(['c']) }))
  visitItem('/encounters', 'b')
  visitItem('/encounters', 'e')
  expect(placeIn('/encounters', '/encounters')).toEqual(
    placeAt('/encounters', { current: 'b', top: 2_000, selected: new Set(['c']) }),
  )
  expect(placeIn('/encounters', '/encounters?page_token=2')).toMatchObject({
    current: 'd',
    top: 70,
  })
  forgetPlace('/encounters', '/encounters?page_token=2')
  expect(placeIn('/encounters', '/encounters?page_token=2')).toBeUndefined()
})

test('when the current row has left the list, the next one that is still listed takes its place', () => {
  const before = { ids: ['a', 'b', 'c', 'd'], current: 'b' }
  expect(indexOfCurrent(before, ['a', 'b', 'c', 'd'])).toBe(1)
  expect(indexOfCurrent(before, ['a', 'd', 'c'])).toBe(2)
  expect(indexOfCurrent(before, ['a', 'd'])).toBe(1)
  expect(indexOfCurrent(before, ['x', 'a'])).toBe(1)
  expect(indexOfCurrent(before, [])).toBe(-1)
  expect(indexOfCurrent({ ids: ['a'], current: undefined }, ['a'])).toBe(-1)
})

test('places of long ago are forgotten, so that a day of work does not fill the memory', () => {
  for (let page = 0; page < 30; page++)
    keepPlace('/contracts', placeAt(`/contracts?page_token=${page}`))
  expect(placeIn('/contracts', '/contracts?page_token=5')).toBeUndefined()
  expect(placeIn('/contracts', '/contracts?page_token=29')).toBeDefined()
})

test('an item of two lists belongs to the one that was used last', () => {
  keepPlace('/charge-captures', placeAt('/charge-captures'))
  keepPlace('/queue', placeAt('/queue/mine', { ids: ['c', 'x'] }))
  expect(basesOf(['/charge-captures', '/queue'], 'c')).toEqual(['/queue', '/charge-captures'])
  expect(basesOf(['/charge-captures', '/queue'], 'a')).toEqual(['/charge-captures'])
  visitItem('/charge-captures', 'c')
  expect(basesOf(['/charge-captures', '/queue'], 'c')).toEqual(['/charge-captures', '/queue'])
})

test('rows with the same page are one step of a walk', () => {
  const walk = { label: 'Work queue', linkOf: (id: string) => `/page/${id.charAt(0)}` }
  keepPlace('/queue', placeAt('/queue/mine', { ids: ['a', 'b', 'b second error', 'c'], walk }))
  expect(neighbours('/queue', 'b')).toMatchObject({ previous: 'a', next: 'c', walk })
})
