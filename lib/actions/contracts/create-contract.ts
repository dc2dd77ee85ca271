import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { keyedHash } from '#lib/console/connections/keys.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { toContractRow } from '#lib/lists/rows/contract-rows.ts'
import { at, list, text } from '#lib/lists/rows/row-values.ts'
import { call } from '#lib/partner/call.ts'
import { differingTerms } from '#lib/rules/contract-edit/contract-patch.ts'
import { termsOf } from '#lib/rules/contract-edit/contract-terms.ts'
import type { CreateContractReply } from './contract-replies.ts'
import { contractRefusal } from './contract-refusal.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import { refuseStrangeIds, type NamedIds } from '#lib/actions/finding/named-ids.ts'
import { formWords, readObject } from '#lib/actions/writing/parse-body.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, mayBeOnItsWay, stillUnknown } from '#lib/actions/writing/unknown-outcome.ts'
import { writeOnce, type Journal } from '#lib/actions/writing/write-once.ts'

/** `body`: JSON text of the whole request body. */
export type CreateContractInput = { operation_id: string; body: string }

// What is said while nobody can tell.
const unknown = { what: 'the contract was created', promise: 'nothing is created twice' }

type CreateOperation = typeof operations.createContractV3 | typeof operations.createContractV2
type Creation = { operation: CreateOperation; wanted: JsonObject; context: ActionContext }

// One provider's contracts of one status; more pages than this mean that the partner's list does not end.
const maxPages = 20

/**
 * The verb of both creating operations. A contract has no id of the sender's, so after a lost answer nothing can tell
 * for certain whether it was made: it is never sent a second time. What lies between the same provider and payer and
 * says what was sent is shown instead, and a person says whether it is one of them.
 */
export function createContract(operation: CreateOperation) {
  return async (
    { operation_id, body }: CreateContractInput,
    context: ActionContext,
  ): Promise<Result<CreateContractReply>> => {
    const wanted = readObject(body)
    if (!wanted) return fail('InvalidInput', 'The contract cannot be read.')
    // Through plain JSON, because numbers kept as their source text are no numbers to the schema.
    const parsed = operation.body.safeParse(JSON.parse(JSON.stringify(wanted)))
    if (!parsed.success) {
      const issues = parsed.error.issues
        .slice(0, 100)
        .map((issue) => ({ path: String(issue.path[0] ?? ''), message: formWords(wanted, issue.path) }))
      return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
    }
    const record = `new-contract/${await keyedHash(`${parsed.data.contracting_provider_id}/${parsed.data.payer_uuid}`)}`
    const creation: Creation = { operation, wanted, context }
    return writeOnce({ operation_id, operation: operation.id, record, request: wanted }, context, (journal) =>
      attempt(creation, journal),
    )
  }
}

async function attempt(creation: Creation, journal: Journal): Promise<Result<CreateContractReply>> {
  const { earlier } = journal
  if (!earlier) {
    const refusal = await refuseStrangeIds(idsOf(creation.wanted), creation.context.connection)
    if (refusal) return refusal
    await journal.begin(null)
    return send(creation, journal)
  }
  const found = await candidates(creation)
  if (!found.ok) return stillUnknown(journal, unknown, found.error)
  if (found.value.length === 0 && mayBeOnItsWay(earlier.sentAt)) return checking(journal)
  // It stays open: a person says what became of it.
  await journal.unknown()
  await audit(
    creation,
    'read',
    'ok',
    found.value.map((item) => text(item.contract_id) ?? ''),
  )
  return ok({ kind: 'taken', candidates: found.value.map(toContractRow) })
}

function idsOf(wanted: JsonObject): NamedIds[] {
  return [
    { path: 'contracting_provider_id', kind: 'provider', ids: [text(wanted.contracting_provider_id)] },
    { path: 'payer_uuid', kind: 'payer', ids: [text(wanted.payer_uuid)] },
    { path: 'rendering_provider_ids', kind: 'provider', ids: list(wanted.rendering_provider_ids).map(text) },
  ]
}

async function send(creation: Creation, journal: Journal): Promise<Result<CreateContractReply>> {
  const { operation, wanted, context } = creation
  await audit(creation, 'intent', 'sent', [])
  const sent = await call(context.connection, operation, { body: {} as never }, { bodyText: JSON.stringify(wanted) })
  const contract = sent.ok ? readObject(sent.value.text) : undefined
  if (contract && text(contract.contract_id) !== undefined) return created(creation, contract)
  if (sent.ok || sent.error.name === 'OutcomeUnknown') return checking(journal)
  await audit(creation, 'outcome', sent.error.name, [])
  return { ok: false, error: contractRefusal(sent.error) }
}

async function created(creation: Creation, contract: JsonObject): Promise<Result<CreateContractReply>> {
  const id = text(contract.contract_id)!
  await audit(creation, 'outcome', 'ok', [id])
  return ok({ kind: 'created', id, unverified: differingTerms(wantedTerms(creation, contract), termsOf(contract)) })
}

// A status that was not given is the partner's to choose.
function wantedTerms({ wanted }: Creation, contract: JsonObject): JsonObject {
  return { contract_status: contract.contract_status ?? null, ...termsOf(wanted) }
}

/** The contracts between the same provider and payer that say what was sent, the newest first. */
async function candidates(creation: Creation): Promise<Result<JsonObject[]>> {
  const { wanted, operation, context } = creation
  const listing = operation.id === 'createContractV2' ? operations.listContractsV2 : operations.listContractsV3
  const query = {
    contracting_provider_id: text(wanted.contracting_provider_id) ?? '',
    // Without one the list holds pending contracts, which is what a contract without one begins as.
    contract_status: text(wanted.contract_status) ?? 'pending',
    sort: 'created_at',
    sort_direction: 'desc',
    limit: 1_000,
  }
  const ask = askPages(context.connection, listing, {}, { parse: parseExact })
  const { items, failure } = await readWhole(ask, query, { pages: maxPages })
  if (failure) return { ok: false, error: failure }
  return ok(items.filter((item): item is JsonObject => isJsonObject(item) && isAlike(creation, item)))
}

function isAlike(creation: Creation, item: JsonObject): boolean {
  const { wanted } = creation
  if (text(at(item, 'payer', 'payer_uuid')) !== text(wanted.payer_uuid)) return false
  if (wanted.type !== undefined && item.type !== wanted.type) return false
  return differingTerms(wantedTerms(creation, item), termsOf(item)).length === 0
}

function audit(
  { operation, context }: Creation,
  stage: 'intent' | 'outcome' | 'read',
  outcome: string,
  recordIds: string[],
): Promise<void> {
  return recordAudit({
    accountId: context.account.id,
    connectionId: context.connection.id,
    operation: operation.id,
    stage,
    outcome,
    recordIds,
  })
}
