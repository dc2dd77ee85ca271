'use client'
import { Card } from '#components/ui/card.tsx'
import { LinkedCaptures } from '#components/look-ups/linked-captures.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'

const linkStyle =
  'text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current'

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
        <SoftLink
          href={`/claim-creations/${encodeURIComponent(claimCreationId)}`}
          className={`text-sm ${linkStyle}`}
        >
          Open its claim creation
        </SoftLink>
      )}
      <LinkedCaptures
        of={
          claimCreationId === undefined
            ? { claim_ids: [encounterId] }
            : { claim_creation_ids: [claimCreationId] }
        }
        label="Charge captures of this encounter"
        {...(claimCreationId === undefined ? {} : { empty: 'No captures.' })}
      />
    </Card>
  )
}
