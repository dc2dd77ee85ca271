import type { ContractVersion } from '#lib/actions/contracts/read-contract.ts'
import { type Json, type JsonObject, isJsonObject, parseExact, toNumber } from '#lib/core/json.ts'
import { type ContractRow, toContractRow } from '#lib/lists/rows/contract-rows.ts'

/**
 * A contract as its page uses it. `record` is the whole record. `other` has the members that the
 * page shows in no other place.
 */
export type LoadedContract = {
  record: JsonObject
  /** The version of the partner's API that the contract was read by. Writes use the same. */
  version: ContractVersion
  row: ContractRow
  providers: number | undefined
  facilities: JsonObject[]
  other: JsonObject
}

const placed = new Set([
  'contract_id',
  'type',
  'contract_status',
  'effective_date',
  'expiration_date',
  'regions',
  'payer',
  'contracting_provider',
  'provider_count',
  'authorized_signatory',
  'commercial_insurance_types',
  'medicare_insurance_types',
  'medicaid_insurance_types',
  'contract_service_facilities',
])

/**
 * Reads a contract from its JSON text. `row`, `providers` and `facilities` leave out values of the
 * wrong type. Throws a SyntaxError only if the text is not JSON or has a `__proto__` member.
 */
export function toLoadedContract(text: string, version: ContractVersion): LoadedContract {
  const parsed = parseExact(text)
  const record = isJsonObject(parsed) ? parsed : {}
  const facilities: Json[] = Array.isArray(record.contract_service_facilities)
    ? record.contract_service_facilities
    : []
  return {
    record,
    version,
    row: toContractRow(record),
    providers: toNumber(record.provider_count),
    facilities: facilities.filter((facility) => isJsonObject(facility)),
    other: Object.fromEntries(Object.entries(record).filter(([name]) => !placed.has(name))),
  }
}
