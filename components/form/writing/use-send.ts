'use client'
import { useRef, useState } from 'react'
import { noteNewVersion } from '#components/frame/new-version.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure, Issue, Result } from '#lib/core/result.ts'
import type { Choice } from '#lib/rules/merge/merge-three.ts'
import type { FoundConflict } from './conflict-dialog.tsx'
import type { CreateState } from './create-state.ts'

/** What every write is sent with. The server never writes the same operation id twice, so it may be sent again. */
export type WriteRequest = { operation_id: string }

/** A save; `choices` and `seen` answer the conflicts that an earlier answer named. */
export type SaveRequest = WriteRequest & { choices?: Choice[] | undefined; seen?: string | undefined }

/** A new record; `body` is JSON text, so that numbers arrive as they were written. */
export type CreateRequest = WriteRequest & { body: string }

/** Nobody knows yet whether the write was made: ask again, with the same operation id and the same request. */
export type Checking = { kind: 'checking' }
/** Nothing was sent, because somebody else changed the same fields. */
export type Conflicted = { kind: 'conflict' } & FoundConflict

/** How a write ended. */
export type SendEnd<Request, Reply> =
  | { kind: 'answered'; reply: Reply; request: Request }
  | { kind: 'refused'; failure: Failure }
  /** Nobody knows whether it was made: ask again with this request. */
  | { kind: 'unknown'; failure: Failure; request: Request }

type Ask<Request> = {
  /** The answer to the same operation was lost before. */
  wasLost: boolean
  /** The answer was lost; the same operation is sent again, which looks before it writes. */
  onChecking: () => void
  /** Asks the person to choose; undefined: the person goes back to the form. */
  onConflict?: (conflict: FoundConflict) => Promise<Choice[] | undefined>
  /** Asks the person to lift a refusal: what to send besides; undefined: it stays refused. */
  onRefused?: (failure: Failure) => Promise<Partial<Request> | undefined>
  /** A new operation could write a second time. (A save cannot: it reads and merges first.) */
  isOnce?: boolean
}

// The server sends again 1.5 seconds after a lost answer, and no third time: the last look is after its second send.
const pauses = [700, 1_000, 2_000, 4_000]
const leavesOpen = new Set(['OutcomeUnknown', 'DatabaseAway'])
// With these failures the server did not look at the record: an earlier send is as open as before.
const didNotLook = new Set(['Unauthenticated', 'Forbidden', 'ForeignOrigin', 'RecordBusy', 'Unexpected', 'NewVersion'])

/**
 * Sends a write until its outcome is known: with the same operation id while answers are lost, and with a new one after
 * the person's choice or reason, because a settled operation always answers the same.
 */
export async function sendUntilKnown<Request extends SaveRequest, Reply extends { kind: string }>(
  send: (request: Request) => Promise<Result<Reply | Conflicted | Checking>>,
  request: Request,
  { wasLost, onChecking, onConflict, onRefused, isOnce }: Ask<Request>,
): Promise<SendEnd<Request, Reply>> {
  let current = request
  let isLost = wasLost
  let waits = 0
  for (;;) {
    const result = await send(current).catch((error: unknown) => ({ ok: false as const, error: failureOf(error) }))
    if (result.ok ? result.value.kind === 'checking' : result.error.name === 'ConsoleUnreachable') {
      isLost = true
      const pause = pauses[waits]
      if (pause === undefined)
        return { kind: 'unknown', failure: result.ok ? stillUnknown : result.error, request: current }
      waits += 1
      onChecking()
      await new Promise((resolve) => setTimeout(resolve, pause))
      continue
    }
    let more: Partial<Request> | undefined
    if (!result.ok) {
      const { error } = result
      // A reload forgets the operation, whose outcome may be open.
      noteNewVersion(error, { mayReload: !isLost })
      if (leavesOpen.has(error.name) || (isOnce && error.name === 'Unexpected'))
        return { kind: 'unknown', failure: error, request: current }
      if (isLost && didNotLook.has(error.name))
        return { kind: 'unknown', failure: { ...error, name: 'OutcomeUnknown' }, request: current }
      more = await onRefused?.(error)
      if (!more) return { kind: 'refused', failure: error }
    } else if (isConflict(result.value)) {
      const conflict = result.value
      const chosen = await onConflict?.(conflict)
      if (!chosen) return { kind: 'refused', failure: notSaved }
      // Earlier choices still count while the record is the one that the person saw then.
      const before = conflict.seen === current.seen ? (current.choices ?? []) : []
      more = { choices: [...before, ...chosen], seen: conflict.seen } as Partial<Request> // a save's request has both
    } else {
      return { kind: 'answered', reply: result.value as Reply, request: current } // neither of the other two kinds
    }
    current = { ...current, ...more, operation_id: randomId() }
    isLost = false
    waits = 0
  }
}

