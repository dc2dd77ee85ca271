import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { keyedHash } from '#lib/console/connections/keys.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import { at, list, nameOf, text } from '#lib/lists/rows/row-values.ts'
import { call } from '#lib/partner/call.ts'
import { isSameEncounter } from '#lib/rules/same-encounter.ts'
import type { CreateEncounterReply, TakenEncounter } from './encounter-replies.ts'
import { findByExternalId } from '#lib/actions/finding/find-by-external-id.ts'
import { recordIds, refuseStrangeIds } from '#lib/actions/finding/named-ids.ts'
import { formWords, readObject } from '#lib/actions/writing/parse-body.ts'
import { refusalAtFields } from './refusal-at-fields.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, maxSends, mayBeOnItsWay, stillUnknown } from '#lib/actions/writing/unknown-outcome.ts'
import { writeOnce, type Journal } from '#lib/actions/writing/write-once.ts'

// What is said while nobody can tell.
const unknown = { what: 'the encounter was created', promise: 'nothing is created twice' }

/** `body`: JSON text of the whole request body, numbers as they were written. */
export type CreateEncounterInput = { operation_id: string; body: string }

type Creation = { wanted: JsonObject; externalId: string; context: ActionContext }

const operation = operations.createEncounterFromPreEncounter
const encounters = { operation: operations.listEncounters, parameter: 'external_id' }

/**
 * Creates an encounter from pre-encounter records, once. The partner takes an external id once only, so after a lost
 * answer it is looked up before anything is sent again. An encounter of that id that does not say what was asked for is
 * shown instead of taken for one's own.
 */
export async function createEncounter(
  { operation_id, body }: CreateEncounterInput,
  context: ActionContext,
): Promise<Result<CreateEncounterReply>> {
  const wanted = readObject(body)
  if (!wanted) return fail('InvalidInput', 'The encounter cannot be read.')
  // Through plain JSON, because numbers kept as their source text are no numbers to the schema.
  const parsed = operation.body.safeParse(JSON.parse(JSON.stringify(wanted)))
  if (!parsed.success) {
    const issues = parsed.error.issues
      .slice(0, 100)
      .map((issue) => ({ path: issue.path.join('.'), message: formWords(wanted, issue.path) }))
    return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
  }
  const externalId = parsed.data.external_id
  if (externalId.trim() === '')
    return fail('InvalidInput', 'Some of the values cannot be used.', {
      issues: [{ path: 'external_id', message: 'Give an external id.' }],
    })
  const record = `new-encounter/${await keyedHash(externalId)}`
  const creation: Creation = { wanted, externalId, context }
  return writeOnce({ operation_id, operation: operation.id, record, request: wanted }, context, (journal) =>
    attempt(creation, journal),
  )
}

async function attempt(creation: Creation, journal: Journal): Promise<Result<CreateEncounterReply>> {
  const { earlier } = journal
  if (!earlier) {
    const { wanted, context } = creation
    const facility = { path: 'service_facility_id', kind: 'facility', ids: [text(wanted.service_facility_id)] } as const
    const refusal = await refuseStrangeIds([...recordIds(wanted), facility], context.connection)
    if (refusal) return refusal
    await journal.begin(null)
    return send(creation, journal)
  }
  const found = await findByExternalId(creation.context.connection, creation.externalId, encounters)
  if (!found.ok) return stillUnknown(journal, unknown, found.error)
  if (found.value) return settled(creation, found.value)
  if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
  if (earlier.sends >= maxSends) return stillUnknown(journal, unknown)
  await journal.resend()
  return send(creation, journal)
}

async function send(creation: Creation, journal: Journal): Promise<Result<CreateEncounterReply>> {
  const { wanted, context, externalId } = creation
  await audit(creation, 'intent', 'sent', [])
  const sent = await call(context.connection, operation, { body: {} as never }, { bodyText: JSON.stringify(wanted) })
  const id = sent.ok ? text(readObject(sent.value.text)?.encounter_id) : undefined
  if (id !== undefined) return created(creation, id, false)
  const failure: Failure | undefined = sent.ok ? undefined : sent.error
  const isTaken = failure?.name === 'EncounterExternalIdUniquenessError'
  if (failure && failure.name !== 'OutcomeUnknown' && !isTaken) {
    await audit(creation, 'outcome', failure.name, [])
    return { ok: false, error: await refusalAtFields(failure, wanted, context.connection) }
  }
  const found = await findByExternalId(context.connection, externalId, encounters)
  // A first send that was refused has made nothing; one after a lost answer may meet what the lost one made.
  if (found.ok && found.value)
    return isTaken && !journal.earlier ? taken(creation, found.value, false) : settled(creation, found.value)
  return isTaken ? taken(creation, undefined, journal.earlier !== undefined) : checking(journal)
}

async function settled(creation: Creation, encounter: JsonObject): Promise<Result<CreateEncounterReply>> {
  return isSameEncounter(creation.wanted, encounter)
    ? created(creation, text(encounter.encounter_id) ?? '', true)
    : taken(creation, encounter, true)
}

async function created(creation: Creation, id: string, isFound: boolean): Promise<Result<CreateEncounterReply>> {
  await audit(creation, 'outcome', 'ok', [id])
  return ok({ kind: 'created', id, external_id: creation.externalId, is_found: isFound })
}

async function taken(
  creation: Creation,
  encounter: JsonObject | undefined,
  mayBeOwn: boolean,
): Promise<Result<CreateEncounterReply>> {
  await audit(creation, 'outcome', 'EncounterExternalIdUniquenessError', [text(encounter?.encounter_id) ?? ''])
  return ok({ kind: 'taken', external_id: creation.externalId, may_be_own: mayBeOwn, encounter: toTaken(encounter) })
}

function toTaken(encounter: JsonObject | undefined): TakenEncounter {
  return {
    id: text(encounter?.encounter_id) ?? null,
    patient: nameOf(encounter?.patient) ?? null,
    date_of_service: text(encounter?.date_of_service) ?? null,
    claim_status: text(at(list(encounter?.claims)[0], 'status')) ?? null,
    created_at: text(encounter?.created_at) ?? null,
  }
}

async function audit(
  { context }: Creation,
  stage: 'intent' | 'outcome',
  outcome: string,
  recordIds: string[],
): Promise<void> {
  await recordAudit({
    accountId: context.account.id,
    connectionId: context.connection.id,
    operation: operation.id,
    stage,
    outcome,
    recordIds,
  })
}
