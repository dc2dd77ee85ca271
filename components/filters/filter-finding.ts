import type { ComponentType } from 'react'
import type { FilterLookUp } from '#lib/lists/list-spec.ts'

/** How a filter's values are found by name. A list page hands it in, with code that is loaded late: filters themselves read no data. */
export type FilterFinding = {
  /** Fetches the code of the search, once somebody is about to edit a filter. */
  load: () => void
  /** The values by their names; `fallback` stands there until they are read, and where they cannot be. */
  Names: ComponentType<{ lookUp: FilterLookUp; values: readonly string[]; fallback: string }>
  /** A search by name, and what is chosen so far. */
  Picker: ComponentType<{
    lookUp: FilterLookUp
    chosen: readonly string[]
    isSingle?: boolean
    onToggle: (value: string) => void
  }>
}
