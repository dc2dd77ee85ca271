'use client'
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { SoftLink } from './soft-link.tsx'
import { dismissToast, toastStore } from './toast-store.ts'
import { toneStyle } from './tone.ts'

/** The one place where passing messages appear, above the pages' feet and their buttons: a polite live region that is in the page from the start. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer)
  return (
    <output
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
              <button
                type="button"
                onClick={() => {
                  toast.action?.run()
                  dismissToast(toast.id)
                }}
                className="font-medium whitespace-nowrap text-accent underline underline-offset-2"
              >
                {toast.action.label}
              </button>
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
