'use client'
import { useEffect, useRef, useState } from 'react'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { saveColumns } from '#lib/queries/views.ts'
import type { ListDefinition } from './list-definition.ts'
import { toTablePreference, type TablePreference } from './table-preference.ts'

const savedAfter = 600

/** The person's columns: what was kept, changed at once on screen and kept again shortly after the last change. */
export function useTablePreference<Row extends BaseRow, Extra>(
  { columns, spec }: ListDefinition<Row, Extra>,
  stored: unknown,
) {
  const [preference, setPreference] = useState(() => toTablePreference(columns, stored))
  const unsaved = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | undefined>(undefined)
  const change = (next: TablePreference) => {
    setPreference(next)
    if (unsaved.current) clearTimeout(unsaved.current.timer)
    const save = () => {
      unsaved.current = undefined
      // A choice of columns that could not be kept still holds on this page; it is not worth a message.
      void saveColumns(spec.operation, next).catch(() => undefined)
    }
    unsaved.current = { timer: setTimeout(save, savedAfter), save }
  }
  useEffect(
    () => () => {
      if (!unsaved.current) return
      clearTimeout(unsaved.current.timer)
      unsaved.current.save()
    },
    [],
  )
  return [preference, change] as const
}
