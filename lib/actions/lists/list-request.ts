import 'server-only'
import { z } from 'zod'
import { operations } from '#lib/contract/operations.ts'
import { listOperations } from '#lib/lists/list-spec.ts'
import type { ListRequest } from '#lib/lists/walk/request.ts'

const maxLimit = 1_000
const position = z.string().min(1).max(20_000).optional()

// The token travels as `position`, which "show first" wraps, so `page_token` itself is no input.
const claimCreationQuery = z.strictObject(operations.listClaimCreations.query.shape).omit({ page_token: true })
const chargeCaptureQuery = z.strictObject(operations.listChargeCaptures.query.shape).omit({ page_token: true })
const encounterQuery = z.strictObject(operations.listEncounters.query.shape).omit({ page_token: true })
const contractQueryV3 = z.strictObject(operations.listContractsV3.query.shape).omit({ page_token: true })
const contractQueryV2 = z.strictObject(operations.listContractsV2.query.shape).omit({ page_token: true })
const facilitySpanQuery = z
  .strictObject(operations.listFacilityCredentialingSpans.query.shape)
  .omit({ page_token: true })
const providerSpanQuery = z
  .strictObject(operations.listProviderCredentialingSpans.query.shape)
  .omit({ page_token: true })
const ends = z.string().max(40).optional()
const local = z.strictObject({ ends }).optional()
const localOfSpans = z.strictObject({ ends, standing: z.string().max(40).optional() }).optional()
const limit = { limit: z.int().min(1).max(maxLimit).optional() }

/** What `readList` takes: unknown parameters are refused, arrays are arrays, and a page has at most 1,000 rows. */
export const listRequest = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.literal('listClaimCreations'),
    query: claimCreationQuery.extend(limit),
    first: claimCreationQuery.omit({ limit: true, sort: true, sort_direction: true }).optional(),
    position,
  }),
  z.strictObject({
    operation: z.literal('listChargeCaptures'),
    query: chargeCaptureQuery.extend(limit),
    position,
    checks: z.literal(true).optional(),
  }),
  z.strictObject({
    operation: z.literal('listEncounters'),
    query: encounterQuery.extend(limit),
    first: encounterQuery.omit({ limit: true, sort: true }).optional(),
    position,
  }),
  z.strictObject({ operation: z.literal('listContractsV3'), query: contractQueryV3.extend(limit), local, position }),
  z.strictObject({ operation: z.literal('listContractsV2'), query: contractQueryV2.extend(limit), local, position }),
  z.strictObject({
    operation: z.literal('listFacilityCredentialingSpans'),
    query: facilitySpanQuery.extend(limit),
    local: localOfSpans,
    position,
  }),
  z.strictObject({
    operation: z.literal('listProviderCredentialingSpans'),
    query: providerSpanQuery.extend(limit),
    local: localOfSpans,
    position,
  }),
]) as z.ZodType<ListRequest>

/** The list that a raw input names; the first one for anything else, which the schema then refuses. */
export function listOperationOf(input: unknown): string {
  const operation = (input as { operation?: unknown } | null | undefined)?.operation
  return listOperations.find((known) => known === operation) ?? listOperations[0]
}
