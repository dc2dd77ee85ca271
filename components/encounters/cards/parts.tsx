import { fieldLabel } from '#lib/contract/field-labels.ts'
import { ValueView } from '#components/form/reading/value-view.tsx'
import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'

/**
 * True for a value that says something: not null, not empty text, not a list or object of nothing.
 */
export function isFilled(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** True for what a table of rows can show whole. */
export function isListOfObjects(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((item) => isJsonObject(item))
}

/**
 * Some members of an object: the plain ones together in a grid, then each that holds more under its
 * own heading.
 */
export function Parts({
  value,
  names,
  shape,
}: {
  value: JsonObject
  names: readonly string[]
  shape: ObjectShape
}) {
  const filled = names.filter((name) => isFilled(value[name]))
  const isBlock = (name: string) => typeof value[name] === 'object'
  const scalars = Object.fromEntries(
    filled.filter((name) => !isBlock(name)).map((name) => [name, value[name]!]),
  )
  const blocks = filled.filter(isBlock)
  return (
    <div className="flex flex-col gap-3">
      {Object.keys(scalars).length > 0 && <ValueView value={scalars} shape={shape} />}
      {blocks.map((name) => (
        <div
          key={name}
          className={
            name === blocks[0] && Object.keys(scalars).length === 0
              ? ''
              : 'border-t border-line pt-3'
          }
        >
          <h3 className="mb-1 text-xs font-semibold text-ink-2">{fieldLabel(name)}</h3>
          <ValueView
            value={value[name]}
            shape={Object.hasOwn(shape.members, name) ? shape.members[name] : undefined}
            name={name}
          />
        </div>
      ))}
    </div>
  )
}

/** A member that is an object; an empty one where it is not. */
export function memberOf(value: JsonObject, name: string): JsonObject {
  const member = value[name]
  return isJsonObject(member) ? member : {}
}

/** The partner's own day of an instant (ISO text), as it wrote it: "08/14/2026". */
export function dayOf(instant: string | undefined): string | undefined {
  return instant && formatLocalDate(instant.slice(0, 10), { weekday: false })
}
