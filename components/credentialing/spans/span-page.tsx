'use client'
import { RecordRead } from '#components/form/reading/record-read.tsx'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { SpanEditor } from './span-editor.tsx'
import { spanWays } from './span-kinds.ts'

type SpanPageProps = { kind: SpanKind; id: string; shape: ObjectShape; canWrite: boolean; reply: Promise<string>; today: LocalDate }

/** One credentialing span. `reply` is what the server read for this page, `today` its local date. */
export function SpanPage({ kind, id, reply, ...editor }: SpanPageProps) {
  const { query, list } = spanWays[kind]
  return (
    // The two kinds' queries differ in their keys alone.
    <RecordRead options={query(id) as ReturnType<typeof spanWays.facility.query>} first={reply} list={list}>
      {(reading) => <SpanEditor key={id} kind={kind} id={id} first={reading.reply} readAt={reading.readAt} {...editor} />}
    </RecordRead>
  )
}
