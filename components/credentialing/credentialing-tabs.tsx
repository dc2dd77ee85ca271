import { LinkTabs } from '#components/ui/link-tabs.tsx'

const tabs = [
  { href: '/credentialing', label: 'Coverage board' },
  { href: '/credentialing/expiring', label: 'Expiring' },
  { href: '/credentialing/follow-ups', label: 'Follow-ups' },
  { href: '/credentialing/facility-spans', label: 'Facility spans' },
  { href: '/credentialing/provider-spans', label: 'Provider spans' },
] as const

/** The tabs of the credentialing pages. `current` is the address of the open page. */
export function CredentialingTabs({ current }: { current: (typeof tabs)[number]['href'] }) {
  return (
    // A column that is as high as the screen would squeeze it.
    <div className="shrink-0">
      <LinkTabs
        label="Credentialing"
        tabs={tabs.map((tab) => ({ ...tab, current: tab.href === current }))}
      />
    </div>
  )
}
