'use client'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import {
  reportSessionEnd,
  pageAccount,
  sessionEnded,
} from '#components/frame/account/session-store.ts'
import { leavePage } from '#components/frame/unsaved-form.ts'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, type Result } from '#lib/core/result.ts'
import type { DraftPlace, DraftValue, StoredDraft } from '#lib/rules/edit/draft-kinds.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { serializeEdits } from '#lib/rules/edit/draft-edits.ts'
import {
  createDraftStore,
  type DraftState,
  type DraftStore,
  type OpenedDraft,
  type SendDraft,
} from './draft-store.ts'

// Browsers let requests of a page that is gone carry 64 KiB in all; the rest is for the page's last
// word on presence.
const keepaliveBytes = 60_000
const longestMs = 15_000
// The server failed before it touched the draft: send it again.
const isTemporary = new Set(['Unexpected', 'DatabaseAway'])

const noDraft: OpenedDraft = { revision: 0, found: undefined }

/**
 * Reads the person's draft of a form once the page works; undefined until then, while the form's
 * fields are closed. A form with a draft is drawn anew with it: give it a key that says whether one
 * was found. `isOn` is false for a person who may not save the form.
 */
export function useOpenedDraft({ kind, record }: DraftPlace, isOn = true): OpenedDraft | undefined {
  const place = `${kind}/${record}`
  const [known, setKnown] = useState<{ place: string; opened: OpenedDraft }>()
  useEffect(() => {
    if (!isOn) return undefined
    let isGone = false
    const look = async (isRetry: boolean) => {
      const result = await request<StoredDraft | null>('POST', bytesOf({ kind, record }), false)
      if (isGone) return
      const opened = result?.ok
        ? openedOf(result.value)
        : { ...noDraft, retry: () => void look(true) }
      const open = () => setKnown({ place, opened })
      if (isRetry && opened.found) leavePage(open)
      else open()
    }
    void look(false)
    return () => {
      isGone = true
    }
  }, [place, kind, record, isOn])
  return isOn ? (known?.place === place ? known.opened : undefined) : noDraft
}

function openedOf(stored: StoredDraft | null): OpenedDraft {
  if (!stored) return noDraft
  const { revision, value, saved_at } = stored
  return { revision, found: value ? { ...value, saved_at } : undefined }
}

/**
 * The draft's state for the save bar. `unread`: the stored draft could not be read, so nothing is
 * stored.
 */
export type DraftStatus = DraftState | { kind: 'unread'; retry: () => void }

/**
 * A form's draft. `flush` sends it before the form is left, and is true when all edits are stored.
 * `drop` ends it: the form is saved or given up.
 */
export type FormDraft = {
  state: DraftStatus
  flush: () => Promise<boolean>
  drop: () => Promise<boolean>
}

type DraftOptions = {
  place: DraftPlace
  opened: OpenedDraft | undefined
  /** The record that the edits are made on, and its text in the draft. */
  base: JsonObject
  baseText?: string
  shape: ObjectShape
  /** True while the form holds something that a person typed. */
  isDirty: () => boolean
  /** False for a person who may only read. */
  isOn?: boolean
}

/**
 * Stores a form's unsaved edits on the server, sealed, so that they outlive the tab, the session
 * and the server: within a second of typing, and when the page is hidden or left. Call it inside
 * the form's FormProvider, in a component that may be drawn anew once a second.
 */
export function useDraft({
  place: { kind, record },
  opened,
  base,
  baseText: knownText,
  shape,
  isDirty,
  isOn = true,
}: DraftOptions): FormDraft {
  const { getValues } = useFormContext()
  const baseText = useMemo(() => knownText ?? JSON.stringify(base), [knownText, base])
  const isDropped = useRef(false)
  const read = (): DraftValue | null => {
    const edits =
      isDropped.current || !isDirty() ? undefined : serializeEdits(base, shape, getValues())
    return edits === undefined ? null : { base: baseText, edits }
  }
  const [state, setState] = useState<DraftState>(
    opened?.found ? { kind: 'saved', at: opened.found.saved_at, isLarge: false } : { kind: 'none' },
  )
  const latest = useRef(read)
  useLayoutEffect(() => {
    latest.current = read
  })
  const store = useRef<DraftStore>(undefined)
  useLayoutEffect(() => {
    if (!isOn || !opened || opened.retry) return undefined
    const send: SendDraft = (message, isLast) => sendDraft({ kind, record, ...message }, isLast)
    const made = createDraftStore({ opened, read: () => latest.current(), send, onState: setState })
    store.current = made
    const onVisibility = () => document.visibilityState === 'hidden' && made.hide()
    const stop = sessionEnded.subscribe(() => sessionEnded.read() || made.changed())
    // The record may hold by now what a found draft holds; and edits made while a draft could not
    // be read are not stored.
    made.changed()
    // A page that is loaded again is asked for before the old page is hidden: its draft has to go
    // first.
    addEventListener('beforeunload', made.hide)
    addEventListener('pagehide', made.hide)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      made.hide()
      made.close()
      stop()
      removeEventListener('beforeunload', made.hide)
      removeEventListener('pagehide', made.hide)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [kind, record, isOn, opened])
  useFormPulse(() => store.current?.changed())
  const flush = useCallback(() => {
    // Nothing can be sent once the session has ended: what the last answer said counts.
    const isForced = !sessionEnded.read()
    return store.current?.flush(isForced) ?? Promise.resolve(latest.current() === null)
  }, [])
  const drop = useCallback(() => {
    isDropped.current = true
    return flush()
  }, [flush])
  return { state: opened?.retry ? { kind: 'unread', retry: opened.retry } : state, flush, drop }
}

async function sendDraft(
  message: DraftPlace & { revision: number; value: DraftValue | null },
  isLast: boolean,
): ReturnType<SendDraft> {
  const body = bytesOf(message)
  const result = await request<{ saved_at: string } | { newer: number }>('PUT', body, isLast)
  return result?.ok && 'saved_at' in result.value
    ? { ok: true, value: { ...result.value, isLarge: body.length > keepaliveBytes } }
    : (result as Awaited<ReturnType<SendDraft>>) // it has no saved_at
}

/** The stored draft of a form, without opening the form; undefined if the server did not answer. */
export async function readStoredDraft(
  place: DraftPlace,
): Promise<Result<StoredDraft | null> | undefined> {
  return request('POST', bytesOf(place), false)
}

/**
 * Stores a draft, or drops it with `value: null`, without its form. `revision` is higher than the
 * stored one.
 */
export async function writeStoredDraft(
  message: DraftPlace & { revision: number; value: DraftValue | null },
): Promise<Awaited<ReturnType<SendDraft>>> {
  return sendDraft(message, false)
}

// No server action: a page runs its actions one after the other and ends them when it is left.
async function request<Value>(
  method: 'PUT' | 'POST',
  body: Uint8Array<ArrayBuffer>,
  isLast: boolean,
): Promise<Result<Value> | undefined> {
  if (sessionEnded.read()) return undefined
  try {
    const reply = await fetch('/api/drafts', {
      method,
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: isLast && body.length <= keepaliveBytes,
      signal: AbortSignal.timeout(longestMs),
    })
    const result: Result<Value> =
      reply.status === 413
        ? fail('TooLarge', 'These changes are too large for a draft. Save them soon.')
        : await reply.json()
    return !result.ok && (reportSessionEnd(result.error) || isTemporary.has(result.error.name))
      ? undefined
      : result
  } catch {
    // No answer, or none of ours: send it again.
    return undefined
  }
}

function bytesOf(message: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify({ account: pageAccount.read(), ...message }))
}
