'use client'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { useFoundDraft } from '#components/form/drafts/use-found-draft.ts'
import { draftQuery } from '#lib/queries/options.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { NewContractForm } from './new-contract-form.tsx'

type NewContractPageProps = { shape: ObjectShape; insuranceCodes: readonly string[]; draft: Promise<string> }

/** The page that creates a contract. `draft` is the form's draft as the server read it: the JSON text of a Result. */
export function NewContractPage({ shape, insuranceCodes, draft }: NewContractPageProps) {
  const { isReady, found } = useFoundDraft(draft, draftQuery({ kind: 'new-contract', record: 'new' }))
  return isReady ? <NewContractForm shape={shape} insuranceCodes={insuranceCodes} found={found} /> : <DetailSkeleton />
}
