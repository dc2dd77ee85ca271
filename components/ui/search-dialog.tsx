'use client'
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { useKeyHold } from '#components/frame/keys/use-key-hold.ts'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'

type SearchDialogProps = {
  title: string
  /** Hides the title visually, because the search box has the same words. */
  hideTitle?: boolean
  /** Wider, and the whole screen of a phone. */
  isWide?: boolean
  /** The search box, which takes the focus. */
  input: RefObject<HTMLInputElement | null>
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog around a search list: mount it to open. Escape closes it, and the focus goes back to
 * where it was. Load it with `onDemand`.
 */
export function SearchDialog({
  title,
  hideTitle = false,
  isWide = false,
  input,
  onClose,
  children,
}: SearchDialogProps) {
  useKeyHold(true, { andAfter: true })
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          initialFocus={input}
          className={classNames(
            'fixed left-1/2 z-50 flex max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-card bg-raised text-ink shadow-float outline-none',
            isWide
              ? 'top-[9dvh] max-h-[82dvh] w-180 max-sm:top-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-screen max-sm:max-w-none max-sm:rounded-none'
              : 'top-[12dvh] max-h-[76dvh] w-150',
          )}
        >
          <Dialog.Title
            className={classNames(
              hideTitle ? 'sr-only' : 'px-4 pt-3 text-xs font-medium text-ink-2',
            )}
          >
            {title}
          </Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The key that closes a search dialog, at the end of its box. */
export function SearchDialogClose() {
  return (
    <Dialog.Close className="rounded-sm" aria-label="Esc: close">
      <Kbd keys="Esc" />
    </Dialog.Close>
  )
}
