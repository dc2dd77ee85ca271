import type { ContractVersion } from '#lib/actions/replies.ts'
import { type Json, type JsonObject, isJsonObject, parseExact, toNumber } from '#lib/core/json.ts'
import { type ContractRow, toContractRow } from '#lib/lists/rows/contract-rows.ts'

/**
 * A contract for its page; `record` is the whole record, `other` the members that the page does not
 * show elsewhere.
 */
export type LoadedContract = {
  record: JsonObject
  /** The version of the partner's interface that it was read by; its writes go through the same. */
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

/** Reads a contract's JSON text. It leaves out members of the wrong type and never throws. */
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
