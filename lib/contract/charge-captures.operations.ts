import { z } from 'zod'
import {
  chargeCapture,
  chargeCapturePage,
  chargeCaptureStatus,
  chargeCaptureUpdate,
  createChargeCaptureBody,
  createChargeCaptureFromPreEncounterBody,
  resolveChargeCaptureChangesBody,
  updateChargeCaptureBody,
} from './charge-captures.ts'
import { schemaInstance } from './charge-capture-data/schema-instances.ts'
import { billableStatus, responsibleParty } from './codes/billing.ts'
import { openEnum } from './fields.ts'
import { captureFilters, limit, paging, sortDirection } from './list-query.ts'
import { operation } from './operation.ts'
import { preEncounterFilledMembers } from './pre-encounter/filled-members.ts'

const tag = 'Charge captures'
const params = z.object({ charge_capture_id: z.string() })

const { claim_status, ...rankable } = captureFilters
const rankedFilters = { ...rankable, status: chargeCaptureStatus.optional() }

type RankedSortKey = keyof typeof rankedFilters
type RankedTwins = { [K in RankedSortKey as `${K}_ranked_sort`]: (typeof rankedFilters)[K] }

/** The filters with a ranked twin: matching records come first, the others after them. */
export const rankedSortKeys = Object.keys(rankedFilters) as RankedSortKey[]

/** The parameter name of a filter's ranked twin. */
export function rankedSortName<K extends RankedSortKey>(key: K): `${K}_ranked_sort` {
  return `${key}_ranked_sort`
}

const rankedTwins = Object.fromEntries(
  rankedSortKeys.map((key) => [rankedSortName(key), rankedFilters[key]]),
) as RankedTwins

export const listChargeCapturesQuery = z.object({
  ...paging,
  sort: openEnum(['created_at', 'date_of_service']).optional(),
  sort_direction: sortDirection.optional(),
  ...rankedFilters,
  claim_status,
  exclude_charges_linked_to_claims: z.boolean().optional(),
  search_term: z.string().optional(),
  billable_status: billableStatus.optional(),
  responsible_party: responsibleParty.optional(),
  ...rankedTwins,
})
export type ListChargeCapturesQuery = z.infer<typeof listChargeCapturesQuery>

const writeErrors = [
  'UnauthorizedError',
  'EntityNotFoundError',
  'HttpRequestValidationsError',
  'SchemaInstanceValidationHttpFailure',
  'UnprocessableEntityError',
] as const

export const chargeCaptureOperations = {
  createChargeCapture: operation({
    id: 'createChargeCapture',
    method: 'POST',
    path: '/api/charge_captures/v1',
    body: createChargeCaptureBody,
    ok: chargeCapture,
    errors: [...writeErrors, 'ChargeExternalIdConflictError'],
    source: 'description',
    tag,
    summary: 'Records the billable content of a visit.',
    notes:
      'A charge_external_id is used once; a second use answers 409. It must not contain health information.',
  }),
  listChargeCaptures: operation({
    id: 'listChargeCaptures',
    method: 'GET',
    path: '/api/charge_captures/v1',
    query: listChargeCapturesQuery,
    ok: chargeCapturePage,
    errors: ['UnauthorizedError', 'HttpRequestValidationsError', 'UnprocessableEntityError'],
    source: 'description',
    tag,
    summary:
      'Lists charge captures, newest first unless sorted otherwise, 100 a page unless limited otherwise.',
    notes:
      'A ranked sort shows matching records first and the rest after. A page may be short or empty although more exist: only the token ends the walk.',
  }),
  createChargeCaptureFromPreEncounter: operation({
    id: 'createChargeCaptureFromPreEncounter',
    method: 'POST',
    path: '/api/charge_captures/v1/create-from-pre-encounter',
    body: createChargeCaptureFromPreEncounterBody,
    ok: chargeCapture,
    errors: [...writeErrors, 'ChargeExternalIdConflictError'],
    source: 'description',
    tag,
    summary: 'Records a visit whose patient and appointments are kept as pre-encounter records.',
    notes: `These members of data must not be set, the records fill them: ${preEncounterFilledMembers.join(', ')}.`,
  }),
  updateChargeCapture: operation({
    id: 'updateChargeCapture',
    method: 'PATCH',
    path: '/api/charge_captures/v1/{charge_capture_id}',
    params,
    body: updateChargeCaptureBody,
    ok: chargeCapture,
    errors: writeErrors,
    source: 'description',
    tag,
    summary:
      'Changes a charge capture; a change after its claim creation was billed is recorded in updates.',
  }),
  getChargeCapture: operation({
    id: 'getChargeCapture',
    method: 'GET',
    path: '/api/charge_captures/v1/{charge_capture_id}',
    params,
    ok: chargeCapture,
    errors: ['UnauthorizedError', 'EntityNotFoundError'],
    source: 'description',
    tag,
    summary: 'Reads one charge capture.',
  }),
  resolveChargeCaptureChanges: operation({
    id: 'resolveChargeCaptureChanges',
    method: 'PATCH',
    path: '/api/charge_captures/v1/changes',
    body: resolveChargeCaptureChangesBody,
    ok: z.array(chargeCaptureUpdate),
    errors: ['UnauthorizedError', 'EntityNotFoundError'],
    source: 'companion',
    tag,
    summary: 'Resolves changes made after billing, or opens them again.',
  }),
  findChargeCapturesByMetadata: operation({
    id: 'findChargeCapturesByMetadata',
    method: 'POST',
    path: '/api/charge_captures/v1/find-by-metadata',
    body: z.looseObject({
      metadata: z.array(schemaInstance),
      limit: limit().nullable(),
      page_token: z.string().nullish(),
    }),
    ok: chargeCapturePage,
    errors: ['UnauthorizedError', 'HttpRequestValidationsError', 'UnprocessableEntityError'],
    source: 'companion',
    tag,
    summary: 'Finds charge captures by the metadata that they carry.',
  }),
}
