'use client'
import { joinNames, namesInChip } from '#lib/lists/filter-value.ts'
import type { FilterLookUp } from '#lib/lists/list-spec.ts'
import { useNamesOf } from './named-values.ts'

/** The values of a filter by their names, for its chip. */
export function ValueNames({
  lookUp,
  values,
  fallback,
}: {
  lookUp: FilterLookUp
  values: readonly string[]
  fallback: string
}) {
  const names = useNamesOf(lookUp, values.slice(0, namesInChip))
  return names ? joinNames(names, values.length) : fallback
}
