'use client'
import { use } from 'react'
import { isJsonObject } from '#lib/core/json.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { shapeAt } from '#lib/rules/field-shape.ts'
import { BodyShape } from './body-shape.ts'
import { fieldLabel } from './field-label.ts'
import { useRecordField } from './record-context.tsx'
import { ValueView } from './value-view.tsx'

/**
 * What an object has beside the fields with controls: the named members, which are shown but not edited, and every
 * member that the contract does not know. All of it goes back to the partner as it came.
 */
export function ReadOnlyMember({ at, names }: { at: string; names: readonly string[] }) {
  const { base } = useRecordField(at)
  const body = use(BodyShape)
  const shape = body && (shapeAt(body, at) as ObjectShape | undefined)
  if (!isJsonObject(base) || shape?.kind !== 'object') return null
  const unknown: JsonObject = Object.fromEntries(Object.entries(base).filter(([name]) => !Object.hasOwn(shape.members, name)))
  const shown = names.filter((name) => base[name] !== null && base[name] !== undefined)
  if (shown.length === 0 && Object.keys(unknown).length === 0) return null
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-3">
      {shown.map((name) => (
        <div key={name}>
          <p className="mb-1 text-xs font-semibold text-ink-2">{fieldLabel(name)}</p>
          <ValueView value={base[name]} shape={shape.members[name]} name={name} />
        </div>
      ))}
      {Object.keys(unknown).length > 0 && (
        <div>
          <p className="mb-1 text-xs font-semibold text-ink-2">Other data</p>
          <ValueView value={unknown} />
        </div>
      )}
    </div>
  )
}
