import { isJsonObject, sameJson, toNumber, type Json, type JsonObject } from '#lib/core/json.ts'
import { readTypedDate, termsOfField } from '#lib/core/typed-date.ts'
import type { Issue } from '#lib/core/result.ts'
import { cellFault } from '#lib/core/table-text.ts'
import { fieldLabel, rowNoun } from '#lib/contract/field-labels.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { choiceIn, mendedCell } from '#lib/rules/codes/mended.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import { fromText, textProblem, toText } from '#lib/rules/edit/draft-text.ts'
import { isLeaf, shapeAt, type FieldShape, type ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { afterRemoving } from '#lib/rules/lines/repoint.ts'

/**
 * One change to many captures, as a person asks for it. Paths are dotted wire paths of the update
 * body (`data.rendering_provider.npi`, `status`); `*` stands for every row of a list
 * (`data.service_lines.*.units`). Values are the texts of form controls. `map` takes each capture's
 * value from a file (`readValueFile`): without the lines `leave_out`, which a person chose to leave
 * out, and with `is_table` the file is what a table of values says.
 */
export type AskedChange =
  | { kind: 'set'; path: string; text: string }
  | { kind: 'clear'; path: string }
  | { kind: 'replace'; path: string; find: string; text: string }
  | { kind: 'add-row'; path: string; members: { path: string; text: string }[] }
  | { kind: 'remove-row'; path: string; member: string; text: string }
  | {
      kind: 'map'
      path: string
      file: string
      leave_out?: number[] | undefined
      is_table?: boolean | undefined
    }

/**
 * A change whose values are read. `values` has the value of each charge external id; `finds` the
 * value that a capture must still have, as the text of a control, where a person saw it. With
 * `written`, what a check would write into the controls of a body, nothing else is set.
 */
export type ReadChange =
  | { kind: 'set'; path: string; value: Json }
  | { kind: 'clear'; path: string; shape: FieldShape }
  | { kind: 'replace'; path: string; shape: FieldShape; find: string; value: Json }
  | { kind: 'add-row'; path: string; value: Json }
  | { kind: 'remove-row'; path: string; shape: FieldShape; member: string; find: string }
  | {
      kind: 'map'
      path: string
      shape: FieldShape
      values: ReadonlyMap<string, Json>
      finds: ReadonlyMap<string, string>
      written?: (body: JsonObject) => (name: string) => readonly { value: Json }[]
    }

/** A capture's body with the change in it, or why the change does not fit this capture. */
export type Applied =
  | { kind: 'changed'; after: JsonObject }
  | { kind: 'same' }
  | { kind: 'unfit'; words: string }

/**
 * The shape at a path with `*` for rows; undefined for a path that the update body does not have.
 */
export function shapeOfPath(shape: ObjectShape, path: string): FieldShape | undefined {
  return shapeAt(shape, path.replaceAll('*', '0'))
}

/**
 * Reads what a person asked for; issues are at the members of the request (`path`, `text`, `find`,
 * `members.0.text`). A `map` is read by `readValueFile`.
 */
export function readChange(
  asked: Exclude<AskedChange, { kind: 'map' }>,
  shape: ObjectShape,
): ReadChange | { issues: Issue[] } {
  const { path } = asked
  const at = shapeOfPath(shape, path)
  if (!at) return refused('path', 'Choose a field.')
  if (asked.kind === 'add-row' || asked.kind === 'remove-row') {
    if (at.kind !== 'list') return refused('path', 'Choose a list of rows.')
    return asked.kind === 'add-row' ? readRow(asked, at.item) : readRemoval(asked, at.item)
  }
  if (!isLeaf(at)) return refused('path', 'Choose one field, not a section.')
  if (asked.kind === 'clear') return { kind: 'clear', path, shape: at }
  const value = readValue(asked.text, at, path)
  if ('problem' in value) return refused('text', value.problem)
  if (asked.kind === 'set') return { kind: 'set', path, value: value.value }
  return { kind: 'replace', path, shape: at, find: asControl(asked.find, at), value: value.value }
}

// An amount is found as it is typed ("103.4") and as it is shown ("$103.40").
function asControl(text: string, shape: FieldShape): string {
  const meaning = text === '' ? undefined : fromText(text, shape)
  return (meaning && 'value' in meaning ? toText(meaning.value, shape) : undefined) ?? text
}

/**
 * The wire value of a control's text for a field, or its problem; a date may be written as in the
 * US. Unknown codes, dates and NPIs
 * count as problems.
 */
export function readValue(
  typed: string,
  shape: FieldShape,
  path: string,
): { value: Json } | { problem: string } {
  if (typed.trim() === '') return { problem: 'Enter a value.' }
  const day = shape.kind === 'date' ? readTypedDate(typed, termsOfField(path)) : undefined
  if (day && 'problem' in day) return day
  const text = day?.date ?? mendedText(typed, shape, path)
  const problem = cellFault(text.trim()) ?? textProblem(text, shape, path)
  if (problem) return { problem }
  if (shape.kind === 'choice' && !shape.values.includes(text))
    return { problem: 'Choose one of the values.' }
  if (/(^|[._])npi$/.test(path) && !isNpi(text)) return { problem: 'This isn’t a valid NPI.' }
  return fromText(text, shape) ?? { problem: 'Enter a valid value.' }
}

// The preview shows what becomes of a value.
function mendedText(typed: string, shape: FieldShape, path: string): string {
  if (shape.kind !== 'choice' && shape.kind !== 'text') return typed
  const text = mendedCell(path.split('.').at(-1)!, typed)
  return shape.kind === 'choice' ? (choiceIn(text, shape.values) ?? text) : text
}

/**
 * Applies a change to an update body (`contentOf`, numbers by `parseExact`). Whatever the change
 * does not name stays the same object, so that its text stays the same. The body itself is never
 * changed.
 */
export function applyChange(body: JsonObject, change: ReadChange): Applied {
  const after = changed(body, change)
  if (after instanceof Unfit) return { kind: 'unfit', words: after.words }
  return after === undefined || sameJson(after, body)
    ? { kind: 'same' }
    : { kind: 'changed', after }
}

/** True for a change of what pre-encounter records fill: the partner would put their value back. */
export function isFilledByRecords(path: string): boolean {
  return preEncounterFilledMembers.some((name) => `${path}.`.startsWith(`data.${name}.`))
}

/**
 * The update body that takes a change back: the members that `after` changed, as `before` had them.
 * A header member that was not there is cleared, because an omitted one stays as it is.
 */
export function undoBody(before: JsonObject, after: JsonObject): JsonObject {
  const body: JsonObject = {}
  for (const name of Object.keys(after))
    if (!sameJson(before[name], after[name])) body[name] = before[name] ?? null
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) body[name] = before[name]!
  return body
}

