'use client'
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type Tab = { value: string; label: ReactNode; count?: number; panel: ReactNode }

type TabsProps = {
  label: string
  tabs: Tab[]
  initial?: string
  /** False if every panel has a focusable element: the panel itself is then not focusable. */
  isPanelStop?: boolean
}

/** Tabs inside one page, moved by the arrow keys. For tabs with an address use LinkTabs. */
export function Tabs({ label, tabs, initial, isPanelStop = true }: TabsProps) {
  return (
    <Base.Root defaultValue={initial ?? tabs[0]?.value}>
      <Base.List aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-9 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-ink-2 -outline-offset-2! hover:text-ink data-active:border-accent data-active:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="text-ink-3">{tab.count.toLocaleString('en-US')}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          tabIndex={isPanelStop ? 0 : -1}
          className="pt-4"
        >
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
