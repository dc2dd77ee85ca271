'use client'
import { BilledMoney } from '#components/resolve/billed-money.tsx'
import { DiffTable } from '#components/resolve/diff-table.tsx'
import {
  ignorableFirst,
  ignorableOf,
  ignoreWords,
  standingWords,
} from '#components/resolve/ignorable.ts'
import { AdviceNote } from '#components/resolve/advice-note.tsx'
import { PartnerMessage } from '#components/resolve/partner-message.tsx'
import { ResolveFailure } from '#components/resolve/resolve-failure.tsx'
import { Age } from '#components/ui/age.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ClaimCreationStatus } from '#components/ui/record-status.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { UpdateItem } from '#lib/actions/claim-creations/read-updates.ts'
import type { Failure } from '#lib/core/result.ts'
import { isSettled as isItemSettled, nameOfUpdate, openUpdates } from './update-item.ts'

type UpdateDetailProps = {
  item: UpdateItem
  today: string
  /** It could not be read again: what is shown may be old. */
  staleBecause: string | undefined
  failure: Failure | undefined
  busy: boolean
  canResolve: boolean
  /** The key r resolves it. */
  hasKey: boolean
  /** Told of the changes that came by messages without charges; without ids, all are resolved. */
  onResolve: (item: UpdateItem, changes?: readonly string[]) => void
  onReopen: (item: UpdateItem) => void
  /** Reads it again. */
  onRetry: () => Promise<unknown>
}

/**
 * One change after billing in full: what was billed, what it is now, what to do, and the way to
 * settle it.
 */
export function UpdateDetail({
  item,
  today,
  staleBecause,
  failure,
  busy,
  canResolve,
  hasKey,
  onResolve,
  onReopen,
  onRetry,
}: UpdateDetailProps) {
  const { diff, captures } = item
  const open = openUpdates(item)
  const updates = captures.flatMap((capture) => capture.updates)
  const ignorable = ignorableOf(updates, diff)
  const isSettled = isItemSettled(item)
  const names = new Map(captures.map((capture) => [capture.id, capture.external_id ?? capture.id]))
  return (
    <article aria-labelledby="update-title">
      <header className="border-b border-line px-4 pt-3 pb-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id="update-title" className="min-w-0 text-lg font-semibold break-words">
            {nameOfUpdate(item)}
          </h2>
          {item.status !== undefined && <ClaimCreationStatus status={item.status} />}
          <div className="ml-auto flex flex-wrap items-center gap-2">
            <LinkButton href={`/claim-creations/${encodeURIComponent(item.id)}`}>
              Claim creation <Kbd keys="o" />
            </LinkButton>
            {canResolve && ignorable.length > 0 && (
              <Button tone="primary" busy={busy} onClick={() => onResolve(item, ignorable)}>
                {ignoreWords(ignorable.length)}
              </Button>
            )}
            {canResolve && open.length > 0 && (
              <Button
                {...(ignorable.length > 0 ? {} : { tone: 'primary' as const })}
                busy={busy}
                onClick={() => onResolve(item)}
                aria-keyshortcuts={hasKey ? 'r' : undefined}
              >
                Resolve {hasKey && <Kbd keys="r" />}
              </Button>
            )}
            {canResolve && isSettled && (
              <Button busy={busy} onClick={() => onReopen(item)}>
                Reopen
              </Button>
            )}
          </div>
        </div>
        <p className="mt-1 flex flex-wrap gap-x-2 text-sm text-ink-2">
          <span>{item.payer ?? 'no payer'}</span>
          <span aria-hidden="true">·</span>
          <span>
            <LocalDate date={item.date_of_service} weekday /> (
            <Age since={item.date_of_service} today={today} />)
          </span>
          {item.encounter_id !== undefined && (
            <>
              <span aria-hidden="true">·</span>
              <span className="inline-flex items-center gap-1">
                Encounter <CopyId id={item.encounter_id} label="encounter ID" length={13} />
              </span>
            </>
          )}
        </p>
        {staleBecause !== undefined && (
          <p className="mt-2 text-sm text-amber">
            Couldn’t refresh. This is the last version loaded: {staleBecause}
          </p>
        )}
        <ResolveFailure failure={failure} className="mt-2" />
        {isSettled && <p className="mt-2 text-sm text-green">All changes are resolved.</p>}
      </header>
      <div>
        {diff ? (
          <>
            <div className="flex flex-col gap-2.5 border-b border-line px-4 py-3">
              <BilledMoney diff={diff} />
              {!isSettled && (
                <AdviceNote {...item} diff={diff} updates={updates} onRetry={onRetry} />
              )}
            </div>
            {diff.changes.length > 0 && (
              <DiffTable
                changes={diff.changes}
                nameOf={captures.length > 1 ? (id) => names.get(id) ?? id : undefined}
              />
            )}
          </>
        ) : (
          <p className="px-4 py-3 text-sm text-ink-2">
            {item.is_complete
              ? 'No billed data to compare with.'
              : `Some captures couldn’t be loaded, so nothing is compared${item.captures_failure ? `: ${item.captures_failure.message}` : '.'}`}{' '}
            The partner’s record is below.
          </p>
        )}
        <PartnerWords item={item} />
      </div>
    </article>
  )
}

function PartnerWords({ item: { captures, diff, is_complete } }: { item: UpdateItem }) {
  const updates = ignorableFirst(
    captures.flatMap((capture) => capture.updates.map((update) => ({ ...update, capture }))),
    diff,
  )
  return (
    <section
      aria-label="Recorded by the partner"
      className="border-t border-line px-4 py-3 text-sm"
    >
      <h3 className="text-xs font-semibold text-ink-2">Recorded by the partner</h3>
      <ul className="mt-1.5 flex flex-col gap-2">
        {updates.map(({ capture, ...update }) => (
          <li key={update.id} className="break-words">
            <SoftLink
              href={`/charge-captures/${encodeURIComponent(capture.id)}`}
              className="font-mono text-xs text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              {capture.external_id ?? capture.id}
            </SoftLink>{' '}
            <span className="text-xs text-ink-3">{standingWords(update)}</span>
            <PartnerMessage message={update.message} />
          </li>
        ))}
        {updates.length === 0 && (
          <li className="text-ink-2">
            {is_complete
              ? 'This connection can’t see its captures.'
              : 'Couldn’t load its captures.'}
          </li>
        )}
      </ul>
    </section>
  )
}
