import { z } from 'zod'
import { chargeCaptureData } from './charge-capture-data/charge-capture-data.ts'
import { schemaInstance } from './charge-capture-data/schema-instances.ts'
import { localDate, openEnum, page, url, uuid } from './fields.ts'

// Charge captures: the billable content of a visit.

export const chargeCaptureStatus = openEnum([
  'planned',
  'not-billable',
  'billable',
  'aborted',
  'entered-in-error',
])

export const hl7MessageType = openEnum(['BAR', 'DFT', 'ADT'])

export const chargeCaptureError = z.looseObject({
  id: z.string(),
  charge_capture_id: z.string().nullish(),
  message: z.string(),
  resolved: z.boolean().nullish(),
  resolved_by: z.string().nullish(),
  resolution_reason: z.string().nullish(),
  field_in_error: z.string().nullish(),
  claim_creation_id: z.string(),
})
export type ChargeCaptureError = z.infer<typeof chargeCaptureError>

export const chargeCaptureUpdate = z.looseObject({
  id: z.string(),
  message: z.string(),
  resolved: z.boolean(),
  /** The HL7 message type of the write, if the partner returns it. */
  hl7_message_type: hl7MessageType.nullish(),
})
export type ChargeCaptureUpdate = z.infer<typeof chargeCaptureUpdate>

export const chargeCapture = z.looseObject({
  id: z.string(),
  status: chargeCaptureStatus,
  charge_capture_data: chargeCaptureData,
  date_of_service: localDate().nullish(),
  patient_external_id: z.string(),
  charge_external_id: z.string(),
  ehr_source_url: url().nullish(),
  originating_system: z.string().nullish(),
  claim_creation_category: z.string().nullish(),
  metadata: z.array(schemaInstance).nullish(),
  error: chargeCaptureError.nullish(),
  updates: z.array(chargeCaptureUpdate),
  claim_creation_id: z.string().nullish(),
})
export type ChargeCapture = z.infer<typeof chargeCapture>

export const chargeCapturePage = page(chargeCapture).extend({ item_count: z.number() })

export const createChargeCaptureBody = z.looseObject({
  data: chargeCaptureData,
  charge_external_id: z.string(),
  originating_system: z.string().nullish(),
  claim_creation_category: z.string().nullish(),
  ehr_source_url: url().nullish(),
  patient_external_id: z.string(),
  status: chargeCaptureStatus,
  attachment_external_document_ids: z.array(z.string()).nullish(),
  metadata: z.array(schemaInstance).nullish(),
  hl7_message_type: hl7MessageType.nullish(),
})
export type CreateChargeCaptureBody = z.infer<typeof createChargeCaptureBody>

export const createChargeCaptureFromPreEncounterBody = z.looseObject({
  data: chargeCaptureData,
  charge_external_id: z.string(),
  pre_encounter_patient_id: uuid(),
  pre_encounter_appointment_ids: z.array(uuid()),
  originating_system: z.string().nullish(),
  claim_creation_category: z.string().nullish(),
  ehr_source_url: url().nullish(),
  status: chargeCaptureStatus,
  attachment_external_document_ids: z.array(z.string()).nullish(),
  hl7_message_type: hl7MessageType.nullish(),
})

export const updateChargeCaptureBody = z.looseObject({
  data: chargeCaptureData.nullish(),
  charge_external_id: z.string().nullish(),
  ehr_source_url: url().nullish(),
  originating_system: z.string().nullish(),
  claim_creation_category: z.string().nullish(),
  patient_external_id: z.string().nullish(),
  status: chargeCaptureStatus.nullish(),
  attachment_external_document_ids: z.array(z.string()).nullish(),
  metadata: z.array(schemaInstance).nullish(),
  hl7_message_type: hl7MessageType.nullish(),
})
export type UpdateChargeCaptureBody = z.infer<typeof updateChargeCaptureBody>

export const resolveChargeCaptureChangesBody = z.looseObject({
  charge_capture_change_ids: z.array(z.string()),
  resolved: z.boolean(),
})
