'use client'
import { focusControl } from '#components/form/focus-control.ts'
import { PartnerText } from '#components/form/partner-text.tsx'
import { PathText } from '#components/form/path-text.tsx'
import { ErrorResolution } from '#components/resolve/error-resolution.tsx'
import {
  ClearedErrors,
  SettledErrors,
  type SettledError,
} from '#components/resolve/resolved-errors.tsx'
import { Card } from '#components/ui/card.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type {
  ClaimCreationChange,
  ChangedError,
} from '#lib/actions/claim-creations/claim-creation-change.ts'
import type { ErrorResolved } from '#lib/actions/claim-creations/resolve.ts'
import { dataPath } from '#lib/rules/edit/field-path.ts'
import type { PlacedFinding } from './capture-checks.ts'
import { CheckHelp } from './check-help.tsx'
import { isNewSince } from '#components/charge-captures/saving/save-outcome.ts'
import type { LoadedCapture } from '#components/charge-captures/loaded-capture.ts'
import type { PlacedError } from './capture-marks.ts'
import { FixOffers } from './fix-offers.tsx'

export type WhyPanelProps = {
  errors: readonly PlacedError[]
  /** The checks' help for an error, by its id. */
  helps: ReadonlyMap<string, PlacedFinding>
  /** The ids of the errors whose field has changed since they were shown. */
  changed: ReadonlySet<string>
  /** What cleared an error before, by its id. */
  fixes: LoadedCapture['fixes']
  settled: readonly SettledError[]
  /**
   * The errors that the saves of this visit cleared, and what the last save changed, once there was
   * one.
   */
  cleared: readonly ChangedError[]
  lastSave: ClaimCreationChange | undefined
  claimCreationId: string | undefined
  status: string | undefined
  encounterId: string | undefined
  /** The billable status that the partner holds for the capture. */
  billableStatus: string | undefined
  /** Told of each error that was settled here; undefined for who may not settle any. */
  onSettled: ((resolved: ErrorResolved) => void) | undefined
}

/**
 * The partner's errors, each with the field that it names; a press goes there. Errors without a
 * known field stay here.
 */
export function WhyPanel({
  errors,
  helps,
  changed,
  fixes,
  settled,
  cleared,
  lastSave,
  claimCreationId,
  status,
  encounterId,
  billableStatus,
  onSettled,
}: WhyPanelProps) {
  return (
    <Card title={titleWords(errors.length, encounterId)}>
      {errors.length === 0 && (
        <p className="text-sm text-ink-2">{calmWords(status, encounterId, billableStatus)}</p>
      )}
      <ul className="flex flex-col gap-3">
        {errors.map((error) => (
          <li key={error.id} className="text-sm">
            <p className="break-words">
              <StatusBadge tone="red">{error.isWhole ? 'Whole claim' : 'Partner'}</StatusBadge>{' '}
              <PartnerText message={error.message} />
            </p>
            {lastSave && (
              <p className="text-xs text-amber">
                {isNewSince(lastSave, error)
                  ? 'New since you saved.'
                  : 'Still there after you saved.'}
              </p>
            )}
            {helps.has(error.id) && (
              <p className="text-xs text-ink-2">{helps.get(error.id)!.how}</p>
            )}
            <div className="flex flex-wrap items-center gap-x-3 text-xs">
              <FieldLink error={error} />
              {helps.has(error.id) && <CheckHelp finding={helps.get(error.id)!} />}
            </div>
            <FixOffers offers={fixes[error.id] ?? []} />
            {onSettled && (
              <ErrorResolution
                error={error}
                isChanged={changed.has(error.id)}
                onResolved={onSettled}
                className="mt-1.5"
              />
            )}
          </li>
        ))}
      </ul>
      <ClearedErrors errors={cleared} className="mt-3 border-t border-line pt-3" />
      <SettledErrors
        errors={settled}
        claimCreationId={claimCreationId}
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
        The partner names <PathText path={error.field} />, which isn’t a field of this capture.
      </p>
    )
  }
  const name = error.name
  return (
    <a
      href={`?field=${encodeURIComponent(dataPath(name))}`}
      title={`The partner writes ${error.field}`}
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

function titleWords(errors: number, encounterId: string | undefined): string {
  if (errors > 0) return 'Why it didn’t bill'
  return encounterId === undefined ? 'Billing status' : 'Billed'
}

function calmWords(
  status: string | undefined,
  encounterId: string | undefined,
  billableStatus: string | undefined,
): string {
  if (encounterId !== undefined) return 'Billed. Encounter created.'
  if (status === 'held' && billableStatus === 'PLANNED')
    return 'On hold because this capture is Planned. Set it to Billable to bill it.'
  if (status === 'held') return 'On hold because another of its captures is Planned.'
  if (status === undefined) return 'Not in a claim creation yet.'
  return 'No errors from the partner.'
}
