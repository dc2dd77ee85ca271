'use client'
import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import { RequestNote } from './request-note.tsx'
import { SoftLink } from './soft-link.tsx'
import { regionId, regionStyle, type ToastData } from './toast.tsx'
import { toneStyle } from './tone.ts'

const manager = Toast.createToastManager<ToastData>()

// The library drops toasts that are added before its region listens.
const listening = Promise.withResolvers<void>()

/** Adds a message once the region is there; `timeout` in milliseconds. */
export async function addToast(
  id: string,
  message: string,
  data: ToastData,
  timeout: number,
): Promise<void> {
  await listening.promise
  manager.add({ id, title: message, data, timeout, onClose: () => leaveToast(id) })
}

/** Closes a message, also one that is not yet shown. */
export async function closeToast(id: string): Promise<void> {
  await listening.promise
  manager.close(id)
}

/** The key that moves the focus to the newest message. */
const reachKey = 'F6'

// The element that had the focus before a message got it.
let cameFrom: EventTarget | null = null

/** The region with its messages. */
export function ToastList() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toasts />
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager<ToastData>()
  const hasToasts = toasts.length > 0
  useEffect(() => listening.resolve(), [])
  useEffect(() => {
    if (!hasToasts) return
    // Replaces the library's own F6, which surrounds the region with focusable elements that are
    // hidden from screen readers. It is not one of `useKeys`, because it must work while a person
    // types.
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key !== reachKey ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      event.stopPropagation()
      newestControl()?.focus()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [hasToasts])
  return (
    <Toast.Viewport
      id={regionId}
      role="status"
      aria-label="Messages"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          cameFrom = relatedTarget
      }}
      // Escape closes only the message, nothing else on the page.
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      className={regionStyle}
    >
      {toasts.toReversed().map((toast) => {
        const { tone, link, action, requestId } = toast.data!
        // What takes back what the message says has a key of its own.
        const isUndo = action?.label === 'Undo'
        return (
          // The library's dialog role would turn the page's plain keys off. No swiping: it would
          // prevent selecting a message's text.
          <Toast.Root
            key={toast.id}
            toast={toast}
            role="group"
            aria-modal={undefined}
            tabIndex={-1}
            swipeDirection={[]}
            data-toast={toast.id}
            className="pointer-events-auto flex items-start gap-2.5 rounded-card bg-raised py-2.5 pr-2 pl-3 text-sm text-ink shadow-float data-ending-style:hidden data-limited:hidden"
          >
            <span
              aria-hidden="true"
              className={classNames(
                'mt-1.5 size-2 shrink-0 rounded-full bg-current!',
                toneStyle[tone],
              )}
            />
            <span className="min-w-0 grow break-words">
              <Toast.Title render={<span />} />{' '}
              {link && (
                <SoftLink
                  href={link.href}
                  className="font-medium whitespace-nowrap text-accent underline underline-offset-2"
                >
                  {link.label}
                </SoftLink>
              )}
              {action && (
                <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                  <button
                    type="button"
                    aria-keyshortcuts={isUndo ? `z ${reachKey}` : reachKey}
                    data-undo={isUndo || undefined}
                    onClick={() => {
                      void closeToast(toast.id)
                      action.run()
                    }}
                    className="font-medium text-accent underline underline-offset-2"
                  >
                    {action.label}
                  </button>
                  <span aria-hidden="true" title={`${reachKey} leads here`}>
                    <Kbd keys={isUndo ? 'z' : reachKey} />
                  </span>
                </span>
              )}
              <RequestNote id={requestId} className="mt-1 flex" />
            </span>
            <button
              type="button"
              aria-label="Dismiss message"
              onClick={() => void closeToast(toast.id)}
              className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </Toast.Root>
        )
      })}
    </Toast.Viewport>
  )
}

function newestControl(besides?: string): HTMLElement | null {
  const toasts = [
    ...document.querySelectorAll<HTMLElement>(`#${regionId} > [data-toast]:not([inert])`),
  ]
  const newest = toasts.findLast((toast) => toast.dataset.toast !== besides)
  return newest?.querySelector<HTMLElement>('a, button') ?? null
}

/**
 * A closing message returns the focus to the earlier element. If that is gone, such as a button
 * that removed itself, the newest message gets the focus, else the page.
 */
function leaveToast(id: string): void {
  const toast = document.querySelector(`[data-toast="${id}"]`)
  if (!toast?.contains(document.activeElement)) return
  if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
  if (document.activeElement !== cameFrom)
    (newestControl(id) ?? document.getElementById('main'))?.focus()
}
