import { Skeleton } from '#components/ui/skeleton.tsx'

/**
 * The outline of a detail page while it is read: the same columns, so that nothing jumps.
 * `hasFacts`: with the strip of facts under the title.
 */
export function DetailSkeleton({ hasFacts = false }: { hasFacts?: boolean }) {
  return (
    <div className="px-5 py-4" aria-busy="true">
      <h1 className="sr-only">Loading</h1>
      <Skeleton className="mb-3 h-8 w-80" />
      {hasFacts && <Skeleton className="mb-4 h-14 rounded-card" />}
      <div className="grid grid-cols-[minmax(0,1fr)_17rem] gap-4">
        <div className="flex flex-col gap-3">
          <Skeleton className="h-56 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
        </div>
        <div className="flex flex-col gap-3">
          <Skeleton className="h-36 rounded-card" />
          <Skeleton className="h-56 rounded-card" />
        </div>
      </div>
    </div>
  )
}
