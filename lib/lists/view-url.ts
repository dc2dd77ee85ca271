import { filterTexts, parseFilterValue } from './filter-value.ts'
import {
  defaultView,
  hasPhi,
  pageSizes,
  rankedSuffix,
  type FilterValues,
  type ListSpec,
  type ListView,
} from './list-spec.ts'

/** Search parameters as a page receives them, or as the browser holds them. */
export type SearchInput = URLSearchParams | Record<string, string | string[] | undefined>

// A longer address is cut or refused by some proxies and mail programs; such a view is stored instead.
const longestSearch = 3000

/**
 * The view that a URL describes. Unknown parameters and unreadable values are ignored, and so is every value that
 * must not be in a URL: a link with a patient's name in it opens the list without that filter.
 */
export function fromUrl(spec: ListSpec, search: SearchInput): ListView {
  const view = defaultView(spec)
  for (const [name, filter] of Object.entries(spec.filters)) {
    if (filter.phi) continue
    const value = parseFilterValue(filter, textsOf(search, name))
    if (value !== undefined) view.filters[name] = value
    const first = filter.first ? parseFilterValue(filter, textsOf(search, name + rankedSuffix)) : undefined
    if (first !== undefined) view.first[name] = first
  }
  const [sort] = textsOf(search, 'sort')
  if (sort !== undefined && Object.hasOwn(spec.sorts, sort)) view.sort = sort
  if (textsOf(search, 'sort_direction')[0] === 'asc') view.sort_direction = 'asc'
  const limit = Number(textsOf(search, 'limit')[0])
  if (pageSizes.some((size) => size === limit)) view.limit = limit
  const [position] = textsOf(search, 'page_token')
  if (position) view.position = position
  return view
}

/** The names of the parameters in a URL that were ignored because a URL must not hold them. */
export function refusedInUrl(spec: ListSpec, search: SearchInput): string[] {
  return Object.entries(spec.filters)
    .filter(
      ([name, filter]) =>
        filter.phi && (textsOf(search, name).length > 0 || textsOf(search, name + rankedSuffix).length > 0),
    )
    .map(([, filter]) => filter.label)
}

/**
 * The URL search text of a view ("" or "?..."), leaving out what is default. Undefined when the view holds protected
 * health information or is too long: it must be stored, and the link carries the store's id.
 */
export function toUrl(spec: ListSpec, view: ListView): string | undefined {
  if (hasPhi(spec, view)) return undefined
  const search = new URLSearchParams()
  appendValues(search, view.filters, '')
  appendValues(search, view.first, rankedSuffix)
  const standard = defaultView(spec)
  if (view.sort !== standard.sort) search.set('sort', view.sort)
  if (view.sort_direction !== standard.sort_direction) search.set('sort_direction', view.sort_direction)
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
