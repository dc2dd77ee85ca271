'use client'
import { useFoundDraft } from '#components/form/drafts/use-found-draft.ts'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { RecordRead } from '#components/form/reading/record-read.tsx'
import type { LocalDate } from '#lib/core/local-date.ts'
import { draftQuery } from '#lib/queries/options.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { SpanEditor } from './span-editor.tsx'
import { spanWays } from './span-kinds.ts'

type SpanPageProps = {
  kind: SpanKind
  id: string
  shape: ObjectShape
  canWrite: boolean
  reply: Promise<string>
  draft: Promise<string>
  today: LocalDate
}

/** One credentialing span. `reply` and the person's `draft` are what the server read for this page, `today` is its local date. */
export function SpanPage({ kind, id, reply, draft, ...editor }: SpanPageProps) {
  const { query, list } = spanWays[kind]
  const { isReady, found } = useFoundDraft(draft, draftQuery({ kind: `${kind}-span`, record: id }), editor.canWrite)
  return (
    // The two kinds' queries differ in their keys alone.
    <RecordRead options={query(id) as ReturnType<typeof spanWays.facility.query>} first={reply} list={list}>
      {(reading) =>
        isReady ? (
          <SpanEditor
            key={id}
            kind={kind}
            id={id}
            first={reading.reply}
            readAt={reading.readAt}
            found={found}
            {...editor}
          />
        ) : (
          <DetailSkeleton />
        )
      }
    </RecordRead>
  )
}
