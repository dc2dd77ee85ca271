'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CreateState } from '#components/form/writing/create-state.ts'
import { useCreate, type CreateRequest } from '#components/form/writing/use-send.ts'
import type { CreateSpanReply } from '#lib/actions/spans/create-span.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { spanWays } from './span-kinds.ts'
import type { Taken } from './candidates-card.tsx'

export type Created = Extract<CreateSpanReply, { kind: 'created' }>
export type CreateSpanState = CreateState<Created, Taken>

// These say that nobody looked: what an earlier send came to is as open as before.
const saysNothing = new Set(['Unexpected', 'Unauthenticated', 'Forbidden', 'ForeignOrigin', 'RecordBusy'])

type Answer = { kind: 'made'; id: string } | { kind: 'not-made'; seen: string[] }

/**
 * Creates one span. After a lost answer the same operation goes on, with a person's word about what became of it: a
 * second operation would be a second span.
 */
export function useCreateSpan(kind: SpanKind) {
  const client = useQueryClient()
  const { create: send, writes } = spanWays[kind]
  const asked = useRef<CreateRequest & { answer?: Answer }>(undefined)
  const isOpen = useRef(false)
  const { state, create, clear } = useCreate<Created, Taken>(
    async (request) => {
      if (!isOpen.current) asked.current = request
      const result = await send(asked.current)
      isOpen.current = result.ok
        ? result.value.kind !== 'created'
        : ['OutcomeUnknown', 'DatabaseAway'].includes(result.error.name) ||
          (isOpen.current && saysNothing.has(result.error.name))
      return result
    },
    () => void invalidateAfter(client, writes.create),
  )
  /** Goes on with the operation whose answer was lost; without a word it only looks again. */
  const goOn = (answer?: Answer) => {
    if (asked.current)
      asked.current = {
        operation_id: asked.current.operation_id,
        body: asked.current.body,
        ...(answer ? { answer } : {}),
      }
    return create(JSON.parse(asked.current?.body ?? '{}') as JsonObject, [])
  }
  const giveUp = () => {
    isOpen.current = false
    clear()
  }
  return { state, create, goOn, giveUp }
}
