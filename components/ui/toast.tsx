'use client'
import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import { SoftLink } from './soft-link.tsx'
import { toneStyle, type Tone } from './tone.ts'

type ToastData = {
  tone: Tone
  /** A link to what the message is about. */
  link?: { label: string; href: string } | undefined
  /** Something to do about it, such as undoing it. It goes with the message, so it must be possible elsewhere too. */
  action?: { label: string; run: () => void } | undefined
}

// Milliseconds. Slow readers see a message after a moment, then read two words a second; reaching a button takes longer.
const shortest = 10_000
const beforeReading = 3_000
const perWord = 500
const withControl = 20_000

const manager = Toast.createToastManager<ToastData>()

/**
 * Shows a message in the one toast region and announces it politely; answers the id for `dismissToast`. It leaves by
 * itself, a long one later (WCAG 2.2.1), and waits while a person points at the messages or is at one of them. Never
 * the only place of an error.
 */
export function showToast({ message, tone = 'grey', link, action }: Partial<ToastData> & { message: string }): string {
  const toRead = beforeReading + message.split(' ').length * perWord
  const id: string = manager.add({
    title: message,
    data: { tone, link, action },
    timeout: Math.max(shortest, toRead, action || link ? withControl : 0),
    onClose: () => leaveToast(id),
  })
  return id
}

/** Takes a toast away before its time. */
export function dismissToast(id: string): void {
  manager.close(id)
}

/** The key of the newest message, from wherever the focus is. */
const reachKey = 'F6'
const regionId = 'messages'

// Where the focus was before it came to a message.
let cameFrom: EventTarget | null = null

/** The one place of passing messages, above the buttons at the foot of a page. It is in the server's HTML: screen readers must know it before the first message. */
export function ToastRegion() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toasts />
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager<ToastData>()
  const hasToasts = toasts.length > 0
  useEffect(() => {
    if (!hasToasts) return
    // In place of the library's own F6, which surrounds the region with focusable elements that are hidden from screen
    // readers. Not one of the page's keys: it leads out of a field that is being typed in, too.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== reachKey || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
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
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) cameFrom = relatedTarget
      }}
      // Escape closes the message, and nothing of the page besides.
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      className="pointer-events-none fixed right-4 bottom-18 z-60 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none"
    >
      {toasts.toReversed().map((toast) => {
        const { tone, link, action } = toast.data!
        return (
          // Not the library's dialog: an open dialog turns the plain keys of the page off. No swiping: it would hinder
          // a person who marks the text of a message.
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
              className={classNames('mt-1.5 size-2 shrink-0 rounded-full bg-current!', toneStyle[tone])}
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
                    aria-keyshortcuts={reachKey}
                    onClick={() => {
                      dismissToast(toast.id)
                      action.run()
                    }}
                    className="font-medium text-accent underline underline-offset-2"
                  >
                    {action.label}
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
          </Toast.Root>
        )
      })}
    </Toast.Viewport>
  )
}

function newestControl(besides?: string): HTMLElement | null {
  const toasts = [...document.querySelectorAll<HTMLElement>(`#${regionId} > [data-toast]:not([inert])`)]
  const newest = toasts.findLast((toast) => toast.dataset.toast !== besides)
  return newest?.querySelector<HTMLElement>('a, button') ?? null
}

/**
 * A closing message hands its focus back to where the person came from. Where that is gone, such as a button that its
 * own press removed, the focus goes to the newest message, else to the page.
 */
function leaveToast(id: string): void {
  const toast = document.querySelector(`[data-toast="${id}"]`)
  if (!toast?.contains(document.activeElement)) return
  if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
  if (document.activeElement !== cameFrom) (newestControl(id) ?? document.getElementById('main'))?.focus()
}
