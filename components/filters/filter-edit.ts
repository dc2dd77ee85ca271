import {
  type FilterValue,
  type FilterValues,
  type ListSpec,
  type ListView,
  withoutPosition,
} from '#lib/lists/list-spec.ts'

/** Which of the two ways a filter is used: only matching rows, or matching rows first. */
export type FilterMode = 'filters' | 'first'

/** The chip whose editor is open: an existing filter, or one that is being added (no value yet). */
export type FilterTarget = { name: string; mode: FilterMode }

/** The view with one filter set in one mode, from its first page; no value takes it off. */
export function setFilter(view: ListView, { name, mode }: FilterTarget, value: FilterValue | undefined): ListView {
  const { [name]: _, ...others } = view[mode]
  return withoutPosition({ ...view, [mode]: value === undefined ? others : { ...view[mode], [name]: value } })
}

/** The view after a filter was edited, perhaps changing its mode: it never stays behind in the old one. */
export function replaceFilter(
  view: ListView,
  from: FilterTarget,
  to: FilterTarget,
  value: FilterValue | undefined,
): ListView {
  const cleared = from.mode === to.mode ? view : setFilter(view, from, undefined)
  return setFilter(cleared, to, value)
}

/** The view without any filter, from its first page; order and page size stay. */
export function clearFilters(view: ListView): ListView {
  return withoutPosition({ ...view, filters: {}, first: {} })
}

/** The chips in the order of the spec, filters before "show first", without those that the page itself sets. */
export function chipsOf(
  spec: ListSpec,
  view: ListView,
  always: FilterValues,
): (FilterTarget & { value: FilterValue })[] {
  const modes: FilterMode[] = ['filters', 'first']
  return modes.flatMap((mode) =>
    Object.keys(spec.filters)
      .filter((name) => view[mode][name] !== undefined && !(mode === 'filters' && Object.hasOwn(always, name)))
      .map((name) => ({ name, mode, value: view[mode][name]! })),
  )
}

/** The filters whose label, wire name, group or other names hold every typed word, in the order of the spec. */
export function findFilters(spec: ListSpec, typed: string): string[] {
  const words = typed
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean)
  return Object.entries(spec.filters)
    .filter(([name, { label, group, alsoCalled = '' }]) =>
      words.every((word) =>
        `${label} ${name.replaceAll('_', ' ')} ${group} ${alsoCalled}`.toLowerCase().includes(word),
      ),
    )
    .map(([name]) => name)
}
