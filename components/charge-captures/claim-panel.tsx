'use client'
import { useQuery } from '@tanstack/react-query'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { ChargeCaptureStatus, ClaimCreationStatus } from '#components/ui/record-status.tsx'
import { Card } from '#components/ui/card.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { listQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { Characteristics } from '#components/form/characteristics.tsx'
import { type LoadedCapture, textOf } from './loaded-capture.ts'

/** The claim creation that the capture belongs to: its status, what bundled it, and its other captures. */
export function ClaimPanel({ loaded, failure }: { loaded: LoadedCapture; failure: string | undefined }) {
  const { capture, claimCreation } = loaded
  const id = textOf(capture.claim_creation_id)
  if (id === undefined) return null
  const encounterId = textOf(claimCreation?.created_encounter_id)
  return (
    <Card
      title="Claim creation"
      actions={claimCreation && <ClaimCreationStatus status={textOf(claimCreation.status) ?? 'unreadable'} />}
    >
      <SoftLink
        href={`/claim-creations/${encodeURIComponent(id)}`}
        className="text-sm text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        Open the claim creation
      </SoftLink>
      {failure !== undefined && <p className="mt-1 text-sm text-red">Couldn’t load it: {failure}</p>}
      {encounterId !== undefined && (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2">
          <SoftLink
            href={`/encounters/${encodeURIComponent(encounterId)}`}
            className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            Open the encounter
          </SoftLink>
          <CopyId id={encounterId} label="encounter ID" />
        </p>
      )}
      {claimCreation && <Characteristics value={claimCreation.characteristics} />}
      <Siblings claimCreationId={id} captureId={textOf(capture.id) ?? ''} />
    </Card>
  )
}

function Siblings({ claimCreationId, captureId }: { claimCreationId: string; captureId: string }) {
  const query = useQuery(
    listQuery<ChargeCaptureRow>({
      operation: 'listChargeCaptures',
      query: { claim_creation_ids: [claimCreationId], limit: 100 },
    }),
  )
  if (query.isPending) return <Skeleton className="mt-3 h-4 w-40" />
  if (query.isError)
    return <p className="mt-3 text-sm text-ink-2">Couldn’t load its captures: {failureOf(query.error).message}</p>
  return (
    <ul className="mt-3 flex flex-col gap-1 border-t border-line pt-3">
      {query.data.rows.map((row, place) => (
        <li key={row.id || place} className="flex min-w-0 items-center gap-2 text-sm">
          {row.id === captureId ? (
            <span aria-current="page" className="truncate font-mono text-xs font-semibold">
              {row.external_id ?? row.id}
            </span>
          ) : (
            <SoftLink
              href={`/charge-captures/${encodeURIComponent(row.id)}`}
              className="truncate font-mono text-xs text-accent hover:underline"
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
