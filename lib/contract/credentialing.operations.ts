import { z } from 'zod'
import {
  createFacilityCredentialingSpanBody,
  createProviderCredentialingSpanBody,
  facilityCredentialingSpan,
  facilityCredentialingSpanPage,
  providerCredentialingSpan,
  providerCredentialingSpanPage,
  updateFacilityCredentialingSpanBody,
  updateProviderCredentialingSpanBody,
} from './credentialing.ts'
import { paging } from './list-query.ts'
import { operation } from './operation.ts'

const tag = 'Credentialing spans'
const facilityParams = z.object({ facility_credentialing_span_id: z.string() })
const providerParams = z.object({ provider_credentialing_span_id: z.string() })
const facilityPath = '/api/provider-credentialing-span/v2/facility'
const providerPath = '/api/provider-credentialing-span/v2'

const oneErrors = ['UnauthorizedError', 'EntityNotFoundError'] as const
const createErrors = ['UnauthorizedError', 'HttpRequestValidationsError'] as const

export const credentialingOperations = {
  createFacilityCredentialingSpan: operation({
    id: 'createFacilityCredentialingSpan',
    method: 'POST',
    path: facilityPath,
    body: createFacilityCredentialingSpanBody,
    ok: facilityCredentialingSpan,
    errors: createErrors,
    source: 'description',
    tag,
    summary: 'Records the coverage of a service facility for a contracting provider and a payer.',
  }),
  listFacilityCredentialingSpans: operation({
    id: 'listFacilityCredentialingSpans',
    method: 'GET',
    path: facilityPath,
    query: z.object({
      ...paging,
      payer_uuid: z.string().optional(),
      contracting_provider_id: z.string().optional(),
      service_facility_id: z.string().optional(),
    }),
    ok: facilityCredentialingSpanPage,
    errors: ['UnauthorizedError', 'UnprocessableEntityError'],
    source: 'description',
    tag,
    summary: 'Lists facility spans.',
  }),
  getFacilityCredentialingSpan: operation({
    id: 'getFacilityCredentialingSpan',
    method: 'GET',
    path: `${facilityPath}/{facility_credentialing_span_id}`,
    params: facilityParams,
    ok: facilityCredentialingSpan,
    errors: oneErrors,
    source: 'companion',
    tag,
    summary: 'Reads one facility span.',
  }),
  updateFacilityCredentialingSpan: operation({
    id: 'updateFacilityCredentialingSpan',
    method: 'PATCH',
    path: `${facilityPath}/{facility_credentialing_span_id}`,
    params: facilityParams,
    body: updateFacilityCredentialingSpanBody,
    ok: facilityCredentialingSpan,
    errors: [...oneErrors, 'HttpRequestValidationsError', 'UnprocessableEntityError'],
    source: 'companion',
    tag,
    summary: 'Changes a facility span; the contracting provider is named each time.',
  }),
  deleteFacilityCredentialingSpan: operation({
    id: 'deleteFacilityCredentialingSpan',
    method: 'DELETE',
    path: `${facilityPath}/{facility_credentialing_span_id}`,
    params: facilityParams,
    ok: null,
    errors: oneErrors,
    source: 'companion',
    tag,
    summary: 'Takes a facility span out of use.',
  }),
  createProviderCredentialingSpan: operation({
    id: 'createProviderCredentialingSpan',
    method: 'POST',
    path: providerPath,
    body: createProviderCredentialingSpanBody,
    ok: providerCredentialingSpan,
    errors: createErrors,
    source: 'companion',
    tag,
    summary: 'Records the coverage of a rendering provider for a contracting provider and a payer.',
  }),
  listProviderCredentialingSpans: operation({
    id: 'listProviderCredentialingSpans',
    method: 'GET',
    path: providerPath,
    query: z.object({
      ...paging,
      payer_uuid: z.string().optional(),
      provider_id: z.string().optional(),
      as_rendering_provider: z.boolean().optional(),
      as_contracting_provider: z.boolean().optional(),
    }),
    ok: providerCredentialingSpanPage,
    errors: ['UnauthorizedError', 'UnprocessableEntityError'],
    source: 'companion',
    tag,
    summary: 'Lists the spans of rendering providers.',
  }),
  getProviderCredentialingSpan: operation({
    id: 'getProviderCredentialingSpan',
    method: 'GET',
    path: `${providerPath}/{provider_credentialing_span_id}`,
    params: providerParams,
    ok: providerCredentialingSpan,
    errors: oneErrors,
    source: 'companion',
    tag,
    summary: 'Reads one span of a rendering provider.',
  }),
  updateProviderCredentialingSpan: operation({
    id: 'updateProviderCredentialingSpan',
    method: 'PATCH',
    path: `${providerPath}/{provider_credentialing_span_id}`,
    params: providerParams,
    body: updateProviderCredentialingSpanBody,
    ok: providerCredentialingSpan,
    errors: [...oneErrors, 'HttpRequestValidationsError', 'UnprocessableEntityError'],
    source: 'companion',
    tag,
    summary: 'Changes a span of a rendering provider.',
  }),
  deleteProviderCredentialingSpan: operation({
    id: 'deleteProviderCredentialingSpan',
    method: 'DELETE',
    path: `${providerPath}/{provider_credentialing_span_id}`,
    params: providerParams,
    ok: null,
    errors: oneErrors,
    source: 'companion',
    tag,
    summary: 'Takes a span of a rendering provider out of use.',
  }),
}
