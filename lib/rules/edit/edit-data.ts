import { type Json, type JsonObject, isJsonObject, isRawJson, parseExact } from '#lib/core/json.ts'
import { fromText, toText } from './draft-text.ts'
import { type FieldShape, type ObjectShape, isLeaf } from './field-shape.ts'

/** The form's values: text for each control, nested objects, and rows for lists of objects. */
export type Draft = string | DraftObject | DraftRow[]

/**
 * The draft of an object. `$cleared` means that the person removed the whole object. `$exact` holds
 * JSON text to send for members with a blank control that no control can express; '' means that the
 * member is not sent.
 */
export type DraftObject = {
  [member: string]: Draft | Exact | boolean | number | null | undefined
  $cleared?: boolean
  $exact?: Exact
}

type Exact = { [member: string]: string }

/**
 * One row of a list. `$base` is its index in the loaded list, null for a new row. It does not
 * change when the row moves.
 */
export type DraftRow = DraftObject & { $base: number | null }

/** The update body that changes nothing: a loaded capture's members under the names of a PATCH. */
export function bodyOf(capture: JsonObject, header: readonly string[]): JsonObject {
  const body: JsonObject = {}
  for (const name of header) if (Object.hasOwn(capture, name)) body[name] = capture[name]!
  if (Object.hasOwn(capture, 'charge_capture_data')) body.data = capture.charge_capture_data!
  return body
}

/** The draft of a loaded value. A value of the wrong type has no text, so its draft is ''. */
export function draftOf(base: Json | undefined, shape: FieldShape): Draft {
  if (isLeaf(shape)) return toText(base, shape) ?? ''
  if (shape.kind === 'list')
    return Array.isArray(base) ? base.map((item, index) => rowOf(item, shape.item, index)) : []
  return objectDraft(base, shape as ObjectShape)
}

/** A new, empty row for a list of objects. */
export function newRow(item: FieldShape): DraftRow {
  return { ...(draftOf(undefined, item) as DraftObject), $base: null }
}

/** Copies a row, including nested rows, as a new row without origin. */
export function copyOfRow(row: DraftRow): DraftRow {
  return { ...(copyOf(row) as DraftObject), $base: null }
}

/**
 * Applies the draft's edits to the loaded value and changes nothing else. An unchanged control
 * returns the loaded value itself: unknown members, null or missing, number spelling and odd values
 * stay. A cleared field becomes null, a cleared list []. Invalid text and an untouched unreadable
 * value keep the loaded value.
 */
export function edited(
  base: Json | undefined,
  shape: FieldShape,
  draft: Draft | undefined,
): Json | undefined {
  if (draft === undefined) return base
  if (isUnreadable(base, shape) && !isCleared(draft)) return edited(undefined, shape, draft) ?? base
  if (isLeaf(shape)) return typeof draft === 'string' ? editedLeaf(base, shape, draft) : base
  if (shape.kind === 'list')
    return Array.isArray(draft) ? editedList(base, shape.item, draft) : base
  return typeof draft === 'object' && !Array.isArray(draft)
    ? editedObject(base, shape as ObjectShape, draft)
    : base
}

/** The exact value to send instead of a blank control; undefined if there is none. */
export function exactOf(draft: DraftObject, name: string): { value: Json | undefined } | undefined {
  const text = draft.$exact && Object.hasOwn(draft.$exact, name) ? draft.$exact[name] : undefined
  if (text === undefined || !isBlankDraft(draft[name] as Draft | undefined)) return undefined
  return { value: text === '' ? undefined : parseExact(text) }
}

/** The PATCH body of a draft: the changed header members, and always the whole data. */
export function patchOf(base: JsonObject, shape: ObjectShape, draft: DraftObject): JsonObject {
  const next = edited(base, shape, draft) as JsonObject
  const body: JsonObject = {}
  for (const [name, value] of Object.entries(next)) {
    if (name === 'data' || value !== base[name] || !Object.hasOwn(base, name)) body[name] = value
  }
  return body
}

