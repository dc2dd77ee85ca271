'use client'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sessionEnded } from '#components/frame/account/session-store.ts'
import type { DraftKind, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { createDraftKeeper, type DraftContent, type DraftKeeper, type DraftState } from './draft-keeper.ts'
import { isDraftHeld } from './last-version.ts'
import { largeSize, makeReadyToPack, sendDraft } from './send-draft.ts'
import { useFormPulse } from '#components/form/use-form-pulse.ts'

type DraftOptions = {
  kind: DraftKind
  /** The record's id; for a form that makes a new record a word that tells it from others, as `new`. */
  record: string
  /** The draft that the form was opened with: its first values hold the edits already, read from `found.value`. */
  found: FoundDraft | undefined
  /** The edits now. Called once a second at most while somebody types, never with each key. */
  read: () => DraftContent
  /** How many characters the record has that the edits are made on, where it may be large. */
  baseSize?: number
  /** False for somebody who may only read. */
  isOn?: boolean
}

/**
 * A form's draft: how it stands; `flush` sends at once what is not kept yet, and is true when everything typed is kept;
 * `drop` is for a form that stays filled in after it was saved. A form that is filled anew drops its draft by itself.
 */
export type FormDraft = { state: DraftState; flush: () => Promise<boolean>; drop: () => Promise<void> }

/**
 * Keeps a form's unsaved edits on the server, sealed, so that they outlive the tab, the session and the server: sent
 * within a second of the last key, when the page is hidden and when it is about to be left. Nothing that was typed is
 * kept in the browser; the tab holds the number of a leaving page's last message for a while (`last-version.ts`).
 * Call it inside the form's FormProvider, in a component that may be drawn anew once a second.
 */
export function useDraft({ kind, record, found, read, baseSize = 0, isOn = true }: DraftOptions): FormDraft {
  const [state, setState] = useState<DraftState>(found ? { kind: 'saved', at: found.saved_at } : { kind: 'none' })
  const latest = useRef({ read, found })
  useEffect(() => {
    latest.current = { read, found }
  })
  const keeper = useRef<DraftKeeper>(undefined)
  // Its last message is made while the form's fields still stand in the page: only they know which date is half typed.
  useLayoutEffect(() => {
    if (!isOn || isDraftHeld({ kind, record })) return undefined
    const made = createDraftKeeper({
      at: { kind, record },
      found: latest.current.found,
      read: () => latest.current.read(),
      send: sendDraft,
      onState: setState,
    })
    keeper.current = made
    const onHide = () => void made.flush(true)
    const onVisibility = () => document.visibilityState === 'hidden' && onHide()
    const stop = sessionEnded.subscribe(() => sessionEnded.read() || made.changed())
    // What was found may hold nothing that the record does not hold by now.
    if (latest.current.found) made.changed()
    // A page that is loaded again is asked for right after this, and before it is hidden: the draft has to go first.
    addEventListener('beforeunload', onHide)
    addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      void made.flush(true)
      made.close()
      stop()
      removeEventListener('beforeunload', onHide)
      removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [kind, record, isOn])
  // A large record, or a large draft that is back, is packed with the very first key. Otherwise only what is pasted makes a draft large at one stroke.
  const isLarge = baseSize + (found?.value.length ?? 0) > largeSize
  useEffect(() => {
    if (!isOn) return undefined
    if (isLarge) makeReadyToPack()
    document.addEventListener('paste', makeReadyToPack, { once: true })
    return () => document.removeEventListener('paste', makeReadyToPack)
  }, [isOn, isLarge])
  useFormPulse(() => keeper.current?.changed())
  const flush = useCallback(() => keeper.current?.flush() ?? Promise.resolve(true), [])
  const drop = useCallback(() => keeper.current?.drop() ?? Promise.resolve(), [])
  return { state, flush, drop }
}
