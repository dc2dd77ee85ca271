'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CreateEncounterReply } from '#lib/actions/encounter-replies.ts'
import { createEncounterFromPreEncounter } from '#lib/actions/write.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { Failure, Issue } from '#lib/core/result.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { failureOf } from '#lib/queries/reply.ts'

type Created = Extract<CreateEncounterReply, { kind: 'created' }>
export type Taken = Extract<CreateEncounterReply, { kind: 'taken' }>

/** How creating stands. `checking`: it was sent, and nobody knows yet whether it was made. `unknown`: nobody could find out. */
export type CreateState =
  | { kind: 'idle' | 'sending' | 'checking' }
  | { kind: 'unknown' | 'refused'; failure: Failure }
  | { kind: 'invalid'; issues: Issue[] }
  | { kind: 'taken'; taken: Taken }
  | { kind: 'created'; created: Created }

// A write whose answer was lost may be under way at the partner for a moment.
const pause = 1_500
// The console itself not answering leaves it as open as the partner not answering.
const openNames = new Set(['OutcomeUnknown', 'ConsoleUnreachable'])

/**
 * Creates one encounter. While an outcome is unknown the same operation is asked for again, which looks before anything
 * is sent: never a second record.
 */
export function useCreateEncounter() {
  const client = useQueryClient()
  const [state, setState] = useState<CreateState>({ kind: 'idle' })
  const open = useRef<{ operation_id: string; body: string }>(undefined)
  const isBusy = useRef(false)
  const settle = (next: CreateState): CreateState => {
    setState(next)
    return next
  }
  const ask = async (): Promise<CreateState> => {
    for (;;) {
      const result = await createEncounterFromPreEncounter(open.current).catch((error: unknown) => ({ ok: false as const, error: failureOf(error) }))
      if (result.ok && result.value.kind === 'checking') {
        setState({ kind: 'checking' })
        await new Promise((resolve) => setTimeout(resolve, pause))
        continue
      }
      if (!result.ok && openNames.has(result.error.name)) return { kind: 'unknown', failure: result.error }
      open.current = undefined
      if (!result.ok) return result.error.name === 'InvalidInput' ? { kind: 'invalid', issues: result.error.issues } : { kind: 'refused', failure: result.error }
      if (result.value.kind === 'taken') return { kind: 'taken', taken: result.value }
      void invalidateAfter(client, 'createEncounterFromPreEncounter')
      return { kind: 'created', created: result.value as Created } // `checking` has gone on above
    }
  }
  /** Sends the body, or, while an earlier one is unsettled, finds out about that. */
  const create = async (body: JsonObject, issues: readonly Issue[]): Promise<CreateState> => {
    if (isBusy.current) return state
    if (!open.current && issues.length > 0) return settle({ kind: 'invalid', issues: [...issues] })
    // Text, not values: numbers must arrive as they were written.
    open.current ??= { operation_id: crypto.randomUUID(), body: JSON.stringify(body) }
    isBusy.current = true
    setState({ kind: 'sending' })
    try {
      return settle(await ask())
    } finally {
      isBusy.current = false
    }
  }
  return { state, create, clear: () => setState({ kind: 'idle' }) }
}
