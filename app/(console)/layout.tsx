import { countDrafts } from '#lib/actions/drafts.ts'
import { countFollowUps } from '#lib/actions/follow-ups.ts'
import { readSummary } from '#lib/actions/lists.ts'
import { readQueueCounts } from '#lib/actions/queue.ts'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { creations } from '#components/frame/creations.ts'
import { Frame } from '#components/frame/frame.tsx'
import { LookKeeper } from '#components/frame/look/look-keeper.tsx'
import { places } from '#components/frame/places.ts'
import { QueryProvider } from '#components/frame/query-provider.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { savePreferences } from '#lib/actions/personal.ts'
import { isReadOnlyLabel } from '#lib/console/connections/connection-labels.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { version } from '#lib/core/version.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { readPreferences } from '#lib/console/accounts/preferences.ts'
import { pathHeader } from '#lib/console/server/request-origin.ts'
import { partnerState } from '#lib/partner/call.ts'
import { currentAccount, ownAccountPath } from '#lib/console/accounts/session.ts'
import { timeZone } from '#lib/console/time-zone.ts'
import { RailViews } from '#components/table/saved-views/rail-views.tsx'
import { Palette } from '#components/palette/palette.tsx'
import { JobsTray } from '#components/jobs/jobs-tray.tsx'
import { hasRecentJobs } from '#lib/actions/jobs/verbs.ts'
import { EmergencyNotices } from '#components/settings/emergency.tsx'

const roleWords: { [role: string]: string } = { none: 'second factor needed' }

/** Every page for signed-in people: the frame around it, and nothing at all for anybody else. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const account = await currentAccount()
  const path = (await headers()).get(pathHeader) ?? ''
  if (!account) redirect(signInAddress(path))
  if (account.role === 'none' && path.split('?')[0] !== ownAccountPath) redirect(ownAccountPath)
  const [connection, { theme, density }] = await throwIfDatabaseAway(
    Promise.all([activeConnection(), readPreferences(account.id)]),
  )
  const { id, name, environment, scopeLabel, isEmbedded } = connection
  const hasJobs = await throwIfDatabaseAway(hasRecentJobs({ account, connection }))
  const tasks = [...new Set([...places, ...creations].map(({ task }) => task))].filter((task) =>
    may(account.role, task),
  )
  return (
    <QueryProvider>
      <LookKeeper stored={{ theme, density }} save={savePreferences} />
      <Frame
        account={{
          id: account.id,
          name: account.name,
          email: account.email,
          role: roleWords[account.role] ?? account.role,
          version,
          mayBreakGlass: may(account.role, 'breakGlass') && !may(account.role, 'manageConnections'),
        }}
        tray={may(account.role, 'followJobs') && <JobsTray hasJobs={hasJobs} />}
        palette={<Palette tasks={tasks} />}
        notices={
          <EmergencyNotices
            own={account.emergency}
            tellsOthers={may(account.role, 'managePeople')}
          />
        }
        connection={{
          id,
          name,
          environment,
          scopeLabel,
          isEmbedded,
          isReadOnly: isReadOnlyLabel(scopeLabel),
          partner: partnerState(connection),
        }}
        timeZone={timeZone()}
        tasks={tasks}
        views={may(account.role, 'listSavedViews') && <RailViews />}
        readCounts={may(account.role, 'getClaimCreationSummary') ? readSummary : undefined}
        readQueueCounts={may(account.role, 'readQueue') ? readQueueCounts : undefined}
        readDraftCount={may(account.role, 'listDrafts') ? countDrafts : undefined}
        readFollowUpCount={may(account.role, 'logFollowUp') ? countFollowUps : undefined}
      >
        {children}
      </Frame>
    </QueryProvider>
  )
}
