import { z } from 'zod'
import { operation } from '#lib/contract/operation.ts'
import {
  addContractProvidersAnswer,
  addContractProvidersBody,
  contractProviderCount,
  contractProviderCredentialingPage,
  contractProviderPage,
  contractServiceFacility,
  createContractServiceFacilityBody,
  removeContractProvidersBody,
  updateContractServiceFacilityBody,
} from './contracts-v3.ts'

const tag = 'Contracts v3'
const params = z.object({ contract_id: z.string() })

/** A page of a contract's providers has 100 items by default and 1,000 at most (Limits). */
export const maxContractProvidersPage = 1000

const query = z.object({
  page_token: z.string().optional(),
  limit: z.int().min(1).max(maxContractProvidersPage).optional(),
})

const memberErrors = ['EntityNotFoundError', 'UnprocessableEntityError'] as const

export const contractMemberOperations = {
  listContractProviders: operation({
    id: 'listContractProviders',
    method: 'GET',
    path: '/api/contracts/v3/{contract_id}/providers',
    params,
    query,
    ok: contractProviderPage,
    errors: memberErrors,
    source: 'description',
    tag,
    summary: "Lists a contract's rendering providers.",
  }),
  addContractProviders: operation({
    id: 'addContractProviders',
    method: 'POST',
    path: '/api/contracts/v3/{contract_id}/providers',
    params,
    body: addContractProvidersBody,
    ok: addContractProvidersAnswer,
    errors: memberErrors,
    source: 'description',
    tag,
    summary: 'Adds rendering providers; those already on the contract are ignored and counted.',
  }),
  removeContractProviders: operation({
    id: 'removeContractProviders',
    method: 'DELETE',
    path: '/api/contracts/v3/{contract_id}/providers',
    params,
    body: removeContractProvidersBody,
    ok: contractProviderCount,
    errors: memberErrors,
    source: 'description',
    tag,
    summary: 'Removes rendering providers; one id that is not on the contract refuses them all.',
  }),
  listContractProviderCredentialing: operation({
    id: 'listContractProviderCredentialing',
    method: 'GET',
    path: '/api/contracts/v3/{contract_id}/providers/credentialing',
    params,
    query,
    ok: contractProviderCredentialingPage,
    errors: memberErrors,
    source: 'description',
    tag,
    summary:
      "Walks a contract's rendering providers with their spans for its provider and payer; those without one too.",
  }),
  createContractServiceFacility: operation({
    id: 'createContractServiceFacility',
    method: 'POST',
    path: '/api/contracts/v3/{contract_id}/service-facilities',
    params,
    body: createContractServiceFacilityBody,
    ok: contractServiceFacility,
    errors: ['UnprocessableEntityError'],
    source: 'description',
    tag,
    summary: 'Adds a service facility with the providers authorized there.',
  }),
  updateContractServiceFacility: operation({
    id: 'updateContractServiceFacility',
    method: 'PATCH',
    path: '/api/contracts/v3/{contract_id}/service-facilities/{contract_service_facility_id}',
    params: params.extend({ contract_service_facility_id: z.string() }),
    body: updateContractServiceFacilityBody,
    ok: contractServiceFacility,
    errors: ['UnprocessableEntityError'],
    source: 'description',
    tag,
    summary: "Changes a contract's service facility or the providers authorized there.",
  }),
}
