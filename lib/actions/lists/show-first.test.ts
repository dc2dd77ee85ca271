import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fail } from '#lib/core/result.ts'
import { decodePosition, encodePosition } from './show-first.ts'
import { readPartnerPage } from './partner-lists.ts'
import type { AskPage } from './partner-pages.ts'
import type { WireQuery } from '#lib/lists/view.ts'
import { pageOf, walkAll, walkBack } from './list-walk.testing.ts'

const operation = 'listClaimCreations' as const

type Item = { id: string; payer: string; tags: string[] }

function partner(items: Item[], inScope: (item: Item) => boolean = () => true): AskPage {
  return async (query) =>
    pageOf(
      items.filter((item) => matches(item, query)),
      query,
      inScope,
    )
}

function matches(
  item: Item,
  { claim_creation_ids: ids, primary_payer_names: payers, tags }: WireQuery,
): boolean {
  if (Array.isArray(ids) && !ids.includes(item.id)) return false
  if (Array.isArray(payers) && !payers.includes(item.payer)) return false
  return !Array.isArray(tags) || tags.some((tag) => item.tags.includes(tag))
}

const items = fc.uniqueArray(
  fc.record({
    id: fc.nat(500).map(String),
    payer: fc.constantFrom('A', 'B', 'C'),
    tags: fc.subarray(['x', 'y']),
  }),
  { maxLength: 60, selector: (item) => item.id },
)
const filterFor = (values: string[]) =>
  fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined })

test('every matching row comes once, then every other row once, for all filters, page sizes and scopes', async () => {
  const requests = fc.record({
    payers: filterFor(['A', 'B', 'C']),
    firstPayers: fc.subarray(['A', 'B', 'C'], { minLength: 1 }),
    firstTags: filterFor(['x', 'y']),
    firstIds: filterFor(['1', '2', '3', '4', '5']),
    limit: fc.constantFrom(1, 3, 10, 100),
  })
  await fc.assert(
    fc.asyncProperty(
      items,
      requests,
      fc.boolean(),
      async (all, { payers, firstPayers, firstTags, firstIds, limit }, scoped) => {
        const inScope = (item: Item) => !scoped || Number(item.id) % 3 !== 0
        const first = {
          primary_payer_names: firstPayers,
          ...(firstTags && { tags: firstTags }),
          ...(firstIds && { claim_creation_ids: firstIds }),
        }
        const query = { limit, ...(payers && { primary_payer_names: payers }) }
        const { pages } = await walkAll(partner(all, inScope), { operation, query, first })
        const listed = all.filter((item) => matches(item, query) && inScope(item))
        const expected = [
          ...listed.filter((item) => matches(item, first)),
          ...listed.filter((item) => !matches(item, first)),
        ]
        expect(pages.flat()).toEqual(expected.map((item) => item.id))
      },
    ),
    { numRuns: 150 },
  )
})

test('going back shows the same pages', async () => {
  const all = Array.from({ length: 25 }, (_, i) => ({
    id: `i${i}`,
    payer: i % 4 === 0 ? 'A' : 'B',
    tags: [],
  }))
  const read = partner(all)
  const request = { operation, query: { limit: 5 }, first: { primary_payer_names: ['A'] } }
  const { pages, backwards } = await walkAll(read, request)
  expect(backwards[0]).toBeNull()
  expect(await walkBack(read, request, backwards)).toEqual(pages.slice(0, -1))
})

test('a thousand rows are separated with requests that fit an address', async () => {
  const all = Array.from({ length: 1000 }, (_, i) => ({
    id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    payer: i % 7 ? 'B' : 'A',
    tags: [],
  }))
  const asked: WireQuery[] = []
  const read: AskPage = (query) => (asked.push(query), partner(all)(query))
  const { pages } = await walkAll(read, {
    operation,
    query: { limit: 1000 },
    first: { primary_payer_names: ['A'] },
  })
  expect(new Set(pages.flat()).size).toBe(1000)
  for (const { claim_creation_ids: ids } of asked)
    expect(Array.isArray(ids) ? ids.length : 0).toBeLessThanOrEqual(100)
})

test('a failure of any walk is the page’s failure', async () => {
  const read: AskPage = async (query) =>
    query.claim_creation_ids
      ? fail('PartnerUnreachable', 'No answer.')
      : partner([{ id: '1', payer: 'B', tags: [] }])(query)
  const position = encodePosition({ walk: 2, back: {} })
  const page = await readPartnerPage(
    {
      operation: 'listClaimCreations',
      query: { limit: 5 },
      first: { primary_payer_names: ['A'] },
      position,
    },
    read,
  )
  expect(page).toMatchObject({ ok: false, error: { name: 'PartnerUnreachable' } })
})

test('a position is opaque and holds any token, and a foreign one is refused', async () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1 as const, 2 as const),
      fc.string({ unit: 'binary' }),
      (walk, token) => {
        const position = { walk, token, back: { token } }
        expect(decodePosition(encodePosition(position))).toEqual(position)
        expect(encodePosition(position)).toMatch(/^[\w-]+$/)
      },
    ),
  )
  for (const strange of [
    '',
    'x',
    'bm90',
    btoa('[3,null,null]'),
    btoa('[1,5,null]'),
    btoa('[1,null,[1]]'),
  ])
    expect(decodePosition(strange)).toBeUndefined()
  const page = await readPartnerPage(
    { operation: 'listClaimCreations', query: {}, first: { tags: ['x'] }, position: 'strange' },
    partner([]),
  )
  expect(page).toMatchObject({ ok: false, error: { name: 'InvalidPosition' } })
})
