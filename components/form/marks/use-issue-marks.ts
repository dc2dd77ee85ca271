'use client'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { JsonObject } from '#lib/core/json.ts'
import type { Failure, Issue } from '#lib/core/result.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { focusControl, focusFirst } from '#components/form/focus-control.ts'
import { issuesOf } from '#components/form/writing/create-state.ts'
import { issueMarks } from './issue-marks.ts'
import { makeMarkStore } from './mark-store.ts'
import { onceDrawn } from './once-drawn.ts'

type IssueMarksOptions = {
  /** How saving or creating stands. `invalid`: the form's own issues; `refused`: the partner's. */
  state: { kind: string; issues?: readonly Issue[]; failure?: Failure }
  /** What it means at a field that such a record exists already. */
  taken?: Issue
  shape: ObjectShape
  base: JsonObject
  readOnly?: boolean
}

/**
 * What a form is told, at its fields: `record` is for the RecordProvider, `unplaced` are the complaints that belong to
 * no field, `firstBad` is the first field with one. When complaints come, the first such field on the page takes the
 * focus, or the card of the refusal. `taken` must stay the same object from one drawing to the next.
 */
export function useIssueMarks({ state, taken, shape, base, readOnly = false }: IssueMarksOptions) {
  const { marks, unplaced, firstBad } = useMemo(
    () => issueMarks(issuesOf(state, taken), state.kind === 'invalid' ? 'form' : 'refused', shape),
    [state, taken, shape],
  )
  const [store] = useState(() => makeMarkStore(marks))
  useLayoutEffect(() => store.put('said', marks), [store, marks])
  // Once it is drawn: until then the fields are closed, and a closed field takes no focus. A folded part that a
  // complaint opens is drawn after that.
  useEffect(
    () =>
      onceDrawn(() => {
        if (!focusFirst(marks.keys()) && (state.kind === 'refused' || state.kind === 'taken')) focusControl('refusal')
      }),
    [state, marks],
  )
  const record = useMemo(() => ({ shape, base, marks: store, readOnly }), [shape, base, store, readOnly])
  return { record, unplaced, firstBad }
}
