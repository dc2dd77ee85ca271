'use client'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { FrameAccount } from './account-menu.tsx'

const AccountMenu = onDemand(() =>
  import('./account-menu.tsx').then((module) => module.AccountMenu),
)

/** The signed-in person's button. It opens the account menu, whose code is fetched on first use. */
export function AccountButton({ account }: { account: FrameAccount }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        title={`${account.name}, ${account.role}`}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
        className="flex h-10 min-w-0 grow items-center gap-2 rounded-control px-1.5 text-left hover:bg-hover aria-expanded:bg-hover narrow:size-9 narrow:grow-0 narrow:justify-center narrow:px-0"
      >
        <span
          aria-hidden="true"
          className="inline-flex size-6.5 shrink-0 items-center justify-center rounded-full bg-accent-tint text-2xs font-semibold text-accent"
        >
          {initials(account.name)}
        </span>
        <span className="min-w-0 grow narrow:sr-only">
          <span className="block truncate text-sm leading-4 font-medium">{account.name}</span>
          <span className="block truncate text-2xs text-ink-3 capitalize">{account.role}</span>
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-3 narrow:hidden" />
      </button>
      {anchor && <AccountMenu account={account} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return `${words[0]?.[0] ?? '?'}${words.length > 1 ? words.at(-1)![0] : ''}`.toUpperCase()
}
