'use client'
import { useQuery } from '@tanstack/react-query'
import { focusControl } from '#components/form/focus-control.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { UpdateItem } from '#lib/actions/replies.ts'
import { updateQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { controlName } from '#lib/rules/edit/field-path.ts'
import { BilledMoney } from './billed-money.tsx'
import { DiffList } from './diff-list.tsx'
import { ignorableOf, ignoreWords } from './ignorable.ts'
import { NextStepNote } from './next-step-note.tsx'
import { ResolveFailure } from './resolve-failure.tsx'
import { useResolveChanges } from './use-resolve-changes.ts'

type BilledAsideProps = { captureId: string; claimCreationId: string; shape: ObjectShape; canResolve: boolean }

/** Beside a billed capture that was changed since: what was billed, what its claim would say now, and settling it. */
export function BilledAside({ captureId, claimCreationId, shape, canResolve }: BilledAsideProps) {
  const query = useQuery(updateQuery(claimCreationId))
  if (query.isPending) return <Skeleton className="h-24 w-full" />
  if (query.isError)
    return <p className="text-sm text-ink-2">Couldn’t load what was billed: {failureOf(query.error).message}</p>
  return <Billed item={query.data} captureId={captureId} shape={shape} canResolve={canResolve} />
}

function Billed({
  item,
  captureId,
  shape,
  canResolve,
}: { item: UpdateItem } & Omit<BilledAsideProps, 'claimCreationId'>) {
  const work = useResolveChanges()
  const own = item.captures.find((capture) => capture.id === captureId)?.updates ?? []
  const open = own.filter((update) => !update.resolved)
  const last = own.at(-1)
  if (last === undefined) return null
  const ignorable = ignorableOf(own)
  // Opened again, the latest change stands for all.
  const words = {
    ids: open.length > 0 ? open.map(({ id }) => id) : [last.id],
    name: open.length > 1 ? `${open.length} changes are` : 'The change is',
  }
  return (
    <Card
      title={open.length > 0 ? 'Changed after billing' : own.length > 1 ? 'Changes resolved' : 'Change resolved'}
      actions={
        canResolve && (
          <span className="flex flex-wrap gap-2">
            {ignorable.length > 0 && (
              <Button
                size="small"
                busy={work.busy}
                onClick={() => void work.resolve({ ids: ignorable, name: `${ignorable.length} of ${open.length} are` })}
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
            {open.length > 0 && <NextStepNote diff={item.diff} updates={own} />}
          </>
        ) : (
          <p className="text-sm break-words text-ink-2">{last.message}</p>
        )}
        <LinkButton href={`/updates?item=${encodeURIComponent(item.id)}`} size="small">
          Open in the queue
        </LinkButton>
      </div>
    </Card>
  )
}
