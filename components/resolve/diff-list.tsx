import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { BilledChange } from '#lib/rules/billed-diff/billed-change.ts'
import { classWords, movedWords, placeWords, valueWords } from './diff-words.ts'

type DiffListProps = {
  changes: readonly BilledChange[]
  /** Goes to the field of a difference where it is on this page. */
  onField: (change: BilledChange) => void
  isHere: (change: BilledChange) => boolean
}

/** The differences between what was billed and now, for a narrow column. */
export function DiffList({ changes, onField, isHere }: DiffListProps) {
  return (
    <ul className="flex flex-col gap-2.5">
      {changes.map((change) => (
        <li key={`${change.capture_id} ${change.path} ${change.line}`} className="min-w-0 text-xs">
          <p className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
            <StatusBadge tone={classWords[change.class].tone}>{classWords[change.class].word}</StatusBadge>
            {isHere(change) ? (
              <button
                type="button"
                title={change.path}
                onClick={() => onField(change)}
                className="min-w-0 text-left break-words text-ink hover:underline"
              >
                {placeWords(change)}
              </button>
            ) : (
              <span title={change.path}>{placeWords(change)}</span>
            )}
          </p>
          <p className="mt-0.5 break-words text-ink-2">
            <span className="sr-only">billed </span>
            {valueWords(change, change.billed)} <span aria-hidden="true">→</span>
            <span className="sr-only">, now </span>{' '}
            <span className="font-medium text-ink">{valueWords(change, change.now)}</span>
            {change.cents !== 0 && <span className="tabular-nums"> ({movedWords(change.cents)})</span>}
            {!isHere(change) && change.capture_id !== undefined && (
              <span className="block text-ink-3">in another capture of the claim</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
