import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { textProblem, toText } from './draft-text.ts'
import {
  type Draft,
  type DraftObject,
  type DraftRow,
  edited,
  exactOf,
  isUnreadable,
} from './edit-data.ts'
import { type FieldShape, type ObjectShape, isLeaf } from './field-shape.ts'

/**
 * One change of a draft. `path` is the control's wire path; for a removed row, its path when
 * loaded. `before` and `after` are wire values, undefined if there is none.
 */
export type Change = {
  path: string
  kind: 'set' | 'added' | 'removed' | 'moved'
  before?: Json
  after?: Json
}

/** All changes of a draft, field by field. Rows are matched by origin. */
export function changesOf(base: JsonObject, shape: ObjectShape, draft: DraftObject): Change[] {
  const changes: Change[] = []
  collect(base, shape, draft, '', changes)
  return changes
}

/** A control whose text cannot be sent, with the reason. `path` is the control's name. */
export type TextProblem = { path: string; message: string; text: string }

/** The controls whose text cannot be sent. */
export function problemsOf(
  base: JsonObject,
  shape: ObjectShape,
  draft: DraftObject,
): TextProblem[] {
  const problems: TextProblem[] = []
  findProblems(base, shape, draft, '', problems)
  return problems
}

/** True if the form contains anything typed: a change, or text that cannot be sent yet. */
export function hasEdits(base: JsonObject, shape: ObjectShape, draft: DraftObject): boolean {
  return changesOf(base, shape, draft).length > 0 || problemsOf(base, shape, draft).length > 0
}

function collect(
  base: Json | undefined,
  shape: FieldShape,
  draft: Draft | undefined,
  path: string,
  changes: Change[],
): void {
  if (draft === undefined) return
  if (isLeaf(shape) || isUnreadable(base, shape)) {
    const after = edited(base, shape, draft)
    if (after !== base) changes.push({ path, kind: 'set', before: base, after })
  } else if (shape.kind === 'list') {
    if (Array.isArray(draft))
      collectRows(Array.isArray(base) ? base : [], shape.item, draft, path, changes)
  } else if (shape.kind === 'object' && typeof draft === 'object' && !Array.isArray(draft)) {
    collectMembers(base, shape, draft, path, changes)
  }
}

function collectMembers(
  base: Json | undefined,
  shape: ObjectShape,
  draft: DraftObject,
  path: string,
  changes: Change[],
): void {
  if (draft.$cleared && base !== null && base !== undefined) {
    changes.push({ path, kind: 'removed', before: base, after: null })
    return
  }
  const members = isJsonObject(base) ? base : {}
  for (const name of new Set([...Object.keys(shape.members), ...Object.keys(draft.$exact ?? {})])) {
    const before = Object.hasOwn(members, name) ? members[name] : undefined
    const exact = exactOf(draft, name)
    const member = shape.members[name]
    if (
      exact &&
      !(
        Object.hasOwn(members, name) === (exact.value !== undefined) &&
        JSON.stringify(exact.value) === JSON.stringify(before)
      )
    ) {
      changes.push({ path: join(path, name), kind: 'set', before, after: exact.value })
    } else if (!exact && member) {
      collect(before, member, draft[name] as Draft | undefined, join(path, name), changes)
    }
  }
}

function collectRows(
  base: Json[],
  item: FieldShape,
  draft: DraftRow[],
  path: string,
  changes: Change[],
): void {
  const remaining = new Set(draft.map((row) => row.$base))
  base.forEach((row, index) => {
    if (!remaining.has(index))
      changes.push({ path: join(path, index), kind: 'removed', before: row })
  })
  // A row has moved only if it precedes a row that it used to follow; removed rows above it do not
  // count.
  let highest = -1
  draft.forEach((row, index) => {
    if (row.$base === null) {
      const after = edited(undefined, item, row)
      if (after !== undefined) changes.push({ path: join(path, index), kind: 'added', after })
      return
    }
    if (row.$base < highest)
      changes.push({ path: join(path, index), kind: 'moved', before: row.$base, after: index })
    highest = Math.max(highest, row.$base)
    collect(base[row.$base], item, row, join(path, index), changes)
  })
}

function findProblems(
  base: Json | undefined,
  shape: FieldShape,
  draft: unknown,
  path: string,
  problems: TextProblem[],
): void {
  if (isLeaf(shape)) {
    if (typeof draft !== 'string' || draft === (toText(base, shape) ?? '')) return
    const message = textProblem(draft, shape, path)
    if (message) problems.push({ path, message, text: draft })
  } else if (shape.kind === 'list') {
    const rows = Array.isArray(base) ? base : []
    if (Array.isArray(draft))
      draft.forEach((row: DraftRow, i) =>
        findProblems(
          row.$base === null ? undefined : rows[row.$base],
          shape.item,
          row,
          join(path, i),
          problems,
        ),
      )
  } else if (shape.kind === 'object' && isJsonObject(draft)) {
    if (draft.$cleared) return
    const members = isJsonObject(base) ? base : {}
    for (const [name, member] of Object.entries(shape.members))
      findProblems(members[name], member, draft[name], join(path, name), problems)
  }
}

function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}