function isConflict(value: { kind: string }): value is Conflicted {
  return value.kind === 'conflict'
}

const stillUnknown: Failure = {
  name: 'OutcomeUnknown',
  status: 0,
  message:
    'The partner didn’t confirm the change, and the record doesn’t show it yet. Check again. Nothing is sent twice.',
  issues: [],
}
const notSaved: Failure = {
  name: 'ChangedMeanwhile',
  status: 0,
  message: 'Someone else changed the same fields. Your changes are still in the form. Save again to choose.',
  issues: [],
}

type Named<Created, Taken> = Created | Taken | Checking

/**
 * Creates one record by `action`. While the outcome is unknown the same operation is sent again, so that there is never
 * a second record. `onCreated` marks what is out of date then.
 */
export function useCreate<
  Created extends { kind: 'created' },
  Taken extends { kind: 'taken' } = never,
  Extra extends object = object,
>(action: (request: CreateRequest & Partial<Extra>) => Promise<Result<Named<Created, Taken>>>, onCreated: () => void) {
  const [state, setState] = useState<CreateState<Created, Taken>>({ kind: 'idle' })
  const open = useRef<CreateRequest & Partial<Extra>>(undefined)
  const isLost = useRef(false)
  const isBusy = useRef(false)
  const settle = (next: CreateState<Created, Taken>): CreateState<Created, Taken> => {
    setState(next)
    return next
  }
  const ask = async (request: CreateRequest & Partial<Extra>): Promise<CreateState<Created, Taken>> => {
    const end = await sendUntilKnown<CreateRequest & Partial<Extra>, Created | Taken>(action, request, {
      wasLost: isLost.current,
      onChecking: () => setState({ kind: 'checking' }),
      isOnce: true,
    })
    isLost.current = end.kind === 'unknown'
    if (end.kind === 'unknown') return { kind: 'unknown', failure: end.failure }
    open.current = undefined
    if (end.kind === 'refused') return refused(end.failure)
    if (end.reply.kind === 'taken') return { kind: 'taken', taken: end.reply }
    onCreated()
    return { kind: 'created', created: end.reply }
  }
  /** Sends the body, or, while an earlier one is unsettled, finds out about that. */
  const create = async (
    body: JsonObject,
    issues: readonly Issue[],
    extra?: Extra,
  ): Promise<CreateState<Created, Taken>> => {
    if (isBusy.current) return state
    if (!open.current && issues.length > 0) return settle({ kind: 'invalid', issues: [...issues] })
    const request = (open.current ??= {
      operation_id: randomId(),
      body: JSON.stringify(body),
      ...extra,
    } as CreateRequest & Partial<Extra>)
    isBusy.current = true
    setState({ kind: 'sending' })
    try {
      return settle(await ask(request))
    } finally {
      isBusy.current = false
    }
  }
  return { state, create, clear: () => setState({ kind: 'idle' }) }
}

// The console's own refusal of a field is shown as if the form had found it.
function refused(failure: Failure): { kind: 'invalid'; issues: Issue[] } | { kind: 'refused'; failure: Failure } {
  return failure.name === 'InvalidInput' && failure.issues.length > 0
    ? { kind: 'invalid', issues: failure.issues }
    : { kind: 'refused', failure }
}
