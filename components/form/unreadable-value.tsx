'use client'
import { useState, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Json } from '#lib/core/json.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { type Draft, isBlankDraft } from '#lib/rules/edit/edit-data.ts'
import { MarkLine } from './marks/field-marks.tsx'
import { focusControl } from './focus-control.ts'
import type { Mark } from './marks/mark-store.ts'
import { useRecord } from './record-context.tsx'

type UnreadableValueProps = {
  name: string
  label: string
  value: Json | undefined
  hideLabel?: boolean
  marks?: readonly Mark[]
  className?: string
  onReplace?: () => void
}

/**
 * A value of the wrong type for its field: shown as it is, and sent back unchanged unless it is
 * replaced.
 */
export function UnreadableValue({
  name,
  label,
  value,
  hideLabel = false,
  marks = [],
  className,
  onReplace,
}: UnreadableValueProps) {
  return (
    <div
      className={classNames('flex min-w-0 flex-col gap-1', className)}
      data-field={name}
      tabIndex={-1}
    >
      <span className={hideLabel ? 'sr-only' : 'truncate text-xs font-medium text-ink-2'}>
        {label}
      </span>
      <div className="rounded-control border border-dashed border-control bg-sunk px-2.5 py-1 text-xs">
        <span className="flex items-center justify-between gap-2">
          <span className="font-medium text-amber">Unreadable, kept as it is</span>
          {onReplace && (
            <Button tone="quiet" size="small" aria-label={`Replace ${label}`} onClick={onReplace}>
              Replace
            </Button>
          )}
        </span>
        <pre className="max-h-32 overflow-auto font-mono text-xs break-all whitespace-pre-wrap text-ink-2">
          {JSON.stringify(value, null, 1)}
        </pre>
      </div>
      {marks.map((mark) => (
        <p key={mark.message} className="text-xs">
          <MarkLine mark={mark} />
        </p>
      ))}
    </div>
  )
}

/**
 * An unreadable value until the person chooses to replace it; then the fields, which keep the value
 * until they hold something.
 */
export function Replaceable({
  isUnreadable,
  children,
  ...shown
}: UnreadableValueProps & { isUnreadable: boolean; children: ReactNode }) {
  const { readOnly } = useRecord()
  const { getValues } = useFormContext()
  const [isReplacing, setReplacing] = useState(false)
  if (!isUnreadable || isReplacing || !isBlankDraft(getValues(shown.name) as Draft | undefined))
    return children
  const replace = () => {
    setReplacing(true)
    requestAnimationFrame(() => focusControl(shown.name))
  }
  return <UnreadableValue {...shown} onReplace={readOnly ? undefined : replace} />
}
