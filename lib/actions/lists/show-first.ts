import 'server-only'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { FilterValues } from '#lib/lists/list-spec.ts'
import type { WireQuery } from '#lib/lists/view.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { orderOf } from './order.ts'
import {
  eachPage,
  fromOpaque,
  readWhole,
  toOpaque,
  type AskPage,
  type PartnerPage,
} from './partner-pages.ts'

type ShowFirst = {
  query: WireQuery
  first: FilterValues
  position?: string | undefined
  /** The list's filter by the ids of its items, where the partner has one. */
  idFilter?: string | undefined
}

/** Which items of a page match a query, as ids, and where the next page's comparison begins. */
type Matches = { ids: ReadonlySet<string>; beside?: string | undefined }

// 100 ids of 36 characters keep a question's address under the 8 KB that every server takes.
const idsPerQuestion = 100

/**
 * One page of a list that shows the rows matching `first` before all others, for a partner that
 * cannot rank. Walk 1 asks for the rows that match both; walk 2 asks for all of them and leaves out
 * those that walk 1 showed: they are found by their ids, or beside the page where the partner takes
 * no ids. Nothing is kept between pages: the position says all. A page may come out short or empty
 * although more follows, as every page of this partner may.
 */
export async function readShowFirst(asked: ShowFirst, ask: AskPage): Promise<Result<PartnerPage>> {
  const { query, first, idFilter } = asked
  const here = decodePosition(asked.position)
  if (!here)
    return fail(
      'InvalidPosition',
      'This page of the list has expired. Start again from the first page.',
    )
  const walked = { ...query, ...(here.walk === 1 ? first : {}) }
  const page = await ask(here.token === undefined ? walked : { ...walked, page_token: here.token })
  if (!page.ok) return page
  const { items } = page.value
  // A parameter that is both a filter and "show first" goes out with the latter; the filter is then
  // asked separately.
  const isAskedTwice = Object.keys(first).some((name) => Object.hasOwn(query, name))
  if (here.walk === 1 && !isAskedTwice) return ok(pageAt(here, page.value, items, undefined))
  const question = here.walk === 1 ? query : { ...query, ...first }
  const matches =
    idFilter === undefined
      ? await findBesidePage(items, question, ask, here.beside)
      : await findByIds(items, question, ask, idFilter)
  if (!matches.ok) return matches
  const { ids, beside } = matches.value
  const isShown = (item: unknown) => ids.has(idOf(item)) === (here.walk === 1)
  return ok(pageAt(here, page.value, items.filter(isShown), beside))
}

function pageAt(
  here: Position,
  { next, prev }: PartnerPage,
  items: unknown[],
  beside: string | undefined,
): PartnerPage {
  return { items, next: nextPosition(here, next, beside), prev: previousPosition(here, prev) }
}

/** The ids among `items` that match `query`, asked in chunks, each read to its end. */
async function findByIds(
  items: readonly unknown[],
  query: WireQuery,
  ask: AskPage,
  idFilter: string,
): Promise<Result<Matches>> {
  const wanted = query[idFilter]
  const ids = items
    .map(idOf)
    .filter((id) => id !== '' && (!Array.isArray(wanted) || wanted.includes(id)))
  const chunks: string[][] = []
  for (let start = 0; start < ids.length; start += idsPerQuestion)
    chunks.push(ids.slice(start, start + idsPerQuestion))
  const found = new Set<string>()
  const readings = await Promise.all(
    chunks.map((chunk) => readWhole(ask, { ...query, [idFilter]: chunk, limit: idsPerQuestion })),
  )
  for (const reading of readings) {
    if (reading.failure) return { ok: false, error: reading.failure }
    for (const item of reading.items) found.add(idOf(item))
  }
  return ok({ ids: found })
}

/**
 * The ids among `items` that match `query`, for a list that cannot be asked by id: both walks have
 * the same order, so the matching rows are read beside the page until they are past its end.
 * `beside` is where the next page goes on, so that a whole list reads each matching row about
 * twice. Without it the reading begins at the first matching row.
 */
