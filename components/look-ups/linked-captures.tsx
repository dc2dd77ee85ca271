'use client'
import { useQuery } from '@tanstack/react-query'
import { ChargeCaptureStatus } from '#components/ui/record-status.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { listQuery } from '#lib/queries/options.ts'

type LinkedCapturesProps = {
  /** The captures of a claim creation or of a claim. */
  of: { claim_creation_ids: string[] } | { claim_ids: string[] }
  /** The list's accessible name. */
  label: string
  /** The id of the capture whose page is open. */
  current?: string | undefined
  /** Shown if there are no captures. */
  empty?: string
}

/** Up to 100 captures of a record with their statuses, each a link to its page. */
export function LinkedCaptures({ of, label, current, empty }: LinkedCapturesProps) {
  const query = useQuery(
    listQuery<ChargeCaptureRow>({ operation: 'listChargeCaptures', query: { ...of, limit: 100 } }),
  )
  if (query.isPending) return <Skeleton className="mt-3 h-4 w-40" />
  if (query.isError)
    return (
      <p className="mt-3 text-sm text-ink-2">
        Couldn’t load its captures: {failureOf(query.error).message}
      </p>
    )
  if (query.data.rows.length === 0)
    return empty === undefined ? null : <p className="mt-2 text-sm text-ink-2">{empty}</p>
  return (
    <ul aria-label={label} className="mt-3 flex flex-col gap-1 border-t border-line pt-3">
      {query.data.rows.map((row, place) => (
        <li key={row.id || place} className="flex min-w-0 items-center gap-2 text-sm">
          {row.id === current ? (
            <span aria-current="page" className="truncate font-mono text-xs font-semibold">
              {row.external_id ?? row.id}
            </span>
          ) : (
            <SoftLink
              href={`/charge-captures/${encodeURIComponent(row.id)}`}
              className="truncate font-mono text-xs text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              {row.external_id ?? row.id}
            </SoftLink>
          )}
          <span className="ml-auto shrink-0">
            {row.status ? (
              <ChargeCaptureStatus status={row.status} />
            ) : (
              <span className="text-xs text-amber">unreadable</span>
            )}
          </span>
        </li>
      ))}
      {query.data.next !== null && <li className="text-xs text-ink-3">and more</li>}
    </ul>
  )
}
