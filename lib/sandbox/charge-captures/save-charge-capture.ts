import { eq } from 'drizzle-orm'
import type { CreateChargeCaptureBody } from '#lib/contract/charge-captures.ts'
import { billedCreationOf, recordUpdate } from '#lib/sandbox/bundling/post-billed-updates.ts'
import { rebundle } from '#lib/sandbox/bundling/rebundle.ts'
import { type FilterableData, captureColumns } from '#lib/sandbox/db/capture-columns.ts'
import type { CaptureRow, NewCaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { chargeCaptures, serviceFacilities } from '#lib/sandbox/db/schema.ts'
import { type Scope, isInScope } from '#lib/sandbox/http/api-keys.ts'
import { memberText } from '#lib/sandbox/http/handler.ts'
import { refuse } from '#lib/sandbox/http/refusal.ts'

/** The columns that list filters read, from a capture's header and parsed data. */
export async function filterColumns(
  tx: Db,
  header: Pick<NewCaptureRow, 'patient_external_id' | 'charge_external_id'>,
  data: FilterableData,
) {
  const facilityId = data.service_facility_id
  const [facility] =
    typeof facilityId === 'string' && facilityId !== ''
      ? await tx
          .select({ name: serviceFacilities.name })
          .from(serviceFacilities)
          .where(eq(serviceFacilities.id, facilityId))
      : []
  return captureColumns(header, data, () => facility?.name)
}

/**
 * Checks rules for a capture's data that its schema cannot express; 422 UnprocessableEntityError.
 * ASSUMED: one-service-facility
 */
export function checkData(data: {
  service_facility?: unknown
  service_facility_id?: unknown
}): void {
  if (isSet(data.service_facility) && isSet(data.service_facility_id)) {
    throw refuse('UnprocessableEntityError', {
      message: 'service_facility and service_facility_id cannot both be set.',
    })
  }
}

/** 403 if the billing NPI is outside of the key's scope. ASSUMED: write-out-of-scope */
export function checkScope(scope: Scope, npi: string): void {
  if (!isInScope(scope, npi))
    throw refuse('UnauthorizedError', {
      message: 'This key may not write for this billing provider.',
    })
}

/** 409 if the charge external id is already in use. */
export async function rejectTakenExternalId(tx: Db, externalId: string): Promise<void> {
  const [taken] = await tx
    .select({ id: chargeCaptures.id })
    .from(chargeCaptures)
    .where(eq(chargeCaptures.charge_external_id, externalId))
  if (taken)
    throw refuse('ChargeExternalIdConflictError', {
      message: `The charge_external_id ${externalId} is already in use.`,
    })
}

type CreateBody = Pick<
  CreateChargeCaptureBody,
  | 'status'
  | 'charge_external_id'
  | 'originating_system'
  | 'claim_creation_category'
  | 'ehr_source_url'
  | 'hl7_message_type'
>

/**
 * The columns that both ways of creating a capture store. `exact` is the body with its numbers as
 * the client wrote them. ASSUMED: empty-header-text
 */
export function newCaptureColumns(
  body: CreateBody,
  exact: Parameters<typeof memberText>[0],
  now: number,
) {
  return {
    created_at: now,
    updated_at: now,
    status: body.status,
    charge_external_id: body.charge_external_id,
    originating_system: body.originating_system ?? null,
    claim_creation_category: body.claim_creation_category ?? '',
    ehr_source_url: body.ehr_source_url ?? null,
    attachment_external_document_ids: memberText(exact, 'attachment_external_document_ids'),
    hl7_message_type: body.hl7_message_type ?? null,
  }
}

/** Stores a new capture and bundles it. */
export async function insertCapture(tx: Db, row: NewCaptureRow, now: number): Promise<void> {
  const [after] = await tx.insert(chargeCaptures).values(row).returning()
  await rebundle(tx, { before: undefined, after: after!, now })
}

type CaptureWrite = {
  before: CaptureRow
  change: Partial<NewCaptureRow>
  /** The HL7 message type of this write; null for a manual write. */
  messageType: string | null
  now: number
}

/** Stores the changes to a capture and bundles it again. A write after billing adds an update. */
export async function changeCapture(
  tx: Db,
  { before, change, messageType, now }: CaptureWrite,
): Promise<void> {
  const creation = await billedCreationOf(tx, before)
  const [after] = await tx
    .update(chargeCaptures)
    .set(change)
    .where(eq(chargeCaptures.id, before.id))
    .returning()
  await rebundle(tx, { before, after: after!, now })
  if (creation) await recordUpdate(tx, { creation, before, after: after!, messageType, now })
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}
