import { filterTexts, parseFilterValue } from './filter-value.ts'
import { defaultView, pageSizes, type FilterValues, type ListSpec, type ListView } from './list-spec.ts'

/** A view read back from the store: only what the list still knows is kept, so an old view opens instead of failing. */
export function toListView(spec: ListSpec, stored: unknown): ListView {
  const view = defaultView(spec)
  if (typeof stored !== 'object' || stored === null) return view
  const { filters, first, sort, sort_direction, limit, position } = stored as Record<string, unknown>
  view.filters = knownFilters(spec, filters, () => true)
  view.first = knownFilters(spec, first, (name) => spec.filters[name]?.first === true)
  if (typeof sort === 'string' && Object.hasOwn(spec.sorts, sort)) view.sort = sort
  if (sort_direction === 'asc') view.sort_direction = 'asc'
  view.limit = pageSizes.find((size) => size === limit) ?? view.limit
  if (typeof position === 'string' && position !== '') view.position = position
  return view
}

function knownFilters(spec: ListSpec, stored: unknown, isAllowed: (name: string) => boolean): FilterValues {
  const kept: FilterValues = {}
  if (typeof stored !== 'object' || stored === null) return kept
  for (const [name, value] of Object.entries(stored)) {
    const filter = Object.hasOwn(spec.filters, name) ? spec.filters[name] : undefined
    if (!filter || !isAllowed(name) || !isFilterValue(value)) continue
    const known = parseFilterValue(filter, filterTexts(value))
    if (known !== undefined) kept[name] = known
  }
  return kept
}

function isFilterValue(value: unknown): value is string | boolean | string[] {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'boolean'
}
