import type { Regions } from '#lib/contract/contracts/regions.ts'
import { type Json, isJsonObject } from '#lib/core/json.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { scopeOf } from '#lib/sandbox/http/api-keys.ts'
import {
  type Call,
  type Handler,
  inWriteTransaction,
  memberText,
} from '#lib/sandbox/http/handler.ts'
import { refuse } from '#lib/sandbox/http/refusal.ts'
import { keepContractFacilities } from './contract-facilities.ts'
import { unknownId } from './contract-parties.ts'
import { checkExpiration, statesOf } from './contract-terms.ts'
import {
  type ContractVersion,
  type ReadContract,
  contractRow,
  contractWithProviders,
  maxShownProviders,
} from './read-contracts.ts'
import { replaceRoster } from './roster.ts'

type UpdateCall = Call<'updateContractV2'> | Call<'updateContractV3'>
type ChangeMembers = (run: RunSql, contract: ReadContract) => Promise<void>

/** Updates a professional contract. A list of providers replaces the roster. */
export const updateContractV2: Handler<'updateContractV2'> = (call) => {
  const ids = call.input.body.rendering_provider_ids
  return updateContract(call, 'v2', async (run, contract) =>
    ids ? replaceMembers(run, contract, ids) : undefined,
  )
}

/** Updates a contract of either type. The type cannot be changed. ASSUMED: contract-type-stays */
export const updateContractV3: Handler<'updateContractV3'> = (call) => {
  const { body } = call.input
  return updateContract(call, 'v3', async (run, contract) => {
    if (body.type !== contract.type)
      throw refuse('UnprocessableEntityError', {
        message: `type: the contract is ${contract.type}, and its type cannot be changed.`,
      })
    if (body.type === 'institutional') {
      if (body.contract_service_facility_ids)
        await keepContractFacilities(run, contract.seq, body.contract_service_facility_ids)
    } else if (body.rendering_provider_ids) {
      refuseLongRoster(contract)
      await replaceMembers(run, contract, body.rendering_provider_ids)
    }
  })
}

async function updateContract(
  { sandbox, caller, input: { params, body }, exact }: UpdateCall,
  version: ContractVersion,
  change: ChangeMembers,
): Promise<string> {
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async (inside) => {
    const { run } = inside
    const contract = await contractRow(run, params.contract_id, version, scope)
    await change(run, contract)
    const changes = changedTerms(body, exact)
    const after = { ...contract, ...changes }
    checkExpiration(after.effective_date, after.expiration_date)
    await updateRow(run, contract.seq, changes)
    return contractWithProviders(
      inside,
      await contractRow(run, contract.id, version, scope),
      version,
    )
  })
}

/**
 * The terms that the body changes. Null and missing members change nothing, `remove` clears a term,
 * and `set` or a plain value sets it. ASSUMED: contract-null-stays, contract-update-forms
 */
function changedTerms(body: UpdateCall['input']['body'], exact: Json): Partial<ReadContract> {
  const sent = isJsonObject(exact) ? exact : {}
  const expiration = changeOf(sent.expiration_date)
  const regions = changeOf(sent.regions)
  const signatory = changeOf(sent.authorized_signatory)
  return {
    ...(body.effective_date ? { effective_date: body.effective_date } : {}),
    ...(body.contract_status ? { contract_status: body.contract_status } : {}),
    ...(expiration ? { expiration_date: expiration.value as string | null } : {}),
    // ASSUMED: contract-regions-removed: a contract must have regions, so removing them leaves an
    // empty list of states.
    ...(regions ? regionColumns(regions.value ?? { type: 'states', states: [] }) : {}),
    ...(signatory
      ? { authorized_signatory: signatory.value === null ? null : JSON.stringify(signatory.value) }
      : {}),
    ...insuranceColumns(exact),
  }
}

/**
 * The new value of a term, null if it is cleared; undefined if it does not change. The body has
 * been checked.
 */
function changeOf(sent: Json | undefined): { value: Json } | undefined {
  if (sent === undefined || sent === null) return undefined
  if (!isJsonObject(sent)) return { value: sent }
  const { type, ...members } = sent
  if (type === 'remove') return { value: null }
  if (type !== 'set') return { value: sent }
  // A signatory's own members are beside `type: "set"`; `type` is not one of them.
  return { value: members.value ?? members }
}

function regionColumns(regions: Json): Pick<ReadContract, 'regions' | 'states'> {
  const text = JSON.stringify(regions)
  return { regions: text, states: statesOf(JSON.parse(text) as Regions) }
}

function insuranceColumns(exact: Json): Partial<ReadContract> {
  const members = [
    'commercial_insurance_types',
    'medicare_insurance_types',
    'medicaid_insurance_types',
  ] as const
  return Object.fromEntries(
    members
      .map((member) => [member, memberText(exact, member)])
      .filter(([, text]) => text !== null),
  )
}

async function updateRow(run: RunSql, seq: number, changes: object): Promise<void> {
  const columns = Object.keys(changes)
  if (columns.length === 0) return
  await run(
    `update contracts set ${columns.map((column, i) => `${column} = $${i + 2}`).join(', ')} where seq = $1`,
    [seq, ...Object.values(changes)],
  )
}

async function replaceMembers(
  run: RunSql,
  contract: ReadContract,
  ids: readonly string[],
): Promise<void> {
  const { missing } = await replaceRoster(run, contract.seq, ids)
  if (missing !== undefined) throw unknownId('rendering_provider_ids', missing)
}

// Version 3 shows at most 4,000 ids. A client that sends these back would remove the other
// providers of a longer roster. ASSUMED: contract-v3-long-roster
function refuseLongRoster(contract: ReadContract): void {
  if (contract.provider_count > maxShownProviders) {
    throw refuse('UnprocessableEntityError', {
      message: `rendering_provider_ids: the contract has more than ${maxShownProviders} providers; use the operations that add and remove providers.`,
    })
  }
}
