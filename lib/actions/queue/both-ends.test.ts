import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { resetQueues, queueModel } from './model.ts'
import { refreshQueue } from './read-snapshot.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
afterEach(async () => {
  resetQueues()
})

const count = 1_150
// So many a reading asks for.
const size = 250
const creation = (place: number) => ({
  id: `b${place}`,
  status: 'in-error',
  characteristics: {},
  errors: [{ id: `e${place}`, message: 'Units are missing', claim_creation_id: `b${place}` }],
})

type Manner = { keepsOrder?: true; breaks?: (direction: string, from: number) => boolean }

/** Reads a partner with 1,150 claim creations in error, 250 a page. */
async function readFrom({ keepsOrder, breaks }: Manner) {
  const partner = await startTestPartner((response, { url }) => {
    const { pathname, searchParams: query } = new URL(url, 'http://partner')
    if (
      query.get('claim_creation_status') !== 'in-error' ||
      pathname.startsWith('/api/charge_captures')
    )
      return sendJson(response, 200, { items: [] })
    const [direction, from] = [
      query.get('sort_direction') ?? '',
      Number(query.get('page_token') ?? 0),
    ]
    if (breaks?.(direction, from))
      return sendJson(response, 422, {
        errorName: 'UnprocessableEntityError',
        content: { message: 'No.' },
      })
    const places = Array.from({ length: Math.min(size, count - from) }, (_, i) => from + i)
    const items = places.map((place) =>
      creation(direction === 'desc' && !keepsOrder ? count - 1 - place : place),
    )
    return sendJson(response, 200, {
      items,
      next_page_token: from + size < count ? String(from + size) : null,
    })
  })
  onTestFinished(partner.close)
  const connection = connectionTo(partner.url)
  const signal = new AbortController().signal
  await refreshQueue({
    connection,
    signal,
    report: async () => {},
    retrying: (ask) => ask(connection),
  })
  const { rows, head } = await queueModel(connection)
  const pages = partner.seen.filter(({ url }) =>
    url.includes('claim_creation_status=in-error'),
  ).length
  return {
    read: rows.size,
    unread: head.unread.map(({ what }) => what),
    isComplete: head.readAt !== null,
    pages,
  }
}

test('a list is read from both ends until the walks meet, with two pages more than it has at most', async () => {
  const { pages, ...found } = await readFrom({})
  expect(found).toEqual({ read: count, unread: [], isComplete: true })
  expect(pages).toBeLessThanOrEqual(7)
})

test('a partner that ignores the direction is read whole', async () => {
  expect(await readFrom({ keepsOrder: true })).toMatchObject({
    read: count,
    unread: [],
    isComplete: true,
  })
})

test('a walk that breaks is made good by the other one; if both break, the rest is named as unread', async () => {
  const one = await readFrom({ breaks: (direction, from) => direction === 'asc' && from >= size })
  expect(one).toMatchObject({ read: count, unread: [], isComplete: true })
  const both = await readFrom({ breaks: (_, from) => from >= 2 * size })
  expect(both).toMatchObject({
    read: 4 * size,
    unread: ['Claim creations with errors'],
    isComplete: false,
  })
})
