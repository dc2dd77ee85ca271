import { type Json, type JsonObject, isJsonObject, sameJson } from '#lib/core/json.ts'
import { toText } from './draft-text.ts'
import { type Draft, type DraftObject, type DraftRow, draftOf, edited } from './edit-data.ts'
import { type FieldShape, type ObjectShape, isLeaf } from './field-shape.ts'

/**
 * Converts a record that a person wrote as JSON into a draft on the loaded record. Rows are matched
 * to loaded rows, equal ones first. What no control can show (a missing member, a wrong type, an
 * unknown member) is stored in `$exact`, so `edited(base, shape, draftFromJson(base, shape, next))`
 * equals `next`.
 */
export function draftFromJson(
  base: Json | undefined,
  shape: ObjectShape,
  next: JsonObject,
): DraftObject {
  const draft: DraftObject = {}
  const exact: { [member: string]: string } = {}
  const before = isJsonObject(base) ? base : {}
  for (const name of new Set([
    ...Object.keys(shape.members),
    ...Object.keys(before),
    ...Object.keys(next),
  ])) {
    const member = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    const wanted = Object.hasOwn(next, name) ? next[name] : undefined
    const memberDraft = member && memberFromJson(old, member, wanted)
    if (
      member &&
      memberDraft !== undefined &&
      isWritten(edited(old, member, memberDraft), wanted)
    ) {
      draft[name] = memberDraft
      continue
    }
    if (member) draft[name] = draftOf(undefined, member)
    if (member || !isWritten(old, wanted))
      exact[name] = wanted === undefined ? '' : JSON.stringify(wanted)
  }
  return Object.keys(exact).length > 0 ? { ...draft, $exact: exact } : draft
}

function memberFromJson(
  base: Json | undefined,
  shape: FieldShape,
  next: Json | undefined,
): Draft | undefined {
  if (isWritten(base, next)) return draftOf(base, shape)
  if (isLeaf(shape)) return toText(next, shape)
  if (shape.kind === 'list')
    return Array.isArray(next)
      ? rowsFromJson(Array.isArray(base) ? base : [], shape.item as ObjectShape, next)
      : undefined
  if (next === null && base !== undefined)
    return { ...(draftOf(base, shape) as DraftObject), $cleared: true }
  return isJsonObject(next) ? draftFromJson(base, shape as ObjectShape, next) : undefined
}

function rowsFromJson(
  base: readonly Json[],
  item: ObjectShape,
  next: readonly Json[],
): DraftRow[] | undefined {
  const free = new Set(base.keys())
  const equal = next.map((row) => {
    const found = [...free].find((index) => sameJson(base[index], row))
    if (found !== undefined) free.delete(found)
    return found
  })
  const rows: DraftRow[] = []
  for (const [index, row] of next.entries()) {
    const same = equal[index]
    if (same !== undefined)
      rows.push({ ...(draftOf(base[same], item) as DraftObject), $base: same })
    else if (isJsonObject(row))
      rows.push({
        ...draftFromJson(free.has(index) ? base[index] : undefined, item, row),
        $base: free.delete(index) ? index : null,
      })
    else return undefined
  }
  return rows
}

function isWritten(value: Json | undefined, wanted: Json | undefined): boolean {
  return value === undefined || wanted === undefined ? value === wanted : sameJson(value, wanted)
}
