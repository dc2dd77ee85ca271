'use client'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { ClaimStatus } from '#components/ui/record-status.tsx'
import type { CreateState, Taken } from './use-create-encounter.ts'

type CreateNoticeProps = { state: CreateState; unplaced: readonly string[]; onCheck: () => void; onSuggest: () => void }

/** Why nothing was created, or that nobody knows yet, with what to do about it. The form keeps everything. */
export function CreateNotice({ state, unplaced, onCheck, onSuggest }: CreateNoticeProps) {
  if (state.kind !== 'refused' && state.kind !== 'taken' && state.kind !== 'unknown' && !(state.kind === 'invalid' && unplaced.length > 0)) return null
  return (
    <div data-field="refusal" tabIndex={-1} role="alert" className="outline-none">
      {state.kind === 'taken' && <TakenCard taken={state.taken} onSuggest={onSuggest} />}
      {state.kind === 'unknown' && (
        <Card tone="amber" title="It is not known whether the encounter was created" actions={<Button size="small" onClick={onCheck}>Check again</Button>}>
          <p className="text-sm break-words text-ink">{state.failure.message}</p>
        </Card>
      )}
      {(state.kind === 'refused' || state.kind === 'invalid') && (
        <Card tone="red" title="The encounter was not created">
          {state.kind === 'refused' && <p className="text-sm break-words text-ink">{state.failure.message}</p>}
          {unplaced.length > 0 && (
            <ul className="mt-2 list-disc pl-4 text-sm break-words text-ink">
              {unplaced.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
        </Card>
      )}
    </div>
  )
}

function TakenCard({ taken: { external_id, may_be_own, encounter }, onSuggest }: { taken: Taken; onSuggest: () => void }) {
  const actions = (
    <>
      <Button size="small" onClick={onSuggest}>
        {may_be_own ? 'It is not mine: use another id' : 'Use another id'}
      </Button>
      {encounter.id !== null && (
        // In a new tab: what was typed here stays as it is.
        <a href={`/encounters/${encodeURIComponent(encounter.id)}`} target="_blank" rel="noreferrer" className="text-sm font-medium text-accent underline underline-offset-3">
          {may_be_own ? 'Look at it' : 'Open it'}
        </a>
      )}
    </>
  )
  return (
    <Card tone={may_be_own ? 'amber' : 'red'} title={may_be_own ? `Is this the encounter that you sent as ${external_id}?` : `The external id ${external_id} is used already`} actions={actions}>
      <p className="text-sm text-ink">
        {may_be_own
          ? 'The partner’s answer was lost, and an encounter of this id says something else than what was sent. Nothing is sent again under this id.'
          : 'Nothing was created.'}
        {encounter.id === null && ' It belongs to an encounter that the stored key cannot see.'}
      </p>
      {encounter.id !== null && (
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <Fact name="Patient">{encounter.patient ?? 'none'}</Fact>
          <Fact name="Date of service">{encounter.date_of_service === null ? 'none' : <LocalDate date={encounter.date_of_service} />}</Fact>
          {encounter.claim_status !== null && <Fact name="Claim"><ClaimStatus status={encounter.claim_status} /></Fact>}
          {encounter.created_at !== null && <Fact name="Created"><LocalTime at={encounter.created_at} /></Fact>}
        </dl>
      )}
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