/** The words of a new value that is not the present one as a check would write it. */
export const otherThanWritten =
  'The chart decides this. Only the same value, as it must be written, is set for many.'

/** The words of a capture that a file has no value for. */
export const notInFile = 'Not in the file.'

class Unfit {
  readonly words: string
  constructor(words: string) {
    this.words = words
  }
}

// Undefined: nothing to change here.
function changed(body: JsonObject, change: ReadChange): JsonObject | Unfit | undefined {
  if (change.kind === 'map') return mapped(body, change)
  if (change.kind === 'set') return setAt(body, change.path, () => change.value)
  if (change.kind === 'clear')
    return setAt(body, change.path, (now) =>
      now === undefined || now === null ? now : change.shape.kind === 'list' ? [] : null,
    )
  if (change.kind === 'replace') {
    const { find, value, shape } = change
    return setAt(body, change.path, (now) => (toText(now, shape) === find ? value : now))
  }
  if (change.kind === 'add-row')
    return setAt(body, change.path, (now) =>
      Array.isArray(now)
        ? [...now, change.value]
        : now === null || now === undefined
          ? [change.value]
          : now,
    )
  return withoutRows(body, change)
}

// Only the value that a person saw is replaced: of several lines the right ones stay as they are.
function mapped(
  body: JsonObject,
  { path, shape, values, finds, written }: ReadChange & { kind: 'map' },
) {
  const id = typeof body.charge_external_id === 'string' ? body.charge_external_id : ''
  const value = values.get(id)
  if (value === undefined) return new Unfit(notInFile)
  const find = finds.get(id)
  const writtenAt = written?.(body)
  let isThere = false
  let isOther = false
  const after = setAt(body, path, (now, name) => {
    const isSame = sameJson(now ?? null, value)
    if (find !== undefined && toText(now, shape)?.trim() !== find && !isSame) return now
    const isFit =
      !writtenAt || isSame || writtenAt(name).some((each) => sameJson(each.value, value))
    if (isFit) isThere = true
    else isOther = true
    return isFit ? value : now
  })
  if (isThere || after instanceof Unfit) return after
  return new Unfit(isOther ? otherThanWritten : 'It no longer has this value.')
}

