import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { contractPatch, differingTerms } from '#lib/rules/contract-edit/contract-patch.ts'
import { isUnionTerm, termsOf } from '#lib/rules/contract-edit/contract-terms.ts'
import { newTermProblems } from '#lib/rules/contract-edit/term-problems.ts'
import { mergeTerms } from '#lib/rules/merge/merge-terms.ts'
import { termsJob, type SaveTermsInput } from '#lib/actions/writing/parse-body.ts'
import { writeRecord } from '#lib/actions/writing/write-record.ts'
import { contractRefusal } from './contract-refusal.ts'
import { withoutRoster } from './read-contract.ts'

/** Changes a contract's terms. */
export const saveContract = writeRecord({
  noun: 'contract',
  operation: 'updateContractV3',
  readOperation: 'getContractV3',
  prepare: (input: SaveTermsInput) =>
    termsJob(input, {
      noun: 'contract',
      idOf: (contract) => contract.contract_id,
      termsOf,
      wantedOf: termsOf,
      problems: newTermProblems,
    }),
  read: ({ record }, { connection }) => readContract(connection, record),
  content: termsOf,
  loaded: ({ base }) => base,
  plan({ base, wanted }, contract, { choices, isUncertain }) {
    const theirs = termsOf(contract)
    const { merged, ...found } = mergeTerms({ base, mine: wanted, theirs }, isUnionTerm, choices, isUncertain)
    return { ...found, merged, sent: contractPatch(theirs, merged) }
  },
  send: ({ record }, { sent }, contract, { connection }) =>
    call(
      connection,
      operations.updateContractV3,
      { params: { contract_id: record }, body: {} as never },
      // The type tells the partner which kind of contract it is; an update does not change it.
      { bodyText: JSON.stringify({ type: contract.type ?? 'professional', ...sent }) },
    ),
  refusal: contractRefusal,
  differing: (_job, { merged }, contract) => differingTerms(termsOf(contract), merged),
  show: (_job, _plan, contract) => ({ contract: JSON.stringify(contract) }),
})

async function readContract(connection: Connection, id: string): Promise<Result<JsonObject>> {
  const reply = await call(connection, operations.getContractV3, { params: { contract_id: id } })
  if (!reply.ok) return reply
  const contract = withoutRoster(reply.value.text)
  if (isJsonObject(contract)) return ok(contract)
  return fail('UnreadableReply', 'The partner’s reply has another form than expected.', { status: reply.value.status })
}
