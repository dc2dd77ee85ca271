'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { sendUntilKnown, type SaveRequest } from '#components/form/writing/use-send.ts'
import { useConflictQuestion } from '#components/form/writing/use-conflict-question.tsx'
import type { SpanSaved } from '#lib/actions/spans/save-span.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure, Issue } from '#lib/core/result.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { changesOf, problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { type DraftObject, edited } from '#lib/rules/edit/edit-data.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { spanProblems } from '#lib/rules/span-edit/span-problems.ts'
import { partyMembers, type SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import type { LoadedSpan } from './loaded-span.ts'
import { spanWays } from './span-kinds.ts'

type SpanRequest = SaveRequest & { id: string; base: string; wanted: string }

/** How saving stands. `issues` are the form's own: nothing was sent while there are any. */
export type SaveState =
  | { kind: 'idle' | 'saving' | 'checking' | 'unchanged' }
  | { kind: 'invalid'; issues: Issue[] }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'saved'; reply: SpanSaved }

/**
 * Saves one span: merged with what others did meanwhile, one update, then the span as it is now. A save whose outcome
 * stayed unknown is looked at again before anything else is sent. `problemsIn` tells what is wrong with the form as it
 * stands; `dialog` is to be drawn by the editor.
 */
export function useSpanSave(
  kind: SpanKind,
  id: string,
  loaded: LoadedSpan,
  shape: ObjectShape,
  onSaved: (text: string) => void,
) {
  const { noun, save: send, writes } = spanWays[kind]
  const client = useQueryClient()
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const { ask, dialog } = useConflictQuestion({ noun })
  const isBusy = useRef(false)
  const open = useRef<SpanRequest>(undefined)
  const settle = (next: SaveState): SaveState => {
    setState(next)
    return next
  }
  const wantedIn = (draft: DraftObject) => edited(loaded.terms, shape, draft) as JsonObject // an object's edits make an object
  const changedIn = (draft: DraftObject) => changesOf(loaded.terms, shape, draft).map(({ path }) => path)
  const problemsIn = (draft: DraftObject): Issue[] => {
    const changed = changedIn(draft)
    // What was loaded so is nobody's mistake now; dates are in order only together.
    const isMine = ({ path }: Issue) =>
      changed.some((each) => each === path || each.startsWith(`${path}.`)) ||
      (path === 'end_date' && changed.includes('start_date'))
    return [
      ...problemsOf(loaded.terms, shape, draft),
      ...unfinishedDates(),
      ...spanProblems(kind, wantedIn(draft), partyMembers).filter(isMine),
    ]
  }
  const save = async (draft: DraftObject): Promise<SaveState> => {
    if (isBusy.current) return { kind: 'saving' }
    const [changed, issues] = [changedIn(draft), problemsIn(draft)]
    if (!open.current && issues.length > 0) return settle({ kind: 'invalid', issues })
    if (!open.current && changed.length === 0) return settle({ kind: 'unchanged' })
    isBusy.current = true
    setState({ kind: 'saving' })
    try {
      const request = open.current ?? {
        id,
        operation_id: randomId(),
        base: loaded.text,
        wanted: JSON.stringify(wantedIn(draft)),
      }
      const end = await sendUntilKnown<SpanRequest, SpanSaved>(send, request, {
        wasLost: open.current !== undefined,
        onChecking: () => setState({ kind: 'checking' }),
        onConflict: ask,
      })
      open.current = end.kind === 'unknown' ? end.request : undefined
      if (end.kind !== 'answered')
        return settle(
          end.failure.name === 'InvalidInput' && end.failure.issues.length > 0
            ? { kind: 'invalid', issues: end.failure.issues }
            : { kind: 'refused', failure: end.failure },
        )
      void invalidateAfter(client, writes.save)
      onSaved(end.reply.span)
      return settle({ kind: 'saved', reply: end.reply })
    } finally {
      isBusy.current = false
    }
  }
  return { state, save, problemsIn, dialog, clear: () => setState({ kind: 'idle' }) }
}
