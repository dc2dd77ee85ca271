'use client'
import { useEffect, useRef } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { focusControl } from './focus-control.ts'

/**
 * Brings a field into view and gives it the focus when the page opens, and only then: a save must
 * not move the person.
 */
export function useOpenAt(name: string | undefined): void {
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (name === undefined || opened.current === name) return
    const frame = requestAnimationFrame(() => {
      opened.current = name
      focusControl(name)
    })
    return () => cancelAnimationFrame(frame)
  }, [name])
}

/** Escape leaves the field that is being typed in, so that the page's keys work again. */
export function useEscapeLeavesField(): void {
  useKeys([{ keys: 'Escape', label: 'Leave the field, so that these keys work' }])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement))
        return
      if (target.matches('main input, main select, main textarea')) target.blur()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
