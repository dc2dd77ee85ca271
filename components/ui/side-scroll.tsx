'use client'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useScrollStop } from './use-scroll-stop.ts'

/** What is wider than its place scrolls sideways, by keyboard too. */
export function SideScroll({ className, children }: { className?: string; children: ReactNode }) {
  const stop = useScrollStop()
  return (
    <div {...stop} className={classNames('overflow-x-auto', className)}>
      {children}
    </div>
  )
}
