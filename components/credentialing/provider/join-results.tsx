'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Card } from '#components/ui/card.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { readJobItems } from '#lib/actions/jobs.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { joinItemsQuery } from '#lib/queries/providers.ts'
import type { JoinLine } from '#lib/rules/coverage/join-plan.ts'

const cell = 'border-t border-line px-2 py-2 align-top text-sm first:pl-4 last:pr-4'
const columns = [
  { label: 'Payer and contracting provider', className: 'w-[34%]' },
  { label: 'Roster' },
  { label: 'Span' },
]

type JobItem = ReplyOf<typeof readJobItems>['items'][number]

const looks: Record<JobItem['state'], { word: string; tone: Tone }> = {
  queued: { word: 'Waiting', tone: 'grey' },
  leased: { word: 'Waiting', tone: 'grey' },
  sent: { word: 'Writing…', tone: 'blue' },
  verified: { word: 'Written', tone: 'green' },
  conflict: { word: 'Not written', tone: 'amber' },
  rejected: { word: 'Refused', tone: 'red' },
  unknown: { word: 'Not known', tone: 'amber' },
  cancelled: { word: 'Stopped', tone: 'grey' },
}

/** What became of each record of a started job, until every one has ended. */
export function JoinResults({
  sent: { job, lines },
  npi,
}: {
  sent: { job: string; lines: readonly JoinLine[] }
  npi: string
}) {
  const client = useQueryClient()
  const { data, error } = useQuery(joinItemsQuery(job))
  const items = data?.items ?? []
  const ended = items.filter(
    ({ state }) => state !== 'queued' && state !== 'leased' && state !== 'sent',
  )
  const isDone = data !== undefined && ended.length === items.length
  useEffect(() => {
    if (!isDone) return
    void outdate(client, 'addContractProviders')
    void outdate(client, 'createProviderCredentialingSpan')
  }, [client, isDone])
  const itemOf = (record: string) => items.find((item) => item.record === record)
  const written = items.filter(({ state }) => state === 'verified').length
  return (
    <Card flush>
      <table aria-label="Results" className="w-full table-fixed border-separate border-spacing-0">
        <SmallTableHead columns={columns} />
        <tbody>
          {lines.map(({ contract, adds_to_roster, span }) => (
            <tr key={contract.contract_id}>
              <th scope="row" className={`${cell} text-left font-normal`}>
                <span className="block font-medium break-words">{contract.payer.name}</span>
                <span className="block text-xs break-words text-ink-2">
                  {contract.provider.name}
                </span>
              </th>
              <td className={cell}>
                {adds_to_roster ? (
                  <Ended item={itemOf(`roster ${contract.contract_id}`)} />
                ) : (
                  <span className="text-ink-3">On it before</span>
                )}
              </td>
              <td className={cell}>
                {span ? (
                  <Ended item={itemOf(`span ${contract.payer.uuid} ${contract.provider.id}`)} />
                ) : (
                  <span className="text-ink-3">None to write</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 text-sm">
        <p role="status" className="grow">
          {error
            ? `The results couldn’t be read: ${failureOf(error).message} The job goes on.`
            : isDone
              ? `${written} of ${items.length} written and read back.`
              : `Writing: ${ended.length} of ${data ? items.length : '…'} ended. You can leave this page.`}
        </p>
        <SoftLink href="/activity/jobs" className="text-accent underline underline-offset-2">
          Pause, stop or try again under Jobs
        </SoftLink>
        <LinkButton href={`/providers/${npi}`}>Open the provider</LinkButton>
      </footer>
    </Card>
  )
}

function Ended({ item }: { item: JobItem | undefined }) {
  const { word, tone } = looks[item?.state ?? 'queued']
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {item?.words && <span className="mt-1 block text-xs text-ink-2">{item.words}</span>}
    </>
  )
}
