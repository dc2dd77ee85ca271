'use client'
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import { SoftLink } from './soft-link.tsx'
import { dismissToast, holdToastsWhile, toastStore } from './toast-store.ts'
import { toneStyle } from './tone.ts'

/** The key that leads to the newest message, from wherever the focus is. */
const reachKey = 'F6'

/**
 * The one place where passing messages appear, above the pages' feet and their buttons: a polite live region that is in
 * the page from the start. Messages stay while somebody is at them or an outline stands for the page behind them. Whoever
 * leaves them, or stands at one that goes, is where they came from.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer)
  const region = useRef<HTMLOutputElement>(null)
  const cameFrom = useRef<EventTarget>(null)
  useEffect(
    () =>
      holdToastsWhile(
        () =>
          document.hidden ||
          region.current!.matches(':hover, :focus-within') ||
          document.querySelector('main [data-outline]') !== null,
        (id) => region.current!.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`) !== null,
      ),
    [],
  )
  // Also where a newer message, or time, took away the one that had the focus.
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (!hadFocus.current || region.current!.contains(document.activeElement)) return
    hadFocus.current = false
    if (document.activeElement === document.body) leave(cameFrom.current, newestOf(region.current!))
  })
  const hasToasts = toasts.length > 0
  useEffect(() => {
    if (!hasToasts) return
    // Not one of the page's keys: it leads out of a field that is being typed in, too.
    const onKey = (event: KeyboardEvent) => {
      const isHere = region.current!.contains(document.activeElement)
      if (
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        event.shiftKey ||
        !(event.key === reachKey || (event.key === 'Escape' && isHere))
      )
        return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') return leave(cameFrom.current, null)
      newestOf(region.current!)?.focus()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [hasToasts])
  useEffect(() => {
    const follow = (event: Event) => {
      const isHere = event.target instanceof Node && region.current!.contains(event.target)
      if (isHere && event instanceof FocusEvent && !hadFocus.current) cameFrom.current = event.relatedTarget
      hadFocus.current = isHere && (hadFocus.current || event.type === 'focusin')
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
    }
  }, [])
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
          data-toast={toast.id}
          className="pointer-events-auto flex items-start gap-2.5 rounded-card bg-raised py-2.5 pr-2 pl-3 text-sm text-ink shadow-float"
        >
          <span
            aria-hidden="true"
            className={classNames('mt-1.5 size-2 shrink-0 rounded-full bg-current!', toneStyle[toast.tone])}
          />
          <span className="min-w-0 grow break-words">
            {toast.message}{' '}
            {toast.link && (
              <SoftLink
                href={toast.link.href}
                className="font-medium whitespace-nowrap text-accent underline underline-offset-2"
              >
                {toast.link.label}
              </SoftLink>
            )}
            {toast.action && (
              <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                <button
                  type="button"
                  aria-keyshortcuts={reachKey}
                  onClick={() => {
                    dismissToast(toast.id)
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
            onClick={() => dismissToast(toast.id)}
            className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </span>
      ))}
    </output>
  )
}

function newestOf(region: HTMLElement): HTMLElement | null {
  return region.querySelector<HTMLElement>(':scope > :last-child :is(a, button)')
}

// Back to where one came from; where that is gone, to the message that is left, or to the page.
function leave(cameFrom: EventTarget | null, left: HTMLElement | null) {
  if (cameFrom instanceof HTMLElement) cameFrom.focus()
  if (document.activeElement !== cameFrom) (left ?? document.getElementById('main'))?.focus()
}
