import { expect, test } from 'vitest'
import { createSlicer } from '#lib/core/slices.ts'
import { noChange, withIds } from '#lib/rules/facilities/assignments.ts'
import { fitsMatrix, mostCells, toFacilityRows } from './facility-rows.ts'
import { findPeople, namesOf, toPeople } from './people.ts'
import { savedWords } from './save-line.tsx'

test('a facility without ids is left out, and the others keep their place in the contract', () => {
  const rows = toFacilityRows([
    { service_facility_id: 'a' },
    { contract_service_facility_id: 'c', service_facility_id: 'b', provider_ids: ['p', 7, null] },
  ])
  expect(rows).toEqual([{ id: 'c', facilityId: 'b', place: 1, assigned: new Set(['p', '7']) }])
})

test('a matrix has no more boxes than can be read', () => {
  expect(fitsMatrix(4, mostCells / 4)).toBe(true)
  expect(fitsMatrix(4, mostCells / 4 + 1)).toBe(false)
  expect(fitsMatrix(3, 0)).toBe(true)
  expect(fitsMatrix(0, 10)).toBe(false)
})

test('people stand by name, then whoever is assigned without being on the roster', async () => {
  const {
    list: people,
    byId,
    hasStrangers,
  } = await toPeople(
    [{ id: 'b', name: 'Ben Fox', npi: '1999999984' }, { id: 'a', name: 'Ada Moss' }, { id: '' }],
    [new Set(['a', 'x'])],
    createSlicer(),
  )
  expect([byId.get('b')?.name, hasStrangers]).toEqual(['Ben Fox', true])
  expect(people.map(({ name, isStranger }) => [name, isStranger])).toEqual([
    ['Ada Moss', false],
    ['Ben Fox', false],
    ['x', true],
  ])
  expect(findPeople(people, 'fox 1999')).toHaveLength(1)
  expect(findPeople(people, ' ')).toBe(people)
})

test('many names are counted', () => {
  expect(namesOf(new Set(['a', 'b']), (id) => id.toUpperCase())).toBe('A, B')
  expect(namesOf(new Set('abcde'), (id) => id)).toBe('a, b, c and 2 more')
})

test('a saved facility says whom others added and took off meanwhile', () => {
  const shown = new Set(['a', 'b'])
  const change = withIds(shown, noChange, ['c'], true)
  const saved = (provider_ids: string[], is_verified = true) =>
    savedWords(shown, change, {
      kind: 'saved',
      facility: { contract_service_facility_id: 'f', service_facility_id: 'p', provider_ids },
      is_verified,
    })
  expect(saved(['a', 'b', 'c'])).toBe('Saved: 3 providers now.')
  expect(saved(['b', 'c', 'x', 'y'])).toBe('Saved: 4 providers now. Also kept: 2 added and 1 removed by someone else.')
  expect(saved(['a'], false)).toMatch(/^Saved, but the partner has a different list/)
})
