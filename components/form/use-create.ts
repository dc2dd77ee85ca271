'use client'
import { useRef, useState } from 'react'
import { failureOf } from '#lib/core/failure-error.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure, Issue, Result } from '#lib/core/result.ts'
import type { CreateState } from './create-state.ts'

/** What a creating action is asked with. The same operation id is never made twice, so it may be asked for again. */
export type CreateRequest = { operation_id: string; body: string }

type Named<Created, Taken> = Created | Taken | { kind: 'checking' }

// A write whose answer was lost may be under way at the partner for a moment.
const pause = 1_500
// The console itself not answering, or failing half-way, leaves it as open as the partner not answering.
const leavesOpen = new Set(['OutcomeUnknown', 'ConsoleUnreachable', 'Unexpected'])
// These say that nobody looked: what an earlier send came to is as open as before.
const saysNothing = new Set(['Unauthenticated', 'Forbidden', 'ForeignOrigin', 'RecordBusy'])

/**
 * Creates one record by `action`. While an outcome is unknown the same operation is asked for again, which looks before
 * anything is sent: never a second record. `onCreated` marks what is out of date then.
 */
export function useCreate<Created extends { kind: 'created' }, Taken extends { kind: 'taken' } = never, Extra extends object = object>(
  action: (request: CreateRequest & Partial<Extra>) => Promise<Result<Named<Created, Taken>>>,
  onCreated: () => void,
) {
  const [state, setState] = useState<CreateState<Created, Taken>>({ kind: 'idle' })
  const open = useRef<CreateRequest & Partial<Extra>>(undefined)
  const isLost = useRef(false)
  const isBusy = useRef(false)
  const settle = (next: CreateState<Created, Taken>): CreateState<Created, Taken> => {
    setState(next)
    return next
  }
  const ask = async (request: CreateRequest & Partial<Extra>): Promise<CreateState<Created, Taken>> => {
    for (;;) {
      const result = await action(request).catch((error: unknown) => ({ ok: false as const, error: failureOf(error) }))
      if (result.ok && result.value.kind === 'checking') {
        isLost.current = true
        setState({ kind: 'checking' })
        await new Promise((resolve) => setTimeout(resolve, pause))
        continue
      }
      if (!result.ok && isOpen(result.error, isLost.current)) {
        isLost.current = true
        return { kind: 'unknown', failure: result.error }
      }
      open.current = undefined
      isLost.current = false
      if (!result.ok) return refused(result.error)
      if (result.value.kind === 'taken') return { kind: 'taken', taken: result.value as Taken }
      onCreated()
      return { kind: 'created', created: result.value as Created } // `checking` has gone on above
    }
  }
  /** Sends the body, or, while an earlier one is unsettled, finds out about that. */
  const create = async (body: JsonObject, issues: readonly Issue[], extra?: Extra): Promise<CreateState<Created, Taken>> => {
    if (isBusy.current) return state
    if (!open.current && issues.length > 0) return settle({ kind: 'invalid', issues: [...issues] })
    // Text, not values: numbers must arrive as they were written.
    const request = (open.current ??= { operation_id: randomId(), body: JSON.stringify(body), ...extra } as CreateRequest & Partial<Extra>)
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

function isOpen({ name }: Failure, isLost: boolean): boolean {
  return leavesOpen.has(name) || (isLost && saysNothing.has(name))
}

// The console's own refusal of a field is the form's, as though it had seen it by itself.
function refused(failure: Failure): { kind: 'invalid'; issues: Issue[] } | { kind: 'refused'; failure: Failure } {
  return failure.name === 'InvalidInput' && failure.issues.length > 0 ? { kind: 'invalid', issues: failure.issues } : { kind: 'refused', failure }
}
