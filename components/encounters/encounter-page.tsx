'use client'
import { useQuery } from '@tanstack/react-query'
import { DetailSkeleton } from '#components/form/detail-skeleton.tsx'
import { useFirstReply } from '#components/form/use-first-reply.ts'
import { Button } from '#components/ui/button.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { encounterQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/queries/reply.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { EncounterView } from './encounter-view.tsx'

/** One encounter. `reply` is what the server read for this page, `shape` how the contract describes an encounter. */
export function EncounterPage({ id, reply, shape }: { id: string; reply: Promise<string>; shape: ObjectShape }) {
  const options = encounterQuery(id)
  useFirstReply(reply, options.queryKey)
  const query = useQuery(options)
  if (query.data) {
    const failure = query.isError ? failureOf(query.error).message : undefined
    return <EncounterView key={id} id={id} reply={query.data} readAt={query.dataUpdatedAt} staleBecause={failure} shape={shape} />
  }
  if (!query.isError) return <DetailSkeleton />
  const failure = failureOf(query.error)
  const again = (
    <>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
      <LinkButton href="/encounters">Encounters</LinkButton>
    </>
  )
  return <ErrorState kind={errorKind(failure)} message={failure.message} asPage actions={again} />
}
