import { type Json, type JsonObject, isJsonObject, isRawJson, parseExact } from '#lib/core/json.ts'
import { fromText, toText } from './draft-text.ts'
import { type FieldShape, type ObjectShape, isLeaf } from './field-shape.ts'

/** What the form holds: text for each control, objects as they nest, and rows for lists of objects. */
export type Draft = string | DraftObject | DraftRow[]

/**
 * The draft of an object. `$cleared` says that the person removed the whole object. `$exact` names members whose blank
 * control stands for something that no control can say: the JSON text to send, '' for a member that is not sent at all.
 */
export type DraftObject = {
  [member: string]: Draft | Exact | boolean | number | null | undefined
  $cleared?: boolean
  $exact?: Exact
}

type Exact = { [member: string]: string }

/** One row of a list. `$base` is its position in the loaded list, null for a new row: it survives every move. */
export type DraftRow = DraftObject & { $base: number | null }

/** The update body that would change nothing: the members of a loaded capture under the names that a PATCH uses. */
export function bodyOf(capture: JsonObject, header: readonly string[]): JsonObject {
  const body: JsonObject = {}
  for (const name of header) if (Object.hasOwn(capture, name)) body[name] = capture[name]!
  if (Object.hasOwn(capture, 'charge_capture_data')) body.data = capture.charge_capture_data!
  return body
}

/** The form's draft of a loaded value. Values of the wrong type have no text, so their draft is ''. */
export function draftOf(base: Json | undefined, shape: FieldShape): Draft {
  if (isLeaf(shape)) return toText(base, shape) ?? ''
  if (shape.kind === 'list') return Array.isArray(base) ? base.map((item, index) => rowOf(item, shape.item, index)) : []
  return objectDraft(base, shape as ObjectShape)
}

/** A new, empty row for a list of objects. */
export function newRow(item: FieldShape): DraftRow {
  return { ...(draftOf(undefined, item) as DraftObject), $base: null }
}

/** A row as a new one: what can be seen of it, the rows inside it included, and nothing of where it was loaded from. */
export function copyOfRow(row: DraftRow): DraftRow {
  return { ...(copyOf(row) as DraftObject), $base: null }
}

/**
 * The loaded value with the draft's edits and nothing else changed. Where the draft still reads as it was drawn, the
 * loaded value comes back itself: unknown members, null against missing, number spelling and odd values all stay.
 * An emptied field becomes null, an emptied list []; text that means nothing on the wire leaves the loaded value, and
 * so does an unreadable value until something is put in its place.
 */
export function edited(base: Json | undefined, shape: FieldShape, draft: Draft | undefined): Json | undefined {
  if (draft === undefined) return base
  if (isUnreadable(base, shape) && !isCleared(draft)) return edited(undefined, shape, draft) ?? base
  if (isLeaf(shape)) return typeof draft === 'string' ? editedLeaf(base, shape, draft) : base
  if (shape.kind === 'list') return Array.isArray(draft) ? editedList(base, shape.item, draft) : base
  return typeof draft === 'object' && !Array.isArray(draft) ? editedObject(base, shape as ObjectShape, draft) : base
}

/** What a member is sent as instead of its blank control, where a person said so exactly; undefined where none did. */
export function exactOf(draft: DraftObject, name: string): { value: Json | undefined } | undefined {
  const text = draft.$exact && Object.hasOwn(draft.$exact, name) ? draft.$exact[name] : undefined
  if (text === undefined || !isBlankDraft(draft[name] as Draft | undefined)) return undefined
  return { value: text === '' ? undefined : parseExact(text) }
}

/** The PATCH body of a draft: the header members that changed, and always the whole data. */
export function patchOf(base: JsonObject, shape: ObjectShape, draft: DraftObject): JsonObject {
  const next = edited(base, shape, draft) as JsonObject
  const body: JsonObject = {}
  for (const [name, value] of Object.entries(next)) {
    if (name === 'data' || value !== base[name] || !Object.hasOwn(base, name)) body[name] = value
  }
  return body
}

/** True for a loaded value that its field cannot hold (a number for a name, an object for a list). */
export function isUnreadable(base: Json | undefined, shape: FieldShape): boolean {
  if (base === null || base === undefined) return false
  if (isLeaf(shape)) return toText(base, shape) === undefined
  return shape.kind === 'list' ? !Array.isArray(base) : !isJsonObject(base)
}

/** True for a draft in which nothing stands; whether an object was removed does not count. */
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
  for (const [name, member] of Object.entries(shape.members)) draft[name] = draftOf(members[name], member)
  return draft
}

function editedLeaf(base: Json | undefined, shape: FieldShape, text: string): Json | undefined {
  if (text === (toText(base, shape) ?? '')) return base
  if (text.trim() === '') return base === null || base === undefined ? base : shape.kind === 'list' ? [] : null
  const meaning = fromText(text, shape)
  return meaning === undefined || JSON.stringify(meaning.value) === JSON.stringify(base) ? base : meaning.value
}

function editedObject(base: Json | undefined, shape: ObjectShape, draft: DraftObject): Json | undefined {
  if (draft.$cleared) return base === null || base === undefined ? base : null
  const before: JsonObject = isJsonObject(base) ? base : {}
  let after = before
  for (const name of new Set([...Object.keys(shape.members), ...Object.keys(draft.$exact ?? {})])) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    const exact = exactOf(draft, name)
    const member = shape.members[name]
    const value = exact ? exact.value : member && edited(old, member, draft[name] as Draft | undefined)
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
  // A new row at the end that was never filled in is not sent; one in the middle stays, so that positions agree.
  for (let last = draft.length - 1; last >= 0 && draft[last]!.$base === null && isEmpty(after[last]); last -= 1)
    after.length = last
  return after.length === before.length && after.every((value, index) => value === before[index]) ? base : after
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
      name.startsWith('$') || typeof member !== 'object' || member === null ? member : copyOf(member as Draft),
    ]),
  )
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (isRawJson(a) && isRawJson(b) && JSON.stringify(a) === JSON.stringify(b))
}
