import { type Json, isJsonObject } from '#lib/core/json.ts'
import { type Draft, type DraftObject, type DraftRow, draftOf } from './edit-data.ts'
import { type FieldShape, type ObjectShape, isLeaf } from './field-shape.ts'

/**
 * Serializes the edits of a form: only the controls whose text changed, character by character,
 * half-typed values included, and the origin of each row. Undefined if nothing changed.
 */
export function serializeEdits(
  base: Json | undefined,
  shape: ObjectShape,
  draft: DraftObject,
): string | undefined {
  const edits = editsOf(base, shape, draft)
  return edits === undefined ? undefined : JSON.stringify(edits)
}

/**
 * Applies serialized edits to the base that they were made on. Text without edits changes nothing.
 */
export function restoreEdits(
  base: Json | undefined,
  shape: ObjectShape,
  text: string,
): DraftObject {
  return restore(base, shape, readEdits(text)) as DraftObject
}

function editsOf(
  base: Json | undefined,
  shape: FieldShape,
  draft: Draft | undefined,
): Draft | undefined {
  if (draft === undefined) return undefined
  if (isLeaf(shape)) return draft === draftOf(base, shape) ? undefined : draft
  if (shape.kind === 'list')
    return Array.isArray(draft)
      ? editedRows(Array.isArray(base) ? base : [], shape.item as ObjectShape, draft)
      : undefined
  return editedMembers(base, shape as ObjectShape, draft as DraftObject)
}

function editedMembers(
  base: Json | undefined,
  shape: ObjectShape,
  draft: DraftObject,
): DraftObject | undefined {
  const members = isJsonObject(base) ? base : {}
  const edits: DraftObject = {}
  for (const [name, value] of Object.entries(draft)) {
    // `$cleared` and `$exact`: notes of the form about the object itself.
    if (name.startsWith('$')) edits[name] = value
    else if (Object.hasOwn(shape.members, name)) {
      const edit = editsOf(
        Object.hasOwn(members, name) ? members[name] : undefined,
        shape.members[name]!,
        value as Draft,
      )
      if (edit !== undefined) edits[name] = edit
    }
  }
  return Object.values(edits).every(isNoEdit) ? undefined : edits
}

// An object that was removed and added again, or whose exact members were all overwritten by
// typing.
function isNoEdit(value: unknown): boolean {
  return (
    value === undefined ||
    value === false ||
    (isJsonObject(value as Json) && Object.keys(value as object).length === 0)
  )
}

function editedRows(base: Json[], item: ObjectShape, rows: DraftRow[]): DraftRow[] | undefined {
  const edits = rows.map(({ $base, ...row }) => ({
    ...editedMembers($base === null ? undefined : base[$base], item, row),
    $base,
  }))
  const isUnchanged =
    rows.length === base.length &&
    edits.every((row, index) => row.$base === index && Object.keys(row).length === 1)
  return isUnchanged ? undefined : edits
}

function restore(base: Json | undefined, shape: FieldShape, edit: unknown): Draft {
  if (isLeaf(shape)) return typeof edit === 'string' ? edit : draftOf(base, shape)
  if (shape.kind !== 'list') return restoreMembers(base, shape as ObjectShape, edit)
  if (!Array.isArray(edit)) return draftOf(base, shape)
  const rows = Array.isArray(base) ? base : []
  return edit
    .filter((row) => isJsonObject(row))
    .map((row) => {
      const $base = typeof row.$base === 'number' && row.$base < rows.length ? row.$base : null
      return {
        ...restoreMembers($base === null ? undefined : rows[$base], shape.item as ObjectShape, row),
        $base,
      }
    })
}

function restoreMembers(base: Json | undefined, shape: ObjectShape, edit: unknown): DraftObject {
  const members = isJsonObject(base) ? base : {}
  const edits = isJsonObject(edit as Json) ? (edit as DraftObject) : {}
  const draft: DraftObject = {}
  for (const [name, member] of Object.entries(shape.members)) {
    draft[name] = restore(
      Object.hasOwn(members, name) ? members[name] : undefined,
      member,
      Object.hasOwn(edits, name) ? edits[name] : undefined,
    )
  }
  for (const name of Object.keys(edits)) if (name.startsWith('$')) draft[name] = edits[name]
  return draft
}

function readEdits(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
