import type { ReactNode } from 'react'

type PageHeaderProps = {
  /** The page's one h1. */
  title: ReactNode
  /** A short note after the title. */
  note?: ReactNode
  /** Links back: "Claim creations /". */
  trail?: ReactNode
  /** Badges beside the title. */
  badges?: ReactNode
  actions?: ReactNode
}

/** The head of every page: the way back, the h1, and the actions. */
export function PageHeader({ title, note, trail, badges, actions }: PageHeaderProps) {
  return (
    <header className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-2.5 gap-y-2">
      {trail && <div className="flex items-center gap-2 text-sm text-ink-2">{trail}</div>}
      <h1 className="min-w-0 truncate text-xl proportional-nums font-semibold tracking-[-0.01em] text-ink">
        {title}
      </h1>
      {badges}
      {note && <p className="text-sm text-ink-3">{note}</p>}
      {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
