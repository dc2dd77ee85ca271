import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fail } from '#lib/core/result.ts'
import { encodePosition } from './show-first.ts'
import { readPartnerPage } from './partner-lists.ts'
import type { AskPage } from './partner-pages.ts'
import type { WireQuery } from '#lib/lists/view.ts'
import { pageOf, walkAll, walkBack } from './list-walk.testing.ts'

const operation = 'listEncounters' as const

type Item = {
  encounter_id: string
  created_at: string
  date_of_service: string | null
  billable_status: string
  tags: string[]
}
type Sort = 'created_at' | 'date_of_service'

// A partner that sorts stably by one field and knows no filter by id.
function partner(
  items: Item[],
  inScope: (item: Item) => boolean = () => true,
  asked: WireQuery[] = [],
): AskPage {
  return async (query) => {
    asked.push(query)
    return pageOf(
      sorted(items, query).filter((item) => matches(item, query)),
      query,
      inScope,
    )
  }
}

function sorted(items: Item[], { sort }: WireQuery): Item[] {
  const [field, direction] = String(sort).split(':') as [Sort, string]
  const sign = direction === 'asc' ? 1 : -1
  return items.toSorted(
    (a, b) =>
      sign *
      ((a[field] ?? '') < (b[field] ?? '')
        ? -1
        : (a[field] ?? '') > (b[field] ?? '')
          ? 1
          : a.encounter_id < b.encounter_id
            ? -1
            : 1),
  )
}

function matches(item: Item, { billable_status: billable, tag_ids: tags }: WireQuery): boolean {
  return (
    (billable === undefined || item.billable_status === billable) &&
    (!Array.isArray(tags) || tags.some((tag) => item.tags.includes(tag)))
  )
}

const item = fc.record({
  encounter_id: fc.nat(500).map((n) => `e${n}`),
  // Few days, so that many rows are equal; some encounters have no date at all.
  created_at: fc.nat(6).map((n) => `2026-08-1${n}T00:00:00Z`),
  date_of_service: fc.option(fc.nat(4).map((n) => `2026-07-1${n}`)),
  billable_status: fc.constantFrom('BILLABLE', 'NOT_BILLABLE'),
  tags: fc.subarray(['x', 'y']),
})
const items = fc.uniqueArray(item, { maxLength: 60, selector: ({ encounter_id }) => encounter_id })

// Rows without a date, of which more than one page matches: they once came twice.
const undated = ['2026-07-10', null, null].map((date, n) => ({
  encounter_id: `e${n}`,
  created_at: '2026-08-10T00:00:00Z',
  date_of_service: date,
  billable_status: 'BILLABLE' as const,
  tags: n === 0 ? [] : ['x'],
}))

test('also without a filter by id every matching row comes once, then every other row once', async () => {
  const asked = fc.record({
    sort: fc.constantFrom(
      'created_at:desc',
      'created_at:asc',
      'date_of_service:desc',
      'date_of_service:asc',
    ),
    limit: fc.constantFrom(1, 3, 10, 100),
    billable: fc.option(fc.constantFrom('BILLABLE', 'NOT_BILLABLE'), { nil: undefined }),
    firstBillable: fc.option(fc.constantFrom('BILLABLE', 'NOT_BILLABLE'), { nil: undefined }),
    firstTags: fc.subarray(['x', 'y'], { minLength: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(
      items,
      asked,
      fc.boolean(),
      async (all, { sort, limit, billable, firstBillable, firstTags }, scoped) => {
        const inScope = ({ encounter_id: id }: Item) => !scoped || Number(id.slice(1)) % 3 !== 0
        const first = {
          tag_ids: firstTags,
          ...(firstBillable && { billable_status: firstBillable }),
        }
        const query = { sort, limit, ...(billable && { billable_status: billable }) }
        const { pages } = await walkAll(partner(all, inScope), { operation, query, first })
        const listed = sorted(all, query).filter((each) => matches(each, query) && inScope(each))
        const expected = [
          ...listed.filter((each) => matches(each, first)),
          ...listed.filter((each) => !matches(each, first)),
        ]
        expect(pages.flat()).toEqual(expected.map((each) => each.encounter_id))
      },
    ),
    {
      numRuns: 300,
      examples: [
        [
          undated,
          {
            sort: 'date_of_service:desc',
            limit: 1,
            billable: undefined,
            firstBillable: undefined,
            firstTags: ['x'],
          },
          false,
        ],
      ],
    },
  )
})

const many = Array.from({ length: 1_000 }, (_, n): Item => ({
  encounter_id: `e${String(n).padStart(4, '0')}`,
  created_at: `2026-08-14T${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00Z`,
  date_of_service: null,
  billable_status: n % 5 === 0 ? 'NOT_BILLABLE' : 'BILLABLE',
  tags: [],
}))
const request = {
  operation,
  query: { sort: 'created_at:desc', limit: 50 },
  first: { billable_status: 'NOT_BILLABLE' },
}

test('a whole walk reads the matching rows about twice, however many pages there are', async () => {
  const asked: WireQuery[] = []
  const { pages } = await walkAll(partner(many, undefined, asked), request)
  expect(new Set(pages.flat()).size).toBe(1_000)
  // 4 pages of matching rows, 20 of all rows, and beside each of those one or two of matching rows
  // again.
  expect(asked.length).toBeLessThanOrEqual(4 + 20 + 2 * 20)
})

test('going back shows the same pages', async () => {
  const read = partner(many.slice(0, 200))
  const { pages, backwards } = await walkAll(read, request)
  expect(await walkBack(read, request, backwards)).toEqual(pages.slice(0, -1))
})

test('a failure of the second walk is the page’s failure', async () => {
  const read: AskPage = async (query) =>
    query.billable_status ? fail('PartnerUnreachable', 'No answer.') : partner(many)(query)
  const page = await readPartnerPage(
    { ...request, position: encodePosition({ walk: 2, back: {}, beside: 'token' }) },
    read,
  )
  expect(page).toMatchObject({ ok: false, error: { name: 'PartnerUnreachable' } })
})
