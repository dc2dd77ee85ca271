import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listOrganizationProviders, listPayers, listServiceFacilities } from '../actions/look-ups.ts'
import { readChargeCapture, readClaimCreation, readList } from '../actions/read.ts'
import type { ChargeCaptureReply, ClaimCreationReply, ListReply, LookUpReply } from '../actions/replies.ts'
import type { ListRequest } from '../lists/request.ts'
import type { BaseRow } from '../lists/rows.ts'
import { FailureError, unwrapReply } from './reply.ts'

// Keys are [operation id, input]: the same question has the same key wherever it is asked. They live in memory only.

// The server already tried again where that helps; a failure is shown at once. A dead session never heals by itself.
const shared = { retry: (count: number, error: Error) => !(error instanceof FailureError) && count < 1, staleTime: 10_000 } as const

/** One page of a list; the rows of the page before stay while the next one loads. */
export function listQuery<Row extends BaseRow = BaseRow>(request: ListRequest) {
  const { operation, ...input } = request
  return queryOptions({ ...shared, queryKey: [operation, input], queryFn: () => unwrapReply<ListReply<Row>>(readList(request)), placeholderData: keepPreviousData })
}

/** A claim creation with its captures. */
export function claimCreationQuery(id: string) {
  return queryOptions({ ...shared, queryKey: ['getClaimCreation', { id }], queryFn: () => unwrapReply<ClaimCreationReply>(readClaimCreation({ id })) })
}

/** A charge capture with its claim creation. Never read again by itself: someone may be editing it. */
export function chargeCaptureQuery(id: string) {
  return queryOptions({
    ...shared,
    queryKey: ['getChargeCapture', { id }],
    queryFn: () => unwrapReply<ChargeCaptureReply>(readChargeCapture({ id })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Providers whose name or NPI matches. */
export function providersQuery(query: { search_term?: string; npi?: string; is_rendering?: boolean; is_billing?: boolean; limit?: number }) {
  return lookUpQuery('listOrganizationProviders', query, listOrganizationProviders)
}

/** Service facilities whose name matches. */
export function facilitiesQuery(query: { name?: string; limit?: number }) {
  return lookUpQuery('listServiceFacilities', query, listServiceFacilities)
}

/** Payers whose name or id matches. */
export function payersQuery(query: { search_term?: string; limit?: number }) {
  return lookUpQuery('listPayers', query, listPayers)
}

function lookUpQuery(operation: string, query: object, action: (input: unknown) => ReturnType<typeof readList>) {
  return queryOptions({ ...shared, queryKey: [operation, { query }], queryFn: () => unwrapReply<LookUpReply>(action({ query })), staleTime: 300_000 })
}
