import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { folded } from '#lib/core/folded.ts'
import { refuse } from '#lib/sandbox/http/refusal.ts'

/** The members of a contracting provider that contracts and spans copy. */
export type BillingProvider = { id: string; npi: string; name: string }
/** The members of a payer that contracts copy. */
export type ContractPayer = { payer_uuid: string; payer_id: string; name: string }

/** The billing provider with this id; undefined if there is none. */
export async function billingProvider(
  run: RunSql,
  id: string,
): Promise<BillingProvider | undefined> {
  const [row] = await run<BillingProvider>(
    'select id, npi, name from organization_providers where id = $1 and is_billing',
    [storable(id)],
  )
  return row
}

/** The payer with this UUID; undefined if there is none. */
export async function payerOf(run: RunSql, uuid: string): Promise<ContractPayer | undefined> {
  const [row] = await run<ContractPayer>(
    'select payer_uuid, payer_id, name from payers where payer_uuid = $1',
    [storable(uuid)],
  )
  return row
}

/** True if the organisation has a service facility with this id. */
export async function hasFacility(run: RunSql, id: string): Promise<boolean> {
  return (await run('select 1 from service_facilities where id = $1', [storable(id)])).length > 0
}

/** True if the organisation has a rendering provider with this id. */
export async function hasRenderingProvider(run: RunSql, id: string): Promise<boolean> {
  return (
    (
      await run('select 1 from organization_providers where id = $1 and is_rendering', [
        storable(id),
      ])
    ).length > 0
  )
}

/**
 * 422 for an unknown id in a contract's body, with the member's name and the id. ASSUMED:
 * contract-unknown-ids
 */
export function unknownId(member: string, id: string): Error {
  return refuse('UnprocessableEntityError', { message: `${member}: the id ${id} is unknown.` })
}

/** The columns of a contract that its parties determine. */
export function partyColumns(provider: BillingProvider, payer: ContractPayer) {
  return {
    contracting_provider_id: provider.id,
    billing_provider_name: provider.name,
    billing_provider_npi: provider.npi,
    payer_uuid: payer.payer_uuid,
    payer_name: folded(payer.name),
    payer_id: payer.payer_id,
  }
}

// PostgreSQL text cannot hold NUL; no record has an empty id.
function storable(id: string): string {
  return id.includes('\u0000') ? '' : id
}
