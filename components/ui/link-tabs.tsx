import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SoftLink } from './soft-link.tsx'

export type LinkTab = { href: string; label: ReactNode; count?: number; current: boolean }

/** Tabs that are pages of their own: real links, so each has an address and opens in a new tab. */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  return (
    <nav aria-label={label} className="flex shrink-0 gap-5 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <SoftLink
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? 'page' : undefined}
          className={classNames(
            '-mb-px flex h-9 items-center gap-1.5 border-b-2 text-sm font-medium whitespace-nowrap -outline-offset-2!',
            tab.current ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="text-ink-3">{tab.count.toLocaleString('en-US')}</span>
          )}
        </SoftLink>
      ))}
    </nav>
  )
}
