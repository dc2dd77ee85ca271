import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FailureError } from '#lib/core/failure-error.ts'
import { fail, type Failure } from '#lib/core/result.ts'
import type { RowPage } from '#lib/lists/rows/rows.ts'
import { mergePages } from './merge-pages.ts'
import { pagesQuery, readToEnd, stateOf, type PageSource } from './pages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * A list of pages of two rows whose tokens are their places. `answers` replaces what the n-th
 * request gets.
 */
function listOf(ids: string[], answers: Record<number, RowPage | Failure> = {}) {
  const asked: (string | null)[] = []
  const source: PageSource<{ id: string }> = {
    queryKey: ['listContractProviders', ids],
    read: async (position) => {
      asked.push(position)
      await new Promise((resolve) => setTimeout(resolve, 10))
      const special = answers[asked.length]
      if (special && 'name' in special) throw new FailureError(special)
      if (special) return special
      const from = Number(position ?? 0)
      const next = from + 2 < ids.length ? String(from + 2) : null
      return { rows: ids.slice(from, from + 2).map((id) => ({ id })), next, prev: null }
    },
  }
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  const observer = new InfiniteQueryObserver(client, { ...pagesQuery(source), enabled: false })
  observer.subscribe(() => undefined)
  let isStopped = false
  const read = async (fresh = false) => {
    isStopped = false
    const reading = readToEnd(() => observer.getCurrentResult(), {
      fresh,
      isStopped: () => isStopped,
    })
    await vi.runAllTimersAsync()
    return reading
  }
  const shown = () => mergePages(observer.getCurrentResult().data?.pages ?? []).map(({ id }) => id)
  const stop = () => {
    isStopped = true
    void client.cancelQueries({ queryKey: source.queryKey })
  }
  return { asked, observer, read, shown, stop, client }
}
const late = fail('PartnerTimeout', 'Late.').error

test('a list is read to its last page, with the time when the reading began', async () => {
  vi.setSystemTime(7_000)
  const { asked, read } = listOf([...'abcde'])
  expect(await read()).toMatchObject({
    ok: true,
    value: { readAt: 7_000, rows: [...'abcde'].map((id) => ({ id })) },
  })
  expect(asked).toEqual([null, '2', '4'])
})

test('a failure keeps the rows that were read, and Continue starts at its token', async () => {
  const { asked, read, shown } = listOf([...'abcde'], { 2: late })
  expect(await read()).toMatchObject({ ok: false, error: { name: 'PartnerTimeout' } })
  expect(shown()).toEqual(['a', 'b'])
  expect(await read()).toMatchObject({ ok: true, value: { rows: { length: 5 } } })
  expect(asked).toEqual([null, '2', '2', '4'])
})

test('a refused token restarts the list once, from its first page', async () => {
  const refused = fail('HttpRequestValidationsError', 'Expired.', { status: 422 }).error
  const once = listOf([...'abcdef'], { 3: refused })
  expect(await once.read()).toMatchObject({
    ok: true,
    value: { rows: [...'abcdef'].map((id) => ({ id })) },
  })
  expect(once.asked).toEqual([null, '2', '4', null, '2', '4'])
  const always = listOf([...'abcd'], { 2: refused, 4: refused })
  expect(await always.read()).toMatchObject({
    ok: false,
    error: { name: 'HttpRequestValidationsError' },
  })
  expect(always.asked).toEqual([null, '2', null, '2'])
  expect(always.shown()).toEqual(['a', 'b'])
})

test('a failure of the first page is tried again when the list is asked for again', async () => {
  const { asked, read } = listOf([...'abc'], { 1: late })
  expect(await read()).toMatchObject({ ok: false })
  expect(await read()).toMatchObject({ ok: true })
  expect(asked).toEqual([null, null, '2'])
})

test('Stop drops the page that is being read; Continue starts there', async () => {
  const { asked, observer, shown, stop, read } = listOf([...'abcd'])
  await Promise.all([observer.refetch(), vi.runAllTimersAsync()])
  void observer.fetchNextPage()
  await vi.advanceTimersByTimeAsync(5)
  stop()
  await vi.runAllTimersAsync()
  expect(shown()).toEqual(['a', 'b'])
  expect(await read()).toMatchObject({ ok: true, value: { rows: { length: 4 } } })
  expect(asked).toEqual([null, '2', '2'])
})

