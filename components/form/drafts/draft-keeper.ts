import { randomId } from '#lib/core/random-id.ts'
import type { Result } from '#lib/core/result.ts'
import type { DraftPlace, DraftVersion, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'

/**
 * How the draft stands. `failing`: it is tried again by itself. `refused` says why it cannot be kept. `isTooLargeToLeave`:
 * it is larger than what may outlive a page, so that the last second's keys are lost when the page is closed.
 */
export type DraftState =
  | { kind: 'none' }
  | { kind: 'saved'; at: string; isTooLargeToLeave?: boolean | undefined }
  | { kind: 'failing' }
  | { kind: 'refused'; message: string }

/** What the edits were made on ('' where they were made on nothing), and the edits as text; undefined when there are none. */
export type DraftContent = { base: string; value: string | undefined }

type Stamp = DraftPlace & DraftVersion & { replaces?: DraftVersion }
export type DraftMessage = { save: Stamp & { base?: string; value: string } } | { drop: Stamp }

/** Sends a message; undefined when the console cannot be reached or cannot answer now. `isLast`: the page is going away. */
export type SendDraft = (
  message: DraftMessage,
  isLast: boolean,
) => Promise<Result<{ saved_at: string; isTooLargeToLeave?: boolean } | null> | undefined>

type Settings = {
  at: DraftPlace
  /** The draft that the form was opened with, if there was one. */
  found: FoundDraft | undefined
  read: () => DraftContent
  send: SendDraft
  onState: (state: DraftState) => void
}

/** Keeps one opened form's draft on the server. */
export type DraftKeeper = {
  /** The form changed: its draft is sent within a second, and at most once a second while changes go on. */
  changed: () => void
  /** Sends at once what is not kept yet; true when everything that was typed is kept. */
  flush: (isLast?: boolean) => Promise<boolean>
  /** What the form holds now is saved elsewhere or of no use any more: its draft goes, and comes back only with other edits. */
  drop: () => Promise<void>
  close: () => void
}

const settleMs = 300
const apartMs = 1_000
const retryMs = [2_000, 4_000, 8_000, 15_000]

/** Makes the keeper of one opened form. Its sequence number lets the server tell a late message from a new one. */
export function createDraftKeeper({ at, found, read, send, onState }: Settings): DraftKeeper {
  const editor = randomId()
  let sequence = 0
  let replaces = found && { editor: found.editor, sequence: found.sequence }
  // What needs no message any more, whether the server has a draft, and which base it has of this editor.
  let settledAs: DraftContent = { base: found?.base ?? '', value: found?.value }
  let isStored = found !== undefined
  let sentBase: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let sentAt = 0
  let failures = 0
  let settledState: DraftState = found ? { kind: 'saved', at: found.saved_at } : { kind: 'none' }
  let told: DraftState = settledState
  // A message without an answer may have been made: what the server has is not known until the next one is answered.
  let isUncertain = false
  let isClosed = false
  // What a page that goes away is told twice (hidden, and left) is sent once: two messages would not fit.
  let leaving: { content: DraftContent; kept: Promise<boolean> } | undefined
  let queue: Promise<unknown> = Promise.resolve()

  const schedule = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(() => sendNow(false))
    }, ms)
  }
  const unschedule = () => {
    clearTimeout(timer)
    timer = undefined
  }
  // One message at a time: a slow console must not pile them up.
  const inTurn = (work: () => Promise<boolean>): Promise<boolean> => {
    const turn = queue.then(work)
    queue = turn
    return turn
  }
  const stamp = (): Stamp => ({ ...at, editor, sequence: ++sequence, ...(replaces && { replaces }) })
  const tell = (state: DraftState) => {
    told = state
    if (!isClosed) onState(state)
  }
  const failed = (): false => {
    isUncertain = true
    tell({ kind: 'failing' })
    if (!isClosed) schedule(retryMs[Math.min(failures++, retryMs.length - 1)]!)
    return false
  }
  const settled = (content: DraftContent, state: DraftState): true => {
    settledAs = content
    isStored = state.kind === 'saved'
    sentBase = isStored ? content.base : undefined
    replaces = undefined
    isUncertain = false
    failures = 0
    settledState = state
    tell(state)
    return true
  }

  const keep = async (base: string, value: string, isLast: boolean): Promise<boolean> => {
    sentAt = Date.now()
    const message = { ...stamp(), value }
    let result = await send({ save: base === sentBase ? message : { ...message, base } }, isLast)
    // The server forgets the base when the draft expires, or when another tab took it over.
    if (result && !result.ok && result.error.name === 'BaseMissing')
      result = await send({ save: { ...message, base } }, isLast)
    if (!result) return failed()
    if (result.ok)
      return settled(
        { base, value },
        { kind: 'saved', at: result.value?.saved_at ?? '', isTooLargeToLeave: result.value?.isTooLargeToLeave },
      )
    tell({ kind: 'refused', message: result.error.message })
    return false
  }
  const forget = async (content: DraftContent, isLast: boolean): Promise<boolean> => {
    if (!isStored && !isUncertain) return settled(content, { kind: 'none' })
    const result = await send({ drop: stamp() }, isLast)
    return result?.ok ? settled(content, { kind: 'none' }) : failed()
  }
  const sendNow = async (isLast: boolean): Promise<boolean> => {
    const content = read()
    const { base, value } = content
    if (isSame(content, settledAs) && !isUncertain) {
      // What could not be kept was taken back, or saved, meanwhile.
      if (told !== settledState) tell(settledState)
      failures = 0
      return true
    }
    if (isLast && leaving && isSame(content, leaving.content)) return leaving.kept
    const kept = value === undefined ? forget(content, isLast) : keep(base, value, isLast)
    if (!isLast) return kept
    const last = { content, kept }
    leaving = last
    return kept.finally(() => {
      if (leaving === last) leaving = undefined
    })
  }

  return {
    changed() {
      if (!isClosed) schedule(Math.max(settleMs, sentAt + apartMs - Date.now()))
    },
    flush(isLast = false) {
      unschedule()
      // A page that goes away cannot wait for its turn.
      return isLast ? sendNow(true) : inTurn(() => sendNow(false))
    },
    async drop() {
      unschedule()
      await inTurn(() => forget(read(), false))
    },
    close() {
      isClosed = true
      unschedule()
    },
  }
}

function isSame(a: DraftContent, b: DraftContent): boolean {
  return a.value === b.value && (a.value === undefined || a.base === b.base)
}
