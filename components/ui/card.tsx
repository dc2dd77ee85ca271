import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type CardProps = {
  /** The card's heading; it names the region for assistive technology. */
  title?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  /** Anchor of the section, for "go to the field in error" and the section list. */
  id?: string
  /** No inner padding: a table that runs to the edges. */
  flush?: boolean
  tone?: 'plain' | 'red' | 'amber'
  className?: string
  children?: ReactNode
}

const tones = {
  plain: 'border-line bg-panel',
  red: 'border-red bg-red-tint',
  amber: 'border-amber bg-amber-tint',
}

/** A panel with a hairline edge; no shadow. */
export function Card({
  title,
  note,
  actions,
  id,
  flush = false,
  tone = 'plain',
  className,
  children,
}: CardProps) {
  return (
    <section id={id} className={classNames('rounded-card border', tones[tone], className)}>
      {(title || actions) && (
        <header className="flex min-h-12 items-center gap-2 px-4 pt-3 pb-2">
          <h2 className="text-sm font-semibold text-ink">{title}</h2>
          {note && <span className="truncate text-sm text-ink-3">{note}</span>}
          {actions && <div className="ml-auto flex items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? '' : classNames('px-4 pb-4', !title && !actions && 'pt-4')}>
        {children}
      </div>
    </section>
  )
}
