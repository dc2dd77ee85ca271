'use client'
import { useCallback, useSyncExternalStore } from 'react'
import type { Mark, MarkCount, Marks, MarkStore } from './mark-store.ts'
import { useRecord } from '#components/form/record-context.tsx'

/** What is said about one field. Only a change of that draws the caller anew. */
export function useMarks(name: string): readonly Mark[] {
  const { marks } = useRecord()
  return useMarkStore(marks, name, () => marks.at(name))
}

/** How many fields at or below a path have errors, and how many warnings alone. */
export function useMarkCount(path: string): MarkCount {
  const { marks } = useRecord()
  return useMarkStore(marks, path, () => marks.under(path))
}

/** Everything that is said about the record: for a summary of it, not for a field. */
export function useAllMarks(): Marks {
  const { marks } = useRecord()
  return useMarkStore(marks, '', marks.all)
}

function useMarkStore<T>(store: MarkStore, path: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => store.listen(path, listener), [store, path])
  return useSyncExternalStore(subscribe, read, read)
}
