import { classNames } from './class-names.ts'

/** A quiet block in the place of what is on its way. Give it the size of what will come, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-sm bg-hover', className ?? 'h-3.5 w-24')}
    />
  )
}
