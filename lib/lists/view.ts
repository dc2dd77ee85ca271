import { folded } from '#lib/core/folded.ts'
import { isLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { datesOfRange } from './date-range.ts'
import { filterTexts, parseFilterValue } from './filter-value.ts'
import {
  defaultLimit,
  pageSizes,
  partnerListOperations,
  rankedSuffix,
  type DateRange,
  type FilterSpec,
  type FilterValue,
  type FilterValues,
  type ListOperation,
  type ListSpec,
  type PartnerListOperation,
} from './list-spec.ts'
import { searchText, serviceDatesSince } from './search-text.ts'

/**
 * Everything that decides which rows a person sees, and in which order. `position` is an opaque
 * page token.
 */
export type ListView = {
  filters: FilterValues
  /** Filters in "show first" mode: matching rows come first and the rest follow. */
  first: FilterValues
  sort: string
  sort_direction: 'asc' | 'desc'
  limit: number
  position?: string
}

/**
 * A change of a view. It gets the view of the moment when it is made, which may be newer than the
 * one on screen.
 */
export type ViewChange = (view: ListView) => ListView

/** Which of the two ways a filter is used: only matching rows, or matching rows first. */
export type FilterMode = 'filters' | 'first'

/** The chip whose editor is open: an existing filter, or one that is being added (no value yet). */
export type FilterTarget = { name: string; mode: FilterMode }

/** The view that a list opens with. */
export function defaultView({ opensBy = 'created_at' }: Pick<ListSpec, 'opensBy'> = {}): ListView {
  return { filters: {}, first: {}, sort: opensBy, sort_direction: 'desc', limit: defaultLimit }
}

/** True when the view holds a value that must never be part of a URL. */
function hasPhi(spec: ListSpec, view: Pick<ListView, 'filters' | 'first'>): boolean {
  return [...Object.keys(view.filters), ...Object.keys(view.first)].some(
    (name) => spec.filters[name]?.phi === true,
  )
}

/** The same view from its first page: whatever changes what is listed also drops the position. */
export function withoutPosition(view: ListView): ListView {
  const { position: _, ...rest } = view
  return rest
}

/** Search parameters as a page receives them, or as the browser holds them. */
export type SearchInput = URLSearchParams | Record<string, string | string[] | undefined>

// A longer address is cut or refused by some proxies and mail programs; such a view is stored
// instead.
const longestSearch = 3000

/**
 * The view that a URL describes. Unknown parameters and unreadable values are ignored, and so is
 * every value that must not be in a URL: a link with a patient's name in it opens the list without
 * that filter. `refused`: the labels of those filters.
 */
export function viewFromUrl(
  spec: ListSpec,
  search: SearchInput,
): { view: ListView; refused: string[] } {
  const view = defaultView(spec)
  const refused: string[] = []
  for (const [name, filter] of Object.entries(spec.filters)) {
    const [texts, ranked] = [textsOf(search, name), textsOf(search, name + rankedSuffix)]
    if (filter.phi) {
      if (texts.length > 0 || ranked.length > 0) refused.push(filter.label)
      continue
    }
    const value = parseFilterValue(filter, texts)
    if (value !== undefined) view.filters[name] = value
    const first = filter.first ? parseFilterValue(filter, ranked) : undefined
    if (first !== undefined) view.first[name] = first
  }
  const [sort] = textsOf(search, 'sort')
  if (sort !== undefined && Object.hasOwn(spec.sorts, sort)) view.sort = sort
  if (textsOf(search, 'sort_direction')[0] === 'asc') view.sort_direction = 'asc'
  const limit = Number(textsOf(search, 'limit')[0])
  if (pageSizes.some((size) => size === limit)) view.limit = limit
  const [position] = textsOf(search, 'page_token')
  if (position) view.position = position
  return { view, refused }
}

/**
 * The URL search text of a view ("" or "?..."), leaving out what is default. Undefined when the
 * view holds protected health information or is too long: it must be stored, and the link carries
 * the store's id.
 */
export function viewToUrl(spec: ListSpec, view: ListView): string | undefined {
  if (hasPhi(spec, view)) return undefined
  const search = new URLSearchParams()
  appendValues(search, view.filters, '')
  appendValues(search, view.first, rankedSuffix)
  const standard = defaultView(spec)
  if (view.sort !== standard.sort) search.set('sort', view.sort)
  if (view.sort_direction !== standard.sort_direction)
    search.set('sort_direction', view.sort_direction)
  if (view.limit !== standard.limit) search.set('limit', String(view.limit))
  if (view.position) search.set('page_token', view.position)
  const text = search.toString()
  if (text.length > longestSearch) return undefined
  return text === '' ? '' : `?${text}`
}

function appendValues(search: URLSearchParams, values: FilterValues, suffix: string) {
  for (const [name, value] of Object.entries(values)) {
    for (const text of filterTexts(value)) search.append(name + suffix, text)
  }
}

function textsOf(search: SearchInput, name: string): string[] {
  if (search instanceof URLSearchParams) return search.getAll(name)
  const value = Object.hasOwn(search, name) ? search[name] : undefined
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

/**
 * A view read back from the store: only what the list still knows is kept, so an old view opens
 * instead of failing.
 */
export function viewFromStore(spec: ListSpec, stored: unknown): ListView {
  const view = defaultView(spec)
  if (typeof stored !== 'object' || stored === null) return view
  const { filters, first, sort, sort_direction, limit, position } = stored as Record<
    string,
    unknown
  >
  view.filters = knownFilters(spec, filters, () => true)
  view.first = knownFilters(spec, first, (name) => spec.filters[name]?.first === true)
  if (typeof sort === 'string' && Object.hasOwn(spec.sorts, sort)) view.sort = sort
  if (sort_direction === 'asc') view.sort_direction = 'asc'
  view.limit = pageSizes.find((size) => size === limit) ?? view.limit
  if (typeof position === 'string' && position !== '') view.position = position
  return view
}

function knownFilters(
  spec: ListSpec,
  stored: unknown,
  isAllowed: (name: string) => boolean,
): FilterValues {
  const values: FilterValues = {}
  if (typeof stored !== 'object' || stored === null) return values
  for (const [name, value] of Object.entries(stored)) {
    const filter = Object.hasOwn(spec.filters, name) ? spec.filters[name] : undefined
    if (!filter || !isAllowed(name) || !isFilterValue(value)) continue
    const parsed = parseFilterValue(filter, filterTexts(value))
    if (parsed !== undefined) values[name] = parsed
  }
  return values
}

function isFilterValue(value: unknown): value is string | boolean | string[] {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'boolean'
}

/** A wire query: parameter name to value. */
export type WireQuery = Record<string, FilterValue | number>

/**
 * One page of a list, as the browser asks the console for it. `query` holds the partner's
 * parameters without `page_token`; `first` the filters whose rows the console itself puts first;
 * `local` those that the console holds the items against; `position` an opaque token; `checks` asks
 * for what the console's own rules find in each row.
 */
export type ListRequest = {
  operation: ListOperation
  query: WireQuery
  first?: FilterValues
  local?: FilterValues
  position?: string
  checks?: true
}

/** A list of the partner, with its filters. */
export type PartnerRequest = ListRequest & { operation: PartnerListOperation }

/** True for a list that is read from the partner page by page. */
export function isPartnerRequest(request: { operation: string }): request is PartnerRequest {
  return partnerListOperations.some((known) => known === request.operation)
}

/**
 * A page's own part of its view: filters that cannot be removed, the person's stored columns, and
 * the day that words such as "last 30 days" are counted from.
 */
type PageOfView = { always?: FilterValues; columns?: unknown; today: LocalDate }

/** The values with their dates of today, where a view keeps words that move. */
export function withDates(
  spec: Pick<ListSpec, 'filters'>,
  values: FilterValues,
  today: LocalDate,
): FilterValues {
  const dated = { ...values }
  for (const [name, { range }] of Object.entries(spec.filters)) {
    const words = values[name]
    if (!range || typeof words !== 'string' || isLocalDate(words)) continue
    const { from, to } = datesOfRange({ from: words }, today)
    delete dated[name]
    if (from !== undefined) dated[name] = from
    if (range.to !== undefined && to !== undefined) dated[range.to] = to
  }
  return dated
}

/**
 * The request for a view's page. It asks for checks where the list's column of them is shown.
 * Server and browser make the same request of the same view, so that the first page is read once.
 */
export function toRequest(
  spec: ListSpec,
  view: ListView,
  { always = {}, columns, today }: PageOfView,
): ListRequest {
  const all = Object.entries(withDates(spec, { ...view.filters, ...always }, today))
  const first = withDates(spec, view.first, today)
  const isLocal = ([name]: [string, unknown]) => spec.filters[name]?.local !== undefined
  const isSearch = ([name]: [string, unknown]) => spec.filters[name]?.isSearch === true
  const searches = all
    .filter(isSearch)
    .map(([name, value]) => searchOf(spec, Object.fromEntries(all), name, value))
  const local = [...all.filter(isLocal), ...searches.flatMap(({ rest }) => rest)]
  const order: WireQuery =
    Object.keys(spec.sorts).length === 0
      ? {}
      : spec.joinsSort
        ? { sort: `${view.sort}:${view.sort_direction}` }
        : { sort: view.sort, sort_direction: view.sort_direction }
  const query: WireQuery = {
    ...onWire(spec, Object.fromEntries(all.filter((each) => !isLocal(each) && !isSearch(each)))),
    ...Object.assign({}, ...searches.map((search) => search.query)),
    ...order,
    limit: view.limit,
  }
  const request: ListRequest = { operation: spec.operation, query }
  if (spec.rankedBy === 'partner') {
    for (const [name, value] of Object.entries(onWire(spec, first)))
      query[name + rankedSuffix] = value
  } else if (Object.keys(first).length > 0) {
    request.first = onWire(spec, first)
  }
  if (local.length > 0) request.local = Object.fromEntries(local)
  if (view.position !== undefined) request.position = view.position
  if (showsChecks(spec, columns)) request.checks = true
  return request
}

function searchOf(
  spec: ListSpec,
  filters: FilterValues,
  name: string,
  value: FilterValue,
): { query: WireQuery; rest: [string, FilterValue][] } {
  if (Array.isArray(value)) {
    const searches = value.map((each) => searchText(each))
    const terms = value.map((each, at) => searches[at]?.term ?? each)
    const isWhole = searches.every((search) => search?.isWhole !== false)
    return { query: { [name]: [...new Set(terms)] }, rest: isWhole ? [] : [[name, value]] }
  }
  const typed = String(value)
  const search = searchText(typed, serviceDatesSince(Date.now()))
  if (!search) return { query: { [name]: typed }, rest: [] }
  const rest: [string, FilterValue][] = search.isWhole ? [] : [[name, typed]]
  if (search.term !== undefined) return { query: { [name]: search.term }, rest }
  // A date of service alone. Beside a range of the person's own, the rows are held against it.
  const [from, { range }] = Object.entries(spec.filters).find(([, filter]) => filter.range?.to)!
  const to = range!.to!
  if (filters[from] !== undefined || filters[to] !== undefined) return { query: {}, rest }
  return { query: { [from]: search.service!, [to]: search.service! }, rest: [] }
}

function showsChecks({ checksColumn }: ListSpec, columns: unknown): boolean {
  if (checksColumn === undefined || typeof columns !== 'object' || columns === null) return false
  const { order, hidden } = columns as { order?: unknown; hidden?: unknown }
  return (
    Array.isArray(order) &&
    order.includes(checksColumn) &&
    Array.isArray(hidden) &&
    !hidden.includes(checksColumn)
  )
}

function onWire(spec: ListSpec, values: FilterValues): FilterValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      spec.filters[name]?.asInstant && typeof value === 'string'
        ? `${value}T00:00:00Z`
        : spec.filters[name]?.ofPeople && Array.isArray(value)
          ? value.map(firstLast)
          : value,
    ]),
  )
}

