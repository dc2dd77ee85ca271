'use client'
import { useEffect, useState } from 'react'
import { createSlicer } from '#lib/core/slices.ts'
import type { Slicer } from '#lib/core/slices.ts'

/** Work in slices; it throws once the signal is aborted. */
export type SlicedWork<T> = (slicer: Slicer, signal: AbortSignal) => Promise<T>

/**
 * What long work comes to, for a component: `work` must be the same function until there is other work. The answer
 * before stays until the next is there; undefined until there is a first one.
 */
export function useInSlices<T>(work: SlicedWork<T>): { answer: T | undefined; isBusy: boolean } {
  const [done, setDone] = useState<{ work: SlicedWork<T>; answer: T }>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // In a task of its own: what set it off may have taken long already.
    const timer = setTimeout(() => {
      work(createSlicer(signal), signal).then(
        (answer) => !signal.aborted && setDone({ work, answer }),
        (error: unknown) => {
          if (!signal.aborted) throw error
        },
      )
    })
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [work])
  return { answer: done?.answer, isBusy: done?.work !== work }
}
