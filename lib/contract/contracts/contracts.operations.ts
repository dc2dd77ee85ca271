import { z } from 'zod'
import { state } from '#lib/contract/codes/states.ts'
import { openEnum } from '#lib/contract/fields.ts'
import { sortDirection } from '#lib/contract/list-query.ts'
import { operation } from '#lib/contract/operation.ts'
import {
  contractV2Page,
  contractV2WithProviders,
  createContractV2Body,
  updateContractV2Body,
} from './contracts-v2.ts'
import {
  contractType,
  contractV3Page,
  contractV3WithProviders,
  createContractV3Body,
  updateContractV3Body,
} from './contracts-v3.ts'
import { contractStatus } from './terms.ts'

const params = z.object({ contract_id: z.string() })

/** A page of contracts has at most 1,000 items, which is also the default (Limits). */
export const maxContractsPage = 1000

const listQuery = z.object({
  page_token: z.string().optional(),
  limit: z.int().min(1).max(maxContractsPage).optional(),
  contracting_provider_id: z.string().optional(),
  rendering_provider_ids: z.array(z.string()).optional(),
  payer_names: z.array(z.string()).optional(),
  states: z.array(state).optional(),
  contract_status: contractStatus.optional(),
  sort: openEnum([
    'created_at',
    'payer_name',
    'payer_id',
    'billing_provider_name',
    'effective_date',
    'contract_status',
  ]).optional(),
  sort_direction: sortDirection.optional(),
})

const listNotes = 'Without contract_status the list holds pending contracts only.'

export const contractOperations = {
  getContractV2: operation({
    id: 'getContractV2',
    method: 'GET',
    path: '/api/contracts/v2/{contract_id}',
    params,
    ok: contractV2WithProviders,
    errors: ['EntityNotFoundError'],
    source: 'description',
    tag: 'Contracts v2',
    summary: 'Reads one professional contract with its providers.',
  }),
  deleteContractV2: operation({
    id: 'deleteContractV2',
    method: 'DELETE',
    path: '/api/contracts/v2/{contract_id}',
    params,
    ok: null,
    errors: ['ContractIsLinkedToFeeScheduleHttpError'],
    source: 'description',
    tag: 'Contracts v2',
    summary: 'Deletes a professional contract that no fee schedule is linked to.',
  }),
  updateContractV2: operation({
    id: 'updateContractV2',
    method: 'PATCH',
    path: '/api/contracts/v2/{contract_id}',
    params,
    body: updateContractV2Body,
    ok: contractV2WithProviders,
    errors: ['UnprocessableEntityError', 'ContractInvalidExpirationDateHttpError'],
    source: 'description',
    tag: 'Contracts v2',
    summary: 'Changes a professional contract.',
  }),
  listContractsV2: operation({
    id: 'listContractsV2',
    method: 'GET',
    path: '/api/contracts/v2',
    query: listQuery,
    ok: contractV2Page,
    errors: ['UnprocessableEntityError'],
    source: 'description',
    tag: 'Contracts v2',
    summary: 'Lists professional contracts.',
    notes: listNotes,
  }),
  createContractV2: operation({
    id: 'createContractV2',
    method: 'POST',
    path: '/api/contracts/v2',
    body: createContractV2Body,
    ok: contractV2WithProviders,
    errors: ['UnprocessableEntityError'],
    source: 'description',
    tag: 'Contracts v2',
    summary: 'Creates a professional contract.',
  }),
  getContractV3: operation({
    id: 'getContractV3',
    method: 'GET',
    path: '/api/contracts/v3/{contract_id}',
    params,
    ok: contractV3WithProviders,
    errors: ['EntityNotFoundError'],
    source: 'description',
    tag: 'Contracts v3',
    summary: 'Reads one contract of either type.',
  }),
  deleteContractV3: operation({
    id: 'deleteContractV3',
    method: 'DELETE',
    path: '/api/contracts/v3/{contract_id}',
    params,
    ok: null,
    errors: ['ContractIsLinkedToFeeScheduleHttpError'],
    source: 'description',
    tag: 'Contracts v3',
    summary: 'Deletes a contract that no fee schedule is linked to.',
  }),
  updateContractV3: operation({
    id: 'updateContractV3',
    method: 'PATCH',
    path: '/api/contracts/v3/{contract_id}',
    params,
    body: updateContractV3Body,
    ok: contractV3WithProviders,
    errors: ['UnprocessableEntityError', 'ContractInvalidExpirationDateHttpError'],
    source: 'description',
    tag: 'Contracts v3',
    summary: 'Changes a contract of either type.',
  }),
  listContractsV3: operation({
    id: 'listContractsV3',
    method: 'GET',
    path: '/api/contracts/v3',
    query: listQuery.extend({ type: contractType.optional() }),
    ok: contractV3Page,
    errors: ['UnprocessableEntityError'],
    source: 'description',
    tag: 'Contracts v3',
    summary: 'Lists contracts of both types.',
    notes: listNotes,
  }),
  createContractV3: operation({
    id: 'createContractV3',
    method: 'POST',
    path: '/api/contracts/v3',
    body: createContractV3Body,
    ok: contractV3WithProviders,
    errors: ['UnprocessableEntityError'],
    source: 'description',
    tag: 'Contracts v3',
    summary: 'Creates a contract of either type.',
  }),
}
