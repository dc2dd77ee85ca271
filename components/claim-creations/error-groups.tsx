'use client'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { ErrorResolution } from '#components/resolve/error-resolution.tsx'
import { ResolvedErrors, type SettledError } from '#components/resolve/resolved-errors.tsx'
import { Card } from '#components/ui/card.tsx'
import { ChargeCaptureStatus } from '#components/ui/record-status.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { PartnerText } from '#components/form/partner-text.tsx'
import { PathText } from '#components/form/path-text.tsx'
import { resolveFieldInError } from '#lib/rules/edit/field-path.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import {
  captureLink,
  type BundledCapture,
  type CreationError,
  type ErrorGroup,
  type LoadedClaimCreation,
} from './loaded-claim-creation.ts'

type ErrorGroupsProps = { loaded: LoadedClaimCreation; body: ObjectShape; canResolve: boolean }

/**
 * The unresolved errors, those of the whole first, then capture by capture; each leads to its
 * field.
 */
export function ErrorGroups({ loaded, body, canResolve }: ErrorGroupsProps) {
  const { groups, captures, resolved, status } = loaded
  const count = groups.reduce((sum, group) => sum + group.errors.length, 0)
  return (
    <Card title="Errors" note={count > 0 ? `${count} unresolved` : undefined} flush>
      {count === 0 && (
        <p className="px-4 pb-4 text-sm text-ink-2">{calmWords(status, resolved.length)}</p>
      )}
      {groups.map((group) => (
        <div key={group.captureId ?? 'whole'} className="border-t border-line px-4 py-3">
          <GroupTitle group={group} />
          <ul className="mt-2 flex flex-col gap-2.5">
            {group.errors.map((error) => (
              <li
                key={error.id}
                data-error={error.id}
                className="flex items-start gap-3 max-sm:flex-col"
              >
                <ErrorText
                  error={error}
                  captures={
                    group.captureId === undefined
                      ? captures
                      : [group.capture ?? bareCapture(group.captureId)]
                  }
                  body={body}
                />
                {canResolve && <ErrorResolution error={error} className="ml-auto shrink-0" />}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ResolvedErrors
        errors={resolved.map((error) => toSettled(error))}
        className="border-t border-line px-4 py-2.5"
      />
    </Card>
  )
}

function GroupTitle({ group }: { group: ErrorGroup }) {
  if (group.captureId === undefined)
    return <h3 className="text-sm font-semibold">The whole claim creation</h3>
  return (
    <h3 className="flex items-center gap-2 text-sm">
      <span className="font-mono font-medium">
        {group.capture?.externalId ?? middleTruncate(group.captureId, 13)}
      </span>
      {group.capture?.status !== undefined && <ChargeCaptureStatus status={group.capture.status} />}
    </h3>
  )
}

const linkStyle =
  'text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current'

function ErrorText({
  error,
  captures,
  body,
}: {
  error: CreationError
  captures: BundledCapture[]
  body: ObjectShape
}) {
  const [only] = captures
  if (captures.length === 1 && only) {
    return (
      <div className="min-w-0">
        <SoftLink
          href={captureLink(only.id, error, only.data, body)}
          data-error-link=""
          className={`text-base break-words ${linkStyle}`}
        >
          <PartnerText message={error.message} />
        </SoftLink>
        <FieldName error={error} capture={only} body={body} />
      </div>
    )
  }
  return (
    <div className="min-w-0">
      <p className="text-base break-words">
        <PartnerText message={error.message} />
      </p>
      {error.field !== undefined && (
        <p className="text-xs text-ink-2">
          <PathText path={error.field} />
        </p>
      )}
      {captures.length > 0 && (
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-2">
          Open in
          {captures.map((capture) => (
            <SoftLink
              key={capture.id}
              href={captureLink(capture.id, error, capture.data, body)}
              data-error-link=""
              className={`font-mono ${linkStyle}`}
            >
              {capture.externalId ?? middleTruncate(capture.id, 13)}
            </SoftLink>
          ))}
        </p>
      )}
    </div>
  )
}

// The field in words where it is understood; else as the partner spells it.
function FieldName({
  error,
  capture,
  body,
}: {
  error: CreationError
  capture: BundledCapture
  body: ObjectShape
}) {
  const place =
    error.field === undefined ? undefined : resolveFieldInError(error.field, capture.data, body)
  if (error.field === undefined) return null
  return (
    <p className="text-xs break-words text-ink-2" title={error.field}>
      {!place && 'Unknown field: '}
      <PathText path={place?.path ?? error.field} />
    </p>
  )
}

function toSettled({ id, message, resolvedBy, reason, resolvedAt }: CreationError): SettledError {
  return {
    id,
    message,
    resolved_by: resolvedBy ?? null,
    resolution_reason: reason ?? null,
    at: resolvedAt,
  }
}

function bareCapture(id: string): BundledCapture {
  return {
    id,
    externalId: undefined,
    status: undefined,
    dateOfService: undefined,
    lines: 0,
    total: 0,
    data: undefined,
    updates: [],
  }
}

function calmWords(status: string, resolved: number): string {
  if (status === 'held')
    return 'No errors. On hold until all its captures are Billable or Not billable.'
  if (status === 'not-started') return 'No errors yet. The partner hasn’t tried to bill it.'
  if (status === 'in-error' && resolved > 0)
    return 'All errors are resolved. The partner tries again when one of its captures changes.'
  if (status === 'in-error') return 'In error, but the partner gave no details.'
  return 'No errors.'
}
