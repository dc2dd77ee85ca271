import { reportNewVersion } from '#components/frame/new-version.tsx'
import { reportPartnerFailure, watchPartner } from '#components/frame/partner/partner-trouble.ts'
import { resultOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import type { Choice } from '#lib/rules/merge/merge-three.ts'
import type { FoundConflict } from './conflict-dialog.tsx'

/**
 * Every write has an operation id. The server never makes the same operation twice, so the browser
 * may send it again.
 */
export type WriteRequest = { operation_id: string }

/** A save; `choices` and `seen` answer the conflicts that an earlier answer named. */
export type SaveRequest = WriteRequest & {
  choices?: Choice[] | undefined
  seen?: string | undefined
}

/** The outcome is unknown: ask again, with the same operation id and the same request. */
export type Checking = { kind: 'checking'; requestId?: string | undefined }
/** Nothing was sent, because somebody else changed the same fields. */
export type Conflicted = { kind: 'conflict' } & FoundConflict

/** The outcome of a write. */
export type SendEnd<Request, Reply> =
  | { kind: 'answered'; reply: Reply; request: Request }
  | { kind: 'refused'; failure: Failure }
  /** We don't know whether the write was made: send this request again to find out. */
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

// The server sends again 1.5 seconds after a lost answer, and no third time: the last look is after
// its second send.
const pauses = [700, 1_000, 2_000, 4_000]
const leavesOpen = new Set(['OutcomeUnknown', 'DatabaseAway'])
// With these failures the server did not look at the record: an earlier send is as open as before.
const didNotLook = new Set([
  'Unauthenticated',
  'Forbidden',
  'ForeignOrigin',
  'RecordBusy',
  'Unexpected',
  'NewVersion',
])

/**
 * Sends a write until its outcome is known: with the same operation id while answers are lost, and
 * with a new one after the person's choice or reason, because a settled operation always answers
 * the same.
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
    const result = await resultOf(send(current))
    if (result.ok ? result.value.kind === 'checking' : result.error.name === 'ConsoleUnreachable') {
      isLost = true
      const pause = pauses[waits]
      if (pause === undefined)
        return {
          kind: 'unknown',
          failure: result.ok
            ? { ...stillUnknown, requestId: (result.value as Checking).requestId }
            : result.error,
          request: current,
        }
      waits += 1
      onChecking()
      watchPartner()
      await new Promise((resolve) => setTimeout(resolve, pause))
      continue
    }
    let more: Partial<Request> | undefined
    if (!result.ok) {
      const { error } = result
      // A reload forgets the operation, whose outcome may be open.
      reportNewVersion(error, { mayReload: !isLost })
      reportPartnerFailure(error)
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
  message:
    'Someone else changed the same fields. Your changes are still in the form. Save again to choose.',
  issues: [],
}
