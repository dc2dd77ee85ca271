import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Handler, inWriteTransaction } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { contractRow } from './read-contracts.ts'

/**
 * Adds providers to a contract. Providers who are already on it are ignored and counted; a repeated
 * id counts once. If an id belongs to no rendering provider, the answer is 404 and none is added.
 * ASSUMED: roster-unknown-provider
 */
export const addContractProviders: Handler<'addContractProviders'> = async ({
  sandbox,
  caller,
  input: { params, body },
}) => {
  const scope = await scopeOf(sandbox, caller)
  const ids = body.rendering_provider_ids
  return inWriteTransaction(sandbox, async ({ run }) => {
    const contract = await contractRow(run, params.contract_id, 'v3', scope)
    const { changed, missing } = await addToRoster(run, contract.seq, ids)
    if (missing !== undefined) throw notFound(missing)
    return JSON.stringify({
      provider_count: contract.provider_count + changed,
      added_count: changed,
      ignored_count: new Set(ids).size - changed,
    })
  })
}

/**
 * Removes providers from a contract. If one of them is not on it, none is removed (404 with its
 * id).
 */
export const removeContractProviders: Handler<'removeContractProviders'> = async ({
  sandbox,
  caller,
  input: { params, body },
}) => {
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async ({ run }) => {
    const contract = await contractRow(run, params.contract_id, 'v3', scope)
    const { changed, missing } = await removeFromRoster(
      run,
      contract.seq,
      body.rendering_provider_ids,
    )
    if (missing !== undefined) throw notFound(missing)
    return JSON.stringify({ provider_count: contract.provider_count - changed })
  })
}

// A roster is changed by one statement, for one provider or for 100,000.

const worthAnalyzing = 5_000

/**
 * The result of a roster change: the number of providers added or removed. With `missing`, an
 * unknown id, nothing was changed.
 */
export type RosterChange = { changed: number; missing?: string | undefined }

/**
 * Adds rendering providers to a contract's roster. Returns the number of new ones, or an id that no
 * rendering provider has.
 */
export async function addToRoster(
  run: RunSql,
  contractSeq: number,
  ids: readonly string[],
): Promise<RosterChange> {
  const wanted = new Set(ids)
  const [counts] = await run<{ found: number; changed: number }>(
    `with found as materialized (
       select p.seq from unnest($2::text[]) as given(id) join organization_providers p on p.id = given.id and p.is_rendering),
     added as (
       insert into contract_providers (contract_seq, provider_seq) select $1::bigint, seq from found
       where (select count(*) from found) = $3 on conflict do nothing returning 1)
     select (select count(*) from found) as found, (select count(*) from added) as changed`,
    [contractSeq, storable(wanted), wanted.size],
  )
  if (counts!.found < wanted.size) return { changed: 0, missing: await firstUnknown(run, ids) }
  await countRoster(run, contractSeq, counts!.changed)
  // Without new statistics, the planner sorts the whole roster for each page.
  if (counts!.changed >= worthAnalyzing) await run('analyze contract_providers')
  return { changed: counts!.changed }
}

/**
 * Removes providers from a contract's roster and its service facilities. Returns their number, or
 * an id that is not on the roster. ASSUMED: institutional-roster
 */
async function removeFromRoster(
  run: RunSql,
  contractSeq: number,
  ids: readonly string[],
): Promise<RosterChange> {
  const wanted = new Set(ids)
  const [counts] = await run<{ found: number }>(
    `with found as materialized (
       select p.seq from unnest($2::text[]) as given(id) join organization_providers p on p.id = given.id
       join contract_providers r on r.contract_seq = $1::bigint and r.provider_seq = p.seq),
     gone as (
       delete from contract_providers r using found
       where r.contract_seq = $1::bigint and r.provider_seq = found.seq and (select count(*) from found) = $3 returning r.provider_seq),
     gone_there as (
       delete from contract_facility_providers a using gone, contract_facilities f
       where f.contract_seq = $1::bigint and a.facility_seq = f.seq and a.provider_seq = gone.provider_seq)
     select count(*) as found from found`,
    [contractSeq, storable(wanted), wanted.size],
  )
  if (counts!.found < wanted.size)
    return { changed: 0, missing: await firstNotOn(run, contractSeq, ids) }
  await countRoster(run, contractSeq, -wanted.size)
  return { changed: wanted.size }
}

/** Replaces the roster by these providers. */
export async function replaceRoster(
  run: RunSql,
  contractSeq: number,
  ids: readonly string[],
): Promise<RosterChange> {
  await run('delete from contract_providers where contract_seq = $1', [contractSeq])
  await run('update contracts set provider_count = 0 where seq = $1', [contractSeq])
  return addToRoster(run, contractSeq, ids)
}

/** The first id that no rendering provider has; undefined if all are known. */
async function firstUnknown(run: RunSql, ids: readonly string[]): Promise<string | undefined> {
  const known = await run<{ id: string }>(
    'select id from organization_providers where id = any($1::text[]) and is_rendering',
    [storable(ids)],
  )
  return firstOutside(ids, known)
}

async function firstNotOn(
  run: RunSql,
  contractSeq: number,
  ids: readonly string[],
): Promise<string | undefined> {
  const on = await run<{ id: string }>(
    `select p.id from organization_providers p join contract_providers r on r.contract_seq = $1 and r.provider_seq = p.seq
     where p.id = any($2::text[])`,
    [contractSeq, storable(ids)],
  )
  return firstOutside(ids, on)
}

async function countRoster(run: RunSql, contractSeq: number, change: number): Promise<void> {
  if (change !== 0)
    await run('update contracts set provider_count = provider_count + $2::bigint where seq = $1', [
      contractSeq,
      change,
    ])
}

function firstOutside(ids: readonly string[], rows: readonly { id: string }[]): string | undefined {
  const inside = new Set(rows.map(({ id }) => id))
  return ids.find((id) => !inside.has(id))
}

// PostgreSQL text cannot hold NUL, so no provider has such an id.
function storable(ids: Iterable<string>): string[] {
  return [...ids].filter((id) => !id.includes('\u0000'))
}
