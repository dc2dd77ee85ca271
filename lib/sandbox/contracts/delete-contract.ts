import { scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Call, type Handler, inWriteTransaction } from '#lib/sandbox/http/handler.ts'
import { refuse } from '#lib/sandbox/http/refusal.ts'
import { type ContractVersion, contractRow, readContract } from './read-contracts.ts'

/** One professional contract with its providers. */
export const getContractV2: Handler<'getContractV2'> = ({ sandbox, caller, input }) =>
  readContract(sandbox, caller, input.params.contract_id, 'v2')

/** One contract of either type with its providers or service facilities. */
export const getContractV3: Handler<'getContractV3'> = ({ sandbox, caller, input }) =>
  readContract(sandbox, caller, input.params.contract_id, 'v3')

/** Deletes a professional contract. */
export const deleteContractV2: Handler<'deleteContractV2'> = (call) => deleteContract(call, 'v2')

/** Deletes a contract of either type. */
export const deleteContractV3: Handler<'deleteContractV3'> = (call) => deleteContract(call, 'v3')

// Deletes the contract with its roster and service facilities, but no credentialing spans. ASSUMED:
// contract-delete-keeps-spans
async function deleteContract(
  { sandbox, caller, input }: Call<'deleteContractV2'> | Call<'deleteContractV3'>,
  version: ContractVersion,
): Promise<string> {
  const scope = await scopeOf(sandbox, caller)
  await inWriteTransaction(sandbox, async ({ run }) => {
    const contract = await contractRow(run, input.params.contract_id, version, scope)
    if (contract.fee_schedule_id !== '') {
      throw refuse('ContractIsLinkedToFeeScheduleHttpError', {
        message: `The contract is linked to the fee schedule ${contract.fee_schedule_id}.`,
      })
    }
    await run(
      'delete from contract_facility_providers where facility_seq in (select seq from contract_facilities where contract_seq = $1)',
      [contract.seq],
    )
    await run('delete from contract_facilities where contract_seq = $1', [contract.seq])
    await run('delete from contract_providers where contract_seq = $1', [contract.seq])
    await run('delete from contracts where seq = $1', [contract.seq])
  })
  return ''
}
