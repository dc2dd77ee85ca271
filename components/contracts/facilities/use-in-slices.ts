'use client'
import { useEffect, useState } from 'react'
import { createSlicer, type Slicer } from '#lib/core/slices.ts'

/** Work in slices; it throws once the signal is aborted. */
export type SlicedWork<T> = (slicer: Slicer, signal: AbortSignal) => Promise<T>

/**
 * What long work comes to, for a component: `work` must be the same function until there is other work. The answer
 * before stays until the next is there; undefined until there is a first one. Work that fails throws here, for the
 * page's own words about what went wrong.
 */
export function useInSlices<T>(work: SlicedWork<T>): { answer: T | undefined; isBusy: boolean } {
  const [done, setDone] = useState<{ work: SlicedWork<T>; answer: T }>()
  const [failed, setFailed] = useState<{ work: SlicedWork<T>; error: unknown }>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // In a task of its own: what set it off may have taken long already.
    const timer = setTimeout(() => {
      work(createSlicer(signal), signal).then(
        (answer) => !signal.aborted && setDone({ work, answer }),
        (error: unknown) => !signal.aborted && setFailed({ work, error }),
      )
    })
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [work])
  if (failed?.work === work) throw failed.error
  return { answer: done?.answer, isBusy: done?.work !== work }
}
