'use client'
import { useEffect, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { revealEvent } from './focus-control.ts'

/** For a part of the form that can be folded: opens it at once when a field inside is about to take the focus. */
export function useReveal<T extends HTMLElement>(open: () => void): RefObject<T | null> {
  const ref = useRef<T>(null)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const element = ref.current
    const reveal = () => flushSync(() => latest.current())
    element?.addEventListener(revealEvent, reveal)
    return () => element?.removeEventListener(revealEvent, reveal)
  }, [])
  return ref
}
