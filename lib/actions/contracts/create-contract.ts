import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { toContractRow, type ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { differingTerms } from '#lib/rules/contract-edit/contract-patch.ts'
import { termsOf } from '#lib/rules/contract-edit/contract-terms.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import { refuseStrangeIds, type NamedIds } from '#lib/actions/finding/named-ids.ts'
import { createRecord, type Looked } from '#lib/actions/writing/create-record.ts'
import { parseBody, readObject } from '#lib/actions/writing/parse-body.ts'
import type { Checking } from '#lib/actions/writing/write-replies.ts'
import { contractRefusal } from './save-contract.ts'

/** `body`: JSON text of the whole request body. */
export type CreateContractInput = { operation_id: string; body: string }

type Answer =
  | { kind: 'created'; id: string; unverified: string[] }
  | { kind: 'taken'; candidates: ContractRow[] }

/**
 * `createContractV3` and `createContractV2`.
 * - created: the contract.
 * - taken: the answer was lost. `candidates` are the contracts between the same parties with the terms that were sent,
 *   newest first. This operation sends nothing again; a person says whether it is one of them.
 */
export type CreateContractReply = Answer | Checking

type CreateOperation = typeof operations.createContractV3 | typeof operations.createContractV2

// One provider's contracts of one status. With more pages the partner's list does not end.
const maxPages = 20

/**
 * The verb of both creating operations. The sender gives a contract no id, so after a lost answer
 * nobody knows for certain whether it was made, and it is never sent a second time. The person sees
 * the contracts between the same provider and payer with the terms that were sent, and says whether
 * it is one of them.
 */
export function createContract(operation: CreateOperation) {
  return createRecord({
    operation,
    unknown: { what: 'the contract was created', promise: 'nothing is created twice' },
    async prepare({ body }: CreateContractInput) {
      // The form has one field for each term, so an issue of a part belongs to the whole term.
      const parsed = parseBody(operation.body, body, 'contract', ([name]) => String(name ?? ''))
      if (!parsed.ok) return parsed
      const wanted = parsed.value
      const record = `new-contract/${await keyedHash(`${wanted.contracting_provider_id}/${wanted.payer_uuid}`)}`
      return ok({ record, request: wanted, ids: [], wanted })
    },
    refuseFirst: ({ wanted }, { connection }) => refuseStrangeIds(idsIn(wanted), connection),
    read(_job, reply) {
      const contract = readObject(reply)
      return contract && textOf(contract.contract_id) !== undefined ? contract : undefined
    },
    idsOf: (_job, { contract_id }) => [String(contract_id)],
    created: ({ wanted }, contract): Answer => ({
      kind: 'created',
      id: String(contract.contract_id),
      unverified: differingTerms(wantedTerms(wanted, contract), termsOf(contract)),
    }),
    async look({ wanted }, { isOnItsWay }, { connection }): Promise<Looked<JsonObject, Answer>> {
      const alike = await contractsAlike(operation, wanted, connection)
      if (!alike.ok) return { kind: 'failed', failure: alike.error }
      if (alike.value.length === 0 && isOnItsWay) return { kind: 'absent' }
      return {
        kind: 'ask',
        answer: { kind: 'taken', candidates: alike.value.map(toContractRow) },
        ids: alike.value.map((contract) => textOf(contract.contract_id) ?? ''),
      }
    },
    refusal: contractRefusal,
  })
}

function idsIn(wanted: JsonObject): NamedIds[] {
  return [
    {
      path: 'contracting_provider_id',
      kind: 'provider',
      ids: [textOf(wanted.contracting_provider_id)],
    },
    { path: 'payer_uuid', kind: 'payer', ids: [textOf(wanted.payer_uuid)] },
    {
      path: 'rendering_provider_ids',
      kind: 'provider',
      ids: itemsOf(wanted.rendering_provider_ids).map(textOf),
    },
    {
      path: 'contract_service_facilities',
      kind: 'facility',
      ids: itemsOf(wanted.contract_service_facilities).map((facility) =>
        textOf(memberAt(facility, 'service_facility_id')),
      ),
    },
  ]
}

// The partner sets a status that the request omits.
function wantedTerms(wanted: JsonObject, contract: JsonObject): JsonObject {
  return { contract_status: contract.contract_status ?? null, ...termsOf(wanted) }
}

/**
 * The contracts between the same provider and payer with the terms that were sent, newest first.
 */
async function contractsAlike(
  operation: CreateOperation,
  wanted: JsonObject,
  connection: Connection,
): Promise<Result<JsonObject[]>> {
  const listing =
    operation.id === 'createContractV2' ? operations.listContractsV2 : operations.listContractsV3
  const query = {
    contracting_provider_id: textOf(wanted.contracting_provider_id) ?? '',
    // A contract without a status starts as pending.
    contract_status: textOf(wanted.contract_status) ?? 'pending',
    sort: 'created_at',
    sort_direction: 'desc',
    limit: 1_000,
  }
  const ask = askPages(connection, listing, {}, { parse: parseExact })
  const { items, failure } = await readWhole(ask, query, { pages: maxPages })
  if (failure) return { ok: false, error: failure }
  return ok(items.filter((item): item is JsonObject => isJsonObject(item) && isAlike(wanted, item)))
}

function isAlike(wanted: JsonObject, item: JsonObject): boolean {
  if (textOf(memberAt(item, 'payer', 'payer_uuid')) !== textOf(wanted.payer_uuid)) return false
  if (wanted.type !== undefined && item.type !== wanted.type) return false
  return differingTerms(wantedTerms(wanted, item), termsOf(item)).length === 0
}
