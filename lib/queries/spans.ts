import { readFacilitySpan, readProviderSpan, readSpanParty } from '#lib/actions/read.ts'
import { queryOptions } from '@tanstack/react-query'
import type { SpanReply } from '#lib/actions/spans/read-span.ts'
import type { LookUpReply } from '#lib/actions/replies.ts'
import { FailureError } from '#lib/core/failure-error.ts'
import type { Json } from '#lib/core/json.ts'
import { unwrapReply } from './reply.ts'

const retry = (count: number, error: Error) => !(error instanceof FailureError) && count < 1

// Never read again by themselves: someone may be editing them.
const edited = { retry, staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 } as const

/** A facility span. */
export function facilitySpanQuery(id: string) {
  return queryOptions({
    ...edited,
    queryKey: ['getFacilityCredentialingSpan', { id }],
    queryFn: () => unwrapReply<SpanReply>(readFacilitySpan({ id })),
  })
}

/** A rendering provider's span. */
export function providerSpanQuery(id: string) {
  return queryOptions({
    ...edited,
    queryKey: ['getProviderCredentialingSpan', { id }],
    queryFn: () => unwrapReply<SpanReply>(readProviderSpan({ id })),
  })
}

/** The kinds of records that a span refers to. */
export type PartyKind = 'provider' | 'facility' | 'payer'

/** The record that an id names: one item, none where the partner knows no such id. */
export function spanPartyQuery(kind: PartyKind, id: string) {
  return queryOptions({
    retry,
    staleTime: 300_000,
    queryKey: ['readSpanParty', { kind, id }],
    queryFn: () => unwrapReply<LookUpReply<Json>>(readSpanParty({ kind, id })),
  })
}
