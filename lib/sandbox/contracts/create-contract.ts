import { randomUUID } from 'node:crypto'
import type { Regions } from '#lib/contract/contracts/regions.ts'
import type { Input } from '#lib/contract/operation.ts'
import type { Operations } from '#lib/contract/operations.ts'
import type { Json } from '#lib/core/json.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { type Scope, isInScope, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import {
  type Call,
  type Handler,
  inWriteTransaction,
  memberText,
} from '#lib/sandbox/http/handler.ts'
import { refuse } from '#lib/sandbox/http/refusal.ts'
import { type GivenFacility, insertContractFacility } from './contract-facilities.ts'
import { billingProvider, partyColumns, payerOf, unknownId } from './contract-parties.ts'
import { checkExpiration, statesOf } from './contract-terms.ts'
import { type ContractVersion, contractRow, contractWithProviders } from './read-contracts.ts'
import { addToRoster } from './roster.ts'

type Terms = Input<Operations['createContractV2']>['body']

/** Creates a professional contract. */
export const createContractV2: Handler<'createContractV2'> = (call) =>
  createContract(call, 'v2', 'professional', (run, seq) =>
    enroll(run, seq, call.input.body.rendering_provider_ids),
  )

/**
 * Creates a contract of either type. If `type` and `contract_type` are both given, they must agree.
 */
export const createContractV3: Handler<'createContractV3'> = async (call) => {
  const { body } = call.input
  if (body.contract_type !== undefined && body.contract_type !== body.type) {
    throw refuse('UnprocessableEntityError', {
      message: `contract_type: ${body.contract_type} differs from the type ${body.type}.`,
    })
  }
  return createContract(call, 'v3', body.type, (run, seq) =>
    body.type === 'professional'
      ? enroll(run, seq, body.rendering_provider_ids)
      : addFacilities(run, seq, body.contract_service_facilities),
  )
}

type CreateCall = Call<'createContractV2'> | Call<'createContractV3'>

async function createContract(
  { sandbox, caller, input: { body }, exact }: CreateCall,
  version: ContractVersion,
  type: string,
  addMembers: (run: RunSql, seq: number) => Promise<void>,
): Promise<string> {
  checkExpiration(body.effective_date, body.expiration_date)
  const scope = await scopeOf(sandbox, caller)
  const id = randomUUID()
  return inWriteTransaction(sandbox, async (inside) => {
    const { run } = inside
    const parties = await partiesOf(run, body, scope)
    const seq = await insertRow(run, {
      id,
      created_at: sandbox.now(),
      type,
      ...parties,
      ...termColumns(body, exact),
    })
    await addMembers(run, seq)
    return contractWithProviders(inside, await contractRow(run, id, version, scope), version)
  })
}

async function partiesOf(
  run: RunSql,
  body: Pick<Terms, 'contracting_provider_id' | 'payer_uuid'>,
  scope: Scope,
) {
  const provider = await billingProvider(run, body.contracting_provider_id)
  if (!provider) throw unknownId('contracting_provider_id', body.contracting_provider_id)
  // ASSUMED: write-out-of-scope
  if (!isInScope(scope, provider.npi))
    throw refuse('UnauthorizedError', {
      message: 'This key may not write for this contracting provider.',
    })
  const payer = await payerOf(run, body.payer_uuid)
  if (!payer) throw unknownId('payer_uuid', body.payer_uuid)
  return partyColumns(provider, payer)
}

/**
 * The columns of a contract's terms. ASSUMED: contract-required-members, contract-status-default
 */
function termColumns(body: Omit<Terms, 'rendering_provider_ids'>, exact: Json) {
  return {
    effective_date: body.effective_date,
    expiration_date: body.expiration_date ?? null,
    contract_status: body.contract_status ?? 'pending',
    regions: memberText(exact, 'regions')!,
    states: statesOf(body.regions as Regions),
    authorized_signatory: memberText(exact, 'authorized_signatory'),
    commercial_insurance_types: memberText(exact, 'commercial_insurance_types')!,
    medicare_insurance_types: memberText(exact, 'medicare_insurance_types')!,
    medicaid_insurance_types: memberText(exact, 'medicaid_insurance_types')!,
  }
}

async function insertRow(run: RunSql, row: Record<string, unknown>): Promise<number> {
  const columns = Object.keys(row)
  const [inserted] = await run<{ seq: number }>(
    `insert into contracts (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')}) returning seq`,
    Object.values(row),
  )
  return inserted!.seq
}

async function enroll(run: RunSql, contractSeq: number, ids: readonly string[]): Promise<void> {
  const { missing } = await addToRoster(run, contractSeq, ids)
  if (missing !== undefined) throw unknownId('rendering_provider_ids', missing)
}

async function addFacilities(
  run: RunSql,
  contractSeq: number,
  facilities: readonly GivenFacility[],
): Promise<void> {
  for (const facility of facilities) await insertContractFacility(run, contractSeq, facility)
}
