import { Skeleton } from '#components/ui/skeleton.tsx'

const widths = ['w-16', 'w-24', 'w-44', 'w-28', 'w-20', 'w-28']

/** Quiet rows where rows will be, in their height, so that nothing moves when they come. */
export function SkeletonRows({ columns, rows = 24 }: { columns: number; rows?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-row items-center gap-8 border-b border-line px-12">
          {Array.from({ length: Math.min(columns, widths.length) }, (_, column) => (
            // One above the other, as the cells that come.
            <span key={column} className="min-w-0 flex-1">
              <Skeleton className={`h-3 max-w-full ${widths[(row + column) % widths.length]}`} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
