'use client'
import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { useKeyHold } from '#components/frame/keys/use-key-hold.ts'
import { classNames } from './class-names.ts'
import { closesBy } from './closes-by.ts'
import { floatingStyle } from './floating-style.ts'

type PopoverProps = {
  /** The element below which the popover opens and which gets the focus back. */
  anchor: HTMLElement
  onClose: () => void
  /** Names the popover for assistive technology. */
  label: string
  align?: 'start' | 'end'
  className?: string
  /** The element that gets the focus when the popover opens; the first control by default. */
  initialFocus?: () => HTMLElement | null
  children: ReactNode
}

/**
 * An open popover: mount it to open, unmount it to close. Focus goes in and returns to the anchor;
 * Escape and a press outside close it. The page's plain keys rest while it is open, and letters for
 * half a second after: a text box in it may close with Enter. Load it with `onDemand` from the
 * button that opens it.
 */
export function Popover({
  anchor,
  onClose,
  label,
  align = 'start',
  className,
  initialFocus,
  children,
}: PopoverProps) {
  useKeyHold(true, { andAfter: true })
  return (
    <Base.Root open onOpenChange={closesBy(anchor, onClose)}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            aria-label={label}
            initialFocus={initialFocus && (() => initialFocus() ?? true)}
            finalFocus={() => anchor}
            className={classNames(floatingStyle, className ?? 'w-72 p-3')}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
