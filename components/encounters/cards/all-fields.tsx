import { ValueView } from '#components/form/reading/value-view.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { Json } from '#lib/core/json.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { isFilled } from './parts.tsx'

/**
 * Every member of one part of a record, behind a button. The card beside it shows the most used
 * ones.
 */
export function AllFields({
  of,
  value,
  shape,
  name,
  className,
}: {
  of: string
  value: Json | undefined
  shape: FieldShape | undefined
  name?: string
  className?: string
}) {
  if (!isFilled(value)) return null
  return (
    <details className={classNames('text-sm', className)}>
      <summary className="w-fit cursor-default rounded-sm text-xs text-ink-3 hover:text-ink">
        All fields of {of}
      </summary>
      <div className="mt-2 mb-1 border-l border-line pl-3">
        <ValueView value={value} shape={shape} name={name} />
      </div>
    </details>
  )
}
