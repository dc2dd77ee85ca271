'use client'
import { Fact, Facts, RefusalCard } from '#components/form/writing/refusal-card.tsx'
import { Button } from '#components/ui/button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { ChargeCaptureStatus } from '#components/ui/record-status.tsx'
import type { Taken } from './new-capture-spec.ts'

/** Names the capture that already has the charge external id. */
export function TakenCard({ taken, onSuggest }: { taken: Taken; onSuggest: () => void }) {
  const actions = (
    <>
      <Button size="small" onClick={onSuggest}>
        Use another ID
      </Button>
      {taken.id !== null && (
        // In a new tab: what was typed here stays as it is.
        <a
          href={`/charge-captures/${encodeURIComponent(taken.id)}`}
          target="_blank"
          rel="noreferrer"
          className="text-sm font-medium text-accent underline underline-offset-3"
        >
          Open {taken.charge_external_id}
        </a>
      )}
    </>
  )
  const same = taken.is_same
    ? 'A charge capture with exactly this content already exists.'
    : 'Nothing was created.'
  const unseen =
    taken.id === null ? ' It belongs to a charge capture that this connection can’t see.' : ''
  return (
    <RefusalCard
      title={`The charge external ID ${taken.charge_external_id} is already used`}
      message={same + unseen}
      actions={actions}
    >
      {taken.id !== null && (
        <Facts>
          <Fact name="Patient external ID">{taken.patient_external_id ?? 'none'}</Fact>
          <Fact name="Date of service">
            {taken.date_of_service === null ? 'none' : <LocalDate date={taken.date_of_service} />}
          </Fact>
          {taken.status !== null && (
            <Fact name="Status">
              <ChargeCaptureStatus status={taken.status} />
            </Fact>
          )}
        </Facts>
      )}
    </RefusalCard>
  )
}
