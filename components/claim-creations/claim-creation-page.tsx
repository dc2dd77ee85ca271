'use client'
import { useQuery } from '@tanstack/react-query'
import { DetailSkeleton } from '#components/form/detail-skeleton.tsx'
import { useFirstReply } from '#components/form/use-first-reply.ts'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { claimCreationQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/queries/reply.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { ClaimCreationView } from './claim-creation-view.tsx'

type ClaimCreationPageProps = { id: string; reply: Promise<string>; body: ObjectShape; canResolve: boolean; canResolveChanges: boolean }

/** One claim creation, kept fresh: a save of one of its captures makes it be read again. */
export function ClaimCreationPage({ id, reply, body, canResolve, canResolveChanges }: ClaimCreationPageProps) {
  const options = claimCreationQuery(id)
  useFirstReply(reply, options.queryKey)
  const query = useQuery(options)
  if (query.data) {
    const failure = query.isError ? failureOf(query.error).message : undefined
    return <ClaimCreationView key={id} id={id} reply={query.data} readAt={query.dataUpdatedAt} staleBecause={failure} body={body} canResolve={canResolve} canResolveChanges={canResolveChanges} />
  }
  if (!query.isError) return <DetailSkeleton />
  const failure = failureOf(query.error)
  const again = (
    <>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
      <LinkButton href="/claim-creations">Claim creations</LinkButton>
    </>
  )
  return <ErrorState kind={errorKind(failure)} message={failure.message} asPage actions={again} />
}
