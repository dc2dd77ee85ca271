import type { ReactNode, Ref } from 'react'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { countOf } from '#lib/core/count-of.ts'
import type { Amount, Board, StatedAmount } from '#lib/rules/coverage/board.ts'
import { verdictWords } from '#lib/rules/coverage/why-words.ts'
import { captureNoun } from './board-words.ts'

type BoardSumsProps = {
  board: Board
  isUnjudgedOpen: boolean
  onUnjudged: () => void
  why: Ref<HTMLButtonElement>
}

/**
 * The sums of the board, each split into billable and planned captures: charges that will be denied, that
 * wait for a span, that may be denied, that are fine, and that could not be checked; beside them what was left out.
 */
export function BoardSums({ board, isUnjudgedOpen, onUnjudged, why }: BoardSumsProps) {
  const unjudged = board.unjudged.reduce<StatedAmount>(
    (sum, { planned, ...amount }) => ({
      ...added(sum, amount),
      planned: added(sum.planned, planned),
    }),
    { ...none, planned: none },
  )
  const { not_to_bill, self_pay, unknown } = board.left_out
  return (
    <dl
      aria-label="Unlinked charge captures"
      className="flex shrink-0 flex-wrap items-stretch gap-x-7 gap-y-2 rounded-card border border-line bg-panel px-4 py-2.5"
    >
      <Sum label={verdictWords['will-deny']} amount={board.will_deny} strong />
      <Sum label={verdictWords.hold} amount={board.hold} />
      <Sum label={verdictWords['may-deny']} amount={board.may_deny} />
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
          {countOf(board.checked.captures, checkedNoun)} in no claim,{' '}
          <Money cents={board.checked.cents} />
        </dd>
        {board.others.claims > 0 && (
          <dd>
            {countOf(board.others.claims, otherNoun)} judged on their own, not in these sums
            {board.others.unjudged > 0 &&
              `; ${board.others.unjudged.toLocaleString('en-US')} without enough data`}
          </dd>
        )}
        <LeftOut amount={not_to_bill} words="not to be billed" />
        <LeftOut amount={self_pay} words="self-pay" />
        <LeftOut amount={unknown} words="with an unknown status" />
        <dd>
          Coverage as of <LocalDate date={board.as_of} />
        </dd>
      </div>
    </dl>
  )
}

const checkedNoun = { one: 'billable or planned capture', many: 'billable or planned captures' }
const otherNoun = { one: 'secondary claim', many: 'secondary claims' }
const none: Amount = { captures: 0, cents: 0 }

function added(a: Amount, b: Amount): Amount {
  return { captures: a.captures + b.captures, cents: a.cents + b.cents }
}

function LeftOut({ amount: { captures, cents }, words }: { amount: Amount; words: string }) {
  if (captures === 0) return null
  return (
    <dd>
      Left out: {captures.toLocaleString('en-US')} {words}, <Money cents={cents} />
    </dd>
  )
}

function Sum({
  label,
  amount,
  strong = false,
  children,
}: {
  label: string
  amount: StatedAmount
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
        <span className="text-xs text-ink-2 tabular-nums">
          {countOf(amount.captures, captureNoun)}
        </span>
        {children}
      </dd>
      {amount.planned.captures + amount.planned.cents > 0 && (
        <dd className="text-xs text-ink-2 tabular-nums">
          Billable <Money cents={amount.cents - amount.planned.cents} /> (
          {(amount.captures - amount.planned.captures).toLocaleString('en-US')}) · planned{' '}
          <Money cents={amount.planned.cents} /> ({amount.planned.captures.toLocaleString('en-US')})
        </dd>
      )}
    </div>
  )
}
