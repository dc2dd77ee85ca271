import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import type { Json } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { isNotOffered, type LookUpReply } from '#lib/actions/finding/look-up.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

const parties = {
  provider: {
    operation: operations.getOrganizationProvider,
    parameter: 'organization_provider_id',
  },
  facility: {
    operation: operations.getServiceFacility,
    parameter: 'organization_service_facility_id',
  },
  payer: { operation: operations.getPayer, parameter: 'payer_uuid' },
} as const

/** The operation whose permission it takes to read what an id names. */
export const partyTasks = {
  provider: 'listOrganizationProviders',
  facility: 'listServiceFacilities',
  payer: 'listPayers',
} as const

/**
 * What the id of a span's party names, to show its name. An id that the partner does not know gives
 * no item; a key that may not read such records gives `is_available: false`, because typing an id
 * works all the same.
 */
export async function readParty(
  { kind, id }: { kind: keyof typeof parties; id: string },
  { connection }: ActionContext,
): Promise<Result<LookUpReply>> {
  const { operation, parameter } = parties[kind]
  const reply = await call(connection, operation, { params: { [parameter]: id } as never })
  if (reply.ok) return ok({ is_available: true, items: [JSON.parse(reply.value.text) as Json] })
  if (reply.error.status === 404) return ok({ is_available: true, items: [] })
  return isNotOffered(reply.error.status) ? ok({ is_available: false, items: [] }) : reply
}
