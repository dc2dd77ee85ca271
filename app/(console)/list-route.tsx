import type { ComponentType } from 'react'
import { LatePart } from '#components/frame/ready.tsx'
import { ListSkeleton } from '#components/table/list-state.tsx'
import type { PreparedList } from '#components/table/list-definition.ts'
import { FailureState } from '#components/ui/failure-state.tsx'
import type { Preparation } from './prepare-list.ts'

type ListRouteProps<Page> = {
  title: string
  preparing: Promise<Preparation<Page>>
  List: ComponentType<{ prepared: PreparedList<Page> }>
}

// A skeleton that is replaced after a moment delays the rows more than it helps: React holds such a
// change back for a third of a second. So rows that come soon are part of the page's first reply,
// and only a slow partner gets a skeleton.
const soonMs = 600

/** A list page: its rows at once where they come soon, else its frame first. */
export async function ListRoute<Page>({ title, preparing, List }: ListRouteProps<Page>) {
  const soon = await Promise.race([
    preparing,
    new Promise<undefined>((resolve) => setTimeout(resolve, soonMs)),
  ])
  if (soon) return <Prepared preparation={soon} List={List} />
  return (
    <LatePart fallback={<ListSkeleton title={title} />}>
      <Later preparing={preparing} List={List} />
    </LatePart>
  )
}

async function Later<Page>({ preparing, List }: Pick<ListRouteProps<Page>, 'preparing' | 'List'>) {
  return <Prepared preparation={await preparing} List={List} />
}

function Prepared<Page>({
  preparation,
  List,
}: {
  preparation: Preparation<Page>
  List: ListRouteProps<Page>['List']
}) {
  const { prepared, failure } = preparation
  return failure ? <FailureState failure={failure} asPage /> : <List prepared={prepared} />
}
