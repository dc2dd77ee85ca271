import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import type { Sandbox } from '#lib/sandbox/http/handler.ts'
import type { Caller } from '#lib/sandbox/http/keys.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { isInScope, type Scope, scopeOf } from '#lib/sandbox/lists/scope.ts'
import { contractJson, type ContractVersion, type ReadContract } from './contract-json.ts'
import { facilitiesJson } from './facility-json.ts'
import { sandboxDay } from './sandbox-day.ts'

/** At most so many ids does version 3's deprecated list of providers show (Limits). */
export const maxShownProviders = 4000

const selectContracts = `select c.*, p.body as provider_body, b.body as payer_body from contracts c
  join organization_providers p on p.id = c.contracting_provider_id join payers b on b.payer_uuid = c.payer_uuid`

/** The JSON texts of contracts for a list, by their `seq`s, in the order given. */
export async function contractsBySeq(
  sandbox: Sandbox,
  seqs: readonly number[],
  version: ContractVersion,
): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await sandbox.run<ReadContract>(`${selectContracts} where c.seq = any($1::bigint[])`, [seqs])
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const today = sandboxDay(sandbox)
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []).map((row) => contractJson(row, version, today))
}

/**
 * One contract's row; 404 when there is none, when the key may not see it, or when version 2, which knows professional
 * contracts only, is asked for an institutional one.
 * ASSUMED: contract-path-not-found
 */
export async function contractRow(
  run: RunSql,
  id: string,
  version: ContractVersion,
  scope: Scope,
): Promise<ReadContract> {
  // A database's text cannot hold NUL.
  const [row] = id.includes('\u0000') ? [] : await run<ReadContract>(`${selectContracts} where c.id = $1`, [id])
  if (!row || !isInScope(scope, row.billing_provider_npi)) throw notFound(id)
  if (version === 'v2' && row.type !== 'professional') throw notFound(id)
  return row
}

/** The JSON text of one contract with its providers, or with its service facilities when it is institutional. */
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

/** Reads a contract for a caller and answers its JSON text. */
export async function readContract(
  sandbox: Sandbox,
  caller: Caller,
  id: string,
  version: ContractVersion,
): Promise<string> {
  const row = await contractRow(sandbox.run, id, version, await scopeOf(sandbox, caller))
  return contractWithProviders(sandbox, row, version)
}

// ASSUMED: contract-v2-shows-all: only version 3's field is described as stopping at 4,000.
async function rosterIds(run: RunSql, contractSeq: number, version: ContractVersion): Promise<string[]> {
  const limit = version === 'v3' ? maxShownProviders : null
  const rows = await run<{ id: string }>(
    `select p.id from contract_providers r join organization_providers p on p.seq = r.provider_seq
     where r.contract_seq = $1 order by r.provider_seq limit $2::bigint`,
    [contractSeq, limit],
  )
  return rows.map(({ id }) => id)
}
