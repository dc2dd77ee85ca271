import type { ReactNode } from 'react'
import { CoverIcon } from '#components/coverage/cover-icon.tsx'
import { firstDayAwaited, stateWords } from '#components/coverage/state-words.ts'
import { daysBetween, type LocalDate as LocalDay } from '#lib/core/local-date.ts'
import { leftWords } from '#lib/rules/filing/left-words.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { providerHref } from '#lib/lists/providers.ts'
import type { BoardRow, NamedCause } from '#lib/rules/coverage/board.ts'
import { verdictOfReason } from '#lib/rules/coverage/at-risk.ts'
import {
  certaintyWords,
  otherClaimWords,
  verdictWords,
  whyWords,
} from '#lib/rules/coverage/why-words.ts'
import { captureNoun } from './board-words.ts'
import { fixesOf } from './fix-of.ts'

const kindWords = {
  provider: 'Rendering provider',
  facility: 'Service facility',
  contract: 'Contract',
}

type CauseCardProps = {
  cause: NamedCause
  row: BoardRow
  /** The board's day, from which the days to file count. */
  asOf: LocalDay
  mayRecordSpans: boolean
  children?: ReactNode
}

/**
 * One cause: its provider or facility, the charges behind it, the charges that a fix would release,
 * and links to the fix.
 */
export function CauseCard({ cause, row, asOf, mayRecordSpans, children }: CauseCardProps) {
  const { word, tone } = stateWords[cause.state]
  const fixes = fixesOf(cause, row)
  const ways = fixes.ways.filter(({ recordsSpan }) => !recordsSpan || mayRecordSpans)
  const why = whyWords(cause)
  const href = cause.kind === 'provider' ? providerHref(cause.npi) : undefined
  return (
    <li className="border-t border-line px-4 py-3 text-sm first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="min-w-0 font-semibold break-words">{cause.name ?? cause.npi ?? cause.id}</h3>
        <StatusBadge tone={tone} icon={<CoverIcon state={cause.state} />}>
          {cause.state === 'submitted' && cause.awaits_first_day ? firstDayAwaited : word}
        </StatusBadge>
      </div>
      <p className="text-xs text-ink-2">
        {kindWords[cause.kind]}
        {cause.npi !== undefined && (
          <>
            , NPI{' '}
            {href === undefined ? (
              <span className="font-mono">{cause.npi}</span>
            ) : (
              <SoftLink href={href} className="font-mono underline underline-offset-2">
                {cause.npi}
              </SoftLink>
            )}
          </>
        )}
      </p>
      {cause.rank && (
        <p className="mt-1.5">
          {otherClaimWords(cause.rank, row.payer.name)}:{' '}
          {verdictWords[verdictOfReason(cause)].toLowerCase()}.
        </p>
      )}
      {why !== undefined && <p className="mt-1.5">{why}</p>}
      <p className="mt-1.5 tabular-nums">
        <strong className="font-semibold">{countOf(cause.captures, captureNoun)}</strong>,{' '}
        {!cause.rank && (
          <>
            <Money cents={cause.cents} />,{' '}
          </>
        )}
        <Days from={cause.first_date} to={cause.last_date} />
      </p>
      <p className="text-ink-2">{certaintyWords(cause)}.</p>
      {cause.waits_for && !cause.rank && <FilingWords cause={cause} asOf={asOf} />}
      <p className="text-ink-2">
        {!cause.rank && <FreedWords cause={cause} />}{' '}
        {cause.covered_from !== undefined && (
          <>
            Covered from <LocalDate date={cause.covered_from} />.
          </>
        )}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {ways.map(({ href, label }) => (
          <LinkButton
            key={label}
            size="small"
            href={href}
            aria-label={`${label}: ${cause.name ?? cause.id}`}
          >
            {label}
          </LinkButton>
        ))}
        <span className="text-xs text-ink-2">
          {fixes.words}
          {ways.length === 0 && ' Ask credentialing staff to record one.'}
        </span>
      </div>
      {children}
    </li>
  )
}

// What a fix releases. Of a claim after a primary payer nobody knows the amount.
function FreedWords({ cause }: { cause: NamedCause }) {
  const isShared = cause.alone_captures < cause.captures
  return (
    <>
      {cause.waits_for ? 'Once this is done, it ' : 'Fixing this '}
      {isShared && 'alone '}
      {cause.waits_for || cause.is_certain ? 'releases' : 'clears up'}{' '}
      <Money cents={cause.alone_cents} />.{isShared && ' The rest has other problems too.'}
    </>
  )
}

function Days({ from, to }: { from: string; to: string }) {
  if (from === to) return <LocalDate date={from} />
  return (
    <>
      <LocalDate date={from} /> to <LocalDate date={to} />
    </>
  )
}

// The nearest limit decides how long the captures can be held.
function FilingWords({ cause, asOf }: { cause: NamedCause; asOf: LocalDay }) {
  const { file_by, without_file_by = 0 } = cause
  const days = file_by === undefined ? undefined : daysBetween(asOf, file_by)
  return (
    <p className={days !== undefined && days <= 14 ? 'font-medium text-red' : 'text-ink-2'}>
      {file_by !== undefined && (
        <>
          {leftWords(days)}, first limit <LocalDate date={file_by} />.{' '}
        </>
      )}
      {without_file_by > 0 &&
        `${countOf(without_file_by, captureNoun)} without a known last day to file.`}
    </p>
  )
}
