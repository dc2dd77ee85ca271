import { type JsonObject, isJsonObject } from '#lib/core/json.ts'
import type { Issue } from '#lib/core/result.ts'
import { edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { termProblems } from './term-problems.ts'

/**
 * The kinds of contract that the form can create: both types of version 3, and version 2, which has
 * only professional contracts.
 */
export const contractKinds = ['professional', 'institutional', 'professional-v2'] as const
export type ContractKind = (typeof contractKinds)[number]

/**
 * The initial values of a new contract, with the partner's default status. The person chooses where
 * and for what it applies.
 */
export const emptyContract: JsonObject = { type: 'professional', contract_status: 'pending' }

// The maximum number of rendering providers in one request (Limits).
const maxProviders = 4_000
// Each one is looked up before the contract is sent.
const maxFacilities = 100

/** The API version and the body for a form's draft. Untouched members are not sent. */
export function contractRequest(
  shape: ObjectShape,
  draft: DraftObject,
): { version: 2 | 3; body: JsonObject } {
  const form = edited(emptyContract, shape, draft) as JsonObject
  const {
    type: kind,
    rendering_provider_ids: ids,
    contract_service_facilities: places,
    ...rest
  } = form
  const terms = Object.fromEntries(
    Object.entries(rest).filter(
      ([, value]) =>
        value !== null &&
        value !== undefined &&
        !(isJsonObject(value) && Object.keys(value).length === 0),
    ),
  )
  if (kind === 'professional-v2')
    return { version: 2, body: { ...terms, rendering_provider_ids: ids ?? [] } }
  if (kind === 'institutional') {
    const facilityIds = Array.isArray(places) ? [...new Set(places)] : []
    const facilities = facilityIds.map((service_facility_id) => ({
      service_facility_id,
      provider_ids: [],
    }))
    return {
      version: 3,
      body: { type: kind, contract_type: kind, ...terms, contract_service_facilities: facilities },
    }
  }
  return {
    version: 3,
    body: {
      type: 'professional',
      contract_type: 'professional',
      ...terms,
      rendering_provider_ids: ids ?? [],
    },
  }
}

/** The problems for which the partner would certainly reject such a body, at their fields. */
export function newContractProblems(body: JsonObject): Issue[] {
  const issues: Issue[] = []
  if (isBlank(body.contracting_provider_id))
    issues.push({
      path: 'contracting_provider_id',
      message: 'Find the contracting provider, or enter its ID.',
    })
  if (isBlank(body.payer_uuid))
    issues.push({ path: 'payer_uuid', message: 'Find the payer, or enter its UUID.' })
  const ids = body.rendering_provider_ids
  if (Array.isArray(ids) && ids.length > maxProviders) {
    issues.push({
      path: 'rendering_provider_ids',
      message: `These are ${ids.length.toLocaleString('en-US')} IDs. A new contract takes 4,000 at most. Add the others on its Providers page.`,
    })
  }
  const facilities = body.contract_service_facilities
  if (Array.isArray(facilities) && facilities.length > maxFacilities)
    issues.push({
      path: 'contract_service_facilities',
      message: `These are ${facilities.length.toLocaleString('en-US')} facilities. A new contract takes ${maxFacilities} at most. Add the others on its Service facilities page.`,
    })
  return [...issues, ...termProblems(body, { isStatusNeeded: false })]
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === ''
}
