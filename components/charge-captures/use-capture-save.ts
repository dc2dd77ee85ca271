'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { saveChargeCapture } from '#lib/actions/write.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { Failure, Issue } from '#lib/core/result.ts'
import { failureOf } from '#lib/queries/reply.ts'
import { chargeCaptureQuery, saveReasonsQuery } from '#lib/queries/options.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { changesOf, problemsOf } from '#lib/rules/edit-changes.ts'
import type { DraftObject } from '#lib/rules/edit-data.ts'
import { patchOf } from '#lib/rules/edit-data.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import type { LoadedCapture } from './loaded-capture.ts'
import { toLoadedCapture } from './loaded-capture.ts'
import type { SaveOutcome } from './save-outcome.ts'
import { outcomeOf } from './save-outcome.ts'
import type { SavePast } from './use-save-gate.tsx'

/** How saving stands. `issues` are the form's own: nothing was sent while there are any. */
export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'unchanged' }
  | { kind: 'invalid'; issues: Issue[] }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'saved'; outcome: SaveOutcome }

/** Saves one charge capture: one PATCH with the whole data, then the records as they are now. */
export function useCaptureSave(id: string, loaded: LoadedCapture, shape: ObjectShape, onSaved: (next: LoadedCapture, sent: DraftObject) => void) {
  const client = useQueryClient()
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const busy = useRef(false)
  const settle = (next: SaveState): SaveState => {
    setState(next)
    return next
  }
  const save = async (draft: DraftObject, unfinished: readonly Issue[], past?: SavePast): Promise<SaveState> => {
    if (busy.current) return { kind: 'saving' }
    const issues = [...problemsOf(loaded.base, shape, draft), ...unfinished]
    if (issues.length > 0) return settle({ kind: 'invalid', issues })
    if (changesOf(loaded.base, shape, draft).length === 0) return settle({ kind: 'unchanged' })
    busy.current = true
    setState({ kind: 'saving' })
    try {
      return settle(await send(patchOf(loaded.base, shape, draft), draft, past))
    } finally {
      busy.current = false
    }
  }
  const send = async (body: JsonObject, draft: DraftObject, past: SavePast | undefined): Promise<SaveState> => {
    // Text, not values: numbers must arrive as they were written.
    const result = await saveChargeCapture({ id, body: JSON.stringify(body), base: loaded.text, past }).catch((error: unknown) => ({ ok: false as const, error: failureOf(error) }))
    if (!result.ok) return { kind: 'refused', failure: result.error }
    const next = toLoadedCapture(result.value)
    const { charge_capture, claim_creation, claim_creation_failure } = result.value
    client.setQueryData(chargeCaptureQuery(id).queryKey, { charge_capture, claim_creation, claim_creation_failure })
    void invalidateAfter(client, 'updateChargeCapture')
    if (past) void client.invalidateQueries({ queryKey: saveReasonsQuery(id).queryKey })
    onSaved(next, draft)
    return { kind: 'saved', outcome: outcomeOf(result.value, loaded, next, body) }
  }
  return { state, save, clear: () => setState({ kind: 'idle' }) }
}
