'use client'
import { useEffect, useState } from 'react'
import { createSlicer, type Slicer } from '#lib/core/slices.ts'

/** Work in slices; it throws once the signal is aborted. */
export type SlicedWork<T> = (slicer: Slicer, signal: AbortSignal) => Promise<T>

/**
 * Does long work for a component. `work` must be the same function until there is new work. The
 * former answer stays until the next one; before the first it is undefined. Failed work throws
 * during rendering, so that the page's error boundary shows it.
 */
export function useInSlices<T>(work: SlicedWork<T>): { answer: T | undefined; isBusy: boolean } {
  const [done, setDone] = useState<{ work: SlicedWork<T>; answer: T }>()
  const [failed, setFailed] = useState<{ work: SlicedWork<T>; error: unknown }>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // A separate task, because the current one may have taken long already.
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
