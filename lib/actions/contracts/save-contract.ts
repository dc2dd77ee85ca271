import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { contractPatch, differingTerms } from '#lib/rules/contract-edit/contract-patch.ts'
import { isUnionTerm, termsOf } from '#lib/rules/contract-edit/contract-terms.ts'
import { newTermProblems } from '#lib/rules/contract-edit/term-problems.ts'
import type { SaveContractReply } from './contract-replies.ts'
import { contractRefusal } from './contract-refusal.ts'
import { readObject } from '#lib/actions/writing/json-input.ts'
import { withoutRoster } from './read-contract.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { saveTerms, type ReadTerms, type SaveTermsInput } from '#lib/actions/writing/save-terms.ts'

/** Changes a contract's terms without overwriting anybody, as `saveTerms` does. */
export async function saveContract(input: SaveTermsInput, context: ActionContext): Promise<Result<SaveContractReply>> {
  const [loaded, asked] = [readObject(input.base), readObject(input.wanted)]
  if (!loaded || !asked || loaded.contract_id !== input.id)
    return fail('InvalidInput', 'The change does not belong to this contract.')
  const [base, wanted] = [termsOf(loaded), termsOf(asked)]
  const issues = newTermProblems(base, wanted)
  if (issues.length > 0) return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
  const params = { contract_id: input.id }
  const read = async (): Promise<Result<ReadTerms>> => {
    const reply = await call(context.connection, operations.getContractV3, { params })
    if (!reply.ok) return reply
    const contract = withoutRoster(reply.value.text)
    if (!isJsonObject(contract))
      return fail('UnreadableReply', 'The partner’s reply has another form than expected.', {
        status: reply.value.status,
      })
    return ok({ text: JSON.stringify(contract), terms: termsOf(contract) })
  }
  return saveTerms(
    {
      input,
      base,
      wanted,
      noun: 'contract',
      operation: 'updateContractV3',
      readOperation: 'getContractV3',
      read,
      isWhole: isUnionTerm,
      differing: differingTerms,
      patch: contractPatch,
      update: async (sent, before) => {
        // The type tells the union apart; it is not changed by it.
        const { type } = readObject(before.text) ?? {}
        const reply = await call(
          context.connection,
          operations.updateContractV3,
          { params, body: {} as never },
          { bodyText: JSON.stringify({ type: type ?? 'professional', ...sent }) },
        )
        return reply.ok || reply.error.name === 'OutcomeUnknown'
          ? reply
          : { ok: false, error: contractRefusal(reply.error) }
      },
      show: ({ text }) => ({ contract: text }),
    },
    context,
  )
}
