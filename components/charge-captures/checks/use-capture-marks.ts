'use client'
import { useMemo } from 'react'
import { issuesOf } from '#components/form/writing/create-state.ts'
import type { Marks } from '#components/form/marks/mark-store.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { type CaptureError, type LoadedCapture, errorsOf } from '#components/charge-captures/loaded-capture.ts'
import { marksByName, placeOf, placeRemarks, type Remark } from './field-marks.ts'
import type { SaveState } from '#components/charge-captures/saving/use-capture-save.ts'

/** A partner's error with the control or section that it belongs to; `name` is undefined when nothing is known by it. */
export type PlacedError = CaptureError & { name: string | undefined }

/** What is said about the capture's fields. `unplaced` are complaints about a save that belong to no field shown here. */
export type CaptureMarks = { errors: PlacedError[]; marks: Marks; unplaced: string[]; firstBad: string | undefined }

/** Places the partner's errors and the complaints about the last save at their fields. */
export function useCaptureMarks(
  loaded: LoadedCapture,
  body: ObjectShape,
  editable: ObjectShape,
  state: SaveState,
): CaptureMarks {
  return useMemo(() => marksOf(loaded, body, editable, state), [loaded, body, editable, state])
}

/** The same, outside of rendering: for finding the first field to focus once a save has failed. */
export function marksOf(
  loaded: LoadedCapture,
  body: ObjectShape,
  editable: ObjectShape,
  state: SaveState,
): CaptureMarks {
  const data = loaded.base.data
  const errors = errorsOf(loaded).map((error) => ({ ...error, name: placeOf(error.field, data, body, editable) }))
  const said: Remark[] = errors.map((error) => ({
    field: error.field,
    mark: { from: 'partner', severity: 'error', message: error.message },
  }))
  const refusals: Remark[] = issuesOf(state).map((issue) => ({
    field: issue.path,
    mark: { from: state.kind === 'invalid' ? 'form' : 'refused', severity: 'error', message: issue.message },
  }))
  const placed = placeRemarks(refusals, dataWithRoom(data), body, editable)
  const unplaced = placed
    .filter((remark) => remark.name === undefined)
    .map((remark) => (remark.field ? `${remark.field}: ${remark.mark.message}` : remark.mark.message))
  const firstBad = placed.find((remark) => remark.name !== undefined)?.name
  return { errors, marks: marksByName([...placeRemarks(said, data, body, editable), ...placed]), unplaced, firstBad }
}

// A refused save may name a row that was only added in the form: its index lies past what was loaded.
function dataWithRoom(data: LoadedCapture['base'][string] | undefined) {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return { service_lines: room, diagnoses: room }
  const lists = ['service_lines', 'diagnoses'].map((name) => [
    name,
    [...(Array.isArray(data[name]) ? data[name] : []), ...room],
  ])
  return { ...data, ...Object.fromEntries(lists) }
}

const room = Array.from({ length: 50 }, () => ({}))
