'use client'
import { useEffect, useRef, type RefObject } from 'react'

/** Cells that are copied elsewhere go into the table wherever its caret is, unless it is one cell. */
export function usePaste(
  section: RefObject<HTMLElement | null>,
  isOn: boolean,
  paste: (text: string) => boolean,
): void {
  const latest = useRef(paste)
  useEffect(() => {
    latest.current = paste
  })
  useEffect(() => {
    if (!isOn) return undefined
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event
      const isElsewhere =
        target instanceof HTMLElement &&
        target.matches('input, textarea') &&
        !(section.current?.contains(target) && target.closest('tr') !== null)
      if (isElsewhere) return
      if (latest.current(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [section, isOn])
}

/** Once proposals are there, the caret goes on to the first row that has none. */
export function useFirstNeeded(section: RefObject<HTMLElement | null>, isReady: boolean): void {
  const hasMoved = useRef(false)
  useEffect(() => {
    if (!isReady || hasMoved.current) return
    hasMoved.current = true
    section.current?.querySelector<HTMLElement>('tr[data-index="0"] :is(input, select)')?.focus()
  }, [section, isReady])
}
