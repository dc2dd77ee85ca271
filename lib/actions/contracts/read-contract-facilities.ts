import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { at, list, text } from '#lib/lists/rows/row-values.ts'
import { call } from '#lib/partner/call.ts'
import type { ContractFacility } from './facility-replies.ts'

/** A contract's type and its service facilities as they are now; what cannot be read of them is left out. */
export async function readContractFacilities(
  connection: Connection,
  contractId: string,
): Promise<Result<{ type: string | undefined; facilities: ContractFacility[] }>> {
  const reply = await call(connection, operations.getContractV3, { params: { contract_id: contractId } })
  if (!reply.ok) return reply
  const contract = JSON.parse(reply.value.text) as unknown
  if (text(at(contract, 'contract_id')) === undefined)
    return fail('UnreadableReply', 'The partner’s reply has another form than expected.', {
      status: reply.value.status,
    })
  return ok({
    type: text(at(contract, 'type')),
    facilities: list(at(contract, 'contract_service_facilities'))
      .map(toContractFacility)
      .filter((one) => one !== undefined),
  })
}

/** A service facility from any JSON; undefined where it has no ids. */
export function toContractFacility(item: unknown): ContractFacility | undefined {
  const contract_service_facility_id = text(at(item, 'contract_service_facility_id'))
  const service_facility_id = text(at(item, 'service_facility_id'))
  if (contract_service_facility_id === undefined || service_facility_id === undefined) return undefined
  return {
    contract_service_facility_id,
    service_facility_id,
    provider_ids: list(at(item, 'provider_ids'))
      .map(text)
      .filter((id) => id !== undefined),
  }
}
