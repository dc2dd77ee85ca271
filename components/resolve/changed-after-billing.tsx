'use client'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { ChangeAdvice } from '#lib/actions/claim-creations/advise.ts'
import type { UpdatedCapture } from '#lib/actions/charge-captures/billed-captures.ts'
import type { BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import { PartnerMessage } from './partner-message.tsx'
import { BilledMoney } from './billed-money.tsx'
import { DiffTable } from './diff-table.tsx'
import { isWithoutCharges } from '#lib/rules/billed-diff/without-charges.ts'
import { ignorableFirst, ignorableOf, ignoreWords, standingWords } from './ignorable.ts'
import { AdviceNote } from './advice-note.tsx'
import { ReasonQuestion } from './reason-question.tsx'
import { ResolveFailure } from './resolve-failure.tsx'
import { useResolveChanges } from './use-resolve-changes.ts'

type ChangedAfterBillingProps = {
  claimCreationId: string
  /** All captures of the claim creation. */
  captures: readonly UpdatedCapture[]
  diff: BilledDiff | null
  advice: ChangeAdvice
  /** Reads the claim creation again. */
  onRetry: () => Promise<unknown>
  canResolve: boolean
}

/**
 * The changes of the captures since they were billed, compared with what was billed, with the
 * buttons that resolve them.
 */
export function ChangedAfterBilling({
  claimCreationId,
  captures,
  diff,
  advice,
  onRetry,
  canResolve,
}: ChangedAfterBillingProps) {
  const work = useResolveChanges()
  const changes = ignorableFirst(
    captures.flatMap((capture) =>
      capture.updates.map((update) => ({
        ...update,
        name: capture.external_id ?? capture.id,
        captureId: capture.id,
      })),
    ),
    diff,
  )
  const ignorable = ignorableOf(changes, diff)
  const open = changes.filter((change) => !change.resolved)
  const names = new Map(captures.map((capture) => [capture.id, capture.external_id ?? capture.id]))
  if (changes.length === 0) return null
  const claimOf = (changeIds: readonly string[]) => [
    { id: claimCreationId, name: 'this claim', changeIds },
  ]
  const all = {
    claims: claimOf(open.map(({ id }) => id)),
    name: open.length === 1 ? 'The change is' : `${open.length} changes are`,
  }
  return (
    <Card
      title={open.length > 0 ? 'Changed after billing' : 'Changes after billing'}
      note={open.length > 0 ? `${open.length} unresolved` : 'all resolved'}
      actions={
        canResolve &&
        open.length > 1 && (
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
            <Button size="small" busy={work.busy} onClick={() => void work.resolve(all)}>
              Resolve all
            </Button>
          </span>
        )
      }
      flush
    >
      <ReasonQuestion question={work.question} />
      <ResolveFailure failure={work.failure} className="px-4 pb-3" />
      {open.length > 0 && (
        <>
          {diff ? (
            <div className="flex flex-col gap-2.5 border-b border-line px-4 pb-3">
              <BilledMoney diff={diff} />
              <AdviceNote {...advice} diff={diff} updates={changes} onRetry={onRetry} />
            </div>
          ) : (
            <p className="px-4 pb-3 text-sm text-ink-2">
              Can’t compare: no billed data, or some captures couldn’t be loaded. The partner says:
            </p>
          )}
          {diff && diff.changes.length > 0 && (
            <DiffTable
              changes={diff.changes}
              nameOf={captures.length > 1 ? (id) => names.get(id) ?? id : undefined}
            />
          )}
        </>
      )}
      <ul aria-label="Changes recorded by the partner">
        {changes.map(({ name, captureId, ...update }) => (
          <li
            key={update.id}
            className="flex items-start gap-3 border-t border-line px-4 py-2.5 text-sm"
          >
            <div className="min-w-0">
              <SoftLink
                href={`/charge-captures/${encodeURIComponent(captureId)}`}
                className="font-mono text-xs text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
              >
                {name}
              </SoftLink>{' '}
              <span className="text-xs text-ink-3">{standingWords(update)}</span>
              <PartnerMessage message={update.message} />
            </div>
            {canResolve && (
              <Button
                size="small"
                className="ml-auto"
                busy={work.busy}
                onClick={() =>
                  void (update.resolved
                    ? work.reopen({ claims: claimOf([update.id]), name: 'The change is' })
                    : work.resolve({ claims: claimOf([update.id]), name: 'The change is' }))
                }
              >
                {update.resolved ? 'Reopen' : isWithoutCharges(update) ? 'Ignore' : 'Resolve'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
