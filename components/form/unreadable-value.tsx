'use client'
import type { Json } from '#lib/core/json.ts'
import { classNames } from '#components/ui/class-names.ts'
import { MarkLine } from './field-marks.tsx'
import type { Mark } from './mark-store.ts'

type UnreadableValueProps = { name: string; label: string; value: Json | undefined; hideLabel?: boolean; marks?: readonly Mark[]; className?: string }

/** A value of the wrong type for its field: shown as it is, not to be edited, sent back unchanged. */
export function UnreadableValue({ name, label, value, hideLabel = false, marks = [], className }: UnreadableValueProps) {
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)} data-field={name} tabIndex={-1}>
      <span className={hideLabel ? 'sr-only' : 'truncate text-xs font-medium text-ink-2'}>{label}</span>
      <div className="rounded-control border border-dashed border-control bg-sunk px-2.5 py-1 text-xs">
        <span className="font-medium text-amber">Unreadable, kept as it is</span>
        <pre className="max-h-32 overflow-auto font-mono text-xs break-all whitespace-pre-wrap text-ink-2">{JSON.stringify(value, null, 1)}</pre>
      </div>
      {marks.map((mark) => (
        <p key={mark.message} className="text-xs">
          <MarkLine mark={mark} />
        </p>
      ))}
    </div>
  )
}
