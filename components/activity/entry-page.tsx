'use client'
import type { ReactNode } from 'react'
import { activityTrail } from '#components/form/record-trail.ts'
import { TrailActions } from '#components/form/trail-actions.tsx'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import type { EntryReply } from '#lib/actions/activity/read-activity.ts'
import { actionWords } from '#lib/lists/activity.ts'
import { ChangeTable } from './change-table.tsx'
import { OutcomeBadge, personWords, RecordList, roleWords, utcWords } from './entry-words.tsx'

/**
 * One entry of the trail: who, when, from where, what and how it ended; of a write also what it
 * changed.
 */
export function EntryPage({ entry: { row, change } }: { entry: EntryReply }) {
  const trail = activityTrail(row.id)
  return (
    <div className="px-5 pt-2.5 pb-4">
      <PageHeader
        trail={<ListTrail list={{ href: trail?.list ?? '/activity', label: 'Activity' }} />}
        title={actionWords(row.operation)}
        badges={<OutcomeBadge outcome={row.outcome} />}
        actions={<TrailActions trail={trail} />}
      />
      <div className="mt-3 flex max-w-4xl flex-col gap-3">
        <Card title="Entry" note={`No. ${row.id}`}>
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
            <Fact label="When">
              <LocalTime at={row.at} />{' '}
              <span className="text-ink-2 tabular-nums">({utcWords(row.at)})</span>
            </Fact>
            <Fact label="Person">
              {[personWords(row), row.person && row.email, roleWords(row.role)]
                .filter(Boolean)
                .join(' · ')}
            </Fact>
            <Fact label="From">
              {[row.address, row.browser].filter(Boolean).join(' · ') || 'Not recorded'}
            </Fact>
            {row.session && (
              <Fact label="Session">
                <span className="font-mono text-xs">{row.session}</span>
              </Fact>
            )}
            <Fact label="Connection">{row.connection ?? 'None'}</Fact>
            {row.outcome !== 'ok' && row.outcome !== 'sent' && (
              <Fact label="Reason">
                <span className="font-mono text-xs">{row.outcome}</span>
              </Fact>
            )}
            {row.record_count > 0 && (
              <Fact label={row.record_count === 1 ? 'Record' : 'Records'}>
                <RecordList row={row} />
              </Fact>
            )}
          </dl>
        </Card>
        {change && (
          <Card title="Before and after" note="Viewing this is recorded" flush>
            <ChangeTable change={change} />
          </Card>
        )}
      </div>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </>
  )
}
