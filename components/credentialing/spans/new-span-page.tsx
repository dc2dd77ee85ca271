'use client'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { NewSpanForm } from './new-span-form.tsx'

type NewSpanPageProps = {
  kind: SpanKind
  shape: ObjectShape
  given: JsonObject
  draftRecord: string
  today: LocalDate
}

/** The page that creates a span. */
export function NewSpanPage(form: NewSpanPageProps) {
  const { kind, draftRecord } = form
  const draft = useOpenedDraft({ kind: `new-${kind}-span`, record: draftRecord })
  return <NewSpanForm key={draft?.found ? `${draftRecord} with its draft` : draftRecord} {...form} draft={draft} />
}
