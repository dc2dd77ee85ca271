'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sendUntilKnown, type SaveRequest } from '#components/form/writing/use-send.ts'
import { useConflictQuestion } from '#components/form/writing/use-conflict-question.tsx'
import { saveChargeCapture } from '#lib/actions/records.ts'
import type { ClaimCreationChange } from '#lib/actions/replies.ts'
import type { SavedReply } from '#lib/actions/writing/write-replies.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure, Issue } from '#lib/core/result.ts'
import { chargeCaptureQuery, saveReasonsQuery } from '#lib/queries/options.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { changesOf, problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { type DraftObject, patchOf } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { type LoadedCapture, toLoadedCapture } from '#components/charge-captures/loaded-capture.ts'
import { conflictLabel } from './conflict-label.ts'
import { type SaveOutcome, outcomeOf } from './save-outcome.ts'
import type { SavePast } from './use-save-gate.tsx'

/** How saving stands. `issues` are the form's own: nothing was sent while there are any. */
export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'checking' }
  | { kind: 'unchanged' }
  | { kind: 'invalid'; issues: Issue[] }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'saved'; outcome: SaveOutcome; change: ClaimCreationChange | null }

type CaptureSaveOptions = {
  id: string
  loaded: LoadedCapture
  shape: ObjectShape
  /** Asks the person why it is saved with errors that the server found. */
  askReason: (errors: readonly Issue[]) => Promise<SavePast | undefined>
  onSaved: (next: LoadedCapture, sent: DraftObject, change: ClaimCreationChange | null) => void
}

type CaptureRequest = SaveRequest & { id: string; body: string; base: string; past?: SavePast | undefined }
type Sent = { request: CaptureRequest; body: JsonObject; draft: DraftObject; before: LoadedCapture }

/**
 * Saves one charge capture: merged with what others did meanwhile, one PATCH, then the records as they are now. A save
 * whose outcome stayed unknown is looked at again before anything else is sent. `dialog` is to be drawn by the editor.
 */
export function useCaptureSave({ id, loaded, shape, askReason, onSaved }: CaptureSaveOptions) {
  const client = useQueryClient()
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const { ask, dialog } = useConflictQuestion({ noun: 'capture' })
  const busy = useRef(false)
  const open = useRef<Sent>(undefined)
  const settle = (next: SaveState): SaveState => {
    setState(next)
    return next
  }
  const save = async (draft: DraftObject, unfinished: readonly Issue[], past?: SavePast): Promise<SaveState> => {
    if (busy.current) return { kind: 'saving' }
    const issues = [...problemsOf(loaded.base, shape, draft), ...unfinished]
    if (!open.current && issues.length > 0) return settle({ kind: 'invalid', issues })
    if (!open.current && changesOf(loaded.base, shape, draft).length === 0) return settle({ kind: 'unchanged' })
    busy.current = true
    setState({ kind: 'saving' })
    try {
      return settle(await send(open.current ?? newSave(draft, past)))
    } finally {
      busy.current = false
    }
  }
  const newSave = (draft: DraftObject, past: SavePast | undefined): Sent => {
    const body = patchOf(loaded.base, shape, draft)
    // Text, not values: numbers must arrive as they were written.
    return {
      request: { id, operation_id: randomId(), body: JSON.stringify(body), base: loaded.text, past },
      body,
      draft,
      before: loaded,
    }
  }
  const askForReason = async ({ name, issues }: Failure) => {
    const reason = name === 'ReasonNeeded' ? await askReason(issues) : undefined
    return reason && { past: reason }
  }
  const send = async (sent: Sent): Promise<SaveState> => {
    const end = await sendUntilKnown<CaptureRequest, SavedReply>(saveChargeCapture, sent.request, {
      wasLost: open.current !== undefined,
      onChecking: () => setState({ kind: 'checking' }),
      onConflict: (conflict) => ask(conflict, conflictLabel(sent.body)),
      onRefused: askForReason,
    })
    open.current = end.kind === 'unknown' ? { ...sent, request: end.request } : undefined
    if (end.kind !== 'answered') return { kind: 'refused', failure: end.failure }
    if (end.request.past) void client.invalidateQueries({ queryKey: saveReasonsQuery(id).queryKey })
    return show(end.reply, sent)
  }
  const show = (reply: SavedReply, { body, draft, before }: Sent): SaveState => {
    const next = toLoadedCapture(reply)
    const { charge_capture, claim_creation, claim_creation_failure, pre_encounter } = reply
    client.setQueryData(chargeCaptureQuery(id).queryKey, {
      charge_capture,
      claim_creation,
      claim_creation_failure,
      pre_encounter,
    })
    void invalidateAfter(client, 'updateChargeCapture')
    const change = reply.claim_creation_change
    onSaved(next, draft, change)
    return { kind: 'saved', outcome: outcomeOf(reply, before, next, body), change }
  }
  return { state, save, dialog, clear: () => setState({ kind: 'idle' }) }
}
