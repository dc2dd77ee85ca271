import { LinkTabs } from '#components/ui/link-tabs.tsx'

const tabs = [
  { href: '/updates', label: 'Queue' },
  { href: '/updates/compare', label: 'Compare one by one' },
]

/** The two pages of the changes after billing. */
export function UpdatesTabs({ current }: { current: string }) {
  return (
    <div className="shrink-0">
      <LinkTabs label="Updates" tabs={tabs.map((tab) => ({ ...tab, current: tab.href === current }))} />
    </div>
  )
}
