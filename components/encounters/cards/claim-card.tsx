import { ValueView } from '#components/form/reading/value-view.tsx'
import { Card } from '#components/ui/card.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { ClaimStatus } from '#components/ui/record-status.tsx'
import { countOf, lineNoun } from '#lib/core/count-of.ts'
import { type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { ClaimLines } from './claim-lines.tsx'
import type { Claim } from '#components/encounters/loaded-encounter.ts'
import { Parts, isFilled, isListOfObjects } from './parts.tsx'

const shownAlone = new Set(['claim_id', 'status', 'eras'])

/** A claim: its status at the payer, the result of each line, and the remittances. */
export function ClaimCard({
  claim,
  place,
  count,
  shape,
}: {
  claim: Claim
  place: number
  count: number
  shape: ObjectShape
}) {
  const claimShape = shapeAt(shape, 'claims.0') as ObjectShape
  const isShown = (name: string) =>
    shownAlone.has(name) || (name === 'service_lines' && isListOfObjects(claim.record[name]))
  const rest = Object.keys(claim.record).filter(
    (name) => isFilled(claim.record[name]) && !isShown(name),
  )
  const title = count === 1 ? 'Claim' : `Claim ${place + 1} of ${count}`
  return (
    <Card
      title={title}
      note={countOf(claim.lines.length, lineNoun)}
      actions={
        <>
          <CopyId id={claim.id} label="claim ID" />
          <ClaimStatus status={claim.status} />
        </>
      }
      flush
    >
      <ClaimLines claim={claim} shape={claimShape} label={title} />
      <div className="flex flex-col gap-3 border-t border-line px-4 py-3">
        {rest.length > 0 && <Parts value={claim.record} names={rest} shape={claimShape} />}
        <div>
          <h3 className="mb-1 text-xs font-semibold text-ink-2">Remittances (ERA)</h3>
          <ValueView value={claim.record.eras ?? []} shape={claimShape.members.eras} name="eras" />
        </div>
      </div>
    </Card>
  )
}