// "Moss, Avery" as "Avery Moss".
function firstLast(name: string): string {
  const [last, first, ...others] = name.split(',').map((part) => part.trim())
  return first && last && others.length === 0 ? `${first} ${last}` : name
}

/** The view with one filter set in one mode, from its first page; no value takes it off. */
export function setFilter(
  view: ListView,
  { name, mode }: FilterTarget,
  value: FilterValue | undefined,
): ListView {
  const { [name]: _, ...others } = view[mode]
  return withoutPosition({
    ...view,
    [mode]: value === undefined ? others : { ...view[mode], [name]: value },
  })
}

/**
 * The view after a filter was edited, perhaps changing its mode: it never stays behind in the old
 * one.
 */
export function replaceFilter(
  view: ListView,
  from: FilterTarget,
  to: FilterTarget,
  value: FilterValue | undefined,
): ListView {
  const isSame = from.mode === to.mode && from.name === to.name
  const cleared = isSame ? view : setFilter(view, from, undefined)
  return setFilter(cleared, to, value)
}

/** The view without any filter, from its first page; order and page size stay. */
export function clearFilters(view: ListView): ListView {
  return withoutPosition({ ...view, filters: {}, first: {} })
}

/** The ends of a range of dates in a view's values. */
export function rangeOf(spec: FilterSpec, name: string, values: FilterValues): DateRange {
  const end = (each: string) => values[each] as string | undefined
  return { from: end(name), to: spec.range?.to && end(spec.range.to) }
}

