import type { ReactNode, Ref } from 'react'

// A part that scrolls but holds nothing to stop at can be reached by keyboard only when it can take the focus itself.
const reachable = { tabIndex: 0 }

/** A part of a page that scrolls by itself, with the keyboard too. `label` says what it holds. */
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
