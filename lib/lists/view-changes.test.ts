import { expect, test } from 'vitest'
import {
  defaultView,
  chipsOf,
  clearFilters,
  findFilters,
  replaceFilter,
  setFilter,
} from './view.ts'
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
  expect(findFilters(spec, '')).toHaveLength(Object.keys(spec.filters).length)
  expect(findFilters(spec, 'zebra')).toEqual([])
  expect(findFilters(spec, 'na pat')).toEqual(['patient_names'])
  expect(findFilters(spec, 'ayer')).toEqual([])
  expect(findFilters(listSpecs.listContractsV3, 'expir')).toEqual(['ends'])
})
