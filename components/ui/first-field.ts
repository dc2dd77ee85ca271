'use client'
import { useEffect, useState, type RefObject } from 'react'
import { useKeyHold } from '#components/frame/keys/use-key-hold.ts'

/**
 * The field in which a person begins to fill in a form or a dialog: the first that takes input, of
 * a group of choices the chosen one. A box that is only read comes after all others. Undefined
 * where there is none.
 */
export function firstField(within: ParentNode | null): HTMLElement | undefined {
  const fields = [...(within?.querySelectorAll<Control>('input, select, textarea') ?? [])].filter(
    isShown,
  )
  const field = fields.find((each) => !isRead(each)) ?? fields[0]
  const isChoice = field instanceof HTMLInputElement && field.type === 'radio'
  return isChoice ? (fields.find((each) => isChosen(each, field.name)) ?? field) : field
}

/**
 * The first field that waits for something to be typed: letters in a chosen option would choose
 * another one.
 */
function firstEmptyField(within: ParentNode | null): HTMLElement | undefined {
  const fields = [...(within?.querySelectorAll<Control>('input, select, textarea') ?? [])].filter(
    isShown,
  )
  return fields.find((each) => !isRead(each) && !isToggle(each) && each.value === '')
}

/**
 * Focuses the first field of an open dialog that loads. Until the field is there, the dialog itself
 * has the focus, or `fallback`, where the dialog began without a field.
 */
export function useFieldToCome(
  popup: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useEffect(() => {
    const element = popup.current
    if (!isOpen || !element) return undefined
    const observer = new MutationObserver(() => {
      const at = document.activeElement
      if (at === null || (at !== element && at !== fallback.current)) return
      const field = firstField(element)
      if (!field) return
      fallback.current = null
      field.focus()
    })
    observer.observe(element, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'hidden'],
    })
    return () => observer.disconnect()
  }, [popup, fallback, isOpen])
}

/**
 * Begins in the first empty field of a page's form once it takes input, unless the person went
 * somewhere else before. Plain keys rest until then: what is typed at once is meant for the form.
 */
export function useBeginInFirstField(form: RefObject<HTMLElement | null>, isOpen = true): void {
  const [hasBegun, setBegun] = useState(false)
  useKeyHold(!hasBegun)
  useEffect(() => {
    if (!isOpen) return undefined
    let frame = 0
    // The fields are opened by renders that follow this one.
    const look = (tries: number) => {
      const field = firstEmptyField(form.current) ?? firstField(form.current)
      if (!field && tries > 0) frame = requestAnimationFrame(() => look(tries - 1))
      else {
        if (document.activeElement === document.body) field?.focus({ preventScroll: true })
        setBegun(true)
      }
    }
    frame = requestAnimationFrame(() => look(20))
    return () => cancelAnimationFrame(frame)
  }, [form, isOpen])
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isShown(field: Control): boolean {
  return !field.matches(':disabled, [type="hidden"]') && field.checkVisibility()
}

function isRead(field: Control): boolean {
  return 'readOnly' in field && field.readOnly
}

function isToggle(field: Control): boolean {
  return field.type === 'radio' || field.type === 'checkbox'
}

function isChosen(field: Control, name: string): boolean {
  return (
    field instanceof HTMLInputElement &&
    field.type === 'radio' &&
    field.name === name &&
    field.checked
  )
}
