'use client'
import { useQueryClient } from '@tanstack/react-query'
import { claimCreationQuery } from '#lib/queries/options.ts'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { useEffect, useMemo, useRef, type FocusEvent } from 'react'
import { RecordHistory } from '#components/activity/record-history.tsx'
import { Characteristics } from '#components/form/characteristics.tsx'
import { RecordHead } from '#components/form/record-head.tsx'
import { claimCreationTrail, enterClaimCreation } from '#components/form/record-trail.ts'
import { TrailActions } from '#components/form/trail-actions.tsx'
import { ValueView } from '#components/form/reading/value-view.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { ChangedAfterBilling } from '#components/resolve/changed-after-billing.tsx'
import { Card } from '#components/ui/card.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { ClaimCreationStatus } from '#components/ui/record-status.tsx'
import type { ClaimCreationReply } from '#lib/actions/claim-creations/read-claim-creation.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { BundledCaptures } from './bundled-captures.tsx'
import { ErrorGroups } from './error-groups.tsx'
import {
  partsOf,
  toLoadedClaimCreation,
  type LoadedClaimCreation,
} from './loaded-claim-creation.ts'
import { MergedInput } from './merged-input.tsx'

type ViewProps = {
  id: string
  reply: ClaimCreationReply
  readAt: number
  staleBecause: string | undefined
  body: ObjectShape
  canResolve: boolean
  canResolveChanges: boolean
}

/**
 * A claim creation: its status, its errors, the captures that it bundles, and the data sent for
 * billing.
 */
