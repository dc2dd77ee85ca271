import type { ReactNode, Ref } from 'react'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { countOf } from '#lib/core/count-of.ts'
import type { Amount, Board } from '#lib/rules/coverage/board.ts'
import { captureNoun } from './board-words.ts'

type BoardSumsProps = { board: Board; isUnjudgedOpen: boolean; onUnjudged: () => void; why: Ref<HTMLButtonElement> }

/** The sums of the board: charges that will or may be denied, that are fine, that could not be checked, and that no payer pays. */
export function BoardSums({ board, isUnjudgedOpen, onUnjudged, why }: BoardSumsProps) {
  const unjudged = board.unjudged.reduce<Amount>(
    (sum, { captures, cents }) => ({ captures: sum.captures + captures, cents: sum.cents + cents }),
    { captures: 0, cents: 0 },
  )
  return (
    <dl
      aria-label="Unlinked charge captures"
      className="flex shrink-0 flex-wrap items-stretch gap-x-7 gap-y-2 rounded-card border border-line bg-panel px-4 py-2.5"
    >
      <Sum label="Will deny" amount={board.will_deny} strong />
      <Sum label="May deny" amount={board.may_deny} />
      <Sum label="Covered on the date of service" amount={board.fine} />
      <Sum label="Not enough data" amount={unjudged}>
        {board.unjudged.length > 0 && (
          <button
            ref={why}
            type="button"
            aria-label="Why there isn’t enough data"
            aria-expanded={isUnjudgedOpen}
            onClick={onUnjudged}
            className="rounded-sm text-xs text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            Why
          </button>
        )}
      </Sum>
      <div className="flex min-w-44 flex-1 flex-wrap gap-x-4 self-center text-xs text-ink-2 min-[1200px]:flex-col min-[1200px]:items-end">
        <dt className="sr-only">Captures checked</dt>
        <dd>
          {countOf(board.read.captures, { one: 'billable capture', many: 'billable captures' })} in no claim creation
        </dd>
        {board.left_out.captures > 0 && (
          <dd>
            {board.left_out.captures.toLocaleString('en-US')} are self-pay or have no payer,{' '}
            <Money cents={board.left_out.cents} />
          </dd>
        )}
        <dd>
          Coverage as of <LocalDate date={board.as_of} />
        </dd>
      </div>
    </dl>
  )
}

function Sum({
  label,
  amount,
  strong = false,
  children,
}: {
  label: string
  amount: Amount
  strong?: boolean
  children?: ReactNode
}) {
  const isAlarm = strong && amount.captures > 0
  return (
    <div>
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="flex items-baseline gap-2">
        <span className={`text-lg font-semibold tabular-nums ${isAlarm ? 'text-red' : 'text-ink'}`}>
          <Money cents={amount.cents} />
        </span>
        <span className="text-xs text-ink-2 tabular-nums">{countOf(amount.captures, captureNoun)}</span>
        {children}
      </dd>
    </div>
  )
}
