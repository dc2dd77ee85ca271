import { expect, test } from 'vitest'
import {
  defaultView,
  chipsOf,
  clearFilters,
  entriesOf,
  entryLabel,
  findFilters,
  replaceFilter,
  setFilter,
  setRange,
  toRequest,
  viewFromStore,
  viewFromUrl,
  viewToUrl,
} from './view.ts'
import type { FilterValues, ListSpec } from './list-spec.ts'
import { queueFilterOf } from './queue-list.ts'
import { updatesFilterOf } from './updates.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'

const view = {
  ...defaultView(),
  filters: { tags: ['a'], claim_creation_status: 'held' },
  first: { tags: ['b'] },
  limit: 25,
  position: 'third page',
}

test('a changed filter starts the list again from its first page', () => {
  const next = setFilter(view, { name: 'tags', mode: 'filters' }, ['c'])
  expect(next).toEqual({
    ...defaultView(),
    filters: { tags: ['c'], claim_creation_status: 'held' },
    first: { tags: ['b'] },
    limit: 25,
  })
  expect(setFilter(view, { name: 'tags', mode: 'first' }, undefined).first).toEqual({})
})

test('a filter that becomes "show first" does not stay a filter', () => {
  const next = replaceFilter(
    view,
    { name: 'claim_creation_status', mode: 'filters' },
    { name: 'claim_creation_status', mode: 'first' },
    'held',
  )
  expect(next.filters).toEqual({ tags: ['a'] })
  expect(next.first).toEqual({ tags: ['b'], claim_creation_status: 'held' })
})

test('a filter that becomes another parameter leaves nothing of the one before', () => {
  const mode = 'filters' as const
  const from = { name: 'tags', mode }
  expect(replaceFilter(view, from, { name: 'claim_ids', mode }, ['c']).filters).toEqual({
    claim_creation_status: 'held',
    claim_ids: ['c'],
  })
})

test('clearing keeps order and page size', () => {
  expect(clearFilters(view)).toEqual({ ...defaultView(), limit: 25 })
})

test('chips follow the order of the filters, and the page’s own filter has no chip', () => {
  const chips = chipsOf(
    listSpecs.listClaimCreations,
    { ...view, filters: { ...view.filters, has_charge_capture_updates: true } },
    { has_charge_capture_updates: true },
  )
  expect(chips.map(({ name, mode }) => `${mode}.${name}`)).toEqual([
    'filters.claim_creation_status',
    'filters.tags',
    'first.tags',
  ])
})

test('a filter is found by the starts of words of its label, wire name, group or other names', () => {
  const spec = listSpecs.listChargeCaptures
  expect(findFilters(spec, 'npi bill')).toEqual(['billing_provider_npis'])
  expect(findFilters(spec, 'rendering_provider_names')).toEqual(['rendering_provider_names'])
  expect(findFilters(spec, '')).toHaveLength(entriesOf(spec).length)
  expect(findFilters(spec, 'zebra')).toEqual([])
  expect(findFilters(spec, 'na pat')).toEqual(['patient_names'])
  expect(findFilters(spec, 'ayer')).toEqual([])
  expect(findFilters(listSpecs.listContractsV3, 'expir')).toEqual(['ends'])
})

test('a range of dates is one filter with one chip, and comes off whole', () => {
  const spec = listSpecs.listChargeCaptures
  const target = { name: 'date_of_service_min', mode: 'filters' } as const
  const filter = spec.filters[target.name]!
  const month = { from: '2026-09-01', to: '2026-09-30' }
  const ranged = setRange(view, filter, target, month)
  expect(ranged.filters).toMatchObject({
    date_of_service_min: '2026-09-01',
    date_of_service_max: '2026-09-30',
  })
  expect(ranged.position).toBeUndefined()
  const chips = (filters: FilterValues) => chipsOf(spec, { ...defaultView(), filters }, {})
  expect(chips({ date_of_service_min: '2026-09-01', date_of_service_max: '2026-09-30' })).toEqual([
    { ...target, value: '2026-09-01', range: month },
  ])
  // A link of before may have one end only.
  expect(chips({ date_of_service_max: '2026-09-30' })).toEqual([
    { ...target, value: '2026-09-30', range: { from: undefined, to: '2026-09-30' } },
  ])
  expect(setRange(ranged, filter, target, { from: '2026-09-02' }).filters).not.toHaveProperty(
    'date_of_service_max',
  )
  expect(setRange(ranged, filter, target, {}).filters).toEqual(view.filters)
  expect(findFilters(spec, 'service date to')).toEqual(['date_of_service_min'])
  expect(findFilters(spec, 'dos')).toEqual(['date_of_service_min'])
  expect(entryLabel(spec, 'date_of_service_min')).toBe('Service date')
})

