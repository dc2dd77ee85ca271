import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { operations } from '#lib/contract/operations.ts'
import { isJsonObject, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Failure, type Issue, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { contractPatch, differingTerms } from '#lib/rules/contract-edit/contract-patch.ts'
import { isUnionTerm, termsOf } from '#lib/rules/contract-edit/contract-terms.ts'
import { newTermProblems } from '#lib/rules/contract-edit/term-problems.ts'
import { mergeTerms } from '#lib/rules/merge/merge-terms.ts'
import { deleteRecord, type Deleted } from '#lib/actions/writing/create-record.ts'
import { termsJob, type SaveTermsInput } from '#lib/actions/writing/parse-body.ts'
import { writeRecord } from '#lib/actions/writing/write-record.ts'
import type { Checking, Saved } from '#lib/actions/writing/write-replies.ts'
import {
  contractOperations,
  getContract,
  withoutRoster,
  type ContractReply,
  type ContractVersion,
} from './read-contract.ts'

/**
 * The reply of `updateContractV3` and `updateContractV2` after a save: the contract as it is now.
 */
export type ContractSaved = ContractReply & Saved

/** `deleteContractV3` and `deleteContractV2`. */
export type DeleteContractReply = Deleted | Checking

/**
 * Changes a contract's terms by one version of the partner's interface. The roster is never part of
 * it.
 */
export function saveContract(version: ContractVersion) {
  const { get, update } = contractOperations[version]
  return writeRecord({
    noun: 'contract',
    operation: update.id,
    readOperation: get.id,
    prepare: (input: SaveTermsInput) =>
      termsJob(input, {
        noun: 'contract',
        idOf: (contract) => contract.contract_id,
        termsOf,
        wantedOf: termsOf,
        problems: newTermProblems,
      }),
    read: ({ record }, { connection }) => readContract(connection, record, version),
    content: termsOf,
    loaded: ({ base }) => base,
    plan({ base, wanted }, contract, { choices, isUncertain }) {
      const theirs = termsOf(contract)
      const { merged, ...found } = mergeTerms(
        { base, mine: wanted, theirs },
        isUnionTerm,
        choices,
        isUncertain,
      )
      return { ...found, merged, sent: contractPatch(theirs, merged) }
    },
    send({ record }, { sent }, contract, { connection }) {
      // Version 3 needs the type to know the kind of contract; an update does not change it.
      // Version 2 has no type.
      const type = version === 3 ? { type: contract.type ?? 'professional' } : {}
      return call(
        connection,
        update as typeof operations.updateContractV2,
        { params: { contract_id: record }, body: {} },
        { bodyText: JSON.stringify({ ...type, ...sent }) },
      )
    },
    refusal: contractRefusal,
    differing: (_job, { merged }, contract) => differingTerms(termsOf(contract), merged),
    show: (_job, _plan, contract): ContractReply => ({
      contract: JSON.stringify(contract),
      version,
    }),
  })
}

async function readContract(
  connection: Connection,
  id: string,
  version: ContractVersion,
): Promise<Result<JsonObject>> {
  const reply = await getContract(connection, id, version)
  if (!reply.ok) return reply
  const contract = withoutRoster(reply.value.text)
  if (isJsonObject(contract)) return ok(contract)
  return fail('UnreadableReply', 'The partner’s reply has an unknown format.', {
    status: reply.value.status,
  })
}

/** Deletes a contract by one version. If it is gone already, somebody else may have deleted it. */
export function deleteContract(version: ContractVersion) {
  const { get, delete: operation } = contractOperations[version]
  return deleteRecord({
    operation,
    get,
    unknown: { what: 'the contract was deleted' },
    params: (contract_id) => ({ contract_id }),
    async isGone(contract_id, connection) {
      const reply = await getContract(connection, contract_id, version)
      if (reply.ok) return ok(false)
      return reply.error.name === 'EntityNotFoundError' ? ok(true) : reply
    },
    foundGone: () => ({ isFoundGone: true, outcome: 'EntityNotFoundError' }),
  })
}

const termNames = [
  'effective_date',
  'expiration_date',
  'contract_status',
  'regions',
  'authorized_signatory',
  'commercial_insurance_types',
  'medicare_insurance_types',
  'medicaid_insurance_types',
  'contracting_provider_id',
  'payer_uuid',
  'rendering_provider_ids',
]

/** Adds the field to a refusal, if the refusal's name or words tell it. */
export function contractRefusal(failure: Failure): Failure {
  if (failure.name === 'ContractInvalidExpirationDateHttpError') {
    return {
      ...failure,
      message: 'The end date is before the effective date.',
      issues: [
        {
          path: 'expiration_date',
          message: 'The partner refused this end date: it is before the effective date.',
        },
      ],
    }
  }
  return refusalAtMember(failure, termNames)
}

/**
 * A refusal whose words begin with the name of the member: "payer_uuid: the organization has
 * nothing with…".
 */
export function refusalAtMember(failure: Failure, names: readonly string[]): Failure {
  if (failure.issues.length > 0)
    return { ...failure, issues: failure.issues.map((issue) => withPath(issue, names)) }
  const issue = withPath({ path: '', message: failure.message }, names)
  return issue.path === ''
    ? failure
    : { ...failure, message: 'The partner refused some values.', issues: [issue] }
}

function withPath(issue: Issue, names: readonly string[]): Issue {
  if (issue.path !== '') return { ...issue, path: issue.path.replace(/\.(value|type)(\..*)?$/, '') }
  const [, name, words] =
    /^([a-z_]+)(?:[A-Z\d.[\]][\w.[\]]*)?:\s*(\S.*)$/s.exec(issue.message) ?? []
  return name !== undefined && words !== undefined && names.includes(name)
    ? { path: name, message: words }
    : issue
}
