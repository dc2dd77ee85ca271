'use client'
import { useEffect, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { registerFold } from './focus-control.ts'

/** For a folded part of the form: `open` runs before a field inside gets the focus. */
export function useReveal<T extends HTMLElement>(open: () => void): RefObject<T | null> {
  const ref = useRef<T>(null)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    return ref.current
      ? registerFold(ref.current, () => flushSync(() => latest.current()))
      : undefined
  }, [])
  return ref
}
