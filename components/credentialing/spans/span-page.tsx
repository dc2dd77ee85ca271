'use client'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import { RecordRead } from '#components/form/reading/record-read.tsx'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import type { SpanReply } from '#lib/actions/spans/read-span.ts'
import { SpanEditor } from './span-editor.tsx'
import { spanWays } from './span-kinds.ts'

type SpanPageProps = {
  kind: SpanKind
  id: string
  shape: ObjectShape
  canWrite: boolean
  mayFollowUp: boolean
  reply: Promise<JsonText<Result<SpanReply>>>
  today: LocalDate
}

/**
 * One credentialing span. `reply` is what the server read for this page, `today` is its local date.
 */
export function SpanPage({ kind, id, reply, ...editor }: SpanPageProps) {
  const { query, list } = spanWays[kind]
  const draft = useOpenedDraft({ kind: `${kind}-span`, record: id }, editor.canWrite)
  return (
    // The two kinds' queries differ in their keys alone.
    <RecordRead
      options={query({ id }) as ReturnType<typeof spanWays.facility.query>}
      first={reply}
      list={list}
    >
      {(reading) => (
        <SpanEditor
          key={draft?.found ? `${id} with its draft` : id}
          kind={kind}
          id={id}
          first={reading.reply}
          readAt={reading.readAt}
          draft={draft}
          {...editor}
        />
      )}
    </RecordRead>
  )
}
