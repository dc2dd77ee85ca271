'use client'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { DraftNote } from '#components/form/drafts/draft-note.tsx'
import { FollowIssues } from '#components/form/marks/follow-issues.tsx'
import { useIssueMarks } from '#components/form/marks/use-issue-marks.ts'
import { RecordProvider } from '#components/form/record-context.tsx'
import { SaveRefusal } from '#components/form/writing/save-refusal.tsx'
import { useFilledForm } from '#components/form/use-filled-form.ts'
import { useEscapeLeavesField } from '#components/form/use-open-at.ts'
import { ValueView } from '#components/form/reading/value-view.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { Card } from '#components/ui/card.tsx'
import type { SpanReply } from '#lib/actions/spans/read-span.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { hasEdits } from '#lib/rules/edit/edit-changes.ts'
import { type DraftObject, draftOf } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { toLoadedSpan, type LoadedSpan } from './loaded-span.ts'
import { restoredSpan } from './restored-span.ts'
import { SpanFoot } from './span-foot.tsx'
import { SpanHead } from './span-head.tsx'
import { spanWays } from './span-kinds.ts'
import { SpanNeighbours } from './span-neighbours.tsx'
import { DatesSection, PartiesSection, WhereSection } from './span-sections.tsx'
import { useSpanSave } from './use-span-save.ts'

type SpanEditorProps = {
  kind: SpanKind
  id: string
  first: SpanReply
  readAt: number
  shape: ObjectShape
  canWrite: boolean
  /** The draft that the editor is opened with; undefined while it is being read. */
  draft: OpenedDraft | undefined
  today: LocalDate
}

/** One span: how it stands, its terms to change, the others of the same three, and the way to delete it. */
export function SpanEditor({ kind, id, first, readAt: firstRead, shape, canWrite, draft, today }: SpanEditorProps) {
  const isOpen = canWrite && !first.is_from_list
  const [restored, setRestored] = useState(() =>
    isOpen && draft?.found ? restoredSpan(kind, draft.found, first, shape) : undefined,
  )
  const [loaded, setLoaded] = useState(() => restored?.loaded ?? toLoadedSpan(kind, first.span))
  const [readAt, setReadAt] = useState(firstRead)
  useFreshness(readAt)
  const { form, fill } = useFilledForm({ start: draftOf(loaded.terms, shape) as DraftObject, draft: restored?.draft })
  const show = (next: LoadedSpan, at: number) =>
    fill({ start: draftOf(next.terms, shape) as DraftObject }, () => {
      setLoaded(next)
      setRestored(undefined)
      setReadAt(at)
    })
  const { state, save, problemsIn, clear, dialog } = useSpanSave(kind, id, loaded, shape, (text) =>
    show(toLoadedSpan(kind, text), Date.now()),
  )
  // What is typed while a save is on its way would be lost: its answer fills the form.
  const isClosed = !isOpen || state.kind === 'saving' || state.kind === 'checking'
  const { record, unplaced } = useIssueMarks({ state, shape, base: loaded.terms, readOnly: isClosed })
  useEscapeLeavesField()
  const isDirty = () => hasEdits(loaded.terms, shape, form.getValues())
  // A restored draft may stand on older terms, which are not what the person wants to see once it is gone.
  const discard = () => {
    clear()
    show(restored ? toLoadedSpan(kind, first.span) : loaded, readAt)
  }
  return (
    <FormProvider {...form}>
      <RecordProvider record={record} isOpen={draft !== undefined}>
        <FollowIssues state={state} read={() => problemsIn(form.getValues())} shape={shape} />
        <div className="page-form px-5 pt-2.5">
          <SpanHead kind={kind} id={id} row={loaded.row} today={today} canDelete={isOpen} onDeleted={discard} />
          <div className="flex min-w-0 flex-col gap-3 pt-3 pb-6">
            {first.is_from_list && (
              <Card tone="amber" title="This connection can’t view or change single spans">
                <p className="text-sm text-ink">
                  This one comes from the partner’s list of {spanWays[kind].list.label.toLowerCase()}. To view, change
                  or delete a span, an administrator can ask the partner to allow it for this key.
                </p>
              </Card>
            )}
            {restored && (
              <DraftNote
                savedAt={restored.savedAt}
                changes={restored.changes}
                isBaseOld={restored.isBaseOld}
                onDiscard={discard}
              />
            )}
            <SaveRefusal state={state} unplaced={unplaced} isDirty={isDirty} />
            <DatesSection />
            <PartiesSection kind={kind} />
            <SpanNeighbours kind={kind} row={loaded.row} today={today} />
            <WhereSection kind={kind} />
            {Object.keys(loaded.other).length > 0 && (
              <Card title="Other data" note="kept unchanged when you save">
                <ValueView value={loaded.other} />
              </Card>
            )}
          </div>
          {isOpen && (
            <SpanFoot
              at={{ kind: `${kind}-span`, record: id }}
              loaded={loaded}
              shape={shape}
              state={state}
              draft={draft}
              onSave={() => save(structuredClone(form.getValues()))}
              onDiscard={discard}
            />
          )}
          {dialog}
        </div>
      </RecordProvider>
    </FormProvider>
  )
}
