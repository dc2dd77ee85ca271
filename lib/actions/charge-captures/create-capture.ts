import 'server-only'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import type { chargeCaptureOperations } from '#lib/contract/charge-captures.operations.ts'
import { ok } from '#lib/core/result.ts'
import { textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import {
  newCaptureShape,
  newFromPreEncounterShape,
} from '#lib/rules/new-records/new-capture-shape.ts'
import { findByExternalId } from '#lib/actions/finding/find-by-external-id.ts'
import { recordIds, refuseStrangeIds } from '#lib/actions/finding/named-ids.ts'
import { byKey, createRecord } from '#lib/actions/writing/create-record.ts'
import { parseBody, readObject } from '#lib/actions/writing/parse-body.ts'
import type { CreateReply } from '#lib/actions/writing/write-replies.ts'
import { differingPaths } from './capture-content.ts'
import {
  keepReason,
  missingAttachment,
  openErrors,
  reasonNeeded,
  type SavePast,
} from './capture-refusals.ts'
import { noteMadeFromRecords } from './pre-encounter-origin.ts'

/**
 * `body`: JSON text of the whole request body, numbers as written. `past`: the reason for sending
 * what the checks find.
 */
export type CreateInput = { operation_id: string; body: string; past?: SavePast | undefined }

type CreateOperation =
  | typeof chargeCaptureOperations.createChargeCapture
  | typeof chargeCaptureOperations.createChargeCaptureFromPreEncounter

type Answer = Exclude<CreateReply, { kind: 'checking' }>

const taken = 'ChargeExternalIdConflictError'

/**
 * The verb of both creating operations. Errors that the checks find need a person's reason. The
 * partner takes a charge external id only once, so after a lost answer the capture is looked up by
 * it before anything is sent again.
 */
export function createCapture(operation: CreateOperation) {
  const isFromRecords = operation.id === 'createChargeCaptureFromPreEncounter'
  const shape = isFromRecords ? newFromPreEncounterShape : newCaptureShape

  return createRecord({
    operation,
    unknown: { what: 'the charge capture was created', promise: 'nothing is created twice' },
    async prepare({ body, past }: CreateInput, { connection }) {
      const parsed = parseBody(operation.body, body, 'charge capture')
      if (!parsed.ok) return parsed
      const wanted = parsed.value
      const externalId = String(wanted.charge_external_id)
      const record = `new/${await keyedHash(externalId)}`
      const errors = await openErrors(
        wanted,
        shape(),
        isFromRecords ? 'new' : undefined,
        connection,
      )
      return ok({ record, request: wanted, ids: [], wanted, externalId, past, errors })
    },
    refuseFirst({ wanted, past, errors }, { connection }) {
      if (errors.length > 0 && !past) return reasonNeeded(errors, shape())
      return isFromRecords ? refuseStrangeIds(recordIds(wanted), connection) : undefined
    },
    send: ({ wanted }, { connection }) =>
      call(
        connection,
        operation,
        { body: {} as never },
        { bodyText: JSON.stringify(wanted), explain: missingAttachment(wanted) },
      ),
    read(_job, reply) {
      const capture = readObject(reply)
      return capture && textOf(capture.id) !== undefined ? capture : undefined
    },
    idsOf: (_job, { id }) => [String(id)],
    async created(
      { wanted, externalId, past, errors },
      capture,
      is_found,
      context,
    ): Promise<Answer> {
      const id = String(capture.id)
      await noteMadeFromRecords(context.connection, id, wanted)
      if (past) await keepReason(context, id, errors, past)
      return {
        kind: 'created',
        id,
        charge_external_id: externalId,
        claim_creation_id: textOf(capture.claim_creation_id) ?? null,
        is_found,
        unverified: differingPaths(wanted, {}, capture),
      }
    },
    looksAfter: ({ name }) => name === taken,
    look: byKey({
      takenAs: taken,
      find: ({ externalId }, { connection }) => findByExternalId(connection, externalId),
      made: (capture) => capture,
      isSame: ({ wanted }, capture) => differingPaths(wanted, {}, capture).length === 0,
      taken: ({ externalId }, capture, { same }): Answer => ({
        kind: 'taken',
        charge_external_id: externalId,
        id: textOf(capture?.id) ?? null,
        patient_external_id: textOf(capture?.patient_external_id) ?? null,
        date_of_service: textOf(capture?.date_of_service) ?? null,
        status: textOf(capture?.status) ?? null,
        is_same: same,
      }),
      idOf: ({ id }) => textOf(id),
    }),
  })
}
