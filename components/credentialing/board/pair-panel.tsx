'use client'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useStartFix } from '#components/bulk/fix-selected.tsx'
import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Money } from '#components/ui/money.tsx'
import type { BoardProgress } from '#lib/actions/coverage-board/verbs.ts'
import type { RecordedSpan } from '#lib/actions/coverage-board/recorded-spans.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { readCoverageBoardCaptures } from '#lib/actions/coverage-board.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { riskVerdicts, verdictOfReason, type RiskVerdict } from '#lib/rules/coverage/at-risk.ts'
import { verdictWords } from '#lib/rules/coverage/why-words.ts'
import { boardCapturesQuery, boardCausesQuery } from '#lib/queries/coverage-board.ts'
import type {
  BoardRow,
  CaptureAtRisk,
  NamedCause,
  ReleasedCapture,
  RiskSum,
} from '#lib/rules/coverage/board.ts'
import { captureNoun, otherWords, recordedWords } from './board-words.ts'
import { CaptureLinks } from './capture-links.tsx'
import { CauseCard } from './cause-card.tsx'
import { ContractLines } from './contract-lines.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { ReprocessSection } from './reprocess-section.tsx'
import { hasCauses } from './sort-rows.ts'

type BoardCaptures = ReplyOf<typeof readCoverageBoardCaptures>

export type BoardRights = {
  mayListCaptures: boolean
  mayListClaims: boolean
  mayRecordSpans: boolean
  mayRun: boolean
  mayFix: boolean
}

type PairPanelProps = {
  done: NonNullable<BoardProgress['done']>
  row: BoardRow
  asOf: LocalDate
  /** The newest span of this pair that was recorded after the board began. */
  recorded: RecordedSpan | undefined
  rights: BoardRights
  onClose: () => void
}
const causeLabels: Record<RiskVerdict, string> = {
  'will-deny': 'Reasons for denial',
  hold: 'Reasons to hold',
  'may-deny': 'Reasons for possible denial',
}
type PlacedCause = { cause: NamedCause; place: number }

/**
 * One payer with one contracting provider: charges that will or may be denied or wait, their causes,
 * and the fixes.
 */
