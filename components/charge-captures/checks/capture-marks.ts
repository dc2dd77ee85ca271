import type { PlacedIssues } from '#components/form/marks/issue-marks.ts'
import type { Marks } from '#components/form/marks/mark-store.ts'
import { withWrittenDates } from '#lib/core/local-date.ts'
import type { Issue } from '#lib/core/result.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import {
  type CaptureError,
  type LoadedCapture,
  errorsOf,
} from '#components/charge-captures/loaded-capture.ts'
import { marksByName, placeOf, placeRemarks } from './field-marks.ts'

/**
 * A partner's error with the control or section that it belongs to; `name` is undefined when
 * nothing is known by it.
 */
export type PlacedError = CaptureError & { name: string | undefined }

/**
 * A capture with the shape of its body, and the shape that the form edits, which has members of
 * this record alone too.
 */
export type ShapedCapture = LoadedCapture & { body: ObjectShape; shape: ObjectShape }

/** The partner's open errors of a capture, each with its place on the page. */
export function placedErrors(loaded: ShapedCapture): PlacedError[] {
  return errorsOf(loaded).map((error) => ({
    ...error,
    name: placeOf(error.field, loaded.base.data, loaded.body, loaded.shape),
  }))
}

/** The partner's open errors as marks at their fields. */
export function partnerMarks(loaded: ShapedCapture): Marks {
  return marksByName(
    placedErrors(loaded).map(({ field, name, message }) => ({
      field,
      name,
      mark: {
        from: 'partner' as const,
        severity: 'error' as const,
        message: withWrittenDates(message),
      },
    })),
  )
}

/** Places the complaints about a save; they may be about rows that only the form has. */
export function placeInCapture(
  issues: readonly Issue[],
  from: 'form' | 'refused',
  { base, body, shape }: Pick<ShapedCapture, 'base' | 'body' | 'shape'>,
): PlacedIssues {
  const remarks = issues.map(({ path, message }) => ({
    field: path,
    mark: { from, severity: 'error' as const, message },
  }))
  const placed = placeRemarks(remarks, dataWithRoom(base.data), body, shape)
  return {
    marks: marksByName(placed),
    unplaced: placed
      .filter(({ name }) => name === undefined)
      .map(({ field, mark }) => (field ? `${field}: ${mark.message}` : mark.message)),
    firstBad: placed.find(({ name }) => name !== undefined)?.name,
  }
}

// A refused save may name a row that only the form has: its index is behind the loaded rows.
function dataWithRoom(data: LoadedCapture['base'][string] | undefined) {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return { service_lines: room, diagnoses: room }
  const lists = ['service_lines', 'diagnoses'].map((name) => [
    name,
    [...(Array.isArray(data[name]) ? data[name] : []), ...room],
  ])
  return { ...data, ...Object.fromEntries(lists) }
}

const room = Array.from({ length: 50 }, () => ({}))