export function ClaimCreationView({
  id,
  reply,
  readAt,
  staleBecause,
  body,
  canResolve,
  canResolveChanges,
}: ViewProps) {
  const loaded = useMemo(() => toLoadedClaimCreation(reply), [reply])
  const client = useQueryClient()
  const errorsRef = useRef<HTMLDivElement>(null)
  const trail = claimCreationTrail(id)
  useFreshness(readAt, staleBecause !== undefined)

  useEffect(() => {
    enterClaimCreation(id)
    // The next action is one key away: Enter on the first error opens its field.
    if (document.activeElement === document.body)
      firstLink(errorsRef.current)?.focus({ preventScroll: true })
  }, [id])

  const updated = loaded.captures.map(({ id: captureId, externalId, updates }) => ({
    id: captureId,
    ...(externalId === undefined ? {} : { external_id: externalId }),
    updates,
  }))
  const openErrors = loaded.groups.flatMap((group) => group.errors)
  const left = openErrors.length
  const had = useRef(left)
  const place = useRef(-1)
  useEffect(() => {
    const isLess = left < had.current
    had.current = left
    // An error that was resolved takes the focus with it: it goes to the one in its place, or to
    // what was resolved.
    if (!isLess || place.current < 0 || document.activeElement !== document.body) return
    const errors = errorsOf(errorsRef.current)
    const next =
      firstLink(errors[Math.min(place.current, errors.length - 1)]) ??
      errorsRef.current?.querySelector('summary')
    next?.focus()
  }, [left])
  const notePlace = ({ target }: FocusEvent) => {
    const error = target.closest<HTMLElement>('[data-error]')
    if (error) place.current = errorsOf(errorsRef.current).indexOf(error)
  }
  useKeys([
    {
      keys: 'r',
      label: 'Resolve: open the error at its field',
      run: () => focusedLink(errorsRef.current)?.click(),
    },
    {
      keys: 'Shift+f',
      label: 'The error: Mark as fixed',
      run: () => press(focusedResolution(errorsRef.current, 'fixed')),
      opens: true,
    },
    {
      keys: 'Shift+r',
      label: 'Dismiss the error with a reason',
      run: () => press(focusedResolution(errorsRef.current, 'declined')),
      opens: true,
    },
  ])
  return (
    <div className="px-5 pt-2.5 pb-4">
      <RecordHead
        name={nameOf(loaded)}
        first={{
          label: 'Claim creation',
          value: (
            <span className="flex flex-wrap items-center gap-x-2">
              {loaded.captures.length > 0 && (
                <span className="font-mono text-xs">{nameOf(loaded)}</span>
              )}
              <CopyId id={id} label="claim creation ID" length={9} />
            </span>
          ),
        }}
        facts={loaded.facts}
        moneyLabel="Charges"
        trail={
          <ListTrail
            list={{
              href: trail?.list ?? '/claim-creations',
              label: trail?.label ?? 'Claim creations',
            }}
          />
        }
        badges={<ClaimCreationStatus status={loaded.status} />}
        actions={<TrailActions trail={trail} />}
      />
      {staleBecause !== undefined && (
        <p className="mt-2 text-sm text-amber">
          Couldn’t refresh. This is the last version loaded: {staleBecause}
        </p>
      )}
      <div className="mt-3 grid grid-cols-1 gap-4 min-[900px]:grid-cols-[minmax(0,1fr)_17rem] min-[1200px]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <div ref={errorsRef} onFocus={notePlace}>
            <ErrorGroups loaded={loaded} body={body} canResolve={canResolve} />
          </div>
          <ChangedAfterBilling
            claimCreationId={id}
            captures={updated}
            diff={reply.billed_diff}
            advice={reply.change_advice}
            onRetry={() => client.refetchQueries(claimCreationQuery({ id }))}
            canResolve={canResolveChanges}
          />
          <BundledCaptures
            captures={loaded.captures}
            errors={openErrors}
            isComplete={reply.is_complete}
            failure={reply.charge_captures_failure?.message}
          />
          <MergedInput input={loaded.input} body={body} />
        </div>
        <aside
          aria-label="About this claim creation"
          className="flex min-w-0 flex-col gap-3 self-start"
        >
          <Card title="Result">
            {loaded.encounterId === undefined ? (
              <p className="text-sm text-ink-2">
                {loaded.status === 'successful-dry-run'
                  ? 'A dry run: no encounter was created.'
                  : 'No encounter yet.'}
              </p>
            ) : (
              <p className="flex flex-wrap items-center gap-x-1.5 gap-y-2 text-sm">
                <SoftLink
                  href={`/encounters/${encodeURIComponent(loaded.encounterId)}`}
                  className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
                >
                  Open the encounter
                </SoftLink>
                <CopyId id={loaded.encounterId} label="encounter ID" />
              </p>
            )}
            {loaded.previewId !== undefined && (
              <p className="mt-1.5 flex flex-wrap items-center gap-x-1.5 gap-y-2 text-sm text-ink-2">
                Latest claim preview <CopyId id={loaded.previewId} label="claim preview ID" />
              </p>
            )}
          </Card>
          <Card title="Why these were grouped">
            <Characteristics value={loaded.record.characteristics} />
          </Card>
          {Object.keys(loaded.other).length > 0 && (
            <Card title="Other data" note="fields without a label">
              <ValueView value={loaded.other} />
            </Card>
          )}
          <RecordHistory kind="claim-creation" id={id} parts={partsOf(loaded)} />
        </aside>
      </div>
    </div>
  )
}

// "CHG-1 +2": the first capture's id and how many more there are.
function nameOf({ captures }: LoadedClaimCreation): string {
  const [first, ...others] = captures
  if (first?.externalId === undefined) return 'Claim creation'
  return others.length === 0 ? first.externalId : `${first.externalId} +${others.length}`
}

function errorsOf(element: HTMLElement | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('[data-error]') ?? [])]
}

function firstLink(element: HTMLElement | null | undefined): HTMLAnchorElement | null | undefined {
  return element?.querySelector<HTMLAnchorElement>('a[data-error-link]')
}

function focusedLink(element: HTMLElement | null): HTMLAnchorElement | null | undefined {
  return (
    firstLink(document.activeElement?.closest<HTMLElement>('[data-error]') ?? null) ??
    firstLink(element)
  )
}

// True if there was a button to press.
function press(button: HTMLButtonElement | null | undefined): boolean {
  button?.click()
  return button !== null && button !== undefined
}

// The button of the error whose link or button has the focus; else of the first.
function focusedResolution(
  element: HTMLElement | null,
  resolution: 'fixed' | 'declined',
): HTMLButtonElement | null | undefined {
  const buttons = `[data-resolve="${resolution}"]`
  const focused = document.activeElement?.closest<HTMLElement>('[data-error]')
  return (
    focused?.querySelector<HTMLButtonElement>(buttons) ??
    element?.querySelector<HTMLButtonElement>(buttons)
  )
}
