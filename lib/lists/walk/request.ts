import {
  rankedSuffix,
  type FilterValue,
  type FilterValues,
  type ListOperation,
  type ListSpec,
  type ListView,
} from '#lib/lists/list-spec.ts'

/** A wire query: parameter name to value. */
export type WireQuery = Record<string, FilterValue | number>

/**
 * One page of a list, as the browser asks the console for it. `query` holds the partner's parameters without
 * `page_token`; `first` the filters whose rows the console itself puts first; `local` those that the
 * console holds the items against; `position` an opaque token; `checks` asks for what the console's own rules find in
 * each row.
 */
export type ListRequest = {
  operation: ListOperation
  query: WireQuery
  first?: FilterValues
  local?: FilterValues
  position?: string
  checks?: true
}

/** The request for a view's page. `always` are filters that belong to the page and cannot be taken off. */
export function toRequest(spec: ListSpec, view: ListView, always: FilterValues = {}): ListRequest {
  const all = Object.entries({ ...view.filters, ...always })
  const isLocal = ([name]: [string, unknown]) => spec.filters[name]?.local !== undefined
  const local = all.filter(isLocal)
  const order: WireQuery =
    Object.keys(spec.sorts).length === 0
      ? {}
      : spec.joinsSort
        ? { sort: `${view.sort}:${view.sort_direction}` }
        : { sort: view.sort, sort_direction: view.sort_direction }
  const query: WireQuery = {
    ...onWire(spec, Object.fromEntries(all.filter((each) => !isLocal(each)))),
    ...order,
    limit: view.limit,
  }
  const request: ListRequest = { operation: spec.operation, query }
  if (spec.firstBy === 'partner') {
    for (const [name, value] of Object.entries(view.first)) query[name + rankedSuffix] = value
  } else if (Object.keys(view.first).length > 0) {
    request.first = onWire(spec, view.first)
  }
  if (local.length > 0) request.local = Object.fromEntries(local)
  if (view.position !== undefined) request.position = view.position
  return request
}

/** The request, asking for checks where the list's column of them is shown. `columns` is a person's choice, as it was kept. */
export function withChecks(request: ListRequest, spec: ListSpec, columns: unknown): ListRequest {
  if (spec.checksIn === undefined || typeof columns !== 'object' || columns === null) return request
  const { order, hidden } = columns as { order?: unknown; hidden?: unknown }
  const isShown =
    Array.isArray(order) && order.includes(spec.checksIn) && Array.isArray(hidden) && !hidden.includes(spec.checksIn)
  return isShown ? { ...request, checks: true } : request
}

function onWire(spec: ListSpec, values: FilterValues): FilterValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      spec.filters[name]?.asInstant && typeof value === 'string' ? `${value}T00:00:00Z` : value,
    ]),
  )
}
