'use client'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { NewEncounterForm } from './new-encounter-form.tsx'

/** The page that creates an encounter. */
export function NewEncounterPage({ shape }: { shape: ObjectShape }) {
  const draft = useOpenedDraft({ kind: 'new-encounter', record: 'new' })
  return <NewEncounterForm key={draft?.found ? 'with its draft' : 'empty'} shape={shape} draft={draft} />
}
