import { z } from 'zod'
import { chargeCaptureError, chargeCaptureStatus } from './charge-captures.ts'
import {
  claimCreation,
  claimCreationPage,
  claimCreationStatusFilter,
  claimCreationSummary,
  resolveClaimCreationErrorBody,
} from './claim-creations.ts'
import { openEnum } from './fields.ts'
import { captureFilters, paging, sortDirection } from './list-query.ts'
import { operation } from './operation.ts'

const tag = 'Claim creations'

export const listClaimCreationsQuery = z.object({
  ...paging,
  sort: openEnum(['created_at']).optional(),
  sort_direction: sortDirection.optional(),
  ...captureFilters,
  claim_creation_status: claimCreationStatusFilter.optional(),
  charge_status: chargeCaptureStatus.optional(),
  has_charge_capture_updates: z.boolean().optional(),
})
export type ListClaimCreationsQuery = z.infer<typeof listClaimCreationsQuery>

export const claimCreationOperations = {
  getClaimCreation: operation({
    id: 'getClaimCreation',
    method: 'GET',
    path: '/api/charge_capture_claim_creation/v1/{charge_capture_claim_creation_id}',
    params: z.object({ charge_capture_claim_creation_id: z.string() }),
    ok: claimCreation,
    errors: ['UnauthorizedError', 'EntityNotFoundError'],
    source: 'description',
    tag,
    summary: 'Reads one claim creation with its errors and its merged input.',
  }),
  listClaimCreations: operation({
    id: 'listClaimCreations',
    method: 'GET',
    path: '/api/charge_capture_claim_creation/v1',
    query: listClaimCreationsQuery,
    ok: claimCreationPage,
    errors: ['UnauthorizedError', 'HttpRequestValidationsError', 'UnprocessableEntityError'],
    source: 'description',
    tag,
    summary:
      'Lists claim creations, newest first unless sorted otherwise, 100 a page unless limited otherwise.',
    notes:
      'has_charge_capture_updates keeps only those whose captures were changed since they were billed. claim_creation_status=BILLED is the same as successful.',
  }),
  getClaimCreationSummary: operation({
    id: 'getClaimCreationSummary',
    method: 'GET',
    path: '/api/charge_capture_claim_creation/v1/all/summary',
    ok: claimCreationSummary,
    errors: ['UnauthorizedError'],
    source: 'companion',
    tag,
    summary:
      'Counts captures without a claim creation, claim creations by state, and unresolved changes after billing.',
  }),
  resolveClaimCreationError: operation({
    id: 'resolveClaimCreationError',
    method: 'PATCH',
    path: '/api/charge_capture_claim_creation/v1/error/{error_id}',
    params: z.object({ error_id: z.string() }),
    body: resolveClaimCreationErrorBody,
    ok: chargeCaptureError,
    errors: ['UnauthorizedError', 'EntityNotFoundError'],
    source: 'companion',
    tag,
    summary: 'Marks an error of a claim creation as resolved, with who and why.',
  }),
}
