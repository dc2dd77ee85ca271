'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Money } from '#components/ui/money.tsx'
import type { BoardCaptures, BoardProgress, RecordedSpan } from '#lib/actions/replies.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { countOf } from '#lib/core/count-of.ts'
import { boardCapturesQuery, boardCausesQuery } from '#lib/queries/coverage-board.ts'
import type { BoardRow, CaptureAtRisk, NamedCause, RiskSum } from '#lib/rules/coverage/board.ts'
import { captureNoun, recordedWords } from './board-words.ts'
import { CaptureLinks } from './capture-links.tsx'
import { CauseCard } from './cause-card.tsx'
import { ContractLines } from './contract-lines.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { hasRisk } from './sort-rows.ts'

export type BoardRights = { mayListCaptures: boolean; mayRecordSpans: boolean; mayRun: boolean }

type PairPanelProps = {
  done: NonNullable<BoardProgress['done']>
  row: BoardRow
  /** The newest span of this pair that was recorded after the board began. */
  recorded: RecordedSpan | undefined
  rights: BoardRights
  onClose: () => void
}
type PlacedCause = { cause: NamedCause; place: number }

/**
 * One payer with one contracting provider: charges that will or may be denied, their causes, and
 * the fixes.
 */
export function PairPanel({ done, row, recorded, rights, onClose }: PairPanelProps) {
  const { payer, provider } = row
  const { will, may } = row.risk
  const [isListed, setIsListed] = useState(false)
  const causes = useQuery({
    ...boardCausesQuery(done.id, [row.place], done.counted_at),
    enabled: hasRisk(row),
  })
  const captures = useQuery({
    ...boardCapturesQuery(done.id, row.place, done.counted_at),
    enabled: isListed,
  })
  const sorted = (causes.data?.[0]?.causes ?? [])
    .map((cause, place) => ({ cause, place }))
    .toSorted((a, b) => b.cause.cents - a.cause.cents)
  const failure = causes.error ?? captures.error
  const listOf = (isCertain: boolean, label: string) => (
    <Causes
      found={sorted.filter(({ cause }) => cause.is_certain === isCertain)}
      label={label}
      captures={captures.data}
      row={row}
      rights={rights}
    />
  )
  return (
    <PanelFrame
      name={`${payer.name} with ${provider.name}`}
      title={
        will.captures > 0 ? (
          <RiskWords {...will} words="will deny" />
        ) : may.captures > 0 ? (
          <RiskWords {...may} words="may deny" />
        ) : (
          'Nothing will be denied for missing coverage'
        )
      }
      note={
        <>
          {payer.name} with {provider.name}
        </>
      }
      onClose={onClose}
    >
      {recorded && (
        <p
          role="status"
          className={`border-b border-line px-4 py-2 text-sm ${recorded.is_counted ? 'bg-green-tint text-green' : 'bg-amber-tint text-amber'}`}
        >
          {recordedWords(recorded)} at <LocalTime at={recorded.at} />.{' '}
          {recorded.is_counted
            ? 'This row was counted anew with it.'
            : 'These numbers are from before. This row is counted anew; look again before you record another span.'}
        </p>
      )}
      <ContractLines row={row} />
      {will.without_amount + may.without_amount > 0 && (
        <p className="border-b border-line px-4 py-2 text-sm text-ink-2">
          {countOf(will.without_amount + may.without_amount, captureNoun)} have no charge, so the
          real amount is higher.
        </p>
      )}
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
      {isListed && captures.isLoading && (
        <p role="status" className="border-b border-line px-4 py-2 text-sm text-ink-2">
          Loading captures…
        </p>
      )}
      {listOf(true, 'Reasons for denial')}
      {will.captures > 0 && sorted.some(({ cause }) => !cause.is_certain) && (
        <h3 className="border-y border-line px-4 py-2 text-sm font-semibold">
          <RiskWords {...may} words="may deny" />
        </h3>
      )}
      {listOf(false, 'Reasons for possible denial')}
    </PanelFrame>
  )
}

function RiskWords({
  captures,
  cents,
  words,
}: Pick<RiskSum, 'captures' | 'cents'> & { words: string }) {
  return (
    <>
      {captures > 0 ? countOf(captures, captureNoun) : 'Other lines of these captures'},{' '}
      <Money cents={cents} />, {words}
    </>
  )
}

type CausesProps = {
  found: readonly PlacedCause[]
  label: string
  captures: BoardCaptures | undefined
  row: BoardRow
  rights: BoardRights
}

function Causes({ found, label, captures, row, rights }: CausesProps) {
  if (found.length === 0) return null
  return (
    <ul aria-label={label}>
      {found.map(({ cause, place }) => (
        <CauseCard key={place} cause={cause} row={row} mayRecordSpans={rights.mayRecordSpans}>
          {captures && (
            <CapturesOf
              found={captures}
              place={place}
              count={cause.captures}
              label={`Captures: ${cause.name ?? cause.id}`}
            />
          )}
        </CauseCard>
      ))}
    </ul>
  )
}

function CapturesOf({
  found,
  place,
  count,
  label,
}: {
  found: BoardCaptures
  place: number
  count: number
  label: string
}) {
  const own = found.captures.filter(
    (capture): capture is CaptureAtRisk => 'causes' in capture && capture.causes.includes(place),
  )
  return <CaptureLinks captures={own} label={label} more={count - own.length} />
}