/**
 * True for a loaded value that its field cannot hold (a number for a name, an object for a list).
 */
export function isUnreadable(base: Json | undefined, shape: FieldShape): boolean {
  if (base === null || base === undefined) return false
  if (isLeaf(shape)) return toText(base, shape) === undefined
  return shape.kind === 'list' ? !Array.isArray(base) : !isJsonObject(base)
}

/** True for a draft without any text. A removed object does not count. */
export function isBlankDraft(draft: Draft | undefined): boolean {
  if (draft === undefined || typeof draft === 'string') return !draft
  if (Array.isArray(draft)) return draft.length === 0
  return Object.entries(draft).every(([name, member]) =>
    name.startsWith('$') ? name !== '$exact' : isBlankDraft(member as Draft | undefined),
  )
}

function rowOf(item: Json, shape: FieldShape, index: number): DraftRow {
  return { ...objectDraft(item, shape as ObjectShape), $base: index }
}

function objectDraft(base: Json | undefined, shape: ObjectShape): DraftObject {
  const draft: DraftObject = {}
  const members = isJsonObject(base) ? base : {}
  for (const [name, member] of Object.entries(shape.members))
    draft[name] = draftOf(members[name], member)
  return draft
}

function editedLeaf(base: Json | undefined, shape: FieldShape, text: string): Json | undefined {
  if (text === (toText(base, shape) ?? '')) return base
  if (text.trim() === '')
    return base === null || base === undefined ? base : shape.kind === 'list' ? [] : null
  const meaning = fromText(text, shape)
  return meaning === undefined || JSON.stringify(meaning.value) === JSON.stringify(base)
    ? base
    : meaning.value
}

function editedObject(
  base: Json | undefined,
  shape: ObjectShape,
  draft: DraftObject,
): Json | undefined {
  if (draft.$cleared) return base === null || base === undefined ? base : null
  const before: JsonObject = isJsonObject(base) ? base : {}
  let after = before
  for (const name of new Set([...Object.keys(shape.members), ...Object.keys(draft.$exact ?? {})])) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    const exact = exactOf(draft, name)
    const member = shape.members[name]
    const value = exact
      ? exact.value
      : member && edited(old, member, draft[name] as Draft | undefined)
    if (same(value, old) && (value !== undefined || !Object.hasOwn(after, name))) continue
    if (after === before) after = { ...before }
    if (value === undefined) delete after[name]
    else after[name] = value
  }
  return after === before ? base : after
}

function editedList(base: Json | undefined, item: FieldShape, draft: DraftRow[]): Json | undefined {
  const before: Json[] = Array.isArray(base) ? base : []
  const after = draft.map((row) =>
    row.$base === null || row.$base >= before.length
      ? (edited(undefined, item, row) ?? {})
      : edited(before[row.$base], item, row)!,
  )
  // An untouched new row at the end is not sent. In the middle it stays, so that indexes agree.
  for (
    let last = draft.length - 1;
    last >= 0 && draft[last]!.$base === null && isEmpty(after[last]);
    last -= 1
  )
    after.length = last
  return after.length === before.length && after.every((value, index) => value === before[index])
    ? base
    : after
}

function isEmpty(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0
}

function isCleared(draft: Draft): boolean {
  return typeof draft === 'object' && !Array.isArray(draft) && draft.$cleared === true
}

function copyOf(draft: Draft): Draft {
  if (typeof draft === 'string') return draft
  if (Array.isArray(draft)) return draft.map(copyOfRow)
  return Object.fromEntries(
    Object.entries(draft).map(([name, member]) => [
      name,
      name.startsWith('$') || typeof member !== 'object' || member === null
        ? member
        : copyOf(member as Draft),
    ]),
  )
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (isRawJson(a) && isRawJson(b) && JSON.stringify(a) === JSON.stringify(b))
}
