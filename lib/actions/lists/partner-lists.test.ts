import { expect, test } from 'vitest'
import {
  listChargeCapturesQuery,
  rankedSortKeys,
} from '#lib/contract/charge-captures.operations.ts'
import { listClaimCreationsQuery } from '#lib/contract/claim-creations.operations.ts'
import { contractOperations } from '#lib/contract/contracts/contracts.operations.ts'
import { credentialingOperations } from '#lib/contract/credentialing.operations.ts'
import { listEncountersQuery } from '#lib/contract/encounters/encounters.operations.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { filterChoices } from '#lib/lists/filter-choices.ts'
import { partnerListOperations, rankedSuffix, type FilterValues } from '#lib/lists/list-spec.ts'
import { defaultView, toRequest } from '#lib/lists/view.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import { keepOf, listRequest } from './partner-lists.ts'

const paging = ['limit', 'sort', 'sort_direction', 'page_token']
const queries = {
  listClaimCreations: listClaimCreationsQuery,
  listChargeCaptures: listChargeCapturesQuery,
  listEncounters: listEncountersQuery,
  listContractsV3: contractOperations.listContractsV3.query,
  listContractsV2: contractOperations.listContractsV2.query,
  listFacilityCredentialingSpans: credentialingOperations.listFacilityCredentialingSpans.query,
  listProviderCredentialingSpans: credentialingOperations.listProviderCredentialingSpans.query,
}

test.each(partnerListOperations)(
  '%s: the spec has every filter parameter and no other',
  (operation) => {
    const parameters = Object.keys(queries[operation].shape).filter(
      (name) => !paging.includes(name) && !name.endsWith(rankedSuffix),
    )
    const asked = Object.entries(listSpecs[operation].filters)
      .filter(([, filter]) => !filter.local)
      .map(([name]) => name)
    expect(asked.toSorted()).toEqual(parameters.toSorted())
  },
)

test.each(partnerListOperations)(
  '%s: exactly the enumerated filters offer known values',
  (operation) => {
    const enumerated = Object.entries(listSpecs[operation].filters)
      .filter(([name, filter]) => filter.kind === 'enum' || name === 'states')
      .map(([name]) => name)
    const { sort: _, sort_direction: __, ...offered } = filterChoices(operation)
    expect(Object.keys(offered).toSorted()).toEqual(enumerated.toSorted())
  },
)

const today = '2026-11-27'

test('charge captures can show first by exactly the 18 filters that the partner ranks', () => {
  const first = Object.entries(listSpecs.listChargeCaptures.filters)
    .filter(([, filter]) => filter.first)
    .map(([name]) => name)
  expect(first.toSorted()).toEqual([...rankedSortKeys].toSorted())
  expect(first).toHaveLength(18)
})

test.each(partnerListOperations)(
  '%s: a request with every filter is a query of the operation',
  (operation) => {
    const spec = listSpecs[operation]
    const filters = Object.fromEntries(
      Object.entries(spec.filters).map(([name, { kind }]) => [
        name,
        kind === 'multi'
          ? ['a', 'b']
          : kind === 'boolean'
            ? true
            : kind === 'date'
              ? '2026-08-14'
              : 'a',
      ]),
    )
    const first = Object.fromEntries(
      Object.entries(filters).filter(([name]) => spec.filters[name]?.first),
    )
    const request = toRequest(
      spec,
      {
        filters,
        first,
        sort: 'created_at',
        sort_direction: 'asc',
        limit: 25,
        position: 'token',
      },
      { today },
    )
    expect(queries[operation].strict().safeParse(request.query).error).toBeUndefined()
    expect(request.position).toBe('token')
    const { diagnoses_updated_since: date, ...others } = first
    expect(request.first).toEqual(
      spec.rankedBy === 'console' && Object.keys(first).length > 0
        ? { ...others, ...(date && { diagnoses_updated_since: '2026-08-14T00:00:00Z' }) }
        : undefined,
    )
  },
)

test('encounters are sorted by one parameter that holds field and direction', () => {
  const { query } = toRequest(
    listSpecs.listEncounters,
    {
      filters: { diagnoses_updated_since: '2026-08-14' },
      first: {},
      sort: 'date_of_service',
      sort_direction: 'asc',
      limit: 25,
    },
    { today },
  )
  expect(query).toEqual({
    diagnoses_updated_since: '2026-08-14T00:00:00Z',
    sort: 'date_of_service:asc',
    limit: 25,
  })
})

