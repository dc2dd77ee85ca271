import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { readSaveReasons, type SaveReason } from '#lib/console/records/save-reasons.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, type Json } from '#lib/core/json.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import { preEncounterOrigin, type PreEncounterOrigin } from './pre-encounter-origin.ts'
import { offersFor, type Offers } from '#lib/actions/queue/fix-memory.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** A capture and the claim creation that it belongs to, as JSON text. */
export type ChargeCaptureReply = {
  charge_capture: string
  /** Null when the capture belongs to none, or when it could not be read. */
  claim_creation: string | null
  claim_creation_failure: Failure | null
  /** Set when the capture follows pre-encounter records, which overwrite some of its members. */
  pre_encounter?: PreEncounterOrigin | null
  /** What cleared its open errors before. */
  fixes?: Offers
}

/**
 * A charge capture and its claim creation. If only the claim creation fails, the reply has the
 * capture and that failure.
 */
export async function readCaptureWithClaimCreation(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<ChargeCaptureReply>> {
  const { connection } = context
  const capture = await call(connection, operations.getChargeCapture, {
    params: { charge_capture_id: id },
  })
  const reply = capture.ok ? await withClaimCreation(connection, capture.value.text) : undefined
  const claimCreationId = capture.ok ? claimCreationIdOf(capture.value.text) : undefined
  await recordAct(
    context,
    'read',
    'getChargeCapture',
    claimCreationId ? [id, claimCreationId] : [id],
    { outcome: outcomeOf(capture) },
  )
  if (!capture.ok) return capture
  return ok(await withFixes(reply!, context)) // a read capture always has its reply
}

/** Adds what cleared the capture's open errors before. */
export async function withFixes<Reply extends ChargeCaptureReply>(
  reply: Reply,
  context: ActionContext,
): Promise<Reply> {
  return { ...reply, fixes: await offersFor(context, reply.charge_capture, reply.claim_creation) }
}

/**
 * Adds to a capture's JSON text the claim creation that it names, and whether it follows
 * pre-encounter records.
 */
export async function withClaimCreation(
  connection: Connection,
  capture: string,
): Promise<ChargeCaptureReply> {
  const record = JSON.parse(capture) as Json
  const [{ claim_creation, failure }, pre_encounter] = await Promise.all([
    readClaimCreationText(connection, claimCreationIdOf(capture)),
    isJsonObject(record) ? preEncounterOrigin(connection, record) : null,
  ])
  return { charge_capture: capture, claim_creation, claim_creation_failure: failure, pre_encounter }
}

/** The JSON text of a claim creation; null without an id or when it could not be read. */
export async function readClaimCreationText(
  connection: Connection,
  id: string | undefined,
): Promise<{ claim_creation: string | null; failure: Failure | null }> {
  if (id === undefined) return { claim_creation: null, failure: null }
  const found = await call(connection, operations.getClaimCreation, {
    params: { charge_capture_claim_creation_id: id },
  })
  return found.ok
    ? { claim_creation: found.value.text, failure: null }
    : { claim_creation: null, failure: found.error }
}

/** The id of the claim creation that a capture's JSON text names. */
export function claimCreationIdOf(capture: string): string | undefined {
  return textOf(memberAt(JSON.parse(capture), 'claim_creation_id'))
}

/**
 * The reasons for saves with open errors. They may mention the patient, so the audit has who read
 * them.
 */
export async function readReasons(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<SaveReason[]>> {
  const { connection } = context
  const reasons = await readSaveReasons(connection.id, id)
  if (reasons.length > 0) await recordAct(context, 'read', 'readSaveReasons', [id])
  return ok(reasons)
}
