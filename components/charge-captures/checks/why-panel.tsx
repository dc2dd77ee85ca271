'use client'
import { pathLabel } from '#components/form/field-label.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { PathText } from '#components/form/path-text.tsx'
import { ClearedErrors } from '#components/resolve/cleared-errors.tsx'
import { ErrorResolution } from '#components/resolve/error-resolution.tsx'
import type { SettledError } from '#components/resolve/resolved-errors.tsx'
import { SettledErrors } from '#components/resolve/settled-errors.tsx'
import { Card } from '#components/ui/card.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { ClaimCreationChange, ChangedError, ErrorResolved } from '#lib/actions/replies.ts'
import { dataPath } from '#lib/rules/edit/field-path.ts'
import type { PlacedFinding } from './capture-checks.ts'
import { CheckHelp } from './check-help.tsx'
import { isNewSince } from '#components/charge-captures/saving/save-outcome.ts'
import type { PlacedError } from './use-capture-marks.ts'

export type WhyPanelProps = {
  errors: readonly PlacedError[]
  /** What the checks know to do about an error, by its id. */
  helps: ReadonlyMap<string, PlacedFinding>
  settled: readonly SettledError[]
  /** What the saves of this visit cleared, and what the last of them did, once there was one. */
  cleared: readonly ChangedError[]
  lastSave: ClaimCreationChange | undefined
  claimCreationId: string | undefined
  status: string | undefined
  encounterId: string | undefined
  /** Told of each error that was settled here; undefined for who may not settle any. */
  onSettled: ((resolved: ErrorResolved) => void) | undefined
}

/** The partner's errors, each with the field that it names; a press goes there. Errors without a known field stay here. */
export function WhyPanel({
  errors,
  helps,
  settled,
  cleared,
  lastSave,
  claimCreationId,
  status,
  encounterId,
  onSettled,
}: WhyPanelProps) {
  return (
    <Card title={errors.length > 0 || encounterId === undefined ? 'Why it did not bill' : 'Billed'}>
      {errors.length === 0 && <p className="text-sm text-ink-2">{calmWords(status, encounterId)}</p>}
      <ul className="flex flex-col gap-3">
        {errors.map((error) => (
          <li key={error.id} className="text-sm">
            <p className="break-words">
              <StatusBadge tone="red">{error.isWhole ? 'Whole claim' : 'Partner'}</StatusBadge> {error.message}
            </p>
            {lastSave && (
              <p className="text-xs text-amber">
                {isNewSince(lastSave, error) ? 'New since your save.' : 'Still standing after your save.'}
              </p>
            )}
            {helps.has(error.id) && <p className="text-xs text-ink-2">{helps.get(error.id)!.how}</p>}
            <div className="flex flex-wrap items-center gap-x-3 text-xs">
              <FieldLink error={error} />
              {helps.has(error.id) && <CheckHelp finding={helps.get(error.id)!} />}
            </div>
            {onSettled && <ErrorResolution error={error} onResolved={onSettled} className="mt-1.5" />}
          </li>
        ))}
      </ul>
      <ClearedErrors errors={cleared} onSettled={onSettled} className="mt-3 border-t border-line pt-3" />
      <SettledErrors
        errors={settled}
        claimCreationId={claimCreationId}
        onSettled={onSettled}
        className="mt-3 border-t border-line pt-3"
      />
    </Card>
  )
}

function FieldLink({ error }: { error: PlacedError }) {
  if (error.field === undefined) return null
  if (error.name === undefined) {
    return (
      <p className="mt-0.5 text-xs text-ink-2">
        The partner names <PathText path={error.field} />, which is no field of this capture that the console knows.
      </p>
    )
  }
  const name = error.name
  return (
    <a
      href={`?field=${encodeURIComponent(dataPath(name))}`}
      title={`${pathLabel(name)} (the partner writes ${error.field})`}
      className="mt-0.5 inline-block max-w-full text-xs text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        focusControl(name)
      }}
    >
      <PathText path={dataPath(name)} />
    </a>
  )
}

function calmWords(status: string | undefined, encounterId: string | undefined): string {
  if (encounterId !== undefined) return 'Its claim creation made an encounter.'
  if (status === 'held') return 'Its claim creation is held: another of its captures is still planned.'
  if (status === undefined) return 'It belongs to no claim creation yet.'
  return 'The partner reports no error for this capture.'
}
