import type { Result } from '#lib/core/result.ts'
import type { DraftValue, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'

/**
 * What reading a form's draft gave: the stored revision (0: there never was a draft), and the draft
 * if there is one. `retry` is set when it could not be read: the form then stores nothing, so that
 * it never overwrites an unseen draft.
 */
export type OpenedDraft = { revision: number; found: FoundDraft | undefined; retry?: () => void }

/**
 * What is stored of a form's edits. `failing`: the draft is sent again by itself. `refused` says
 * why it cannot be stored. `isLarge`: a page that closes may lose the last second of typing,
 * because its last message may not outlive it.
 */
export type DraftState =
  | { kind: 'none' }
  | { kind: 'saved'; at: string; isLarge: boolean }
  | { kind: 'failing' }
  | { kind: 'refused'; message: string }

/** A draft to store; `value: null` drops it. */
export type DraftMessage = { revision: number; value: DraftValue | null }

/**
 * Sends a message; `newer` is the stored revision when it is as high as the message's. Undefined
 * when the server did not answer, or could not do it now. `isLast`: the page is going away.
 */
export type SendDraft = (
  message: DraftMessage,
  isLast: boolean,
) => Promise<Result<{ saved_at: string; isLarge: boolean } | { newer: number }> | undefined>

/** Stores one open form's draft on the server. */
export type DraftStore = {
  /** The form changed: its draft is sent after a short pause, one message at a time. */
  changed: () => void
  /**
   * Sends the draft before the form is left; true when all edits are stored. With `isForced` it
   * sends stored edits too, because another tab may have dropped them.
   */
  flush: (isForced: boolean) => Promise<boolean>
  /** Sends what is not stored yet, at once: the page is being hidden or closed. */
  hide: () => void
  /** Sends nothing any more. */
  close: () => void
}

// With the 0.5 s at most that the form's pulse waits while somebody types, this stays under a
// second.
const pauseMs = 400
const retryMs = 4_000

type Settings = {
  opened: OpenedDraft
  /** The form's edits; null when it has none, or when they are saved. */
  read: () => DraftValue | null
  send: SendDraft
  onState: (state: DraftState) => void
}

/**
 * Makes the store of one open form. Each message has a higher revision than the one before and the
 * server takes only a higher one, so a late message changes nothing. After `newer` the form is read
 * again and sent with a higher revision.
 */
export function createDraftStore({ opened, read, send, onState }: Settings): DraftStore {
  let revision = opened.revision
  let lastSent = 0
  // The draft on the server according to its last reply; undefined while it is unknown.
  let stored: DraftValue | null | undefined = opened.found ?? null
  let leaving: DraftValue | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let queue: Promise<unknown> = Promise.resolve()

  const schedule = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(() => sendEdits(false, false))
    }, ms)
  }
  const inTurn = (work: () => Promise<boolean>): Promise<boolean> => {
    const turn = queue.then(work)
    queue = turn
    return turn
  }
  const show = (state: DraftState) => {
    if (!isClosed) onState(state)
  }
  const sendEdits = async (isLast: boolean, isForced: boolean): Promise<boolean> => {
    let value = read()
    for (;;) {
      if (isSame(value, stored) && !(isForced && value)) return true
      if (isLast) leaving = value
      revision += 1
      const sent = revision
      lastSent = sent
      stored = undefined
      const answer = await send({ revision: sent, value }, isLast)
      if (isLast) leaving = undefined
      if (answer?.ok && 'newer' in answer.value) revision = Math.max(revision, answer.value.newer)
      // Only the answer to the last message says what is stored.
      else if (lastSent === sent) return settle(value, answer)
      if (isLast ? lastSent !== sent : isClosed) return false
      // The fields of a page that went away can no longer be read.
      if (!isLast) value = read()
    }
  }
  const settle = (value: DraftValue | null, answer: Awaited<ReturnType<SendDraft>>): boolean => {
    if (!answer) {
      show({ kind: 'failing' })
      if (!isClosed) schedule(retryMs)
    } else if (!answer.ok) show({ kind: 'refused', message: answer.error.message })
    else if ('saved_at' in answer.value) {
      stored = value
      const { saved_at, isLarge } = answer.value
      show(value ? { kind: 'saved', at: saved_at, isLarge } : { kind: 'none' })
      return true
    }
    return false
  }

  return {
    changed() {
      if (!isClosed) schedule(pauseMs)
    },
    flush(isForced) {
      clearTimeout(timer)
      timer = undefined
      return inTurn(() => sendEdits(false, isForced))
    },
    hide() {
      clearTimeout(timer)
      timer = undefined
      // A page that goes away hides, unloads and closes: the same edits go once, without waiting
      // for a turn.
      if (leaving === undefined || !isSame(read(), leaving)) void sendEdits(true, false)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function isSame(a: DraftValue | null, b: DraftValue | null | undefined): boolean {
  return a === b || (!!a && !!b && a.base === b.base && a.edits === b.edits)
}
