import { issuesOf } from '#components/form/writing/create-state.ts'
import type { Mark, Marks } from '#components/form/marks/mark-store.ts'
import type { Json } from '#lib/core/json.ts'
import { type ObjectShape, isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { marksByName, placeRemarks } from '#components/charge-captures/checks/field-marks.ts'
import type { CreateState } from './use-create-capture.ts'

const taken = { path: 'charge_external_id', message: 'This ID is already used.' }

/** The complaints about a creation at their controls; those that belong to no control; the first control to go to. */
export function createMarks(
  state: CreateState,
  data: Json | undefined,
  shape: ObjectShape,
): { marks: Marks; unplaced: string[]; firstBad: string | undefined } {
  const from: Mark['from'] = state.kind === 'invalid' ? 'form' : 'refused'
  const remarks = issuesOf(state, taken).map(({ path, message }) => ({
    field: path,
    mark: { from, severity: 'error' as const, message },
  }))
  // The header's own members have no place in the data; their names are their controls' names.
  const own = remarks
    .filter(({ field }) => isControl(field, shape))
    .map((remark) => ({ ...remark, name: remark.field }))
  const placed = [
    ...own,
    ...placeRemarks(
      remarks.filter(({ field }) => !isControl(field, shape)),
      data,
      shape,
      shape,
    ),
  ]
  const unplaced = placed
    .filter(({ name }) => name === undefined)
    .map(({ field, mark }) => (field ? `${field}: ${mark.message}` : mark.message))
  return { marks: marksByName(placed), unplaced, firstBad: placed.find(({ name }) => name !== undefined)?.name }
}

function isControl(field: string, shape: ObjectShape): boolean {
  const member = shapeAt(shape, field)
  return member !== undefined && isLeaf(member)
}