/** The view with a range of dates set in one mode, from its first page; an absent end comes off. */
export function setRange(
  view: ListView,
  spec: FilterSpec,
  { name, mode }: FilterTarget,
  { from, to }: DateRange,
): ListView {
  const begun = setFilter(view, { name, mode }, from)
  return spec.range?.to ? setFilter(begun, { name: spec.range.to, mode }, to) : begun
}

/** A filter as the page shows it: a range of dates by the name of its first one, with its ends. */
export type Chip = FilterTarget & { value: FilterValue; range?: DateRange }

/**
 * The chips in the order of the spec, filters before "show first", without those that the page
 * itself sets.
 */
export function chipsOf(spec: ListSpec, view: ListView, always: FilterValues): Chip[] {
  const modes: FilterMode[] = ['filters', 'first']
  return modes.flatMap((mode) =>
    entriesOf(spec)
      .flat()
      .filter((name) => !(mode === 'filters' && Object.hasOwn(always, name)))
      .flatMap((name): Chip[] => {
        const range = rangeOf(spec.filters[name]!, name, view[mode])
        const value = view[mode][name] ?? range.to
        if (value === undefined) return []
        return [{ name, mode, value, ...(spec.filters[name]!.range && { range }) }]
      }),
  )
}

/**
 * The total rows of a view, if the partner's summary counts exactly these; `counts` are by wire
 * name.
 */
