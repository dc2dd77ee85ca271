'use client'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { ChargeCaptureStatus } from '#components/ui/record-status.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { refusalTitle } from './save-words.ts'
import type { CreateState, Taken } from './use-create-capture.ts'

type CreateNoticeProps = { state: CreateState; unplaced: readonly string[]; onCheck: () => void; onSuggest: () => void }

/** Why nothing was created, or that nobody knows yet, with what to do about it. The form keeps everything. */
export function CreateNotice({ state, unplaced, onCheck, onSuggest }: CreateNoticeProps) {
  if (state.kind !== 'refused' && state.kind !== 'taken' && state.kind !== 'unknown') return null
  return (
    <div data-field="refusal" tabIndex={-1} role="alert" className="outline-none">
      {state.kind === 'taken' && <TakenCard taken={state.taken} onSuggest={onSuggest} />}
      {state.kind === 'unknown' && (
        <Card tone="amber" title="It is not known whether the charge capture was created" actions={<Button size="small" onClick={onCheck}>Check again</Button>}>
          <p className="text-sm break-words text-ink">{state.failure.message}</p>
        </Card>
      )}
      {state.kind === 'refused' && (
        <Card tone="red" title={refusalTitle(state.failure)}>
          <p className="text-sm break-words text-ink">{state.failure.message}</p>
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

function TakenCard({ taken, onSuggest }: { taken: Taken; onSuggest: () => void }) {
  const actions = (
    <>
      <Button size="small" onClick={onSuggest}>Use another id</Button>
      {taken.id !== null && (
        // In a new tab: what was typed here stays as it is.
        <a href={`/charge-captures/${encodeURIComponent(taken.id)}`} target="_blank" rel="noreferrer" className="text-sm font-medium text-accent underline underline-offset-3">
          Open {taken.charge_external_id}
        </a>
      )}
    </>
  )
  return (
    <Card tone="red" title={`The charge external id ${taken.charge_external_id} is used already`} actions={actions}>
      <p className="text-sm text-ink">
        {taken.is_same ? 'A charge capture with exactly this content exists. ' : 'Nothing was created. '}
        {taken.id === null && 'It belongs to a charge capture that the stored key cannot see.'}
      </p>
      {taken.id !== null && (
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <Fact name="Patient external id">{taken.patient_external_id ?? 'none'}</Fact>
          <Fact name="Date of service">{taken.date_of_service === null ? 'none' : <LocalDate date={taken.date_of_service} />}</Fact>
          {taken.status !== null && <Fact name="Status"><ChargeCaptureStatus status={taken.status} /></Fact>}
        </dl>
      )}
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
