import type { Mark } from '#components/form/marks/mark-store.ts'
import type { Json } from '#lib/core/json.ts'
import { controlName, dataPath, resolveFieldInError } from '#lib/rules/edit/field-path.ts'
import { type ObjectShape, isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'

/** Something said about a field, by whatever name its speaker gave the field. */
export type Remark = { field: string | undefined; mark: Mark }

/**
 * The same, with the name of what it is shown at: a control or a section. Undefined when nothing is
 * known by it.
 */
export type PlacedRemark = Remark & { name: string | undefined }

/**
 * The control or section that a field name leads to: the control where the editor has one, else the
 * section.
 */
export function placeOf(
  field: string | undefined,
  data: Json | undefined,
  body: ObjectShape,
  editable: ObjectShape,
): string | undefined {
  if (field === undefined) return undefined
  // A member that only this record has is known by its own name alone.
  const own = [field, `data.${field}`].find(
    (name) => shapeAt(editable, name)?.kind === 'any' && shapeAt(body, name) === undefined,
  )
  if (own !== undefined) return own
  const found = resolveFieldInError(field, data, body)
  if (!found) return undefined
  const name = controlName(found.path, body)
  const shape = shapeAt(editable, name)
  if (found.exact && shape && isLeaf(shape)) return name
  const section = `data.${dataPath(name).split('.')[0]}`
  return shapeAt(body, section) ? section : 'data.other'
}

/** Places every remark. */
export function placeRemarks(
  remarks: readonly Remark[],
  data: Json | undefined,
  body: ObjectShape,
  editable: ObjectShape,
): PlacedRemark[] {
  return remarks.map((remark) => ({ ...remark, name: placeOf(remark.field, data, body, editable) }))
}

/** The marks of each control or section, without saying one thing twice. */
export function marksByName(remarks: readonly PlacedRemark[]): Map<string, Mark[]> {
  const marks = new Map<string, Mark[]>()
  for (const { name, mark } of remarks) {
    if (name === undefined) continue
    const list = marks.get(name) ?? []
    if (!list.some((known) => known.message === mark.message)) list.push(mark)
    marks.set(name, list)
  }
  return marks
}
