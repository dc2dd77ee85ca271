import { readFacilitySpan, readProviderSpan, readSpanParty } from '#lib/actions/read.ts'
import { actQuery, edited } from './act-query.ts'

/** A facility span. */
export const facilitySpanQuery = actQuery('getFacilityCredentialingSpan', readFacilitySpan, edited)

/** A rendering provider's span. */
export const providerSpanQuery = actQuery('getProviderCredentialingSpan', readProviderSpan, edited)

/** The kinds of records that a span refers to. */
export type PartyKind = 'provider' | 'facility' | 'payer'

/** The record that an id names: one item, none where the partner knows no such id. */
export const spanPartyQuery = actQuery('readSpanParty', readSpanParty, { staleTime: 300_000 })