async function findBesidePage(
  items: readonly unknown[],
  query: WireQuery,
  ask: AskPage,
  beside: string | undefined,
): Promise<Result<Matches>> {
  const ids = new Set<string>()
  if (items.length === 0) return ok({ ids, beside })
  const { keyOf, isBefore } = orderOf(query)
  const end = keyOf(items.at(-1))
  let [from, isSkipping] = [beside, true]
  for await (const page of eachPage(ask, query, { from: beside })) {
    if (!page.ok) {
      // The rows up to a page that repeats were all read; only the page itself can say that the
      // list goes round.
      if (page.error.name === 'WalkGoesRound') break
      return page
    }
    for (const item of page.value.items) ids.add(idOf(item))
    const keys = page.value.items.map(keyOf)
    const { next } = page.value
    // The partner decides the place of rows without a date, so such a row does not show where its
    // page is.
    const last = keys.includes(undefined) ? undefined : keys.at(-1)
    // Rows of equal dates may go on in the next page, so only what lies wholly before the end is
    // never read again.
    const isBehind =
      keys.length === 0 || (end !== undefined && last !== undefined && isBefore(last, end))
    isSkipping &&= isBehind && next !== null
    if (isSkipping) from = next ?? undefined
    if (end !== undefined && last !== undefined && isBefore(end, last)) break
  }
  return ok({ ids, beside: from })
}

function nextPosition(
  { beside: _, ...here }: Position,
  next: string | null,
  beside: string | undefined,
): string | null {
  if (next !== null)
    return encodePosition({ ...here, token: next, ...(beside === undefined ? {} : { beside }) })
  if (here.walk === 2) return null
  return encodePosition({ walk: 2, back: here.token === undefined ? {} : { token: here.token } })
}

// On the way back the comparison begins anew: what was compared so far lies ahead.
function previousPosition({ beside: _, ...here }: Position, prev: string | null): string | null {
  if (prev !== null) return encodePosition({ ...here, token: prev })
  if (here.walk === 1 || !here.back) return null
  return encodePosition(
    here.back.token === undefined ? { walk: 1 } : { walk: 1, token: here.back.token },
  )
}

/** The id of an item of any list; '' for one that cannot be read. */
export function idOf(item: unknown): string {
  return textOf(memberAt(item, 'id')) ?? textOf(memberAt(item, 'encounter_id')) ?? ''
}

/**
 * The place of a page in a "show first" list: walk 1 shows the matching rows, walk 2 the rest.
 * `token` is the partner's page token in that walk; `back` the partner's token of walk 1's last
 * page, so that walk 2 can be left backwards; `beside` the token up to which the matching rows were
 * compared with those of this walk.
 */
type Position = { walk: 1 | 2; token?: string; back?: { token?: string }; beside?: string }

/** A position as one opaque text. People save links with it: its form stays. */
export function encodePosition(position: Position): string {
  return toOpaque([
    position.walk,
    position.token ?? null,
    position.back ? [position.back.token ?? null] : null,
    ...(position.beside === undefined ? [] : [position.beside]),
  ])
}

/**
 * The position in an opaque text; the beginning when there is none; undefined when the text is not
 * ours.
 */
export function decodePosition(opaque: string | undefined): Position | undefined {
  if (opaque === undefined) return { walk: 1 }
  const wire = fromOpaque(opaque)
  if (!Array.isArray(wire) || wire.length < 3 || wire.length > 4) return undefined
  const [walk, token, back, beside = null] = wire as unknown[]
  if ((walk !== 1 && walk !== 2) || !isToken(token) || !isToken(beside)) return undefined
  if (back !== null && !(Array.isArray(back) && back.length === 1 && isToken(back[0])))
    return undefined
  return {
    walk,
    ...(token === null ? {} : { token }),
    ...(back === null ? {} : { back: back[0] === null ? {} : { token: back[0] as string } }),
    ...(beside === null ? {} : { beside }),
  }
}

function isToken(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
