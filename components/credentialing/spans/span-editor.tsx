'use client'
import { useState } from 'react'
import { RecordHistory } from '#components/activity/record-history.tsx'
import { FollowUpsCard } from '#components/credentialing/follow-ups/follow-ups-card.tsx'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { ValueView } from '#components/form/reading/value-view.tsx'
import {
  RecordFields,
  RecordFormFrame,
  RestoredNote,
  SaveRefusal,
} from '#components/form/writing/record-form.tsx'
import { SaveBar } from '#components/form/writing/save-bar.tsx'
import { useRecordForm } from '#components/form/writing/use-record-form.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { Card } from '#components/ui/card.tsx'
import type { SpanReply } from '#lib/actions/spans/read-span.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { openSpan, spanForms } from './span-form.ts'
import { SpanHead } from './span-head.tsx'
import { nameOfSpan } from './list-columns.tsx'
import { spanWays } from './span-kinds.ts'
import { SpanNeighbours } from './span-neighbours.tsx'
import { DatesSection, PartiesSection, WhereSection } from './span-sections.tsx'

type SpanEditorProps = {
  kind: SpanKind
  id: string
  first: SpanReply
  readAt: number
  shape: ObjectShape
  canWrite: boolean
  mayFollowUp: boolean
  /** The draft that the editor is opened with; undefined while it is being read. */
  draft: OpenedDraft | undefined
  today: LocalDate
}

/**
 * The editor of one span: its state, its terms, the other spans of the same three parties, and the
 * delete button.
 */
export function SpanEditor({
  kind,
  id,
  first,
  readAt,
  shape,
  canWrite: hasRight,
  mayFollowUp,
  draft,
  today,
}: SpanEditorProps) {
  const canWrite = hasRight && !first.is_from_list
  const [span] = useState(() => openSpan(kind, { id, shape, readAt }, first.span))
  const form = useRecordForm(spanForms[kind], {
    record: id,
    first: span,
    opened: draft,
    canWrite,
  })
  const { row, other } = form.loaded
  useFreshness(form.loaded.readAt)
  return (
    <RecordFormFrame form={form}>
      <div className="page-form px-5 pt-2.5">
        <SpanHead
          kind={kind}
          id={id}
          row={row}
          today={today}
          canDelete={canWrite}
          onDeleted={() => void form.finish()}
        />
        <div className="flex min-w-0 flex-col gap-3 pt-3 pb-6">
          {first.is_from_list && (
            <Card tone="amber" title="This connection can’t view or change single spans">
              <p className="text-sm text-ink">
                This one comes from the partner’s list of {spanWays[kind].list.label.toLowerCase()}.
                To view, change or delete a span, an administrator can ask the partner to allow it
                for this key.
              </p>
            </Card>
          )}
          <RestoredNote form={form} />
          <SaveRefusal form={form} />
          <RecordFields form={form} legend="The span">
            <DatesSection />
            <PartiesSection kind={kind} />
            <SpanNeighbours kind={kind} row={row} today={today} />
            <WhereSection kind={kind} />
          </RecordFields>
          {Object.keys(other).length > 0 && (
            <Card title="Other data" note="kept unchanged when you save">
              <ValueView value={other} />
            </Card>
          )}
          <FollowUpsCard
            kind={kind}
            spans={[{ name: nameOfSpan(row), payer: row.payer_uuid, span: { ...row, id } }]}
            active={id}
            isOneSpan
            mayLog={mayFollowUp}
          />
          <RecordHistory kind={`${kind}-span`} id={id} />
        </div>
        {canWrite && <SaveBar form={form} keyLabel="Save the span" />}
      </div>
    </RecordFormFrame>
  )
}
