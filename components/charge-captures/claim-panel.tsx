'use client'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { ClaimCreationStatus } from '#components/ui/record-status.tsx'
import { Card } from '#components/ui/card.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { LinkedCaptures } from '#components/look-ups/linked-captures.tsx'
import { Characteristics } from '#components/form/characteristics.tsx'
import { type LoadedCapture, textOf } from './loaded-capture.ts'

/**
 * The claim creation that the capture belongs to: its status, what bundled it, and its other
 * captures.
 */
export function ClaimPanel({
  loaded,
  failure,
}: {
  loaded: LoadedCapture
  failure: string | undefined
}) {
  const { capture, claimCreation } = loaded
  const id = textOf(capture.claim_creation_id)
  if (id === undefined) return null
  const encounterId = textOf(claimCreation?.created_encounter_id)
  return (
    <Card
      title="Claim creation"
      actions={
        claimCreation && (
          <ClaimCreationStatus status={textOf(claimCreation.status) ?? 'unreadable'} />
        )
      }
    >
      <SoftLink
        href={`/claim-creations/${encodeURIComponent(id)}`}
        className="text-sm text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        Open the claim creation
      </SoftLink>
      {failure !== undefined && (
        <p className="mt-1 text-sm text-red">Couldn’t load it: {failure}</p>
      )}
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
      <LinkedCaptures
        of={{ claim_creation_ids: [id] }}
        label="Charge captures of this claim creation"
        current={textOf(capture.id)}
      />
    </Card>
  )
}
