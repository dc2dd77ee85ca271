'use client'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import { classNames } from './class-names.ts'

type DialogProps = {
  open: boolean
  /** Omit it for a dialog that cannot be dismissed: it has no cross, and Escape does nothing. */
  onOpenChange?: (open: boolean) => void
  /** Hides the page behind the dialog completely. */
  isCover?: boolean
  title: string
  description?: ReactNode
  /** The row of buttons at the foot. */
  actions?: ReactNode
  width?: 'narrow' | 'normal' | 'wide'
  /** The element that gets the focus when the dialog opens; the first control by default. */
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  children?: ReactNode
}

const widths = { narrow: 'w-100', normal: 'w-130', wide: 'w-180' }

/**
 * A modal dialog: focus goes in, stays in, and returns to the opener. Escape and the cross close it.
 * Load it with `onDemand`: no page needs it at once.
 */
export function Dialog({
  open,
  onOpenChange,
  isCover = false,
  title,
  description,
  actions,
  width = 'normal',
  initialFocus,
  children,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Portal>
        <Base.Backdrop
          className={classNames(
            'fixed inset-0 z-40 transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0',
            isCover ? 'bg-ground' : 'bg-scrim',
          )}
        />
        <Base.Popup
          initialFocus={initialFocus}
          className={classNames(
            'fixed top-[12dvh] left-1/2 z-50 flex max-h-[76dvh] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-card bg-raised text-ink shadow-float transition-opacity duration-100 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0',
            widths[width],
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 grow">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {description && <Base.Description className="mt-0.5 text-sm text-ink-2">{description}</Base.Description>}
            </div>
            {onOpenChange && (
              <Base.Close
                aria-label="Close"
                title="Close (Esc)"
                className={buttonStyle('quiet', 'small', '-mr-1.5 w-6.5 px-0!')}
              >
                <X aria-hidden="true" className="size-4" />
              </Base.Close>
            )}
          </header>
          <div className="min-h-0 grow overflow-y-auto px-5 pb-5">{children}</div>
          {actions && <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
