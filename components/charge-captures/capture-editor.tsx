'use client'
import { useLayoutEffect, useMemo, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { BodyShape } from '#components/form/body-shape.ts'
import { DraftNote } from '#components/form/drafts/draft-note.tsx'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { makeMarkStore } from '#components/form/marks/mark-store.ts'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { useFilledForm } from '#components/form/use-filled-form.ts'
import { useEscapeLeavesField, useOpenAt } from '#components/form/use-open-at.ts'
import { BilledAside } from '#components/resolve/billed-aside.tsx'
import { RecordProvider } from '#components/form/record-context.tsx'
import { SaveRefusal } from '#components/form/writing/save-refusal.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import type { ChargeCaptureReply, ClaimCreationChange, ChangedError, ErrorResolved } from '#lib/actions/replies.ts'
import { type DraftObject, draftOf } from '#lib/rules/edit/edit-data.ts'
import { changesOf, hasEdits, problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { asideStyle } from './aside-style.ts'
import { CaptureFoot } from './saving/capture-foot.tsx'
import { CaptureForm } from './capture-form.tsx'
import { CaptureHead } from './capture-head.tsx'
import { ClaimPanel } from './claim-panel.tsx'
import { placeOf } from './checks/field-marks.ts'
import { laterTyping } from './saving/later-typing.ts'
import { LiveChanges } from './saving/live-changes.tsx'
import { hasUpdates, settledErrorsOf, textOf, toLoadedCapture, withSettledError } from './loaded-capture.ts'
import { restoredCapture } from './saving/restored-capture.ts'
import { SavedPast } from './saving/saved-past.tsx'
import { sectionEntries } from './section-list.ts'
import { SectionNav } from './section-nav.tsx'
import { marksOf, useCaptureMarks } from './checks/use-capture-marks.ts'
import { useCaptureSave, type SaveState } from './saving/use-capture-save.ts'
import { usePreEncounterLock } from './use-pre-encounter-lock.tsx'
import { useSaveGate } from './saving/use-save-gate.tsx'
import { useSameDay } from './checks/use-same-day.tsx'
import { WhyAndChecks } from './checks/why-and-checks.tsx'

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

/** The editor of a charge capture: sections, what the partner said about them, and what saving would change. */
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
  const [restored, setRestored] = useState(() => draft?.found && restoredCapture(draft.found, first, body))
  const [loaded, setLoaded] = useState(() => restored?.loaded ?? toLoadedCapture(first))
  const shape = useMemo(() => editableShape(body, loaded.base), [body, loaded.base])
  const [failure, setFailure] = useState(first.claim_creation_failure?.message)
  const [readAt, setReadAt] = useState(openedAt)
  const [cleared, setCleared] = useState<readonly ChangedError[]>([])
  useFreshness(readAt)
  const start = useMemo(() => draftOf(loaded.base, shape) as DraftObject, [loaded.base, shape])
  const { form, fill } = useFilledForm({ start, draft: restored?.draft })
  const show = (next: typeof loaded, at = Date.now(), later?: ReturnType<typeof laterTyping>) =>
    fill({ start: draftOf(next.base, editableShape(body, next.base)) as DraftObject, ...later }, () => {
      setLoaded(next)
      setRestored(undefined)
      setReadAt(at)
    })
  const { locks, note: lockNote } = usePreEncounterLock(loaded.origin, canSave, restored?.paths)
  const checked = { base: loaded.base, editable: shape, body, preEncounter: locks && ('made' as const) }
  const gatekeeper = useSaveGate(checked, id)
  const onSaved = (next: typeof loaded, sent: DraftObject, change: ClaimCreationChange | null) => {
    const later = laterTyping(
      { base: loaded.base, shape, sent, now: form.getValues() },
      next.base,
      editableShape(body, next.base),
    )
    setFailure(undefined)
    setCleared((known) => [...known, ...(change?.cleared ?? [])])
    show(next, Date.now(), later)
  }
  const { state, save, clear, dialog } = useCaptureSave({ id, loaded, shape, askReason: gatekeeper.askReason, onSaved })
  const sameDay = useSameDay(id, loaded.base)
  const { errors, marks, unplaced } = useCaptureMarks(loaded, body, shape, state)
  const [store] = useState(() => makeMarkStore(marks))
  useLayoutEffect(() => store.put('said', marks), [store, marks])
  const record = useMemo(
    () => ({ shape, base: loaded.base, marks: store, readOnly: !canSave, locks }),
    [shape, loaded.base, store, canSave, locks],
  )
  const data = loaded.base.data
  const encounterId = textOf(loaded.claimCreation?.created_encounter_id)
  const entries = useMemo(() => sectionEntries(data, body), [data, body])
  const opened = useMemo(() => placeOf(field, data, body, shape), [field, data, body, shape])

  useOpenAt(draft && opened)
  useEscapeLeavesField()

  const isDirty = () => hasEdits(loaded.base, shape, form.getValues())
  const runSave = async (): Promise<SaveState> => {
    const draft = structuredClone(form.getValues())
    const unfinished = unfinishedDates()
    const isChanged = changesOf(loaded.base, shape, draft).length > 0
    const gate =
      isChanged && unfinished.length === 0 && problemsOf(loaded.base, shape, draft).length === 0
        ? await gatekeeper.check(draft)
        : undefined
    if (gate?.kind === 'stay') return { kind: 'idle' }
    const settled = await save(
      draft,
      [...unfinished, ...(gate?.kind === 'blocked' ? gate.issues : [])],
      gate?.kind === 'open' ? gate.past : undefined,
    )
    const bad = marksOf(loaded, body, shape, settled)
    const target = bad.firstBad ?? (settled.kind === 'refused' ? 'refusal' : undefined)
    if (target !== undefined) requestAnimationFrame(() => focusControl(target))
    return settled
  }
  // A restored draft may stand on an older record, which is not what the person wants to see once it is gone.
  const discard = () => {
    clear()
    show(restored ? toLoadedCapture(first) : loaded, readAt)
    keepFocus()
  }
  const onSettled = (resolved: ErrorResolved) => {
    setCleared((known) => known.filter(({ id }) => id !== resolved.id))
    setLoaded((now) => withSettledError(now, resolved))
    keepFocus()
  }
  const why = {
    errors,
    settled: settledErrorsOf(loaded).filter(({ id }) => !cleared.some((error) => error.id === id)),
    // An error that a later save brought back stands among the others.
    cleared: cleared.filter(({ id }) => !errors.some((error) => error.id === id)),
    lastSave: state.kind === 'saved' ? (state.change ?? undefined) : undefined,
    claimCreationId: textOf(loaded.capture.claim_creation_id),
    status: textOf(loaded.claimCreation?.status),
    billableStatus: textOf(loaded.capture.billable_status),
    encounterId,
    onSettled: canSave ? onSettled : undefined,
  }
  return (
    <FormProvider {...form}>
      <RecordProvider record={record} isOpen={draft !== undefined}>
        <BodyShape value={body}>
          <div className="px-5">
            <CaptureHead loaded={loaded} readAt={readAt} canCreate={canSave} />
            <div className="grid grid-cols-1 gap-4 pt-3 min-[900px]:grid-cols-[minmax(0,1fr)_14rem] min-[1200px]:grid-cols-[minmax(0,1fr)_16.5rem] min-[1420px]:grid-cols-[10.5rem_minmax(0,1fr)_17rem]">
              <div className="col-span-full min-[1420px]:sticky min-[1420px]:top-[calc(var(--strip-h)+4.25rem)] min-[1420px]:col-span-1 min-[1420px]:self-start">
                <SectionNav entries={entries} />
              </div>
              <div className="flex min-w-0 flex-col gap-3 pb-6">
                {restored && (
                  <DraftNote
                    savedAt={restored.savedAt}
                    changes={restored.changes}
                    isBaseOld={restored.isBaseOld}
                    onDiscard={discard}
                  />
                )}
                {lockNote}
                <SaveRefusal state={state} unplaced={unplaced} isDirty={isDirty} />
                <CaptureForm body={body} />
              </div>
              <aside aria-label="About this capture" className={asideStyle}>
                <WhyAndChecks why={why} checked={{ ...checked, others: sameDay.others }} note={sameDay.note}>
                  {encounterId !== undefined && hasUpdates(loaded.capture) && (
                    <BilledAside
                      captureId={id}
                      claimCreationId={textOf(loaded.capture.claim_creation_id) ?? ''}
                      shape={body}
                      canResolve={canResolveChanges}
                    />
                  )}
                </WhyAndChecks>
                {canSave && <LiveChanges loaded={loaded} shape={shape} />}
                <SavedPast id={id} />
                <ClaimPanel loaded={loaded} failure={failure} />
              </aside>
            </div>
            <CaptureFoot
              loaded={loaded}
              shape={shape}
              state={state}
              readOnly={!canSave}
              draft={draft}
              onSave={runSave}
              onDiscard={discard}
            />
            {gatekeeper.dialog}
            {dialog}
          </div>
        </BodyShape>
      </RecordProvider>
    </FormProvider>
  )
}

// What was pressed may be gone by now.
function keepFocus(): void {
  requestAnimationFrame(() => document.activeElement === document.body && document.getElementById('main')?.focus())
}
