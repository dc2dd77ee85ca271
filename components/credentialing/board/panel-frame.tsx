import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'

/**
 * The panel beside the board. Its heading gets the focus at opening, so that screen readers
 * announce it.
 */
export function PanelFrame({
  title,
  note,
  name,
  onClose,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  name: string
  onClose: () => void
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      aria-label={name}
      className="flex min-h-0 flex-col overflow-hidden rounded-card border border-line bg-panel"
    >
      <header className="flex items-start gap-2 border-b border-line px-4 py-3">
        <div className="min-w-0 grow">
          <h2
            ref={heading}
            tabIndex={-1}
            className="text-base font-semibold break-words outline-none"
          >
            {title}
          </h2>
          {note && <div className="mt-0.5 text-sm text-ink-2">{note}</div>}
        </div>
        <IconButton
          label="Close"
          shortcut="Esc"
          size="small"
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={onClose}
        />
      </header>
      {/* Positioned, so that text for screen readers scrolls with it and does not lengthen the page. */}
      <div className="relative min-h-0 grow overflow-y-auto">{children}</div>
    </section>
  )
}
