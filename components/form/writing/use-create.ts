'use client'
import { useRef, useState } from 'react'
import type { JsonObject } from '#lib/core/json.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure, Issue, Result } from '#lib/core/result.ts'
import { askUntilKnown } from '#components/form/ask-until-known.ts'
import type { CreateState } from './create-state.ts'

/** What a creating action is asked with. The same operation id is never made twice, so it may be asked for again. */
export type CreateRequest = { operation_id: string; body: string }

type Named<Created, Taken> = Created | Taken | { kind: 'checking' }

/**
 * Creates one record by `action`. While an outcome is unknown the same operation is asked for again, which looks before
 * anything is sent: never a second record. `onCreated` marks what is out of date then.
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
    const known = await askUntilKnown<Created | Taken>(() => action(request), {
      wasLost: isLost.current,
      onChecking: () => setState({ kind: 'checking' }),
    })
    isLost.current = known.kind === 'failed' && known.isOpen
    if (known.kind === 'failed' && known.isOpen) return { kind: 'unknown', failure: known.failure }
    open.current = undefined
    if (known.kind === 'failed') return refused(known.failure)
    if (known.reply.kind === 'taken') return { kind: 'taken', taken: known.reply }
    onCreated()
    return { kind: 'created', created: known.reply }
  }
  /** Sends the body, or, while an earlier one is unsettled, finds out about that. */
  const create = async (
    body: JsonObject,
    issues: readonly Issue[],
    extra?: Extra,
  ): Promise<CreateState<Created, Taken>> => {
    if (isBusy.current) return state
    if (!open.current && issues.length > 0) return settle({ kind: 'invalid', issues: [...issues] })
    // Text, not values: numbers must arrive as they were written.
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

// The console's own refusal of a field is the form's, as though it had seen it by itself.
function refused(failure: Failure): { kind: 'invalid'; issues: Issue[] } | { kind: 'refused'; failure: Failure } {
  return failure.name === 'InvalidInput' && failure.issues.length > 0
    ? { kind: 'invalid', issues: failure.issues }
    : { kind: 'refused', failure }
}
