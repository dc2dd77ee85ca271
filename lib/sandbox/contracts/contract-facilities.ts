import { randomUUID } from 'node:crypto'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Handler, inWriteTransaction } from '#lib/sandbox/http/handler.ts'
import { notFound, refuse } from '#lib/sandbox/http/refusal.ts'
import { hasFacility, unknownId } from './contract-parties.ts'
import { contractRow, facilityJson } from './read-contracts.ts'
import { addToRoster } from './roster.ts'

/** A service facility in a request that adds it to a contract. */
export type GivenFacility = { service_facility_id: string; provider_ids: readonly string[] }

/** Adds a service facility to an institutional contract. */
export const createContractServiceFacility: Handler<'createContractServiceFacility'> = async ({
  sandbox,
  caller,
  input: { params, body },
}) => {
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async ({ run }) => {
    const contract = await contractRow(run, params.contract_id, 'v3', scope)
    refuseProfessional(contract)
    const id = await insertContractFacility(run, contract.seq, body)
    return facilityJson(run, contract.id, id)
  })
}

/**
 * Changes a contract's service facility: its place, its providers or both. Null changes nothing.
 */
export const updateContractServiceFacility: Handler<'updateContractServiceFacility'> = async ({
  sandbox,
  caller,
  input: { params, body },
}) => {
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async ({ run }) => {
    const contract = await contractRow(run, params.contract_id, 'v3', scope)
    const facility = await contractFacility(run, contract.seq, params.contract_service_facility_id)
    const { service_facility_id: place, provider_ids: providers } = body
    if (place && place !== facility.service_facility_id) {
      await checkPlace(run, contract.seq, place)
      await run('update contract_facilities set service_facility_id = $2 where seq = $1', [
        facility.seq,
        place,
      ])
    }
    if (providers) {
      await run('delete from contract_facility_providers where facility_seq = $1', [facility.seq])
      await authorize(run, contract.seq, facility.seq, providers)
    }
    return facilityJson(run, contract.id, facility.id)
  })
}

/** Stores a service facility of a contract and adds its providers to the roster. Returns its id. */
export async function insertContractFacility(
  run: RunSql,
  contractSeq: number,
  given: GivenFacility,
): Promise<string> {
  await checkPlace(run, contractSeq, given.service_facility_id)
  const [row] = await run<{ id: string; seq: number }>(
    'insert into contract_facilities (id, contract_seq, service_facility_id) values ($1, $2, $3) returning id, seq',
    [randomUUID(), contractSeq, given.service_facility_id],
  )
  await authorize(run, contractSeq, row!.seq, given.provider_ids)
  return row!.id
}

/**
 * Removes all other service facilities from a contract; 422 for an id that it does not have.
 * ASSUMED: contract-facilities-kept
 */
export async function keepContractFacilities(
  run: RunSql,
  contractSeq: number,
  ids: readonly string[],
): Promise<void> {
  const has = await run<{ id: string }>(
    'select id from contract_facilities where contract_seq = $1',
    [contractSeq],
  )
  const missing = ids.find((id) => !has.some((facility) => facility.id === id))
  if (missing !== undefined) throw unknownId('contract_service_facility_ids', missing)
  const left = has.filter((facility) => !ids.includes(facility.id)).map(({ id }) => id)
  await run(
    'delete from contract_facility_providers where facility_seq in (select seq from contract_facilities where id = any($1::text[]))',
    [left],
  )
  await run('delete from contract_facilities where id = any($1::text[])', [left])
}

async function contractFacility(run: RunSql, contractSeq: number, id: string) {
  const has = await run<{ id: string; seq: number; service_facility_id: string }>(
    'select id, seq, service_facility_id from contract_facilities where contract_seq = $1',
    [contractSeq],
  )
  const found = has.find((facility) => facility.id === id)
  if (!found) throw notFound(id)
  return found
}

// ASSUMED: institutional-roster: providers who are authorised at a facility are on the contract's
// roster.
async function authorize(
  run: RunSql,
  contractSeq: number,
  facilitySeq: number,
  providerIds: readonly string[],
): Promise<void> {
  const { missing } = await addToRoster(run, contractSeq, providerIds)
  if (missing !== undefined) throw unknownId('provider_ids', missing)
  await run(
    `insert into contract_facility_providers (facility_seq, provider_seq)
     select $1::bigint, seq from organization_providers where id = any($2::text[]) on conflict do nothing`,
    [facilitySeq, providerIds],
  )
}

// ASSUMED: contract-facility-once
async function checkPlace(run: RunSql, contractSeq: number, facilityId: string): Promise<void> {
  if (!(await hasFacility(run, facilityId))) throw unknownId('service_facility_id', facilityId)
  const existing = await run(
    'select 1 from contract_facilities where contract_seq = $1 and service_facility_id = $2',
    [contractSeq, facilityId],
  )
  if (existing.length > 0)
    throw refuse('UnprocessableEntityError', {
      message: `service_facility_id: the contract already has the facility ${facilityId}.`,
    })
}

function refuseProfessional(contract: { type: string }): void {
  if (contract.type !== 'institutional') {
    throw refuse('UnprocessableEntityError', {
      message: 'Only an institutional contract has service facilities.',
    })
  }
}
