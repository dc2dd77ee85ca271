import type { JsonObject } from '#lib/core/json.ts'
import type { FieldShape } from '#lib/rules/field-shape.ts'
import { Parts, isFilled } from './parts.tsx'

/** Everything that the partner says of one part of a record, for whoever opens it: a table shows the most wanted only. */
export function AllFields({ of, value, shape }: { of: string; value: JsonObject; shape: FieldShape | undefined }) {
  const names = Object.keys(value).filter((name) => isFilled(value[name]))
  if (names.length === 0) return null
  const known = shape?.kind === 'object' ? shape : { kind: 'object' as const, members: {} }
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit cursor-default rounded-sm text-xs text-ink-3 hover:text-ink">All fields of this {of}</summary>
      <div className="mt-2 mb-1 border-l border-line pl-3">
        <Parts value={value} names={names} shape={known} />
      </div>
    </details>
  )
}
