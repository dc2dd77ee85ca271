'use client'
import { countsStore } from './counts.ts'
import { useStore } from './use-store.ts'
import { LinkTabs } from '#components/ui/link-tabs.tsx'

/**
 * The tabs of the activity: the trail, what each person did, and the jobs with the number of
 * changes that wait for the person's approval.
 */
export function ActivityTabs({
  current,
}: {
  current: '/activity' | '/activity/people' | '/activity/jobs'
}) {
  const approvals = useStore(countsStore)?.approvals
  return (
    <LinkTabs
      label="Activity"
      tabs={[
        { href: '/activity', label: 'Activity', current: current === '/activity' },
        {
          href: '/activity/people',
          label: 'By person',
          current: current === '/activity/people',
        },
        {
          href: '/activity/jobs',
          label: 'Jobs',
          current: current === '/activity/jobs',
          ...(approvals && { count: approvals }),
        },
      ]}
    />
  )
}
