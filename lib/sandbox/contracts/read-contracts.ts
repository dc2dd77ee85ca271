import type { LocalDate } from '#lib/core/local-date.ts'
import type { ContractRow } from '#lib/sandbox/db/contracts-schema.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { type Caller, type Scope, isInScope, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Sandbox, sandboxDay } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'

/** Version 3's deprecated list of providers shows at most this many ids (Limits). */
export const maxShownProviders = 4000

const selectContracts = `select c.*, p.body as provider_body, b.body as payer_body from contracts c
  join organization_providers p on p.id = c.contracting_provider_id join payers b on b.payer_uuid = c.payer_uuid`

/** The JSON texts of contracts for a list, by `seq`, in the given order. */
export async function contractsBySeq(
  sandbox: Sandbox,
  seqs: readonly number[],
  version: ContractVersion,
): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await sandbox.run<ReadContract>(
    `${selectContracts} where c.seq = any($1::bigint[])`,
    [seqs],
  )
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const today = sandboxDay(sandbox)
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []).map((row) => contractJson(row, version, today))
}

/**
 * One contract's row; 404 if there is none, if the key may not see it, or if version 2 is asked for
 * an institutional contract: version 2 knows professional contracts only. ASSUMED:
 * contract-path-not-found
 */
export async function contractRow(
  run: RunSql,
  id: string,
  version: ContractVersion,
  scope: Scope,
): Promise<ReadContract> {
  // PostgreSQL text cannot hold NUL.
  const [row] = id.includes('\u0000')
    ? []
    : await run<ReadContract>(`${selectContracts} where c.id = $1`, [id])
  if (!row || !isInScope(scope, row.billing_provider_npi)) throw notFound(id)
  if (version === 'v2' && row.type !== 'professional') throw notFound(id)
  return row
}

/**
 * The JSON text of one contract with its providers. An institutional contract has its service
 * facilities instead.
 */
export async function contractWithProviders(
  sandbox: Sandbox,
  row: ReadContract,
  version: ContractVersion,
): Promise<string> {
  const more: Record<string, string> =
    row.type === 'institutional'
      ? { contract_service_facilities: await facilitiesJson(sandbox.run, row) }
      : { rendering_provider_ids: JSON.stringify(await rosterIds(sandbox.run, row.seq, version)) }
  return contractJson(row, version, sandboxDay(sandbox), more)
}

/** The JSON text of a contract that the caller may see. */
export async function readContract(
  sandbox: Sandbox,
  caller: Caller,
  id: string,
  version: ContractVersion,
): Promise<string> {
  const row = await contractRow(sandbox.run, id, version, await scopeOf(sandbox, caller))
  return contractWithProviders(sandbox, row, version)
}

// ASSUMED: contract-v2-shows-all: the description limits only version 3's field to 4,000 ids.
async function rosterIds(
  run: RunSql,
  contractSeq: number,
  version: ContractVersion,
): Promise<string[]> {
  const limit = version === 'v3' ? maxShownProviders : null
  const rows = await run<{ id: string }>(
    `select p.id from contract_providers r join organization_providers p on p.seq = r.provider_seq
     where r.contract_seq = $1 order by r.provider_seq limit $2::bigint`,
    [contractSeq, limit],
  )
  return rows.map(({ id }) => id)
}

/** A contract's row with the JSON texts of its contracting provider and payer. */
export type ReadContract = ContractRow & { provider_body: string; payer_body: string }

/** The version of the API that shows a contract; version 2 has no `type`. */
export type ContractVersion = 'v2' | 'v3'

/**
 * The JSON text of a contract, built from stored texts. `more` are members that only a single
 * contract shows.
 */
function contractJson(
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

type Facility = { id: string; service_facility_id: string; provider_ids: string[] }

const selectFacilities = `select f.id, f.service_facility_id,
    array(select p.id from contract_facility_providers a join organization_providers p on p.seq = a.provider_seq
          where a.facility_seq = f.seq order by a.provider_seq) as provider_ids
  from contract_facilities f`

/**
 * The JSON text of the array of a contract's service facilities, in the order in which they were
 * added.
 */
async function facilitiesJson(run: RunSql, contract: { id: string; seq: number }): Promise<string> {
  const rows = await run<Facility>(`${selectFacilities} where f.contract_seq = $1 order by f.seq`, [
    contract.seq,
  ])
  return JSON.stringify(rows.map((row) => toFacility(contract.id, row)))
}

/** The JSON text of one service facility of a contract. */
export async function facilityJson(
  run: RunSql,
  contractId: string,
  facilityId: string,
): Promise<string> {
  const [row] = await run<Facility>(`${selectFacilities} where f.id = $1`, [facilityId])
  return JSON.stringify(toFacility(contractId, row!))
}

function toFacility(contractId: string, row: Facility) {
  return {
    contract_id: contractId,
    contract_service_facility_id: row.id,
    service_facility_id: row.service_facility_id,
    provider_ids: row.provider_ids,
  }
}

// Quotes inside a JSON value are escaped, so this pattern cannot match inside a value.
const terminated = /"employment_termination_date":"(\d{4}-\d{2}-\d{2})"/

/**
 * The JSON text of an organisation provider as contracts show it: the members of the look-up, and
 * the employment status on `today`. A provider is still employed on the termination date.
 */
export function providerV2Json(body: string, today: LocalDate): string {
  const last = terminated.exec(body)?.[1]
  const status = last !== undefined && last < today ? 'TERMINATED' : 'ACTIVE'
  return `{"employment_status":"${status}",${body.slice(1)}`
}
