import { readList } from '#lib/actions/lists.ts'
import {
  hashKey,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FailureError, failureOf } from '#lib/core/failure-error.ts'
import { fromJsonText, type JsonText } from '#lib/core/json-text.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import { nextToken } from '#lib/lists/next-token.ts'
import type { BaseRow, RowPage } from '#lib/lists/rows/rows.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { askedFor, createMerger, mergePages, nextLimit, type Part } from './merge-pages.ts'
import { unwrapReply } from './reply.ts'

/**
 * The first page as the server read it: what it was asked for, its Result as JSON text, and when
 * (UTC milliseconds).
 */
export type PreparedPage<Page = unknown> = {
  request: ListRequest
  limit: number
  reply: JsonText<Result<Page>>
  at: number
}

/**
 * The source of pages. `read` throws a `FailureError`; its `position` is the token of the page
 * before.
 */
export type PageSource<Row extends BaseRow, Page extends RowPage<Row> = RowPage<Row>> = {
  /** Begins with the operation, so that a write which makes it out of date has it read again. */
  queryKey: readonly [operation: string, input: unknown]
  /**
   * The number of rows that a person chose; absent if the whole list is read and the server
   * chooses.
   */
  limit?: number
  /** The token of the first page. */
  from?: string | undefined
  first?: PreparedPage<Page> | undefined
  read: (position: string | null, limit: number) => Promise<Page>
}

/** The page of a list that a request asks for; a short one is read in several parts. */
export function listPages<Row extends BaseRow>(
  request: ListRequest,
  first?: PreparedPage,
): PageSource<Row> {
  const limit = Number(request.query.limit)
  return {
    ...wholeList<Row>(request),
    limit,
    // The server read it for this request, so it has these rows.
    first: first as PreparedPage<RowPage<Row>> | undefined,
    read: (position, asked) =>
      readRows(position, { ...request, query: { ...request.query, limit: asked } }),
  }
}

/** The list that a request asks for, page after page. */
export function wholeList<Row extends BaseRow>(request: ListRequest): PageSource<Row> {
  return {
    queryKey: [request.operation, request],
    from: request.position,
    read: (position) => readRows(position, request),
  }
}

function readRows<Row extends BaseRow>(
  position: string | null,
  request: ListRequest,
): Promise<RowPage<Row>> {
  return unwrapReply(readList<Row>({ ...request, position: position ?? undefined }))
}

/**
 * How far pages are read by themselves: until the page that a person asked for is full, until there
 * is a first row, or to the end of the list.
 */
export type ReadOn = 'full page' | 'first row' | 'end'

/**
 * The most pages that are read without asking the person, except when a list is read to its end.
 */
const pagesPerSearch = 20

/** Pages of a list as a component sees them. */
export type Pages<Row extends BaseRow, Page extends RowPage<Row> = RowPage<Row>> = {
  pages: readonly Page[]
  /**
   * The rows of all pages. A row that moved between two pages is there once, in its latest state.
   */
  rows: Row[]
  next: string | null
  prev: string | null
  failure: Failure | undefined
  /** UTC milliseconds: when the reading of a whole list began, else when the newest rows came. */
  readAt: number | undefined
  /**
   * - waiting: not wanted yet.
   * - stopped, failed: `readOn` goes on from the last page.
   * - done: as far as they are read by themselves.
   */
  state: 'waiting' | 'reading' | 'stopped' | 'failed' | 'done'
  /** Pages and rows of the reading under way. */
  progress: { pages: number; rows: number }
  /** Nothing is known yet. */
  isLoading: boolean
  /** The list was read to its end. */
  isComplete: boolean
  /** The rows belong to the previous view, or to the previous reading. */
  isOld: boolean
  /** The partner sent a page twice: the list cannot be completed. */
  isLooping: boolean
  /** Further pages are being read, because those so far are short. */
  isReadingOn: boolean
  /** Further pages are needed, but reading them was stopped, failed or reached its limit. */
  isPaused: boolean
  /**
   * The rest of a page is being read, and its parts so far are full: the partner left no row out.
   */
  isFilling: boolean
  isFetching: boolean
  stop: () => void
  readOn: () => void
  /** Reads all pages again; the rows stay until the new ones are there. */
  refresh: () => void
  /**
   * Reads the list to its end, from its first page where `fresh`. Fails with `Stopped` where a
   * person stops it.
   */
  readToEnd: (options?: { fresh?: boolean }) => Promise<Result<{ rows: Row[]; readAt: number }>>
}

