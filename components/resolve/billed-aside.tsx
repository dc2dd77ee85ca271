'use client'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { BilledChange } from '#lib/rules/billed-diff/billed-change.ts'
import { placeWords, valueWords } from '#lib/rules/billed-diff/change-words.ts'
import { classWords, movedWords } from './diff-words.ts'
import { useQuery } from '@tanstack/react-query'
import { focusControl } from '#components/form/focus-control.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { UpdateItem } from '#lib/actions/claim-creations/read-updates.ts'
import { updateQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { controlName } from '#lib/rules/edit/field-path.ts'
import { PartnerText } from '#components/form/partner-text.tsx'
import { BilledMoney } from './billed-money.tsx'
import { ignorableOf, ignoreWords } from './ignorable.ts'
import { AdviceNote } from './advice-note.tsx'
import { ReasonQuestion } from './reason-question.tsx'
import { ResolveFailure } from './resolve-failure.tsx'
import { useResolveChanges } from './use-resolve-changes.ts'

type BilledAsideProps = {
  captureId: string
  claimCreationId: string
  shape: ObjectShape
  canResolve: boolean
}

/**
 * Beside a billed capture that was changed since: what was billed, what its claim would say now,
 * and settling it.
 */
export function BilledAside({ captureId, claimCreationId, shape, canResolve }: BilledAsideProps) {
  const query = useQuery(updateQuery({ id: claimCreationId }))
  if (query.isPending) return <Skeleton className="h-24 w-full" />
  if (query.isError)
    return (
      <p className="text-sm text-ink-2">
        Couldn’t load what was billed: {failureOf(query.error).message}
      </p>
    )
  return (
    <Billed
      item={query.data}
      captureId={captureId}
      shape={shape}
      canResolve={canResolve}
      onRetry={() => query.refetch()}
    />
  )
}

function Billed({
  item,
  captureId,
  shape,
  canResolve,
  onRetry,
}: { item: UpdateItem; onRetry: () => Promise<unknown> } & Omit<
  BilledAsideProps,
  'claimCreationId'
>) {
  const work = useResolveChanges()
  const own = item.captures.find((capture) => capture.id === captureId)?.updates ?? []
  const open = own.filter((update) => !update.resolved)
  const last = own.at(-1)
  if (last === undefined) return null
  const ignorable = ignorableOf(own, item.diff)
  // Reopening takes the latest change only.
  const claimOf = (changeIds: readonly string[]) => [
    { id: item.id, name: item.patient ?? 'this claim', changeIds },
  ]
  const words = {
    claims: claimOf(open.length > 0 ? open.map(({ id }) => id) : [last.id]),
    name: open.length > 1 ? `${open.length} changes are` : 'The change is',
  }
  return (
    <Card
      title={
        open.length > 0
          ? 'Changed after billing'
          : own.length > 1
            ? 'Changes resolved'
            : 'Change resolved'
      }
      actions={
        canResolve && (
          <span className="flex flex-wrap gap-2">
            {ignorable.length > 0 && (
              <Button
                size="small"
                busy={work.busy}
                onClick={() =>
                  void work.resolve({
                    claims: claimOf(ignorable),
                    name: `${ignorable.length} of ${open.length} are`,
                  })
                }
              >
                {ignoreWords(ignorable.length)}
              </Button>
            )}
            <Button
              size="small"
              busy={work.busy}
              onClick={() => void (open.length > 0 ? work.resolve(words) : work.reopen(words))}
            >
              {open.length > 0 ? 'Resolve' : 'Reopen'}
            </Button>
          </span>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <ReasonQuestion question={work.question} />
        <ResolveFailure failure={work.failure} />
        {item.diff ? (
          <>
            <BilledMoney diff={item.diff} />
            {item.diff.changes.length > 0 && (
              <DiffList
                changes={item.diff.changes}
                isHere={(change) => change.capture_id === captureId}
                onField={(change) => focusControl(controlName(change.path, shape))}
              />
            )}
            {open.length > 0 && (
              <AdviceNote {...item} diff={item.diff} updates={own} onRetry={onRetry} />
            )}
          </>
        ) : (
          <p className="text-sm break-words text-ink-2">
            <PartnerText message={last.message} />
          </p>
        )}
        <LinkButton href={`/updates?item=${encodeURIComponent(item.id)}`} size="small">
          Open in the queue
        </LinkButton>
      </div>
    </Card>
  )
}

type DiffListProps = {
  changes: readonly BilledChange[]
  /** Goes to the field of a difference where it is on this page. */
  onField: (change: BilledChange) => void
  isHere: (change: BilledChange) => boolean
}

/** The differences between what was billed and now, for a narrow column. */
function DiffList({ changes, onField, isHere }: DiffListProps) {
  return (
    <ul className="flex flex-col gap-2.5">
      {changes.map((change) => (
        <li key={`${change.capture_id} ${change.path} ${change.line}`} className="min-w-0 text-xs">
          <p className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
            <StatusBadge tone={classWords[change.class].tone}>
              {classWords[change.class].word}
            </StatusBadge>
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
            {change.cents !== 0 && (
              <span className="tabular-nums"> ({movedWords(change.cents)})</span>
            )}
            {!isHere(change) && change.capture_id !== undefined && (
              <span className="block text-ink-3">in another capture of the claim</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
