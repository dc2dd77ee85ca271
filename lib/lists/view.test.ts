import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFilterValue, parsePastedList, writeList } from './filter-value.ts'
import { listOperations, pageSizes, type FilterValues, type ListSpec } from './list-spec.ts'
import { defaultView, type ListView, viewFromStore, viewFromUrl, viewToUrl } from './view.ts'
import { listSpecs } from './list-specs.ts'

const word = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '')
const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))

function valuesOf(spec: ListSpec, names: string[]): fc.Arbitrary<FilterValues> {
  const shape = Object.fromEntries(
    names.map((name) => {
      const filter = spec.filters[name]!
      const texts =
        filter.kind === 'multi'
          ? fc.array(word, { minLength: 1, maxLength: 5 })
          : filter.kind === 'boolean'
            ? fc.constantFrom(['true'], ['false'])
            : fc.tuple(filter.kind === 'date' ? date : word)
      return [name, texts.map((each) => parseFilterValue(filter, each)!)]
    }),
  )
  return fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<FilterValues>
}

function views(spec: ListSpec): fc.Arbitrary<ListView> {
  const names = Object.keys(spec.filters)
  return fc.record(
    {
      filters: valuesOf(spec, names),
      first: valuesOf(
        spec,
        names.filter((name) => spec.filters[name]!.first),
      ),
      // A list of one order keeps the order that no link tells.
      sort: fc.constantFrom(
        ...(Object.keys(spec.sorts).length === 0
          ? [defaultView(spec).sort]
          : Object.keys(spec.sorts)),
      ),
      sort_direction: fc.constantFrom('asc' as const, 'desc' as const),
      limit: fc.constantFrom(...pageSizes),
      position: word,
    },
    { requiredKeys: ['filters', 'first', 'sort', 'sort_direction', 'limit'] },
  )
}

test.each(listOperations)(
  '%s: a view comes back from its link, or is too private or long for one',
  (operation) => {
    const spec = listSpecs[operation]
    fc.assert(
      fc.property(views(spec), (view) => {
        const url = viewToUrl(spec, view)
        const names = [...Object.keys(view.filters), ...Object.keys(view.first)]
        const isStored =
          names.some((name) => spec.filters[name]?.phi) || JSON.stringify(view).length > 500
        expect(
          url === undefined ? isStored && view : viewFromUrl(spec, new URLSearchParams(url)).view,
        ).toEqual(view)
      }),
      { numRuns: 500 },
    )
  },
)

test.each(listOperations)('%s: a stored view comes back as it was', (operation) => {
  const spec = listSpecs[operation]
  fc.assert(
    fc.property(
      views(spec),
      (view) => void expect(viewFromStore(spec, JSON.parse(JSON.stringify(view)))).toEqual(view),
    ),
  )
})

test('any stored value opens as a view of the list', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      (stored) =>
        void expect(viewFromStore(listSpecs.listChargeCaptures, stored)).toMatchObject({
          sort: 'created_at',
        }),
    ),
  )
  expect(
    viewFromStore(listSpecs.listClaimCreations, {
      filters: { gone: 'x', __proto__: 1, tags: ['a', 'a'] },
      limit: 7,
      sort: 'odd',
    }),
  ).toEqual({ ...defaultView(), filters: { tags: ['a'] } })
})

test('no patient value and no search term ever reaches a link, filtered or shown first', () => {
  const spec = listSpecs.listChargeCaptures
  const value = 'Avery Moss'
  const named: FilterValues[] = [
    { patient_external_id: value },
    { patient_names: [value] },
    { search_term: value },
  ]
  for (const filters of named) {
    expect(viewToUrl(spec, { ...defaultView(), filters })).toBeUndefined()
    expect(viewToUrl(spec, { ...defaultView(), first: filters })).toBeUndefined()
  }
})

test('a link that carries patient values opens without them, and says which', () => {
  const search = {
    patient_names: 'Moss',
    patient_external_id_ranked_sort: ['p-1'],
    search_term: '',
    status: 'billable',
  }
  expect(viewFromUrl(listSpecs.listChargeCaptures, search)).toEqual({
    view: { ...defaultView(), filters: { status: 'billable' } },
    refused: ['Search', 'Patient ID', 'Patient names'],
  })
})

test('unreadable values of a link are left out', () => {
  const search = {
    date_of_service_min: '2026-02-30',
    has_charge_capture_updates: 'maybe',
    limit: '7',
    sort: 'price',
    sort_direction: 'up',
    unknown: '1',
    __proto__: '1',
  }
  expect(viewFromUrl(listSpecs.listClaimCreations, search).view).toEqual(defaultView())
})

test('a pasted list splits at commas, lines and tabs, and keeps quoted names whole', () => {
  expect(parsePastedList('1234567893, 1999999984\n1234567893\t\r\n  2\u00a03 ;x')).toEqual([
    '1234567893',
    '1999999984',
    '2\u00a03',
    'x',
  ])
  expect(parsePastedList('"Moss, Avery", Fox\n"say ""hi"""')).toEqual([
    'Moss, Avery',
    'Fox',
    'say "hi"',
  ])
  expect(parsePastedList(' ,\n\t')).toEqual([])
  expect(parsePastedList('5" screen, b')).toEqual(['5" screen', 'b'])
})

test('a written list is read back the same', () => {
  const values = fc.uniqueArray(
    word.map((text) => text.trim()),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(values, (list) => void expect(parsePastedList(writeList(list))).toEqual(list)),
  )
})
