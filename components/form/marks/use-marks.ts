'use client'
import { useCallback, useSyncExternalStore } from 'react'
import type { Mark, MarkCount, Marks, MarkStore } from './mark-store.ts'
import { useRecord } from '#components/form/record-context.tsx'

/** The marks of one field. Only their change redraws the caller. */
export function useMarks(name: string): readonly Mark[] {
  const { marks } = useRecord()
  return useMarkStore(marks, name, () => marks.at(name))
}

/** The number of fields at or below a path with errors, and with warnings only. */
export function useMarkCount(path: string): MarkCount {
  const { marks } = useRecord()
  return useMarkStore(marks, path, () => marks.under(path))
}

/** All marks of the record: for a summary, not for a field. */
export function useAllMarks(): Marks {
  const { marks } = useRecord()
  return useMarkStore(marks, '', marks.all)
}

function useMarkStore<T>(store: MarkStore, path: string, read: () => T): T {
  const subscribe = useCallback(
    (listener: () => void) => store.listen(path, listener),
    [store, path],
  )
  return useSyncExternalStore(subscribe, read, read)
}
