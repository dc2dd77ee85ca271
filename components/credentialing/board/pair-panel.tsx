'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { BoardCaptures } from '#lib/actions/replies.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { countOf } from '#lib/lists/count-of.ts'
import { boardCapturesQuery, boardCausesQuery } from '#lib/queries/coverage-board.ts'
import type { BoardRow, CaptureAtRisk } from '#lib/rules/coverage/board.ts'
import { captureNoun } from './board-words.ts'
import { CaptureLinks } from './capture-links.tsx'
import { CauseCard } from './cause-card.tsx'
import { PanelFrame } from './panel-frame.tsx'

export type BoardRights = { mayListCaptures: boolean; mayRecordSpans: boolean }

type PairPanelProps = { job: string; row: BoardRow; rights: BoardRights; onClose: () => void }

/** One payer with one contracting provider: what will be denied and why, and how to put each cause right. */
export function PairPanel({ job, row, rights, onClose }: PairPanelProps) {
  const { payer, provider, risk } = row
  const [isListed, setIsListed] = useState(false)
  const causes = useQuery({ ...boardCausesQuery(job, [row.place]), enabled: risk.captures > 0 })
  const captures = useQuery({ ...boardCapturesQuery(job, row.place), enabled: isListed })
  const sorted = (causes.data?.[0]?.causes ?? []).map((cause, place) => ({ cause, place })).toSorted((a, b) => b.cause.cents - a.cause.cents)
  const failure = causes.error ?? captures.error
  return (
    <PanelFrame
      name={`${payer.name} with ${provider.name}`}
      title={risk.captures > 0 ? <RiskWords {...risk} /> : 'Nothing will be denied for lack of cover'}
      note={
        <>
          {payer.name} with {provider.name}
        </>
      }
      onClose={onClose}
    >
      <ContractLines row={row} />
      {risk.without_amount > 0 && <p className="border-b border-line px-4 py-2 text-sm text-ink-2">{countOf(risk.without_amount, captureNoun)} of them state no charge, so the amount is higher.</p>}
      {failure && (
        <p role="alert" className="px-4 py-3 text-sm text-red">
          {failureOf(failure).message}
        </p>
      )}
      {causes.isLoading && <p className="px-4 py-3 text-sm text-ink-2">Reading…</p>}
      {sorted.length > 0 && rights.mayListCaptures && !isListed && (
        <p className="border-b border-line px-4 py-2">
          <Button size="small" onClick={() => setIsListed(true)}>
            List the captures
          </Button>
        </p>
      )}
      {isListed && captures.isLoading && <p role="status" className="border-b border-line px-4 py-2 text-sm text-ink-2">Reading the captures…</p>}
      <ul aria-label="Why they will be denied">
        {sorted.map(({ cause, place }) => (
          <CauseCard key={place} cause={cause} row={row} mayRecordSpans={rights.mayRecordSpans}>
            {captures.data && <CapturesOf found={captures.data} place={place} count={cause.captures} label={`Captures: ${cause.name ?? cause.id}`} />}
          </CauseCard>
        ))}
      </ul>
    </PanelFrame>
  )
}

function RiskWords({ captures, cents }: BoardRow['risk']) {
  return (
    <>
      {countOf(captures, captureNoun)}, <Money cents={cents} />, will deny
    </>
  )
}

function ContractLines({ row }: { row: BoardRow }) {
  return (
    <ul aria-label="Contracts" className="border-b border-line px-4 py-2 text-sm">
      {row.contracts.map(({ contract_id, type, status, effective_date, expiration_date }) => (
        <li key={contract_id} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5">
          <SoftLink href={`/contracts/${encodeURIComponent(contract_id)}/credentialing`} className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current">
            {type === 'institutional' ? 'Institutional contract' : type === 'professional' ? 'Professional contract' : 'Contract'}
          </SoftLink>
          <ContractStatus status={status} />
          <span className="text-ink-2">
            <LocalDate date={effective_date} /> {expiration_date ? 'to ' : 'on'}
            <LocalDate date={expiration_date} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function CapturesOf({ found, place, count, label }: { found: BoardCaptures; place: number; count: number; label: string }) {
  const own = found.captures.filter((capture): capture is CaptureAtRisk => 'causes' in capture && capture.causes.includes(place))
  return <CaptureLinks captures={own} label={label} more={count - own.length} />
}
