import { useMemo, useState } from 'react'
import type { JsonObject } from '#lib/core/json.ts'
import { fixOf } from '#lib/rules/queue/fix-memory.ts'

/**
 * The ids of the errors whose field has another saved value than when the page first showed the
 * error. `base` is the capture as the partner has it.
 */
export function useChangedErrors(
  errors: readonly { id: string; name: string | undefined }[],
  base: JsonObject,
): ReadonlySet<string> {
  const [firstSeen] = useState(() => new Map<string, JsonObject>())
  return useMemo(() => changedErrors(errors, base, firstSeen), [errors, base, firstSeen])
}

/**
 * Adds new errors to `firstSeen`, and returns the ids of those whose field has changed since they
 * were added.
 */
export function changedErrors(
  errors: readonly { id: string; name: string | undefined }[],
  base: JsonObject,
  firstSeen: Map<string, JsonObject>,
): ReadonlySet<string> {
  for (const { id } of errors) if (!firstSeen.has(id)) firstSeen.set(id, base)
  const isChanged = ({ id, name }: (typeof errors)[number]) =>
    name !== undefined && fixOf(firstSeen.get(id)!, base, name) !== undefined // each was added
  return new Set(errors.filter(isChanged).map(({ id }) => id))
}
