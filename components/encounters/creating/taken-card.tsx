'use client'
import { Fact, Facts, RefusalCard } from '#components/form/writing/refusal-card.tsx'
import { Button } from '#components/ui/button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { ClaimStatus } from '#components/ui/record-status.tsx'
import type { CreateEncounterReply } from '#lib/actions/encounters/create-encounter.ts'

export type Taken = Extract<CreateEncounterReply, { kind: 'taken' }>

/**
 * Which encounter has the external id that a new one was to have; it may be the very one that was
 * sent.
 */
export function TakenCard({
  taken: { external_id, may_be_own, encounter },
  onSuggest,
}: {
  taken: Taken
  onSuggest: () => void
}) {
  const actions = (
    <>
      <Button size="small" onClick={onSuggest}>
        {may_be_own ? 'Not mine: use another ID' : 'Use another ID'}
      </Button>
      {encounter.id !== null && (
        // In a new tab: what was typed here stays as it is.
        <a
          href={`/encounters/${encodeURIComponent(encounter.id)}`}
          target="_blank"
          rel="noreferrer"
          className="text-sm font-medium text-accent underline underline-offset-3"
        >
          {may_be_own ? 'Look at it' : 'Open it'}
        </a>
      )}
    </>
  )
  const title = may_be_own
    ? `Is this the encounter you sent as ${external_id}?`
    : `The external ID ${external_id} is already used`
  const message = may_be_own
    ? 'The partner’s answer was lost, and an encounter with this ID differs from what you sent. Nothing is sent again with this ID.'
    : 'Nothing was created.'
  const unseen =
    encounter.id === null ? ' It belongs to an encounter that this connection can’t see.' : ''
  return (
    <RefusalCard
      tone={may_be_own ? 'amber' : 'red'}
      title={title}
      message={message + unseen}
      actions={actions}
    >
      {encounter.id !== null && (
        <Facts>
          <Fact name="Patient">{encounter.patient ?? 'none'}</Fact>
          <Fact name="Date of service">
            {encounter.date_of_service === null ? (
              'none'
            ) : (
              <LocalDate date={encounter.date_of_service} />
            )}
          </Fact>
          {encounter.claim_status !== null && (
            <Fact name="Claim">
              <ClaimStatus status={encounter.claim_status} />
            </Fact>
          )}
          {encounter.created_at !== null && (
            <Fact name="Created">
              <LocalTime at={encounter.created_at} />
            </Fact>
          )}
        </Facts>
      )}
    </RefusalCard>
  )
}
