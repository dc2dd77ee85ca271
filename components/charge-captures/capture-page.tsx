'use client'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { errorKind, unanswered } from '#components/ui/error-kind.ts'
import { FailureState } from '#components/ui/failure-state.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { useFirstReply } from '#components/form/reading/use-first-reply.ts'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import { chargeCaptureQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { failureWords, type Result } from '#lib/core/result.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import { CaptureEditor } from './capture-editor.tsx'

type CapturePageProps = {
  id: string
  /** The server's read for this page: the JSON text of a Result. */
  reply: Promise<JsonText<Result<ChargeCaptureReply>>>
  /** The shape of the update body, projected from the contract. */
  body: ObjectShape
  canSave: boolean
  canResolveChanges: boolean
  /** The field to open at, as the link names it. */
  field: string | undefined
}

/** One charge capture: read once, then edited from that reading. */
export function CapturePage({
  id,
  reply,
  body,
  canSave,
  canResolveChanges,
  field,
}: CapturePageProps) {
  const options = chargeCaptureQuery({ id })
  useFirstReply(reply, options.queryKey)
  const query = useQuery(options)
  const draft = useOpenedDraft({ kind: 'charge-capture', record: id }, canSave)
  // A capture that was read stays, with its age and with what was typed, while the partner is away.
  if (query.isError && (!query.data || !unanswered.has(errorKind(failureOf(query.error))))) {
    const failure = failureOf(query.error)
    const again = (
      <>
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
        <LinkButton href="/charge-captures">Charge captures</LinkButton>
      </>
    )
    return <FailureState failure={failure} message={failureWords(failure)} asPage actions={again} />
  }
  if (!query.data) return <DetailSkeleton hasFacts />
  return (
    <CaptureEditor
      key={draft?.found ? `${id} with its draft` : id}
      id={id}
      first={query.data}
      body={body}
      canSave={canSave}
      canResolveChanges={canResolveChanges}
      field={field}
      draft={draft}
      openedAt={query.dataUpdatedAt}
    />
  )
}
