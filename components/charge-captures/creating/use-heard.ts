'use client'
import { useCallback, useEffect, useState } from 'react'
import type { SectionEntry } from '#components/charge-captures/section-list.ts'

/**
 * What a new form may complain about: nothing at first, then the sections that had the focus and
 * lost it to another part of the page, and everything once the person tried to create it. A dialog
 * that a section opens still belongs to it.
 */
export function useHeard(entries: readonly SectionEntry[]): {
  isHeard: (name: string) => boolean
  isAllHeard: boolean
  hearAll: () => void
} {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAllHeard, setAllHeard] = useState(false)
  useEffect(() => {
    let at: string | undefined
    const look = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      const next = entries.find(({ id }) => document.getElementById(id)?.contains(target))?.at
      const before = at
      at = next
      if (before !== undefined && before !== next)
        setLeft((known) => (known.has(before) ? known : new Set(known).add(before)))
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [entries])
  const isHeard = useCallback(
    (name: string) => isAllHeard || entries.some(({ at, covers }) => left.has(at) && covers(name)),
    [isAllHeard, entries, left],
  )
  return { isHeard, isAllHeard, hearAll: () => setAllHeard(true) }
}
