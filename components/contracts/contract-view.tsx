'use client'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { contractTrail } from '#components/form/record-trail.ts'
import { TrailActions } from '#components/form/trail-actions.tsx'
import { ValueView } from '#components/form/value-view.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { useKeys } from '#components/frame/keys.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Card } from '#components/ui/card.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { ContractReply } from '#lib/actions/replies.ts'
import type { LocalDate as Day } from '#lib/core/local-date.ts'
import { humanize } from '#lib/lists/filter-value.ts'
import { endStanding } from './end-standing.ts'
import { InsuranceLines } from './insurance-lines.tsx'
import { nameOfContract } from './list-columns.tsx'
import { toLoadedContract } from './loaded-contract.ts'

type ViewProps = { id: string; reply: ContractReply; readAt: number; staleBecause: string | undefined; today: Day }

/** A contract, to be read: whose with whom, for how long, where and for which insurance. */
export function ContractView({ id, reply, readAt, staleBecause, today }: ViewProps) {
  const router = useRouter()
  const { record, row, providers, facilities, other } = useMemo(() => toLoadedContract(reply.contract), [reply])
  const trail = contractTrail(id)
  const standing = endStanding(row, today)
  useFreshness(readAt, staleBecause !== undefined)
  useKeys([
    { keys: 'n', label: 'Next item of the list', run: () => trail?.next && router.push(trail.next) },
    { keys: 'p', label: 'Previous item of the list', run: () => trail?.previous && router.push(trail.previous) },
  ])
  const path = (
    <>
      <SoftLink href={trail?.list ?? '/contracts'} className="hover:underline">
        Contracts
      </SoftLink>
      <span aria-hidden="true" className="text-ink-3">
        /
      </span>
    </>
  )
  const badges = (
    <>
      <CopyId id={row.id || id} label="contract id" />
      {row.status && <ContractStatus status={row.status} />}
      {standing && <StatusBadge tone={standing.tone}>{standing.words}</StatusBadge>}
    </>
  )
  return (
    <div className="px-5 pt-2.5 pb-4">
      <PageHeader trail={path} title={nameOfContract(row)} badges={badges} actions={<TrailActions trail={trail} />} />
      {staleBecause !== undefined && <p className="mt-2 text-sm text-amber">This is what was read last; it could not be read again: {staleBecause}</p>}
      <div className="mt-3 grid grid-cols-1 items-start gap-3 min-[900px]:grid-cols-2">
        <Card title="Terms">
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 min-[1200px]:grid-cols-4">
            <Fact label="Type">{row.type && humanize(row.type)}</Fact>
            <Fact label="First day">{row.effective_date && <LocalDate date={row.effective_date} />}</Fact>
            <Fact label="Last day">{row.expiration_date ? <LocalDate date={row.expiration_date} /> : 'No end'}</Fact>
            <Fact label="Rendering providers">{providers?.toLocaleString('en-US')}</Fact>
            <Fact label="Regions" isWide>
              {row.regions}
            </Fact>
          </dl>
          <div className="mt-3 border-t border-line pt-3">
            <InsuranceLines record={record} />
          </div>
        </Card>
        <Card title="Authorized signatory">
          <ValueView value={record.authorized_signatory ?? null} />
        </Card>
        <Card title="Contracting provider">
          <ValueView value={record.contracting_provider ?? null} />
        </Card>
        <Card title="Payer">
          <ValueView value={record.payer ?? null} />
        </Card>
        {facilities.length > 0 && (
          <Card title="Service facilities" note={String(facilities.length)}>
            <ValueView value={facilities} />
          </Card>
        )}
        {Object.keys(other).length > 0 && (
          <Card title="Other data" note="not known to the console">
            <ValueView value={other} />
          </Card>
        )}
      </div>
    </div>
  )
}

function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-full' : 'min-w-0'}>
      <dt className="truncate text-xs text-ink-3">{label}</dt>
      <dd className="text-sm break-words">{children || 'Not said'}</dd>
    </div>
  )
}
