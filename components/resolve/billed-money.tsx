import { Money } from '#components/ui/money.tsx'
import type { BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import { movedWords } from './diff-words.ts'

/** The amount that was billed, the amount now, and the difference. */
export function BilledMoney({ diff }: { diff: BilledDiff }) {
  return (
    <div>
      <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm tabular-nums">
        <div className="flex items-baseline gap-1.5">
          <dt className="text-ink-2">Billed</dt>
          <dd className="font-medium">
            <Money cents={diff.billed_cents} />
          </dd>
        </div>
        <div className="flex items-baseline gap-1.5">
          <dt className="text-ink-2">Now</dt>
          <dd className="font-medium">
            <Money cents={diff.now_cents} />
          </dd>
        </div>
        <div className="flex items-baseline gap-1.5">
          <dt className="text-ink-2">Change</dt>
          <dd className="font-semibold">
            {diff.moved_cents === 0 ? 'No change in charges' : movedWords(diff.moved_cents)}
          </dd>
        </div>
      </dl>
      {!diff.is_exact && (
        <p className="mt-1 text-xs text-amber">
          An amount couldn’t be read, so the totals leave it out.
        </p>
      )}
    </div>
  )
}
