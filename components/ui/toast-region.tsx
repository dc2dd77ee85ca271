'use client'
import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import { SoftLink } from './soft-link.tsx'
import { dismissToast, holdToastsWhile, toastStore } from './toast-store.ts'
import { toneStyle } from './tone.ts'

/** The key that leads to the newest message, from wherever the focus is. */
const reachKey = 'F6'

/**
 * The one place where passing messages appear, above the pages' feet and their buttons: a polite live region that is in
 * the page from the start. Messages stay while somebody is at them or the page behind them is still being drawn.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer)
  const region = useRef<HTMLOutputElement>(null)
  const cameFrom = useRef<Element>(null)
  useEffect(() => holdToastsWhile(() => document.hidden || region.current!.matches(':hover, :focus-within') || document.querySelector('main [aria-busy="true"]') !== null), [])
  const hasToasts = toasts.length > 0
  useEffect(() => {
    if (!hasToasts) return
    // Not one of the page's keys: it leads out of a field that is being typed in, too.
    const onKey = (event: KeyboardEvent) => {
      const isHere = region.current!.contains(document.activeElement)
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !(event.key === reachKey || (event.key === 'Escape' && isHere))) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') return goBack(region.current!, cameFrom)
      if (!isHere) cameFrom.current = document.activeElement
      region.current!.querySelector<HTMLElement>(':scope > :last-child :is(a, button)')?.focus()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [hasToasts])
  const close = (id: number) => {
    goBack(region.current!, cameFrom)
    dismissToast(id)
  }
  return (
    <output
      ref={region}
      aria-live="polite"
      aria-label="Messages"
      className="pointer-events-none fixed right-4 bottom-18 z-60 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2"
    >
      {toasts.map((toast) => (
        <span
          key={toast.id}
          className="pointer-events-auto flex items-start gap-2.5 rounded-card bg-raised py-2.5 pr-2 pl-3 text-sm text-ink shadow-float"
        >
          <span aria-hidden="true" className={classNames('mt-1.5 size-2 shrink-0 rounded-full bg-current!', toneStyle[toast.tone])} />
          <span className="min-w-0 grow break-words">
            {toast.message}{' '}
            {toast.link && (
              <SoftLink href={toast.link.href} className="font-medium whitespace-nowrap text-accent underline underline-offset-2">
                {toast.link.label}
              </SoftLink>
            )}
            {toast.action && (
              <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                <button
                  type="button"
                  aria-keyshortcuts={reachKey}
                  onClick={() => {
                    close(toast.id)
                    toast.action?.run()
                  }}
                  className="font-medium text-accent underline underline-offset-2"
                >
                  {toast.action.label}
                </button>
                <span aria-hidden="true" title={`${reachKey} leads here`}>
                  <Kbd keys={reachKey} />
                </span>
              </span>
            )}
          </span>
          <button
            type="button"
            aria-label="Dismiss message"
            onClick={() => close(toast.id)}
            className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </span>
      ))}
    </output>
  )
}

// Whoever came by the key goes back where they were.
function goBack(region: HTMLElement, cameFrom: RefObject<Element | null>) {
  if (region.contains(document.activeElement) && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  cameFrom.current = null
}
