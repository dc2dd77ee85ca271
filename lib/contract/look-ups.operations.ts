import { z } from 'zod'
import { placeOfServiceCode } from './codes/places-of-service.ts'
import { customSchema, customSchemaList } from './custom-schemas.ts'
import { openEnum, page } from './fields.ts'
import { limit, paging } from './list-query.ts'
import { operation } from './operation.ts'
import { organizationProvider, organizationProviderPage } from './organization-providers.ts'
import { payer } from './payers.ts'
import {
  organizationServiceFacility,
  organizationServiceFacilityPage,
} from './service-facilities.ts'

// Look-ups by name for records that captures, contracts and spans refer to by id.

const tag = 'Look-ups'
const oneErrors = ['UnauthorizedError', 'EntityNotFoundError'] as const

export const lookUpOperations = {
  listOrganizationProviders: operation({
    id: 'listOrganizationProviders',
    method: 'GET',
    path: '/api/organization-providers/v3',
    query: z.object({
      limit: limit(),
      search_term: z.string().optional(),
      npi: z.string().optional(),
      is_rendering: z.boolean().optional(),
      is_billing: z.boolean().optional(),
      organization_provider_ids: z.array(z.string()).optional(),
      page_token: z.string().optional(),
      sort: openEnum(['provider_name:asc', 'provider_name:desc', 'npi:asc', 'npi:desc']).optional(),
    }),
    ok: organizationProviderPage,
    errors: ['UnauthorizedError'],
    source: 'companion',
    tag,
    summary: "Lists the organization's providers.",
  }),
  getOrganizationProvider: operation({
    id: 'getOrganizationProvider',
    method: 'GET',
    path: '/api/organization-providers/v3/{organization_provider_id}',
    params: z.object({ organization_provider_id: z.string() }),
    ok: organizationProvider,
    errors: oneErrors,
    source: 'companion',
    tag,
    summary: "Reads one of the organization's providers.",
  }),
  listServiceFacilities: operation({
    id: 'listServiceFacilities',
    method: 'GET',
    path: '/api/organization-service-facilities/v2',
    query: z.object({
      ...paging,
      name: z.string().optional(),
      organization_service_facility_ids: z.array(z.string()).optional(),
      external_ids: z.array(z.string()).optional(),
      place_of_service_code: placeOfServiceCode.optional(),
    }),
    ok: organizationServiceFacilityPage,
    errors: ['UnauthorizedError'],
    source: 'companion',
    tag,
    summary: "Lists the organization's service facilities.",
  }),
  getServiceFacility: operation({
    id: 'getServiceFacility',
    method: 'GET',
    path: '/api/organization-service-facilities/v2/{organization_service_facility_id}',
    params: z.object({ organization_service_facility_id: z.string() }),
    ok: organizationServiceFacility,
    errors: oneErrors,
    source: 'companion',
    tag,
    summary: "Reads one of the organization's service facilities.",
  }),
  listPayers: operation({
    id: 'listPayers',
    method: 'GET',
    path: '/api/payers/v3',
    query: z.object({ ...paging, search_term: z.string().optional() }),
    ok: page(payer),
    errors: ['UnauthorizedError'],
    source: 'companion',
    tag,
    summary: 'Lists payers.',
  }),
  getPayer: operation({
    id: 'getPayer',
    method: 'GET',
    path: '/api/payers/v3/{payer_uuid}',
    params: z.object({ payer_uuid: z.string() }),
    ok: payer,
    errors: oneErrors,
    source: 'companion',
    tag,
    summary: 'Reads one payer.',
  }),
  listCustomSchemas: operation({
    id: 'listCustomSchemas',
    method: 'GET',
    path: '/api/custom-schemas/v1',
    ok: customSchemaList,
    errors: ['UnauthorizedError'],
    source: 'companion',
    tag,
    summary: 'Reads all metadata schemas.',
  }),
  getCustomSchema: operation({
    id: 'getCustomSchema',
    method: 'GET',
    path: '/api/custom-schemas/v1/{schema_id}',
    params: z.object({ schema_id: z.string() }),
    ok: customSchema,
    errors: oneErrors,
    source: 'companion',
    tag,
    summary: 'Reads one metadata schema.',
  }),
}
