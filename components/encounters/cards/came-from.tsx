'use client'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#components/ui/card.tsx'
import { ChargeCaptureStatus } from '#components/ui/record-status.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { listQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'

const linkStyle = 'text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current'

/** The encounter's sources: its claim creation with its captures, or pre-encounter records. */
export function CameFrom({
  encounterId,
  claimCreationId,
}: {
  encounterId: string
  claimCreationId: string | undefined
}) {
  return (
    <Card title="Made of">
      {claimCreationId === undefined ? (
        <p className="text-sm text-ink-2">
          No claim creation. Created directly from pre-encounter records or by another system.
        </p>
      ) : (
        <SoftLink href={`/claim-creations/${encodeURIComponent(claimCreationId)}`} className={`text-sm ${linkStyle}`}>
          Open its claim creation
        </SoftLink>
      )}
      <Captures encounterId={encounterId} claimCreationId={claimCreationId} />
    </Card>
  )
}

function Captures({ encounterId, claimCreationId }: { encounterId: string; claimCreationId: string | undefined }) {
  const which: { [name: string]: string[] } =
    claimCreationId === undefined ? { claim_ids: [encounterId] } : { claim_creation_ids: [claimCreationId] }
  const query = useQuery(
    listQuery<ChargeCaptureRow>({ operation: 'listChargeCaptures', query: { ...which, limit: 100 } }),
  )
  if (query.isPending) return <Skeleton className="mt-3 h-4 w-40" />
  if (query.isError)
    return <p className="mt-3 text-sm text-ink-2">Couldn’t load its captures: {failureOf(query.error).message}</p>
  if (query.data.rows.length === 0)
    return claimCreationId === undefined ? null : <p className="mt-2 text-sm text-ink-2">No captures.</p>
  return (
    <ul aria-label="Charge captures of this encounter" className="mt-3 flex flex-col gap-1 border-t border-line pt-3">
      {query.data.rows.map((row, place) => (
        <li key={row.id || place} className="flex min-w-0 items-center gap-2 text-sm">
          <SoftLink
            href={`/charge-captures/${encodeURIComponent(row.id)}`}
            className={`truncate font-mono text-xs ${linkStyle}`}
          >
            {row.external_id ?? row.id}
          </SoftLink>
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