export function totalOf(
  { totals = [] }: ListSpec,
  filters: FilterValues,
  counts: Readonly<Record<string, number>> | null,
): number | undefined {
  const names = Object.keys(filters)
  const total = totals.find(
    (each) =>
      Object.keys(each.filters).length === names.length &&
      names.every((name) => each.filters[name] === filters[name]),
  )
  return total && counts?.[total.count]
}

/**
 * The filters of a list as a person chooses them, in the order of the spec: each by its parameters,
 * of which one is used at a time. The end of a range belongs to its beginning and is not among them.
 */
export function entriesOf({ filters }: ListSpec): string[][] {
  const ends = new Set(Object.values(filters).map(({ range }) => range?.to))
  const entries = new Map<string, string[]>()
  for (const [name, { entry }] of Object.entries(filters)) {
    if (ends.has(name)) continue
    const key = entry ? entry.label : `one ${name}`
    entries.set(key, [...(entries.get(key) ?? []), name])
  }
  return [...entries.values()]
}

/** The parameters that a person sees as one filter with this one. */
export function entryOf(spec: ListSpec, name: string): string[] {
  return entriesOf(spec).find((names) => names.includes(name)) ?? [name]
}

/** What a person calls the filter of a parameter: "Payer", "Service date". */
export function entryLabel(spec: ListSpec, name: string): string {
  const { label, chip, range, entry } = spec.filters[name]!
  if (range?.to) return chip?.label ?? label
  return entry && entryOf(spec, name).length > 1 ? entry.label : label
}

/**
 * The filters in whose label, wire name, group or other names a word begins with each typed word,
 * in the order of the spec. Of parameters that are one filter, the first that fits.
 */
export function findFilters(spec: ListSpec, typed: string): string[] {
  const words = wordsOf(typed)
  return entriesOf(spec).flatMap((names) => {
    const found = names.find((name) => {
      const { label, group, alsoCalled = '', range } = spec.filters[name]!
      const end = range?.to ? `${range.to} ${spec.filters[range.to]!.label}` : ''
      const own = wordsOf(
        `${entryLabel(spec, name)} ${label} ${name} ${end} ${group} ${alsoCalled}`,
      )
      return words.every((word) => own.some((each) => each.startsWith(word)))
    })
    return found ?? []
  })
}

function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[\s_]+/)
    .filter(Boolean)
}

/** True if a word of the text begins with each typed word, two letters at least. */
export function hasWordStarts(text: string, typed: string): boolean {
  const words = wordsOf(typed)
  const own = wordsOf(text)
  return typed.trim().length > 1 && words.every((word) => own.some((each) => each.startsWith(word)))
}
