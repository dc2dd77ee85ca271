import type { ReactNode, Ref } from 'react'

// A scrollable part without focusable content is reachable by keyboard only if it is focusable
// itself.
const reachable = { tabIndex: 0 }

/** A part of a page that scrolls on its own, also by keyboard. `label` names its content. */
export function ScrollArea({
  label,
  className,
  ref,
  onScroll,
  children,
}: {
  label: string
  className: string
  ref?: Ref<HTMLDivElement>
  onScroll?: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <div
      ref={ref}
      onScroll={onScroll}
      role="group"
      aria-label={label}
      {...reachable}
      className={`overflow-auto -outline-offset-2 ${className}`}
    >
      {children}
    </div>
  )
}
