'use client'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import { findFilters } from '#lib/lists/view.ts'
import { PickList } from './pick-list.tsx'

/** Every filter of the list behind one search box. */
export function FilterFinder({
  spec,
  hidden,
  onChoose,
}: {
  spec: ListSpec
  hidden: readonly string[]
  onChoose: (name: string) => void
}) {
  const find = (typed: string) =>
    findFilters(spec, typed)
      .filter((name) => !hidden.includes(name))
      .map((name) => ({ key: name, title: spec.filters[name]!.label, note: spec.filters[name]!.group }))
  return <PickList label="Find a filter" listLabel="Filters" find={find} none="No matching filter." onPick={onChoose} />
}
