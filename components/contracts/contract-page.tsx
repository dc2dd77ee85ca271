'use client'
import { useQuery } from '@tanstack/react-query'
import { DetailSkeleton } from '#components/form/detail-skeleton.tsx'
import { useFirstReply } from '#components/form/use-first-reply.ts'
import { Button } from '#components/ui/button.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { contractQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/queries/reply.ts'
import { ContractView } from './contract-view.tsx'

/** One contract. `reply` is what the server read for this page, `today` its local date. */
export function ContractPage({ id, reply, today }: { id: string; reply: Promise<string>; today: string }) {
  const options = contractQuery(id)
  useFirstReply(reply, options.queryKey)
  const query = useQuery(options)
  if (query.data) {
    const failure = query.isError ? failureOf(query.error).message : undefined
    return <ContractView key={id} id={id} reply={query.data} readAt={query.dataUpdatedAt} staleBecause={failure} today={today} />
  }
  if (!query.isError) return <DetailSkeleton />
  const failure = failureOf(query.error)
  const again = (
    <>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
      <LinkButton href="/contracts">Contracts</LinkButton>
    </>
  )
  return <ErrorState kind={errorKind(failure)} message={failure.message} asPage actions={again} />
}
