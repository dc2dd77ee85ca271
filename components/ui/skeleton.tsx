import { classNames } from './class-names.ts'

/** A placeholder for loading content. Give it the content's size, so that nothing moves. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-sm bg-hover', className ?? 'h-3.5 w-24')}
    />
  )
}
