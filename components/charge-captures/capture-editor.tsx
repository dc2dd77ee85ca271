'use client'
import { useMemo, useState } from 'react'
import { RecordHistory } from '#components/activity/record-history.tsx'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { useOpenAt } from '#components/form/use-open-at.ts'
import {
  RecordFormFrame,
  RestoredNote,
  SaveRefusal,
} from '#components/form/writing/record-form.tsx'
import { useRecordForm } from '#components/form/writing/use-record-form.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { BilledAside } from '#components/resolve/billed-aside.tsx'
import type { ChangedError } from '#lib/actions/claim-creations/claim-creation-change.ts'
import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import type { ErrorResolved } from '#lib/actions/claim-creations/resolve.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { asideStyle } from './aside-style.ts'
import { CaptureSections } from './capture-sections.tsx'
import { CaptureHead } from './capture-head.tsx'
import { placedErrors } from './checks/capture-marks.ts'
import { placeOf } from './checks/field-marks.ts'
import { useChangedErrors } from './checks/use-changed-errors.ts'
import { useEnterTakes, useProposals } from './checks/use-proposals.ts'
import { useSameDay } from './checks/use-same-day.tsx'
import { WhyAndChecks } from './checks/why-and-checks.tsx'
import { ClaimPanel } from './claim-panel.tsx'
import { hasUpdates, partsOf, settledErrorsOf, textOf, withSettledError } from './loaded-capture.ts'
import { CaptureBar } from './saving/capture-bar.tsx'
import { captureSpec, openCapture } from './saving/capture-spec.ts'
import { ChangesPanel } from './saving/changes-panel.tsx'
import { useSaveGate } from './saving/use-save-gate.tsx'
import { sectionEntries } from './section-list.ts'
import { SectionNav } from './section-nav.tsx'
import { usePreEncounterLock } from './use-pre-encounter-lock.tsx'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#components/ui/card.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { saveReasonsQuery } from '#lib/queries/options.ts'

type CaptureEditorProps = {
  id: string
  first: ChargeCaptureReply
  body: ObjectShape
  canSave: boolean
  canResolveChanges: boolean
  field: string | undefined
  /** The draft that the editor is opened with; undefined while it is being read. */
  draft: OpenedDraft | undefined
  /** When the capture was read, UTC milliseconds. */
  openedAt: number
}

/**
 * The editor of a charge capture: sections, what the partner said about them, and what saving would
 * change.
 */
