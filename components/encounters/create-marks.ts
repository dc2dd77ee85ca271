import { issuesOf } from '#components/form/create-state.ts'
import type { Mark } from '#components/form/mark-store.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { isLeaf, shapeAt } from '#lib/rules/field-shape.ts'
import type { CreateState } from './use-create-encounter.ts'

const taken = { path: 'external_id', message: 'Another encounter has this external id.' }

/** The complaints about a creation at their controls or sections, those that belong to neither, and the first place to go to. */
export function createMarks(state: CreateState, shape: ObjectShape): { marks: Map<string, Mark[]>; unplaced: string[]; firstBad: string | undefined } {
  const marks = new Map<string, Mark[]>()
  const unplaced: string[] = []
  const from = state.kind === 'invalid' ? 'form' : 'refused'
  for (const { path, message } of issuesOf(state, taken)) {
    const name = placeOf(path, shape)
    if (name === undefined) unplaced.push(path === '' ? message : `${path}: ${message}`)
    else marks.set(name, [...(marks.get(name) ?? []), { from, severity: 'error', message }])
  }
  return { marks, unplaced, firstBad: marks.keys().next().value }
}

/** The control that a path leads to, or what stands around it: a list of words is one control, an object is a section. */
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
