import type { LocalDate } from '#lib/core/local-date.ts'
import type { ContractRow } from '#lib/sandbox/db/contract-tables.ts'
import { providerV2Json } from './provider-v2.ts'

/** A contract's row beside the JSON texts of its contracting provider and payer. */
export type ReadContract = ContractRow & { provider_body: string; payer_body: string }

/** Which interface shows the contract: version 2 knows no `type`. */
export type ContractVersion = 'v2' | 'v3'

/** The JSON text of a contract, spliced from stored texts. `more` are members that only a single contract shows. */
export function contractJson(
  row: ReadContract,
  version: ContractVersion,
  today: LocalDate,
  more: Record<string, string> = {},
): string {
  const members: Record<string, string> = {
    ...(version === 'v3' ? { type: JSON.stringify(row.type) } : {}),
    contract_id: JSON.stringify(row.id),
    contracting_provider: providerV2Json(row.provider_body, today),
    provider_count: String(row.provider_count),
    payer: row.payer_body,
    effective_date: JSON.stringify(row.effective_date),
    expiration_date: JSON.stringify(row.expiration_date),
    regions: row.regions,
    contract_status: JSON.stringify(row.contract_status),
    authorized_signatory: row.authorized_signatory ?? 'null',
    commercial_insurance_types: row.commercial_insurance_types,
    medicare_insurance_types: row.medicare_insurance_types,
    medicaid_insurance_types: row.medicaid_insurance_types,
    ...more,
  }
  return `{${Object.entries(members)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`
}
