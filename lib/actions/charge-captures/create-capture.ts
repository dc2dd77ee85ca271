import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { keyedHash } from '#lib/console/connections/keys.ts'
import type { chargeCaptureOperations } from '#lib/contract/charge-captures.operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import { text } from '#lib/lists/rows/row-values.ts'
import { call } from '#lib/partner/call.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { newCaptureShape, newFromPreEncounterShape } from '#lib/rules/new-records/new-capture-shape.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'
import { differingPaths } from './capture-content.ts'
import { findByExternalId } from '#lib/actions/finding/find-by-external-id.ts'
import { recordIds, refuseStrangeIds } from '#lib/actions/finding/named-ids.ts'
import { formWords, readObject } from '#lib/actions/writing/parse-body.ts'
import { keepReason, missingAttachment, openErrors, reasonNeeded, type SavePast } from './capture-refusals.ts'
import { noteMadeFromRecords } from './pre-encounter-origin.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, maxSends, mayBeOnItsWay, stillUnknown } from '#lib/actions/writing/unknown-outcome.ts'
import { writeOnce, type Journal } from '#lib/actions/writing/write-once.ts'
import type { CreateReply } from '#lib/actions/writing/write-replies.ts'

// What is said while nobody can tell.
const unknown = { what: 'the charge capture was created', promise: 'nothing is created twice' }

/** `body`: JSON text of the whole request body, numbers as they were written. */
export type CreateInput = { operation_id: string; body: string; past?: SavePast | undefined }

type CreateOperation =
  | typeof chargeCaptureOperations.createChargeCapture
  | typeof chargeCaptureOperations.createChargeCaptureFromPreEncounter

/**
 * The verb of both creating operations. What the checks find wrong is sent only with a person's reason. The charge external id is used once, so it tells after a lost answer whether
 * the capture was made: it is looked up before anything is sent again, and there is never a second record.
 */
export function createCapture(operation: CreateOperation) {
  return async ({ operation_id, body, past }: CreateInput, context: ActionContext): Promise<Result<CreateReply>> => {
    const wanted = readObject(body)
    if (!wanted) return fail('InvalidInput', 'The charge capture cannot be read.')
    // Through plain JSON, because numbers kept as their source text are no numbers to the schema.
    const parsed = operation.body.safeParse(JSON.parse(JSON.stringify(wanted)))
    if (!parsed.success) {
      const issues = parsed.error.issues
        .slice(0, 100)
        .map((issue) => ({ path: issue.path.join('.'), message: formWords(wanted, issue.path) }))
      return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
    }
    const externalId = parsed.data.charge_external_id
    const record = `new/${await keyedHash(externalId)}`
    const errors = openErrors(wanted, shapeOf(operation), isFromRecords(operation) ? 'new' : undefined)
    const creation: Creation = { operation, wanted, externalId, past, errors, context }
    return writeOnce({ operation_id, operation: operation.id, record, request: wanted }, context, (journal) =>
      attempt(creation, journal),
    )
  }
}

type Creation = {
  operation: CreateOperation
  wanted: JsonObject
  externalId: string
  past: SavePast | undefined
  errors: Finding[]
  context: ActionContext
}

function shapeOf(operation: CreateOperation): ObjectShape {
  return isFromRecords(operation) ? newFromPreEncounterShape() : newCaptureShape()
}

function isFromRecords(operation: CreateOperation): boolean {
  return operation.id === 'createChargeCaptureFromPreEncounter'
}

async function attempt(creation: Creation, journal: Journal): Promise<Result<CreateReply>> {
  const { earlier } = journal
  if (!earlier) {
    if (creation.errors.length > 0 && !creation.past) return reasonNeeded(creation.errors, shapeOf(creation.operation))
    const refusal = isFromRecords(creation.operation)
      ? await refuseStrangeIds(recordIds(creation.wanted), creation.context.connection)
      : undefined
    if (refusal) return refusal
    await journal.begin(null)
    return send(creation, journal)
  }
  const found = await findByExternalId(creation.context.connection, creation.externalId)
  if (!found.ok) return stillUnknown(journal, unknown, found.error)
  if (found.value) return settled(creation, journal, found.value)
  if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
  if (earlier.sends >= maxSends) return stillUnknown(journal, unknown)
  await journal.resend()
  return send(creation, journal)
}

async function send(creation: Creation, journal: Journal): Promise<Result<CreateReply>> {
  const { operation, wanted, context, externalId } = creation
  await audit(creation, 'intent', 'sent', [])
  const sent = await call(
    context.connection,
    operation,
    { body: {} as never },
    { bodyText: JSON.stringify(wanted), explain: missingAttachment(wanted) },
  )
  if (sent.ok) {
    const capture = readObject(sent.value.text)
    if (capture && text(capture.id) !== undefined) return created(creation, capture, false)
  }
  const name = sent.ok ? 'OutcomeUnknown' : sent.error.name
  if (name !== 'OutcomeUnknown' && name !== 'ChargeExternalIdConflictError') {
    await audit(creation, 'outcome', name, [])
    return sent as { ok: false; error: Failure } // a success has another name
  }
  const found = await findByExternalId(context.connection, externalId)
  if (found.ok && found.value) return settled(creation, journal, found.value, name === 'ChargeExternalIdConflictError')
  if (name === 'OutcomeUnknown') return checking(journal)
  await audit(creation, 'outcome', name, [])
  return ok(taken(externalId, undefined, false))
}

// After a lost answer a capture with the same content is the one that was sent. After a refusal of a first send it is
// somebody else's, however much alike.
async function settled(
  creation: Creation,
  journal: Journal,
  capture: JsonObject,
  isRefused = false,
): Promise<Result<CreateReply>> {
  const isSame = differingPaths(creation.wanted, {}, capture).length === 0
  if (isSame && !(isRefused && !journal.earlier)) return created(creation, capture, true)
  await audit(creation, 'outcome', 'ChargeExternalIdConflictError', [text(capture.id) ?? ''])
  return ok(taken(creation.externalId, capture, isSame))
}

async function created(creation: Creation, capture: JsonObject, isFound: boolean): Promise<Result<CreateReply>> {
  const id = text(capture.id)!
  await audit(creation, 'outcome', 'ok', [id])
  const { past, errors, context } = creation
  await noteMadeFromRecords(context.connection, id, creation.wanted)
  if (past) await keepReason(context, id, errors, past)
  const unverified = differingPaths(creation.wanted, {}, capture)
  return ok({
    kind: 'created',
    id,
    charge_external_id: creation.externalId,
    claim_creation_id: text(capture.claim_creation_id) ?? null,
    is_found: isFound,
    unverified,
  })
}

function taken(externalId: string, capture: JsonObject | undefined, isSame: boolean): CreateReply {
  return {
    kind: 'taken',
    charge_external_id: externalId,
    id: text(capture?.id) ?? null,
    patient_external_id: text(capture?.patient_external_id) ?? null,
    date_of_service: text(capture?.date_of_service) ?? null,
    status: text(capture?.status) ?? null,
    is_same: isSame,
  }
}

async function audit(
  { operation, context }: Creation,
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
