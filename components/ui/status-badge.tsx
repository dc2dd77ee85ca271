import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { toneStyle, type Tone } from './tone.ts'

/** A state as a word with a dot or an icon on its tint: readable without colour. */
export function StatusBadge({
  tone,
  icon,
  title,
  children,
}: {
  tone: Tone
  icon?: ReactNode
  title?: string | undefined
  children: ReactNode
}) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex h-5 max-w-full items-center gap-1.5 rounded-full px-2 text-xs font-medium',
        toneStyle[tone],
      )}
    >
      {icon ?? (
        <span
          aria-hidden="true"
          className="size-1.5 shrink-0 rounded-full border border-current bg-current"
        />
      )}
      <span className="truncate">{children}</span>
    </span>
  )
}
