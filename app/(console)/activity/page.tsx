import type { Metadata } from 'next'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'
import { ActivityList } from '#components/activity/list-page.tsx'
import { RetentionButton } from '#components/settings/retention-button.tsx'
import type { PreparedList } from '#components/table/list-definition.ts'
import { sightOf } from '#lib/actions/activity/read-activity.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { peopleOfTrail } from '#lib/console/trail/find-trail.ts'
import { leastYears, mostYears, retentionYears } from '#lib/actions/activity/retention.ts'
import { activityList } from '#lib/lists/activity.ts'

export const metadata: Metadata = { title: 'Activity' }

/** The audit trail, for administrators and managers. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return (
    <ListRoute
      title="Activity"
      preparing={prepareList(activityList, '/activity', searchParams)}
      List={Activity}
    />
  )
}

async function Activity({ prepared }: { prepared: PreparedList }) {
  const account = await requireAccount('/activity')
  const [people, years] = await throwIfDatabaseAway(
    Promise.all([peopleOfTrail(sightOf(account)), retentionYears()]),
  )
  return (
    <ActivityList
      prepared={prepared}
      people={people}
      note={account.role === 'admin' ? 'Everybody' : 'You and your team'}
      actions={
        may(account.role, 'setRetention') && (
          <RetentionButton key="retention" years={years} least={leastYears} most={mostYears} />
        )
      }
    />
  )
}