type Options = { readOn: ReadOn; wanted?: boolean }
/** A cached page; the first of a reading has the time at which it was asked for. */
type Cached<Page> = Page & { startedAt?: number }

const cachedFor = 15 * 60_000
const nothingYet = { instead: undefined as unknown, pages: 0, rows: 0 }
const none: never[] = []

/** The query of a source's pages. */
export function pagesQuery<Row extends BaseRow, Page extends RowPage<Row>>(
  source: PageSource<Row, Page>,
) {
  const { queryKey, limit, from = null, read } = source
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: { position: from, limit: limit ?? 0 } as Part,
    queryFn: async ({ pageParam: { position, limit: asked } }): Promise<Cached<Page>> => {
      const startedAt = Date.now()
      const page = await read(position, asked)
      return position === from ? { ...page, startedAt } : page
    },
    getNextPageParam: (last: Cached<Page>, pages, _part, parts: Part[]): Part | null => {
      const next = nextToken(last.next, new Set(parts.map((part) => part.position)))
      if (!next.ok || next.value === null) return null
      const part = { position: next.value, limit: limit ?? 0 }
      return limit === undefined
        ? part
        : { ...part, limit: nextLimit(mergePages(pages).length, askedFor(parts), limit) }
    },
    gcTime: cachedFor,
    // Comparing tens of thousands of rows at each page would stop the browser.
    structuralSharing: false,
  })
}

/**
 * The pages of a list, read on by themselves as far as `readOn` says while the component is there.
 * A page of the partner may be short, even empty, although more follows (Pagination 4): only its
 * token says that the list has ended. Callers with the same key share the pages. A remount
 * continues from the last page.
 */