export function CaptureEditor({
  id,
  first,
  body,
  canSave,
  canResolveChanges,
  field,
  draft,
  openedAt,
}: CaptureEditorProps) {
  const [opened] = useState(() => openCapture(first, { id, body, readAt: openedAt }))
  const [cleared, setCleared] = useState<readonly ChangedError[]>([])
  const form = useRecordForm(captureSpec, {
    record: id,
    first: opened,
    opened: draft,
    canWrite: canSave,
    onDone: (saved) =>
      setCleared((known) => [...known, ...(saved.claim_creation_change?.cleared ?? [])]),
  })
  const { loaded, state } = form
  const { readAt, failure, shape } = loaded
  useFreshness(readAt)
  const { locks, note: lockNote } = usePreEncounterLock(
    loaded.origin,
    canSave,
    form.restored?.paths,
  )
  const checked = {
    base: loaded.base,
    editable: shape,
    body,
    preEncounter: locks && ('made' as const),
  }
  const gate = useSaveGate(checked, id)
  const errors = useMemo(() => placedErrors(loaded), [loaded])
  const known = useProposals(loaded, errors)
  const proposals = useEnterTakes(known, {
    errors,
    checked,
    draftNow: form.form.getValues,
    save: () => void form.save(gate),
  })
  const sameDay = useSameDay(id, loaded.base)
  const changed = useChangedErrors(errors, loaded.base)
  const data = loaded.base.data
  const encounterId = textOf(loaded.claimCreation?.created_encounter_id)
  const entries = useMemo(() => sectionEntries(data, body), [data, body])
  const openAt = useMemo(() => placeOf(field, data, body, shape), [field, data, body, shape])
  useOpenAt(draft && openAt)

  const onSettled = (resolved: ErrorResolved) => {
    setCleared((known) => known.filter(({ id }) => id !== resolved.id))
    form.update((now) => ({ ...now, ...withSettledError(now, resolved) }))
    // The button that was pressed may be gone by now.
    requestAnimationFrame(
      () => document.activeElement === document.body && document.getElementById('main')?.focus(),
    )
  }
  const why = {
    errors,
    changed,
    fixes: loaded.fixes,
    settled: settledErrorsOf(loaded).filter(({ id }) => !cleared.some((error) => error.id === id)),
    // An error that a later save brought back is listed with the open ones.
    cleared: cleared.filter(({ id }) => !errors.some((error) => error.id === id)),
    lastSave: state.kind === 'done' ? (state.done.claim_creation_change ?? undefined) : undefined,
    claimCreationId: textOf(loaded.capture.claim_creation_id),
    status: textOf(loaded.claimCreation?.status),
    billableStatus: textOf(loaded.capture.billable_status),
    encounterId,
    onSettled: canSave ? onSettled : undefined,
  }
  return (
    <RecordFormFrame form={form} body={body} locks={locks} proposals={proposals}>
      <div className="px-5">
        <CaptureHead loaded={loaded} readAt={readAt} canCreate={canSave} />
        <div className="grid grid-cols-1 gap-4 pt-3 min-[900px]:grid-cols-[minmax(0,1fr)_14rem] min-[1200px]:grid-cols-[minmax(0,1fr)_16.5rem] min-[1420px]:grid-cols-[10.5rem_minmax(0,1fr)_17rem]">
          <div className="col-span-full min-[1420px]:sticky min-[1420px]:top-[calc(var(--strip-h)+4.25rem)] min-[1420px]:col-span-1 min-[1420px]:self-start">
            <SectionNav entries={entries} />
          </div>
          <div className="flex min-w-0 flex-col gap-3 pb-6">
            <RestoredNote form={form} />
            {lockNote}
            <SaveRefusal form={form} />
            <CaptureSections body={body} />
          </div>
          <aside aria-label="About this capture" className={asideStyle}>
            <WhyAndChecks
              why={why}
              checked={{ ...checked, others: sameDay.others }}
              note={sameDay.note}
            >
              {encounterId !== undefined && hasUpdates(loaded.capture) && (
                <BilledAside
                  captureId={id}
                  claimCreationId={textOf(loaded.capture.claim_creation_id) ?? ''}
                  shape={body}
                  canResolve={canResolveChanges}
                />
              )}
            </WhyAndChecks>
            {canSave && <ChangesPanel loaded={loaded} />}
            <SavedPast id={id} />
            <ClaimPanel loaded={loaded} failure={failure} />
            <RecordHistory kind="charge-capture" id={id} parts={partsOf(loaded)} />
          </aside>
        </div>
        <CaptureBar form={form} onSave={() => form.save(gate)} />
        {gate.dialog}
      </div>
    </RecordFormFrame>
  )
}

/** The saves with open errors: author, time and reason, newest first. Nothing if there are none. */
function SavedPast({ id }: { id: string }) {
  const reasons = useQuery(saveReasonsQuery({ id })).data ?? []
  if (reasons.length === 0) return null
  return (
    <Card
      title="Saved with open errors"
      note={reasons.length > 1 ? String(reasons.length) : undefined}
    >
      <ul className="flex flex-col gap-2.5">
        {reasons.map(({ by, at, rules, reason }) => (
          <li key={at} className="min-w-0 text-sm break-words">
            “{reason}”
            <p className="text-xs text-ink-2">
              {by}, <LocalTime at={at} />, with{' '}
              {countOf(rules.length, { one: 'open error', many: 'open errors' })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
