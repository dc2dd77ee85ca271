import { LinkTabs } from '#components/ui/link-tabs.tsx'

const tabs = [
  { href: '/updates', label: 'Queue' },
  { href: '/updates/resolved', label: 'Resolved' },
  { href: '/updates/overpayments', label: 'Possible overpayments' },
]

/** The pages of the changes after billing. */
export function UpdatesTabs({ current }: { current: string }) {
  return (
    <div className="shrink-0">
      <LinkTabs
        label="Updates"
        tabs={tabs.map((tab) => ({ ...tab, current: tab.href === current }))}
      />
    </div>
  )
}
