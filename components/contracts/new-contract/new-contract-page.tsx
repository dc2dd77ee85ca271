'use client'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { NewContractForm } from './new-contract-form.tsx'

type NewContractPageProps = { shape: ObjectShape; insuranceCodes: readonly string[] }

/** The page that creates a contract. */
export function NewContractPage(form: NewContractPageProps) {
  const draft = useOpenedDraft({ kind: 'new-contract', record: 'new' })
  return <NewContractForm key={draft?.found ? 'with its draft' : 'empty'} {...form} draft={draft} />
}
