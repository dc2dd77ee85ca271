'use client'
import { RefreshCw } from 'lucide-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo, useState } from 'react'
import { CheckPlaceholder, useAskCheck } from '#components/credentialing/board/check-state.tsx'
import { JobNote } from '#components/credentialing/board/job-note.tsx'
import { UnreadNote } from '#components/credentialing/board/unread-note.tsx'
import { CredentialingTabs } from '#components/credentialing/credentialing-tabs.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { noteJobStarted } from '#components/frame/started-jobs.ts'
import { useRead } from '#components/table/read-page.tsx'
import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { formatCents } from '#lib/core/money.ts'
import { cancelExpiringCheck, startExpiringCheck } from '#lib/actions/expiring.ts'
import type { ExpiringReply, ExpiringStanding } from '#lib/actions/expiring/verbs.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { endWindows, type EndWindow } from '#lib/rules/coverage/expiring.ts'
import { expiringQuery, expiringStandingQuery } from '#lib/queries/expiring.ts'
import { ExpiringBody, type ExpiringRights } from './expiring-body.tsx'
import { amountsOf } from './expiring-rows.ts'

type ExpiringPageProps = {
  /** The server's read for this page: the JSON text of a Result. */
  standing: JsonText<Result<ExpiringStanding>>
  rights: ExpiringRights & { mayCheck: boolean }
  ownId: string
}

/**
 * The contracts and spans that end within 30, 60 or 90 days, or are over with nothing after them. A
 * job finds them each night, or when a person asks.
 */
export function ExpiringPage({ standing: firstStanding, rights, ownId }: ExpiringPageProps) {
  const standing = useRead(expiringStandingQuery(), firstStanding)
  const { job = null, done = null } = standing.data ?? {}
  const [window, setWindow] = useWindow()
  const found = useQuery({
    ...expiringQuery({ id: done?.id ?? '', window }),
    enabled: done !== null,
    placeholderData: keepPreviousData,
  })
  const { data } = found
  const { asked, ask } = useAskCheck<ExpiringStanding, 'run' | 'stop'>(
    expiringStandingQuery().queryKey,
    'checkExpiring',
  )
  useFreshness(data && done ? Date.parse(done.finished_at) : undefined)
  const isRunning = job?.is_open ?? false
  const run = () => void ask('run', startExpiringCheck, {}).then(noteJobStarted)
  const checkButton = rights.mayCheck && (
    <Button tone="primary" busy={isRunning || asked === 'run'} onClick={run}>
      {!isRunning && asked !== 'run' && <RefreshCw aria-hidden="true" className="size-3.5" />}
      Check now
    </Button>
  )
  const failure = found.error ?? (standing.data === undefined ? standing.error : null)
  return (
    <div className="page-fill flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <PageHeader
        title="Expiring"
        note={data && !found.isPlaceholderData && <HeadWords reply={data} window={window} />}
        actions={done && checkButton}
      />
      <CredentialingTabs current="/credentialing/expiring" />
      <JobNote
        job={job}
        hasResult={done !== null}
        isStopping={asked === 'stop'}
        onStop={() => job && void ask('stop', cancelExpiringCheck, { id: job.id })}
      />
      {done && !isRunning && <AgeNote done={done} />}
      {data && <UnreadNote unread={data.unread} />}
      {data && !found.error ? (
        <ExpiringBody
          reply={data}
          window={window}
          isBusy={found.isPlaceholderData}
          onWindow={setWindow}
          rights={rights}
          ownId={ownId}
        />
      ) : (
        <CheckPlaceholder
          failure={failure}
          onRetry={() => void (found.error ? found.refetch() : standing.refetch())}
          title={isRunning ? 'Checking what expires' : done ? 'Reading…' : 'Not checked yet'}
          actions={!isRunning && !done && checkButton}
        >
          Lists the contracts, facility spans and provider spans that end within 90 days, or are
          over with nothing after them, with the captures that depend on them. The console checks by
          itself each night.
        </CheckPlaceholder>
      )}
    </div>
  )
}

function HeadWords({ reply, window }: { reply: ExpiringReply; window: EndWindow }) {
  const amount = useMemo(() => amountsOf(reply).of(reply.rows), [reply])
  const count = reply.counts[window].toLocaleString('en-US')
  return (
    <>
      {window === 'ended' ? `${count} ended` : `${count} end within ${endWindows[window]}`} ·{' '}
      {amount ? `${formatCents(amount.cents)} of planned and recent captures` : 'money not known'}
    </>
  )
}

/** When the list was made, if a person should know that before they rely on it. */
function AgeNote({ done }: { done: NonNullable<ExpiringStanding['done']> }) {
  const { is_late, recorded, finished_at } = done
  if (!is_late && recorded === 0) return null
  return (
    <p
      role="status"
      className="shrink-0 rounded-card border border-amber bg-amber-tint px-3.5 py-2 text-sm text-amber"
    >
      {is_late && (
        <>
          Not checked last night. The list is of <LocalTime at={finished_at} />.{' '}
        </>
      )}
      {recorded > 0 &&
        `Spans of ${countOf(recorded, { one: 'payer and contracting provider', many: 'payers and contracting providers' })} were recorded or changed since. The list doesn’t have them yet.`}
    </p>
  )
}

// The window is in the address, so that a link opens it. It names nobody.
function useWindow(): [EndWindow, (window: EndWindow) => void] {
  const search = useSearchParams()
  const given = search.get('days') ?? ''
  const [window, setWindow] = useState<EndWindow>(given in endWindows ? (given as EndWindow) : '90')
  const choose = useCallback((next: EndWindow) => {
    setWindow(next)
    globalThis.window.history.replaceState(null, '', `?days=${next}`)
  }, [])
  return [window, choose]
}