test('payer and provider are one filter each, whatever parameter holds them', () => {
  const entries = (spec: ListSpec) =>
    entriesOf(spec).map((names) => `${entryLabel(spec, names[0]!)}: ${names.join(' ')}`)
  expect(entries(listSpecs.listChargeCaptures)).toEqual(
    expect.arrayContaining([
      'Payer: primary_payer_ids primary_payer_names',
      'Provider: rendering_provider_npis rendering_provider_names billing_provider_npis supervising_provider_npis supervising_provider_names',
    ]),
  )
  expect(entries(listSpecs.listEncounters)).toContain('Payer: primary_payer_names')
  expect(entries(listSpecs.listContractsV3)).toEqual(
    expect.arrayContaining([
      'Payer: payer_names',
      'Provider: contracting_provider_id rendering_provider_ids',
    ]),
  )
  expect(entries(listSpecs.listFacilityCredentialingSpans)).toContain(
    'Contracting provider: contracting_provider_id',
  )
  // Whoever names the role gets it.
  expect(findFilters(listSpecs.listChargeCaptures, 'provider')).toEqual(['rendering_provider_npis'])
  expect(findFilters(listSpecs.listChargeCaptures, 'supervising name')).toEqual([
    'supervising_provider_names',
  ])
})

test('each filter has a place of its own, and parameters of one filter are told apart', () => {
  for (const spec of Object.values(listSpecs)) {
    const ends = Object.values(spec.filters).flatMap(({ range }) => range?.to ?? [])
    expect([...entriesOf(spec).flat(), ...ends].toSorted()).toEqual(
      Object.keys(spec.filters).toSorted(),
    )
    const ways = entriesOf(spec)
      .filter((names) => names.length > 1)
      .map((names) => names.map((name) => spec.filters[name]!.entry?.by))
    for (const way of ways) expect(new Set(way).size).toBe(way.length)
    const labels = entriesOf(spec).map(([name]) => entryLabel(spec, name!))
    expect(new Set(labels).size).toBe(labels.length)
  }
})

test.each([
  ['listChargeCaptures', 'date_of_service_min', 'date_of_service_max'],
  ['listClaimCreations', 'date_of_service_min', 'date_of_service_max'],
  ['listEncounters', 'date_of_service_min', 'date_of_service_max'],
] as const)('%s keeps words that move and asks for the dates of today', (list, from, to) => {
  const spec = listSpecs[list]
  const words = { ...defaultView(spec), filters: { [from]: 'last 30 days' } }
  expect(viewToUrl(spec, words)).toBe(`?${from}=last+30+days`)
  expect(viewFromUrl(spec, { [from]: '30d' }).view).toEqual(words)
  expect(viewFromStore(spec, JSON.parse(JSON.stringify(words)))).toEqual(words)
  const asked = (today: string, view = words) => toRequest(spec, view, { today }).query
  expect(asked('2026-11-26')).toMatchObject({ [from]: '2026-10-28', [to]: '2026-11-26' })
  expect(asked('2026-11-27')).toMatchObject({ [from]: '2026-10-29', [to]: '2026-11-27' })
  // Two typed dates stay, and so does a view of before.
  const dates = { ...words, filters: { [from]: '2026-09-01', [to]: '2026-09-30' } }
  expect(viewFromStore(spec, dates)).toEqual(dates)
  expect(asked('2026-11-27', dates)).toMatchObject(dates.filters)
  // An end has no words.
  expect(viewFromUrl(spec, { [to]: 'today' }).view.filters).toEqual({})
})

test('words that move are dates for the queue, the updates, the activity, and rows that come first', () => {
  const filters = { date_of_service_min: 'this month', first_seen_min: 'last 7 days' }
  const sorted = { filters, sort: 'money' }
  expect(queueFilterOf(sorted, 'causes', undefined, '2026-11-26')).toMatchObject({
    date_of_service_min: '2026-11-01',
    date_of_service_max: '2026-11-30',
    first_seen_min: '2026-11-20',
  })
  expect(updatesFilterOf(sorted, '2026-11-27')).toMatchObject({ first_seen_min: '2026-11-21' })
  const activity = { ...defaultView(listSpecs.readActivity), filters: { from: 'yesterday' } }
  expect(toRequest(listSpecs.readActivity, activity, { today: '2026-11-27' }).local).toMatchObject({
    from: '2026-11-26',
    to: '2026-11-26',
  })
  const spec = listSpecs.listClaimCreations
  const first = { ...defaultView(spec), first: { date_of_service_min: 'before this year' } }
  expect(toRequest(spec, first, { today: '2026-11-26' }).first).toEqual({
    date_of_service_max: '2025-12-31',
  })
})