function withoutRows(
  body: JsonObject,
  { path, shape, member, find }: ReadChange & { kind: 'remove-row' },
) {
  let gone: number[] = []
  let count = 0
  const after = setAt(body, path, (now) => {
    if (!Array.isArray(now)) return now
    const isGone = (row: Json) =>
      toText(member === '' ? row : isJsonObject(row) ? row[member] : undefined, shape) === find
    gone = now.flatMap((row, index) => (isGone(row) ? [index] : []))
    count = now.length
    return gone.length === 0 ? now : now.filter((_, index) => !gone.includes(index))
  })
  if (
    path !== 'data.diagnoses' ||
    gone.length === 0 ||
    after instanceof Unfit ||
    after === undefined
  )
    return after
  // Pointers are indices: each keeps the diagnosis that it named.
  return setAt(after, 'data.service_lines.*.diagnosis_pointers', (pointers) => {
    if (!Array.isArray(pointers)) return pointers
    return gone.toReversed().reduce<Json[]>((now, at, index) => {
      const moved = afterRemoving(at, count - index)
      return now.flatMap((pointer) => {
        const number = toNumber(pointer)
        const next =
          number !== undefined && Number.isInteger(number) && number >= 0 ? moved(number) : pointer
        return next === null ? [] : [next === number ? pointer : next]
      })
    }, pointers)
  })
}

/** The new value at a place of the body, by its control's name. */
type Next = (now: Json | undefined, name: string) => Json | undefined

/**
 * Sets the values at a path, a copy of the containers on the way only. Undefined where there is
 * nothing to set.
 */
function setAt(body: JsonObject, path: string, next: Next): JsonObject | Unfit | undefined {
  const after = put(body, path.split('.'), next)
  return after instanceof Unfit || isJsonObject(after) ? after : undefined
}

function put(
  now: Json | undefined,
  parts: readonly string[],
  next: Next,
  list = '',
  at: readonly string[] = [],
): Json | Unfit | undefined {
  const [part, ...rest] = parts
  if (part === undefined) return next(now, at.join('.'))
  if (part === '*' || /^\d+$/.test(part)) return putRows(now, part, rest, next, list, at)
  if (now !== undefined && now !== null && !isJsonObject(now))
    return new Unfit(`${fieldLabel(list || part)} has an unexpected value.`)
  const members: JsonObject = isJsonObject(now) ? now : {}
  const before = Object.hasOwn(members, part) ? members[part] : undefined
  const value = put(before, rest, next, part, [...at, part])
  if (value instanceof Unfit) return value
  if (value === before || value === undefined) return now
  return { ...members, [part]: value }
}

function putRows(
  now: Json | undefined,
  part: string,
  rest: readonly string[],
  next: Next,
  list: string,
  at: readonly string[],
): Json | Unfit | undefined {
  const rows = Array.isArray(now) ? now : []
  if (part === '*' && rows.length === 0) return new Unfit(`Has no ${rowNoun(list)}.`)
  if (part !== '*' && Number(part) >= rows.length)
    return new Unfit(`Has no ${rowNoun(list)} ${Number(part) + 1}.`)
  let after = rows
  for (const [index, row] of rows.entries()) {
    if (part !== '*' && index !== Number(part)) continue
    const value = put(row, rest, next, list, [...at, String(index)])
    if (value instanceof Unfit) return value
    if (value === row || value === undefined) continue
    if (after === rows) after = [...rows]
    after[index] = value
  }
  return after
}

function readRow(
  { path, members }: AskedChange & { kind: 'add-row' },
  item: FieldShape,
): ReadChange | { issues: Issue[] } {
  if (isLeaf(item)) {
    const value = readValue(members[0]?.text ?? '', item, path)
    return 'problem' in value
      ? refused('members.0.text', value.problem)
      : { kind: 'add-row', path, value: value.value }
  }
  const issues: Issue[] = []
  let row: JsonObject = {}
  for (const [index, member] of members.entries()) {
    if (member.text.trim() === '') continue
    const shape = shapeAt(item, member.path)
    const value =
      shape && isLeaf(shape)
        ? readValue(member.text, shape, member.path)
        : { problem: 'This field isn’t known.' }
    if ('problem' in value) issues.push({ path: `members.${index}.text`, message: value.problem })
    else row = setAt(row, member.path, () => value.value) as JsonObject // a new object has no lists on the way
  }
  if (issues.length > 0) return { issues }
  if (Object.keys(row).length === 0) return refused('members.0.text', 'Fill in at least one field.')
  return { kind: 'add-row', path, value: row }
}

function readRemoval(
  { path, member, text }: AskedChange & { kind: 'remove-row' },
  item: FieldShape,
): ReadChange | { issues: Issue[] } {
  const shape = member === '' ? item : shapeAt(item, member)
  if (!shape || !isLeaf(shape) || member.includes('.'))
    return refused('member', 'Choose a field of the row.')
  if (text.trim() === '') return refused('text', 'Enter a value.')
  return { kind: 'remove-row', path, shape, member, find: text }
}

function refused(path: string, message: string): { issues: Issue[] } {
  return { issues: [{ path, message }] }
}
