'use client'
import { RecordRead } from '#components/form/reading/record-read.tsx'
import { claimCreationQuery } from '#lib/queries/options.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import type { ClaimCreationReply } from '#lib/actions/claim-creations/read-claim-creation.ts'
import { ClaimCreationView } from './claim-creation-view.tsx'

type ClaimCreationPageProps = {
  id: string
  reply: Promise<JsonText<Result<ClaimCreationReply>>>
  body: ObjectShape
  canResolve: boolean
  canResolveChanges: boolean
}

const list = { href: '/claim-creations', label: 'Claim creations' }

/** One claim creation, kept fresh: a save of one of its captures makes it be read again. */
export function ClaimCreationPage({ id, reply, ...rights }: ClaimCreationPageProps) {
  return (
    <RecordRead options={claimCreationQuery({ id })} first={reply} list={list}>
      {(reading) => <ClaimCreationView key={id} id={id} {...reading} {...rights} />}
    </RecordRead>
  )
}
