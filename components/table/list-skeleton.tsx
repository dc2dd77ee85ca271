import { PageHeader } from '#components/frame/page-header.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'

/** A list page before its data: the same frame at the same heights. */
export function ListSkeleton({ title }: { title: string }) {
  return (
    <div className="page-fill flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4" aria-busy="true">
      <PageHeader title={title} actions={<span className="h-control" />} />
      <div className="flex min-h-8 items-center gap-2">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-7 w-28" />
      </div>
      <div className="flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line bg-panel">
        <div className="h-row shrink-0 border-b border-line" />
        <div className="min-h-0 grow overflow-hidden">
          <SkeletonRows columns={6} />
        </div>
        <div className="h-12 shrink-0 border-t border-line" />
      </div>
    </div>
  )
}
