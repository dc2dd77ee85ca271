import { failureOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import type { Choice } from '#lib/rules/merge/merge-three.ts'
import type { FoundConflict } from './conflict-dialog.tsx'

/** What every save is sent with. The same operation id is never written twice, so it may be sent again until it is answered. */
export type SaveRequest = { operation_id: string; choices?: Choice[] | undefined; seen?: string | undefined }

type Answer<Saved> = Saved | ({ kind: 'conflict' } & FoundConflict) | { kind: 'checking' }

type Asked<Request> = {
  /** Nobody can tell yet whether it was saved. */
  onChecking: () => void
  /** Asks the person to choose; undefined: would rather go back to the form. */
  onConflict: (conflict: FoundConflict) => Promise<Choice[] | undefined>
  /** Asks the person to lift a refusal: what is to be sent besides; undefined: it stays one. */
  onRefused?: (failure: Failure) => Promise<Partial<Request> | undefined>
}

/** How a save ended. `request` is what was saved at last; `unknown` holds the request to check again with. */
export type SaveEnd<Request, Saved> =
  | { kind: 'saved'; reply: Saved; request: Request }
  | { kind: 'refused'; failure: Failure; unknown?: Request }

const pauses = [700, 1_000, 2_000, 4_000]

/** Sends a save until its outcome is known, and again with the person's choices while others changed the same fields. */
export async function sendSave<Request extends SaveRequest, Saved extends { kind: 'saved' }>(
  save: (request: Request) => Promise<Result<Answer<Saved>>>,
  request: Request,
  asked: Asked<Request>,
): Promise<SaveEnd<Request, Saved>> {
  let current = request
  let lost = 0
  for (;;) {
    const result = await save(current).catch((error: unknown) => ({ ok: false as const, error: failureOf(error) }))
    const isUnreached = !result.ok && result.error.name === 'ConsoleUnreachable'
    if (isUnreached || (result.ok && result.value.kind === 'checking')) {
      const pause = pauses[lost]
      lost += 1
      if (pause === undefined)
        return { kind: 'refused', failure: result.ok ? stillUnknown : result.error, unknown: current }
      asked.onChecking()
      await new Promise((resolve) => setTimeout(resolve, pause))
    } else if (!result.ok) {
      const { error } = result
      if (error.name === 'OutcomeUnknown' || error.name === 'DatabaseAway')
        return { kind: 'refused', failure: error, unknown: current }
      const more = await asked.onRefused?.(error)
      if (!more) return { kind: 'refused', failure: error }
      current = { ...current, ...more, operation_id: randomId() }
      lost = 0
    } else if (result.value.kind === 'conflict') {
      const conflict = result.value
      const chosen = await asked.onConflict(conflict)
      if (!chosen) return { kind: 'refused', failure: notSaved }
      // What was chosen before still counts while the record is the one that was seen then.
      const before = conflict.seen === current.seen ? (current.choices ?? []) : []
      current = { ...current, operation_id: randomId(), choices: [...before, ...chosen], seen: conflict.seen }
      lost = 0
    } else if (result.value.kind === 'saved') {
      return { kind: 'saved', reply: result.value, request: current }
    }
  }
}

const stillUnknown: Failure = {
  name: 'OutcomeUnknown',
  status: 0,
  message:
    'The partner did not confirm the change, and the record does not show it yet. Check again; nothing is written twice.',
  issues: [],
}
const notSaved: Failure = {
  name: 'ChangedMeanwhile',
  status: 0,
  message: 'Somebody else changed the same fields. Your edits are still in the form; save again to choose.',
  issues: [],
}