export function usePages<Row extends BaseRow, Page extends RowPage<Row> = RowPage<Row>>(
  source: PageSource<Row, Page> | undefined,
  { readOn, wanted = true }: Options,
): Pages<Row, Page> {
  const client = useQueryClient()
  const asked = source ?? (nowhere as unknown as PageSource<Row, Page>)
  const key = hashKey(asked.queryKey)
  const prepared = usePrepared<Page>(asked)
  const isWanted = source !== undefined && wanted
  // Pages of a whole list that are read again are counted here: they are not in the cache before
  // all of them are.
  const [again, setAgain] = useState(nothingYet)
  const options = pagesQuery({
    ...asked,
    read: async (position, limit) => {
      const page = await asked.read(position, limit)
      const state = client.getQueryState(asked.queryKey)
      const isFirst = position === (asked.from ?? null)
      if (readOn === 'end' && state?.data !== undefined && state.fetchMeta?.fetchMore === undefined)
        setAgain((now) => ({
          instead: state.data,
          pages: (isFirst ? 0 : now.pages) + 1,
          rows: (isFirst ? 0 : now.rows) + page.rows.length,
        }))
      return page
    },
  })
  const initial = prepared?.result.ok ? prepared : undefined
  const query = useInfiniteQuery({
    ...options,
    // A queue that a person works through, and a whole list, are read again only when they are out
    // of date.
    ...(readOn === 'full page'
      ? { placeholderData: keepPreviousData }
      : { staleTime: Number.POSITIVE_INFINITY }),
    retry: (count, error) =>
      readOn === 'first row' && !(error instanceof FailureError) && count < 1,
    enabled: isWanted,
    initialData: initial?.result.ok
      ? { pages: [initial.result.value as Cached<Page>], pageParams: [initial.part] }
      : undefined,
    initialDataUpdatedAt: initial?.at,
  })
  const {
    data,
    error,
    hasNextPage,
    isFetching,
    isFetchNextPageError,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = query
  const [search, setSearch] = useState({ key, rounds: 1, isStopped: false })
  const { rounds, isStopped } = search.key === key ? search : { rounds: 1, isStopped: false }
  const pages = data?.pages ?? (none as Cached<Page>[])
  const [merger] = useState(() => createMerger<Row>())
  const rows = useMemo(() => merger(pages), [merger, pages])
  const last = pages.at(-1)
  const isPlaceholder = query.isPlaceholderData
  const isReadingAgain = isFetching && data !== undefined && !isFetchingNextPage && !isPlaceholder
  const parts = (data?.pageParams ?? none) as Part[]
  const isShort =
    !isPlaceholder &&
    hasNextPage &&
    (readOn === 'end' ||
      (readOn === 'first row' ? rows.length === 0 : rows.length < (asked.limit ?? 0)))
  const readsOn =
    isWanted &&
    isShort &&
    !isStopped &&
    !isFetchNextPageError &&
    (readOn === 'end' || pages.length < rounds * pagesPerSearch)
  const isFilling = readsOn && readOn === 'full page' && rows.length === askedFor(parts)
  useEffect(() => {
    if (!readsOn || isFetching) return
    // The rest of a long page can wait until its first rows are painted and the page answers.
    if (isFilling) return whenIdle(() => void fetchNextPage())
    void fetchNextPage()
  }, [readsOn, isFetching, isFilling, fetchNextPage])
  const restarted = useRef<string>(undefined)
  const isRefused = isFetchNextPageError && isPositionRefused(failureOf(error))
  useEffect(() => {
    if (!isRefused || isFetching || !isWanted || restarted.current === key) return
    restarted.current = key
    void refetch()
  }, [isRefused, isFetching, isWanted, key, refetch])

  const latest = useRef({ query, isStopped })
  useEffect(() => {
    latest.current = { query, isStopped }
  })
  const isLooping = !isPlaceholder && last?.next != null && !hasNextPage
  const failure =
    error && !(readOn === 'end' && isFetching)
      ? failureOf(error)
      : isLooping && readOn === 'end' && !isFetching
        ? goesRound
        : preparedFailure(prepared, data === undefined && (readOn === 'full page' || !isFetching))
  const isComplete =
    data !== undefined && !hasNextPage && !isLooping && !isReadingAgain && !error && !isPlaceholder
  const goOn = (change: Partial<typeof search> = {}) => {
    latest.current = { query, isStopped: false }
    setSearch({ key, rounds, isStopped: false, ...change })
  }
  return {
    pages,
    rows,
    next: isPlaceholder ? null : (last?.next ?? null),
    prev: isPlaceholder ? null : (pages[0]?.prev ?? null),
    failure,
    readAt: readOn === 'end' ? pages[0]?.startedAt : data && query.dataUpdatedAt,
    state: stateOf({
      isReading: isFetching || readsOn,
      // A list that is stopped while it is read again keeps all its rows.
      isStopped: isStopped && !isComplete,
      isWanted,
      hasFailed: failure !== undefined,
      isShort,
      isKnown: data !== undefined && !isPlaceholder,
    }),
    progress: isReadingAgain
      ? again.instead === data
        ? again
        : nothingYet
      : { pages: pages.length, rows: rows.length },
    isLoading: data === undefined && failure === undefined,
    isComplete,
    isOld:
      isPlaceholder ||
      (readOn === 'end' &&
        (isReadingAgain || (error !== null && !isFetchNextPageError && rows.length > 0))),
    isLooping,
    isReadingOn: readsOn,
    isPaused: isShort && !readsOn,
    isFilling,
    isFetching,
    stop: () => {
      latest.current = { query, isStopped: true }
      setSearch({ key, rounds, isStopped: true })
      if (readOn === 'end') void client.cancelQueries({ queryKey: asked.queryKey, exact: true })
    },
    readOn: () => {
      goOn({ rounds: isShort ? Math.floor(pages.length / pagesPerSearch) + 1 : rounds })
      if (isFetching) return
      if (isFetchNextPageError || (readOn === 'first row' && hasNextPage && !error))
        void fetchNextPage()
      else if (error || data === undefined) void refetch()
    },
    refresh: () => {
      goOn()
      void refetch()
    },
    readToEnd: ({ fresh = false } = {}) => {
      goOn()
      return readToEnd(() => latest.current.query, {
        fresh,
        isStopped: () => latest.current.isStopped,
      })
    },
  }
}

const nowhere: PageSource<BaseRow> = {
  queryKey: ['nowhere', null],
  read: () => Promise.reject(new Error('no source')),
}

/**
 * The partner does not take the token of a further page any more; the tokens of a list that is read
 * anew are fresh.
 */
function isPositionRefused({ status }: Failure): boolean {
  return status === 422 || status === 410
}

const goesRound = fail(
  'WalkGoesRound',
  'The partner sent the same page twice, so the list is incomplete. Refresh to try again.',
).error

type StateFacts = {
  isReading: boolean
  isStopped: boolean
  isWanted: boolean
  hasFailed: boolean
  isShort: boolean
  isKnown: boolean
}

/** The position in a list's pages, from the state of its query. */
export function stateOf({
  isReading,
  isStopped,
  isWanted,
  hasFailed,
  isShort,
  isKnown,
}: StateFacts) {
  if (isStopped) return 'stopped'
  if (isReading) return 'reading'
  if (hasFailed) return 'failed'
  if (isKnown && !isShort) return 'done'
  if (!isWanted) return 'waiting'
  return isKnown ? 'stopped' : 'reading'
}

type Reader<Page> = {
  data: InfiniteData<Cached<Page>> | undefined
  error: Error | null
  hasNextPage: boolean
  isFetching: boolean
  // The library types what an infinite query answers here as a plain query's.
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Reader<Page>>
}

/**
 * Reads a list to its end, together with other readers of the same pages. It waits for a page that
 * is being read, and begins once more from the first page if the partner refuses the token of a
 * later one.
 */
export async function readToEnd<Row extends BaseRow, Page extends RowPage<Row>>(
  now: () => Reader<Page>,
  { fresh, isStopped }: { fresh: boolean; isStopped: () => boolean },
): Promise<Result<{ rows: Row[]; readAt: number }>> {
  const again = async (from: Reader<Page>, cancelRefetch = false) =>
    (await from.refetch({ cancelRefetch })) as Reader<Page>
  let reader = fresh ? await again(now(), true) : now()
  // A failure from before is tried once more.
  if (!fresh && reader.error && !reader.isFetching)
    reader = reader.hasNextPage
      ? await reader.fetchNextPage({ cancelRefetch: false })
      : await again(reader)
  for (let mayRestart = true; ;) {
    if (isStopped()) return fail('Stopped', 'Reading the list was stopped.')
    if (
      mayRestart &&
      !reader.isFetching &&
      reader.error &&
      reader.data &&
      isPositionRefused(failureOf(reader.error))
    ) {
      mayRestart = false
      reader = await again(reader, true)
    } else if (reader.isFetching || (reader.data === undefined && !reader.error))
      reader = await again(reader)
    else if (reader.error) return { ok: false, error: failureOf(reader.error) }
    else if (reader.hasNextPage) reader = await reader.fetchNextPage({ cancelRefetch: false })
    else break
  }
  const pages = reader.data?.pages ?? none
  if (pages.at(-1)?.next != null) return { ok: false, error: goesRound }
  return ok({ rows: mergePages<Row>(pages), readAt: pages[0]?.startedAt ?? 0 })
}

type Prepared<Page> = { result: Result<Page>; part: Part; at: number }

// The page that the server read, where it is the page that is asked for.
function usePrepared<Page>({
  queryKey,
  from,
  first,
}: {
  queryKey: PageSource<BaseRow>['queryKey']
  from?: string | undefined
  first?: PreparedPage<Page> | undefined
}): Prepared<Page> | undefined {
  const [parsed] = useState(
    () =>
      first && {
        key: hashKey([first.request]),
        at: firstSeen(first.at),
        limit: first.limit,
        result: fromJsonText(first.reply),
      },
  )
  return parsed?.key === hashKey([queryKey[1]])
    ? {
        result: parsed.result,
        part: { position: from ?? null, limit: parsed.limit },
        at: parsed.at,
      }
    : undefined
}

function preparedFailure(
  prepared: Prepared<unknown> | undefined,
  isShown: boolean,
): Failure | undefined {
  return isShown && prepared?.result.ok === false ? prepared.result.error : undefined
}

// The server's clock is not this machine's, and the router may show an old page again: what counts
// is when this tab first saw the data.
const seen = new Map<number, number>()

function firstSeen(at: number): number {
  if (!seen.has(at)) seen.set(at, Date.now())
  return seen.get(at)!
}

/**
 * Runs something once the browser has painted and rests, within a second at the latest. Returns how
 * to call it off.
 */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 1000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 200)
  return () => clearTimeout(timer)
}
