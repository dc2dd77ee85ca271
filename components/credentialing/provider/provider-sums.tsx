import type { ReactNode } from 'react'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Money } from '#components/ui/money.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { ProviderReply } from '#lib/actions/providers/read-provider.ts'
import { countOf } from '#lib/core/count-of.ts'
import { addDays } from '#lib/core/local-date.ts'
import { isInForce } from '#lib/rules/coverage/contract-reasons.ts'
import { uncovered } from '#lib/rules/coverage/coverage.ts'
import type { ProviderPair } from '#lib/rules/coverage/provider-pairs.ts'

const captureNoun = { one: 'capture', many: 'captures' }
const soonDays = 90

/** The sums of a provider. A sum that nobody knows has words instead of a number. */
export function ProviderSums({
  read: { contracts, spans, risk, today },
  pairs,
}: {
  read: ProviderReply
  pairs: readonly ProviderPair[]
}) {
  const held = pairs.filter((pair) => pair.contracts.some((each) => isInForce(each, today)))
  const covered = held.filter(({ cover }) => !uncovered.has(cover.state)).length
  const waiting = pairs.filter(({ cover }) => cover.state === 'submitted').length
  const soon = addDays(today, soonDays)
  const ends = pairs
    .flatMap(({ covered_until }) => covered_until ?? [])
    .filter((end) => end <= soon)
    .toSorted()
  const atRisk = pairs.flatMap(({ risk: own }) => own ?? [])
  const total = atRisk.reduce((sum, { captures }) => sum + captures, 0)
  const will = atRisk.reduce((sum, own) => sum + own.will, 0)
  const isKnown = contracts.failure === null && spans.failure === null
  return (
    <dl
      aria-label="Sums"
      className="flex flex-wrap items-stretch gap-x-9 gap-y-2 rounded-card border border-line bg-panel px-4 py-2.5"
    >
      <Sum
        label="Unbilled captures at risk"
        value={
          risk ? <Money cents={atRisk.reduce((sum, { cents }) => sum + cents, 0)} /> : undefined
        }
        isAlarm={total > 0}
      >
        {risk ? (
          <>
            {countOf(total, captureNoun)}
            {total > 0 && `, ${will.toLocaleString('en-US')} will deny`} · board of{' '}
            <LocalTime at={risk.made_at} />
          </>
        ) : (
          <>
            No coverage board yet.{' '}
            <SoftLink href="/credentialing" className="text-accent underline underline-offset-2">
              Check coverage
            </SoftLink>
          </>
        )}
      </Sum>
      <Sum
        label="Covered today"
        value={isKnown ? (held.length === 0 ? 'None' : `${covered} of ${held.length}`) : undefined}
        isAlarm={covered < held.length}
      >
        {held.length === 0 && isKnown ? 'no contract is in force' : 'with a contract in force'}
      </Sum>
      <Sum
        label="Waiting for the payer"
        value={spans.failure === null ? waiting.toLocaleString('en-US') : undefined}
      >
        submitted, not loaded
      </Sum>
      <Sum
        label={`Cover ends within ${soonDays} days`}
        value={spans.failure === null ? ends.length.toLocaleString('en-US') : undefined}
      >
        {ends[0] !== undefined && (
          <>
            first on <LocalDate date={ends[0]} />
          </>
        )}
      </Sum>
    </dl>
  )
}

function Sum({
  label,
  value,
  isAlarm = false,
  children,
}: {
  label: string
  /** Undefined where nobody knows. */
  value: ReactNode
  isAlarm?: boolean
  children?: ReactNode
}) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd
        className={`text-lg font-semibold tabular-nums ${isAlarm && value !== undefined ? 'text-red' : 'text-ink'}`}
      >
        {value ?? <span className="text-base font-medium text-ink-3">Not known</span>}
      </dd>
      <dd className="text-xs text-ink-2 tabular-nums">{children}</dd>
    </div>
  )
}
