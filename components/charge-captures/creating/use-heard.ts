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
    let isPressed = false
    let waiting: string[] = []
    // Complaints take room: drawn under a pressed pointer they would move what it is about to click.
    const tell = () => {
      const now = waiting
      waiting = []
      if (now.length > 0) setLeft((known) => new Set([...known, ...now]))
    }
    const look = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      const next = entries.find(({ id }) => document.getElementById(id)?.contains(target))?.at
      if (at !== undefined && at !== next) waiting.push(at)
      at = next
      if (!isPressed) tell()
    }
    const press = () => (isPressed = true)
    const release = () => {
      isPressed = false
      setTimeout(tell)
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('focusin', look, { signal })
    document.addEventListener('pointerdown', press, { capture: true, signal })
    for (const end of ['pointerup', 'pointercancel'])
      document.addEventListener(end, release, { capture: true, signal })
    return () => listening.abort()
  }, [entries])
  const isHeard = useCallback(
    (name: string) => isAllHeard || entries.some(({ at, covers }) => left.has(at) && covers(name)),
    [isAllHeard, entries, left],
  )
  return { isHeard, isAllHeard, hearAll: () => setAllHeard(true) }
}
