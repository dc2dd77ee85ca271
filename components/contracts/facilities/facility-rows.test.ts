import { expect, test } from 'vitest'
import { createSlicer } from '#lib/core/slices.ts'
import { noChange, withIds } from '#lib/rules/facilities/assignments.ts'
import { fitsMatrix, mostCells, toFacilityRows } from './facility-rows.ts'
import { findPeople, namesOf, toPeople } from './roster-people.ts'
import { savedWords } from './save-line.tsx'

test('a facility without ids is left out, and the others keep their index in the contract', () => {
  const rows = toFacilityRows([
    { service_facility_id: 'a' },
    { contract_service_facility_id: 'c', service_facility_id: 'b', provider_ids: ['p', 7, null] },
  ])
  expect(rows).toEqual([{ id: 'c', facilityId: 'b', place: 1, assigned: new Set(['p', '7']) }])
})

test('a matrix has a maximum of cells', () => {
  expect(fitsMatrix(4, mostCells / 4)).toBe(true)
  expect(fitsMatrix(4, mostCells / 4 + 1)).toBe(false)
  expect(fitsMatrix(3, 0)).toBe(true)
  expect(fitsMatrix(0, 10)).toBe(false)
})

test('providers are sorted by name, then those who are assigned but not on the roster', async () => {
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

test('only the first names are shown, the others are counted', () => {
  expect(namesOf(new Set(['a', 'b']), (id) => id.toUpperCase())).toBe('A, B')
  expect(namesOf(new Set('abcde'), (id) => id)).toBe('a, b, c and 2 more')
})

test('a saved facility shows the changes by others', () => {
  const shown = new Set(['a', 'b'])
  const change = withIds(shown, noChange, ['c'], true)
  const saved = (provider_ids: string[], is_verified = true) =>
    savedWords(shown, change, {
      kind: 'saved',
      facility: { contract_service_facility_id: 'f', service_facility_id: 'p', provider_ids },
      is_verified,
    })
  expect(saved(['a', 'b', 'c'])).toBe('Saved: 3 providers now.')
  expect(saved(['b', 'c', 'x', 'y'])).toBe(
    'Saved: 4 providers now. Also kept: 2 added and 1 removed by someone else.',
  )
  expect(saved(['a'], false)).toMatch(/^Saved, but the partner has a different list/)
})
