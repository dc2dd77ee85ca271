'use client'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useIssueMarks } from '#components/form/marks/use-issue-marks.ts'
import { RecordProvider } from '#components/form/record-context.tsx'
import { SaveRefusal } from '#components/form/writing/save-refusal.tsx'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { useFilledForm } from '#components/form/use-filled-form.ts'
import { useEscapeLeavesField } from '#components/form/use-open-at.ts'
import { ValueView } from '#components/form/reading/value-view.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { Card } from '#components/ui/card.tsx'
import type { SpanReply } from '#lib/actions/spans/span-replies.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { changesOf } from '#lib/rules/edit/edit-changes.ts'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'
import { draftOf } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { toLoadedSpan } from './loaded-span.ts'
import { SpanFoot } from './span-foot.tsx'
import { SpanHead } from './span-head.tsx'
import { spanWays } from './span-kinds.ts'
import { SpanNeighbours } from './span-neighbours.tsx'
import { DatesSection, PartiesSection, WhereSection } from './span-sections.tsx'
import { useSpanSave } from './use-span-save.ts'

type SpanEditorProps = { kind: SpanKind; id: string; first: SpanReply; readAt: number; shape: ObjectShape; canWrite: boolean; today: LocalDate }

/** One span: how it stands, its terms to change, the others of the same three, and the way to delete it. */
export function SpanEditor({ kind, id, first, readAt: firstRead, shape, canWrite, today }: SpanEditorProps) {
  const [loaded, setLoaded] = useState(() => toLoadedSpan(kind, first.span))
  const [readAt, setReadAt] = useState(firstRead)
  const isOpen = canWrite && !first.is_from_list
  useFreshness(readAt)
  const { form, fill } = useFilledForm({ start: draftOf(loaded.terms, shape) as DraftObject })
  const { state, save, clear, dialog } = useSpanSave(kind, id, loaded, shape, (text) => {
    const next = toLoadedSpan(kind, text)
    fill({ start: draftOf(next.terms, shape) as DraftObject }, () => {
      setLoaded(next)
      setReadAt(Date.now())
    })
  })
  const { record, unplaced } = useIssueMarks({ state, shape, base: loaded.terms, readOnly: !isOpen })
  useEscapeLeavesField()
  const discard = () => {
    clear()
    fill({ start: draftOf(loaded.terms, shape) as DraftObject })
  }
  return (
    <FormProvider {...form}>
      <RecordProvider record={record}>
        <form method="post" noValidate onSubmit={(event) => event.preventDefault()} className="px-5 pt-2.5">
          <SpanHead kind={kind} id={id} row={loaded.row} today={today} canDelete={isOpen} />
          <div className="flex min-w-0 flex-col gap-3 pt-3 pb-6">
            {first.is_from_list && (
              <Card tone="amber" title="The stored key may not read or change single spans">
                <p className="text-sm text-ink">This one was found in the partner’s list of {spanWays[kind].list.label.toLowerCase()}. Reading, changing and deleting one span are optional parts of the interface; an administrator can ask the partner to open them to the key.</p>
              </Card>
            )}
            <SaveRefusal state={state} unplaced={unplaced} />
            <DatesSection />
            <PartiesSection kind={kind} />
            <SpanNeighbours kind={kind} row={loaded.row} today={today} />
            <WhereSection kind={kind} />
            {Object.keys(loaded.other).length > 0 && (
              <Card title="Other data" note="not known to the console">
                <ValueView value={loaded.other} />
              </Card>
            )}
          </div>
          {isOpen && (
            <SpanFoot
              state={state}
              countChanges={(draft) => changesOf(loaded.terms, shape, draft).length}
              onSave={() => save(structuredClone(form.getValues()), unfinishedDates())}
              onDiscard={discard}
            />
          )}
          {dialog}
        </form>
      </RecordProvider>
    </FormProvider>
  )
}
