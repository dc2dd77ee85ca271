'use client'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { useFoundDraft } from '#components/form/drafts/use-found-draft.ts'
import { draftQuery } from '#lib/queries/options.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { NewEncounterForm } from './new-encounter-form.tsx'

/** The page that creates an encounter. `draft` is the form's draft as the server read it: the JSON text of a Result. */
export function NewEncounterPage({ shape, draft }: { shape: ObjectShape; draft: Promise<string> }) {
  const { isReady, found } = useFoundDraft(draft, draftQuery({ kind: 'new-encounter', record: 'new' }))
  return isReady ? <NewEncounterForm shape={shape} found={found} /> : <DetailSkeleton />
}
