import type { Issue } from '#lib/core/result.ts'
import { type ObjectShape, isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import type { Mark, Marks } from './mark-store.ts'

/**
 * Complaints at their controls or sections, those that belong to neither, and the first place to go
 * to.
 */
export type PlacedIssues = {
  marks: Map<string, Mark[]>
  unplaced: string[]
  firstBad: string | undefined
}

/**
 * Places complaints by their wire paths; `from` says whether the form makes them or the partner's
 * refusal.
 */
export function issueMarks(
  issues: readonly Issue[],
  from: 'form' | 'refused',
  shape: ObjectShape,
): PlacedIssues {
  const marks = new Map<string, Mark[]>()
  const unplaced: string[] = []
  for (const { path, message } of issues) {
    const name = placeOf(path, shape)
    if (name === undefined) unplaced.push(path === '' ? message : `${path}: ${message}`)
    else marks.set(name, [...(marks.get(name) ?? []), { from, severity: 'error', message }])
  }
  return { marks, unplaced, firstBad: marks.keys().next().value }
}

/**
 * The control at a path, or the one around it: a list of words is one control, an object is a
 * section.
 */
function placeOf(path: string, shape: ObjectShape): string | undefined {
  if (path === '') return undefined
  const parts = path.split('.')
  for (let length = 1; length <= parts.length; length += 1) {
    const name = parts.slice(0, length).join('.')
    const member = shapeAt(shape, name)
    if (member === undefined) return length === 1 ? undefined : parts.slice(0, length - 1).join('.')
    if (isLeaf(member)) return name
  }
  return path
}

/** Marks of two sources by field, without saying one thing twice. */
export function joinMarks(first: Marks | undefined, second: Marks): Marks {
  if (!first || first.size === 0) return second
  const all = new Map(first)
  for (const [name, marks] of second) {
    const known = all.get(name) ?? []
    all.set(name, [
      ...known,
      ...marks.filter(({ message }) => !known.some((mark) => mark.message === message)),
    ])
  }
  return all
}
