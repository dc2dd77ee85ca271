import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fail, ok } from '#lib/core/result.ts'
import { readMerged, type KeepItems } from './merged-walk.ts'
import type { AskPage } from './partner-pages.ts'

type Item = { id: string; status: string; rank: number }

const values = ['effective', 'pending', 'cancelled']
const lists = fc.record(
  Object.fromEntries(
    values.map((value) => [value, fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 })]),
  ) as Record<string, fc.Arbitrary<number[]>>,
)

/**
 * A partner that gives one status at a time, lowest rank first, in pages of its own size, some of
 * them empty.
 */
function partnerOf(
  given: Record<string, number[]>,
  pageSize: number,
): { read: AskPage; all: Item[] } {
  const all = values.flatMap((status) =>
    given[status]!.toSorted((a, b) => a - b).map((rank, index) => ({
      id: `${status}-${index}`,
      status,
      rank,
    })),
  )
  const read: AskPage = async (query) => {
    const items = all.filter((item) => item.status === query.contract_status)
    const start =
      query.page_token === undefined ? 0 : Number(String(query.page_token).split('-').at(-1))
    // Every other page comes empty, as a key of few billing NPIs sees it.
    const isEmpty = String(query.page_token ?? '').startsWith('empty')
    const end = isEmpty ? start : start + pageSize
    const next = end >= items.length && !isEmpty ? null : isEmpty ? `full-${start}` : `empty-${end}`
    return ok({ items: items.slice(start, end), next, prev: null })
  }
  return { read, all }
}

const rankOf = (item: unknown) => (item as Item).rank
const keepBy =
  (keep: (item: unknown) => boolean): KeepItems =>
  async (items) =>
    ok(items.map(keep))
const split = (limit: number, keep?: (item: unknown) => boolean) => ({
  query: { limit },
  parts: values.map((contract_status) => ({ contract_status })),
  order: {
    compare: (one: unknown, other: unknown) => rankOf(one) - rankOf(other),
    hasSortKey: true,
  },
  keep: keep && keepBy(keep),
})

async function walk(read: AskPage, limit: number, keep?: (item: unknown) => boolean) {
  const pages: Item[][] = []
  const positions: (string | undefined)[] = []
  for (let position: string | null | undefined; position !== null;) {
    const page = await readMerged({ ...split(limit, keep), position }, read)
    if (!page.ok) throw new Error(page.error.message)
    pages.push(page.value.items as Item[])
    positions.push(position)
    position = page.value.next
  }
  return { pages, positions }
}

describe('a list of one walk for each value', () => {
  it('gives every item once, in order, on pages of the size asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        lists,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 7 }),
        async (given, pageSize, limit) => {
          const { read, all } = partnerOf(given, pageSize)
          const { pages } = await walk(read, limit)
          expect(pages.flat().map((item) => item.rank)).toEqual(
            all.map((item) => item.rank).toSorted((a, b) => a - b),
          )
          expect(new Set(pages.flat().map((item) => item.id)).size).toBe(all.length)
          for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('goes back through the same pages', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 4 }), async (given, limit) => {
        const { read } = partnerOf(given, 2)
        const { pages, positions } = await walk(read, limit)
        for (const [index, position] of positions.entries()) {
          const page = await readMerged({ ...split(limit), position }, read)
          const prev = page.ok ? page.value.prev : undefined
          const before =
            prev === null || prev === undefined
              ? null
              : await readMerged({ ...split(limit), position: prev }, read)
          expect(before === null ? undefined : before.ok && before.value.items).toEqual(
            index === 0 ? undefined : pages[index - 1],
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  it('filters out other items and loses none of its own', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (given) => {
        const { read, all } = partnerOf(given, 3)
        const isEven = (item: unknown) => rankOf(item) % 2 === 0
        const { pages } = await walk(read, 5, isEven)
        expect(pages.flat()).toHaveLength(all.filter(isEven).length)
      }),
      { numRuns: 100 },
    )
  })

  it('fails where one walk fails, and refuses a position of another list', async () => {
    const failing: AskPage = async (query) =>
      query.contract_status === 'pending'
        ? fail('Unreachable', 'no')
        : ok({ items: [], next: null, prev: null })
    expect(await readMerged(split(5), failing)).toMatchObject({
      ok: false,
      error: { name: 'Unreachable' },
    })
    expect(await readMerged({ ...split(5), position: 'nonsense' }, failing)).toMatchObject({
      ok: false,
      error: { name: 'InvalidPosition' },
    })
  })

  it('ends a walk whose token does not move on', async () => {
    const looping: AskPage = async () => ok({ items: [{ rank: 1 }], next: 'same', prev: null })
    const page = await readMerged(split(10), looping)
    expect(page.ok && page.value.items.length).toBeLessThanOrEqual(10)
    expect(page.ok && page.value.next).toBeNull()
  })
})
