'use client'
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/**
 * A short explanation on hover and focus, for what a `title` cannot do (longer text, touch of the keyboard).
 * `children` is the one element that it explains; it must take the focus.
 */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={300} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-60">
          <Base.Popup className="max-w-80 rounded-control bg-ink px-2.5 py-1.5 text-xs text-ground">{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
