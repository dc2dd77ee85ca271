/**
 * The shape of a field as plain data. The server projects it from the contract's schemas and passes
 * it to a page, so the browser can draw and edit a record without the schema library.
 */
export type FieldShape =
  | { kind: 'text' | 'date' | 'timestamp' | 'number' | 'cents' | 'boolean' }
  | { kind: 'choice'; values: readonly string[] }
  /** Free-form JSON: any value, or an object with any members. */
  | { kind: 'any'; holds?: 'object' }
  | ObjectShape
  | { kind: 'list'; item: FieldShape }

/** An object by its members, in the contract's order. */
export type ObjectShape = { kind: 'object'; members: { [name: string]: FieldShape } }

/**
 * True for a shape that one control edits: a scalar, free-form JSON, or a list of anything except
 * objects.
 */
export function isLeaf(shape: FieldShape): boolean {
  return shape.kind === 'list' ? shape.item.kind !== 'object' : shape.kind !== 'object'
}

/** True for a leaf whose control holds JSON text. */
export function isJsonLeaf(shape: FieldShape): boolean {
  return (
    shape.kind === 'any' ||
    (shape.kind === 'list' && (shape.item.kind === 'any' || shape.item.kind === 'list'))
  )
}

/** True for a list of texts that may contain spaces: ids and tags, not codes. */
export function isTextList(shape: FieldShape): boolean {
  return shape.kind === 'list' && shape.item.kind === 'text'
}

/**
 * The shape at a dotted wire path (`service_lines.1.units`), ignoring list indexes. Undefined if
 * unknown.
 */
export function shapeAt(shape: FieldShape, path: string): FieldShape | undefined {
  let at: FieldShape | undefined = shape
  for (const part of path === '' ? [] : path.split('.')) {
    if (at?.kind === 'list') at = /^\d+$/.test(part) ? at.item : undefined
    else if (at?.kind === 'object')
      at = Object.hasOwn(at.members, part) ? at.members[part] : undefined
    else return undefined
  }
  return at
}

/**
 * A copy of an object shape with only the named members, in the given order. Unknown names are
 * ignored.
 */
export function pickMembers(shape: ObjectShape, names: readonly string[]): ObjectShape {
  const members: ObjectShape['members'] = {}
  for (const name of names) {
    const member = shape.members[name]
    if (member) members[name] = member
  }
  return { kind: 'object', members }
}
