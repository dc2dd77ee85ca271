'use client'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { useFoundDraft } from '#components/form/drafts/use-found-draft.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { draftQuery } from '#lib/queries/options.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { NewSpanForm } from './new-span-form.tsx'

type NewSpanPageProps = {
  kind: SpanKind
  shape: ObjectShape
  given: JsonObject
  draftRecord: string
  draft: Promise<string>
  today: LocalDate
}

/** The page that creates a span. `draft` is the form's draft as the server read it: the JSON text of a Result. */
export function NewSpanPage({ draft, ...form }: NewSpanPageProps) {
  const { isReady, found } = useFoundDraft(
    draft,
    draftQuery({ kind: `new-${form.kind}-span`, record: form.draftRecord }),
  )
  return isReady ? <NewSpanForm key={form.draftRecord} {...form} found={found} /> : <DetailSkeleton />
}