test('a row that moved is there once, and a repeated page ends the reading', async () => {
  const page = (rows: RowPage['rows']): RowPage => ({ rows, next: 'x', prev: null })
  const { read, shown, asked } = listOf([], {
    1: page([{ id: 'a' }, { id: 'b' }, { id: '', unreadable: true }]),
    2: page([{ id: 'b' }]),
  })
  expect(await read()).toMatchObject({ ok: false, error: { name: 'WalkGoesRound' } })
  expect(shown()).toEqual(['a', 'b', ''])
  expect(asked).toEqual([null, 'x'])
})

test('while a whole list is refreshed, the old rows stay until the new list is whole', async () => {
  vi.setSystemTime(7_000)
  const ids = [...'abc']
  const { observer, read, shown } = listOf(ids)
  await read()
  ids.splice(0, 3, 'x', 'y', 'z', 'w', 'v')
  const seen: string[] = []
  observer.subscribe(() => seen.push(shown().join('')))
  vi.setSystemTime(9_000)
  expect(await read(true)).toMatchObject({
    ok: true,
    value: { readAt: 9_000, rows: { length: 5 } },
  })
  // As many pages as before are read before any is shown; a list that has grown goes on from there.
  expect(new Set(seen)).toEqual(new Set(['abc', 'xyzw', 'xyzwv']))
})

test('a refresh that is stopped or fails leaves the old rows', async () => {
  const { observer, read, shown, stop, asked } = listOf([...'abc'], { 4: late })
  await read()
  expect(await read(true)).toMatchObject({ ok: false, error: { name: 'PartnerTimeout' } })
  expect(shown()).toEqual([...'abc'])
  setTimeout(stop, 15)
  expect(await read(true)).toMatchObject({ ok: false, error: { name: 'Stopped' } })
  expect(shown()).toEqual([...'abc'])
  expect(asked.slice(0, 5)).toEqual([null, '2', null, '2', null])
  expect(observer.getCurrentResult().isFetching).toBe(false)
})

test('the parts of a page that a person asked for ask for its rest, or for a whole page after a short one', async () => {
  const limits: number[] = []
  const page = (count: number, next: string | null): RowPage => ({
    rows: Array.from({ length: count }, (_, n) => ({ id: `${next}${n}` })),
    next,
    prev: null,
  })
  const answers = [page(100, 'b'), page(7, 'c'), page(1, null)]
  const query = pagesQuery({
    queryKey: ['listChargeCaptures', {}],
    limit: 1_000,
    read: async (_position, limit) => {
      limits.push(limit)
      return answers.shift()!
    },
  })
  const client = new QueryClient()
  // The server reads the first hundred rows of a long page.
  client.setQueryData(query.queryKey, {
    pages: [page(100, 'a')],
    pageParams: [{ position: null, limit: 100 }],
  })
  const observer = new InfiniteQueryObserver(client, { ...query, enabled: false })
  for (let part = 0; part < 3; part += 1) await observer.fetchNextPage()
  expect(limits).toEqual([900, 1_000, 1_000])
  expect(observer.getCurrentResult().hasNextPage).toBe(false)
})

test('the state of a list follows from its query', () => {
  const nothing = {
    isReading: false,
    isStopped: false,
    isWanted: true,
    hasFailed: false,
    isShort: false,
    isKnown: false,
  }
  expect(stateOf({ ...nothing, isWanted: false })).toBe('waiting')
  expect(stateOf({ ...nothing, isReading: true })).toBe('reading')
  expect(stateOf({ ...nothing, isReading: true, hasFailed: true })).toBe('reading')
  expect(stateOf({ ...nothing, hasFailed: true })).toBe('failed')
  expect(stateOf({ ...nothing, isStopped: true })).toBe('stopped')
  expect(stateOf({ ...nothing, isKnown: true })).toBe('done')
  // Twenty short pages were read, and a person is asked whether to go on.
  expect(stateOf({ ...nothing, isKnown: true, isShort: true })).toBe('stopped')
  // A whole list that nobody wants at the moment is whole all the same; a part of one waits.
  expect(stateOf({ ...nothing, isKnown: true, isWanted: false })).toBe('done')
  expect(stateOf({ ...nothing, isKnown: true, isShort: true, isWanted: false })).toBe('waiting')
})