test.each([
  ['CHG-10244', 'CHG-10244', undefined],
  ['9/3/1980', '1980-09-03', undefined],
  ['Carter, Reggie', 'Carter', 'Carter, Reggie'],
  ['carter 9/3/1980', '1980-09-03', 'carter 9/3/1980'],
])('a search for “%s” asks the partner for %s', (typed, term, rest) => {
  for (const list of ['listChargeCaptures', 'listEncounters'] as const) {
    const spec = listSpecs[list]
    const request = toRequest(
      spec,
      { ...defaultView(spec), filters: { search_term: typed } },
      { today },
    )
    expect(request.query.search_term).toBe(term)
    expect(request.local?.search_term).toBe(rest)
    expect(listRequest.safeParse(request).error).toBeUndefined()
  }
})

test('a name of a person is sent as the partner has it, and a patient’s other words are held against the rows', () => {
  const requestOf = (list: 'listChargeCaptures' | 'listClaimCreations', view: object) => {
    const spec = listSpecs[list]
    const request = toRequest(spec, { ...defaultView(spec), ...view }, { today })
    expect(listRequest.safeParse(request).error).toBeUndefined()
    return request
  }
  const filters = {
    patient_names: ['Moss, Avery', 'Zymer'],
    rendering_provider_names: ['Ek, Rosa'],
  }
  const captures = requestOf('listChargeCaptures', { filters })
  expect(captures.query).toMatchObject({
    patient_names: ['Avery', 'Zymer'],
    rendering_provider_names: ['Rosa Ek'],
  })
  expect(captures.local).toEqual({ patient_names: filters.patient_names })
  expect(requestOf('listChargeCaptures', { filters: { patient_names: ['Zymer'] } }).local).toBe(
    undefined,
  )
  const first = { patient_names: ['Moss, Avery'] }
  expect(requestOf('listChargeCaptures', { first }).query.patient_names_ranked_sort).toEqual([
    'Avery Moss',
  ])
  const claims = requestOf('listClaimCreations', { filters, first })
  expect(claims.query.patient_names).toEqual(['Avery Moss', 'Zymer'])
  expect(claims.first).toEqual({ patient_names: ['Avery Moss'] })
})

test('a recent date alone is asked for as the date of service; beside a name the rows are held against it', () => {
  const day = dayNow()
  const spec = listSpecs.listChargeCaptures
  const requestOf = (filters: FilterValues) =>
    toRequest(spec, { ...defaultView(spec), filters }, { today: day })
  const alone = requestOf({ search_term: day })
  expect(alone.query).toMatchObject({ date_of_service_min: day, date_of_service_max: day })
  expect(alone.query).not.toHaveProperty('search_term')
  expect(alone.local).toBeUndefined()
  const named = requestOf({ search_term: `carter ${day}` })
  expect(named.query).toMatchObject({ search_term: 'carter' })
  expect(named.query).not.toHaveProperty('date_of_service_min')
  expect(named.local).toEqual({ search_term: `carter ${day}` })
  // A chip stays what it says: the rows of its range are held against the date.
  const ranged = requestOf({ search_term: day, date_of_service_min: '2020-01-01' })
  expect(ranged.query).toMatchObject({ date_of_service_min: '2020-01-01' })
  expect(ranged.query).not.toHaveProperty('date_of_service_max')
  expect(ranged.local).toEqual({ search_term: day })
  for (const request of [alone, named, ranged])
    expect(listRequest.safeParse(request).error).toBeUndefined()
})

test('beside a name, a recent date finds the date of service and an infant’s birth date', async () => {
  const day = dayNow()
  const person = { first_name: 'Reggie', last_name: 'Carter', date_of_birth: '1980-09-03' }
  const infant = { ...person, date_of_birth: day }
  const capture = (patient: typeof person, date_of_service: string) => ({
    id: 'a',
    charge_capture_data: { patient, date_of_service },
  })
  const encounter = (patient: typeof person, date_of_service: string) => ({
    encounter_id: 'a',
    patient,
    date_of_service,
  })
  const found = async (operation: 'listChargeCaptures' | 'listEncounters', items: unknown[]) => {
    const local = { search_term: `carter ${day}` }
    const keep = keepOf({ operation, query: {}, local }, {} as Connection)
    const kept = await keep!(items)
    return kept.ok && kept.value
  }
  for (const [operation, item] of [
    ['listChargeCaptures', capture],
    ['listEncounters', encounter],
  ] as const)
    expect(
      await found(operation, [
        item(person, day),
        item(infant, '2020-01-01'),
        item(person, '2020-01-01'),
        item({ ...person, last_name: 'Moss' }, day),
      ]),
    ).toEqual([true, true, false, false])
})