export function PairPanel({ done, row, asOf, recorded, rights, onClose }: PairPanelProps) {
  const { payer, provider } = row
  const risk = { 'will-deny': row.risk.will, hold: row.risk.hold, 'may-deny': row.risk.may }
  const [isListed, setIsListed] = useState(false)
  const causes = useQuery({
    ...boardCausesQuery(done.id, [row.place], done.counted_at),
    enabled: hasCauses(row),
  })
  const captures = useQuery({
    ...boardCapturesQuery(done.id, row.place, done.counted_at),
    enabled: isListed,
  })
  const sorted = (causes.data?.[0]?.causes ?? [])
    .map((cause, place) => ({ cause, place }))
    .toSorted((a, b) => b.cause.cents - a.cause.cents)
  const failure = causes.error ?? captures.error
  const shown = riskVerdicts.filter(
    (verdict) => risk[verdict].captures > 0 || risk[verdict].cents !== 0,
  )
  const without = riskVerdicts.reduce((sum, verdict) => sum + risk[verdict].without_amount, 0)
  return (
    <PanelFrame
      name={`${payer.name} with ${provider.name}`}
      title={
        shown[0] ? (
          <RiskWords {...risk[shown[0]]} words={verdictWords[shown[0]]} />
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
      {without > 0 && (
        <p className="border-b border-line px-4 py-2 text-sm text-ink-2">
          {countOf(without, captureNoun)} have no charge, so the real amount is higher.
        </p>
      )}
      {failure && (
        <p role="alert" className="px-4 py-3 text-sm text-red">
          {failureOf(failure).message}
        </p>
      )}
      {causes.isLoading && <p className="px-4 py-3 text-sm text-ink-2">Reading…</p>}
      {(sorted.length > 0 || row.released) && rights.mayListCaptures && !isListed && (
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
      {row.released && (
        <Released
          sums={row.released}
          captures={captures.data?.released}
          asOf={asOf}
          rights={rights}
        />
      )}
      {row.reprocess && (
        <ReprocessSection done={done} row={row} asOf={asOf} mayListClaims={rights.mayListClaims} />
      )}
      {riskVerdicts.map((verdict) => (
        <Fragment key={verdict}>
          {verdict !== shown[0] && shown.includes(verdict) && (
            <h3 className="border-y border-line px-4 py-2 text-sm font-semibold">
              <RiskWords {...risk[verdict]} words={verdictWords[verdict]} />
            </h3>
          )}
          <Causes
            found={sorted.filter(
              ({ cause }) => cause.rank === undefined && verdictOfReason(cause) === verdict,
            )}
            label={causeLabels[verdict]}
            captures={captures.data}
            row={row}
            asOf={asOf}
            rights={rights}
          />
        </Fragment>
      ))}
      {row.others && (
        <section aria-label="Claims after a primary payer">
          <h3 className="border-y border-line px-4 py-2 text-sm font-semibold">
            Claims after a primary payer: {otherWords(row.others)}
          </h3>
          <p className="px-4 pt-2 text-sm text-ink-2">
            {payer.name} is the secondary or tertiary payer. The primary claims are judged by their
            own payers, and their charges are counted there. What {payer.name} would pay isn’t
            known.
          </p>
          <Causes
            found={sorted.filter(({ cause }) => cause.rank !== undefined)}
            label="Reasons for claims after a primary payer"
            captures={captures.data}
            row={row}
            asOf={asOf}
            rights={rights}
          />
        </section>
      )}
    </PanelFrame>
  )
}

type ReleasedProps = {
  sums: NonNullable<BoardRow['released']>
  /** Undefined until they are listed. */
  captures: readonly ReleasedCapture[] | undefined
  asOf: LocalDate
  rights: BoardRights
}

/** What waited for a span that the payer has loaded meanwhile. */
function Released({ sums, captures, asOf, rights }: ReleasedProps) {
  const { busy, start } = useStartFix()
  const planned = (captures ?? []).filter(({ isPlanned }) => isPlanned).map(({ id }) => id)
  return (
    <section aria-label="Ready to release" className="border-b border-line px-4 py-3 text-sm">
      <h3 className="font-semibold">
        Ready to release: {countOf(sums.captures, captureNoun)}, <Money cents={sums.cents} />
      </h3>
      <p className="text-ink-2">
        They waited when coverage was checked, and are covered now.
        {sums.planned.captures > 0 &&
          ` ${sums.planned.captures.toLocaleString('en-US')} of them ${sums.planned.captures === 1 ? 'is' : 'are'} still planned: once the visit is complete, set the status to Billable.`}
      </p>
      {planned.length > 0 && rights.mayFix && (
        <Button
          size="small"
          className="mt-2"
          busy={busy === 'released'}
          onClick={() => void start('released', { kind: 'captures', ids: planned })}
        >
          Bulk fix {countOf(planned.length, { one: 'planned capture', many: 'planned captures' })}
        </Button>
      )}
      {captures && (
        <CaptureLinks
          captures={captures}
          asOf={asOf}
          label="Captures ready to release"
          more={sums.captures - captures.length}
        />
      )}
    </section>
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
      <Money cents={cents} />, {words.toLowerCase()}
    </>
  )
}

type CausesProps = {
  found: readonly PlacedCause[]
  label: string
  captures: BoardCaptures | undefined
  row: BoardRow
  asOf: LocalDate
  rights: BoardRights
}

function Causes({ found, label, captures, row, asOf, rights }: CausesProps) {
  if (found.length === 0) return null
  return (
    <ul aria-label={label}>
      {found.map(({ cause, place }) => (
        <CauseCard
          key={place}
          cause={cause}
          row={row}
          asOf={asOf}
          mayRecordSpans={rights.mayRecordSpans}
        >
          {captures && (
            <CapturesOf
              found={captures}
              place={place}
              asOf={asOf}
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
  asOf,
  count,
  label,
}: {
  found: BoardCaptures
  place: number
  asOf: LocalDate
  count: number
  label: string
}) {
  const own = found.captures.filter(
    (capture): capture is CaptureAtRisk => 'causes' in capture && capture.causes.includes(place),
  )
  return <CaptureLinks captures={own} asOf={asOf} label={label} more={count - own.length} />
}
