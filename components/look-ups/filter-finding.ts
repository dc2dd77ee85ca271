'use client'
import { lazy } from 'react'
import type { FilterFinding } from '#components/filters/filter-finding.ts'

const loadPicker = () => import('./value-picker.tsx').then((module) => ({ default: module.ValuePicker }))

/** The look-ups of payers and providers for a list's filters: names in the chips, a search where one is edited. */
export const filterFinding: FilterFinding = {
  load: () => void loadPicker(),
  Names: lazy(() => import('./value-names.tsx').then((module) => ({ default: module.ValueNames }))),
  Picker: lazy(loadPicker),
}
