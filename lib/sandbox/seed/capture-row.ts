import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import type { Json } from '#lib/core/json.ts'
import type { BundledCapture } from '#lib/sandbox/bundling/bundled-capture.ts'
import { captureColumns, type FacilityNameOf } from '#lib/sandbox/db/capture-columns.ts'
import type { NewCaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import { makeSchemaInstance } from './custom-schemas.ts'
import type { Random } from './random.ts'

export type SeedRow = NewCaptureRow &
  Required<
    Pick<
      NewCaptureRow,
      | 'date_of_service'
      | 'service_facility_key'
      | 'billing_provider_npi'
      | 'claim_creation_category'
      | 'ehr_source_url'
      | 'claim_creation_id'
    >
  >

/** A capture while it is made: its row, and its data, which the row holds as text. */
export type SeedCapture = { row: SeedRow; data: ChargeCaptureData }

const systems = ['harbor-ehr', 'northstar-pm', 'clinic-bridge']
const messageTypes = ['DFT', 'DFT', 'BAR', 'ADT', null]

/**
 * Makes the row of a capture with the columns that filters read. Its external id contains `number`
 * ("CHG-20418").
 */
export function makeCaptureRow(
  random: Random,
  facilityNameOf: FacilityNameOf,
  options: {
    number: number
    status: string
    category: string
    patientId: string
    created_at: number
    data: ChargeCaptureData
  },
): SeedCapture {
  const { number, status, category, patientId, created_at, data } = options
  const header = { charge_external_id: `CHG-${number}`, patient_external_id: patientId }
  const metadata = random.chance(0.2) ? JSON.stringify([makeSchemaInstance(random)]) : null
  const row: SeedRow = {
    ...header,
    id: random.uuid(),
    created_at,
    updated_at: created_at,
    status,
    originating_system: random.pick(systems),
    claim_creation_category: category,
    ehr_source_url: `https://ehr.example/charges/${header.charge_external_id}`,
    metadata,
    attachment_external_document_ids: null,
    hl7_message_type: random.pick(messageTypes),
    pre_encounter_patient_id: null,
    pre_encounter_appointment_ids: null,
    data: JSON.stringify(data),
    claim_creation_id: '',
    claim_status: '',
    ...captureColumns(header, data, facilityNameOf),
  }
  return { row, data }
}

/** Changes the data of a finished capture and updates the columns of its row. */
export function rewriteRow(
  { row }: SeedCapture,
  data: ChargeCaptureData,
  facilityNameOf: FacilityNameOf,
): void {
  Object.assign(row, captureColumns(row, data, facilityNameOf), { data: JSON.stringify(data) })
}

/** A demo capture as bundling reads it. Its data is already in the parsed form. */
export function toBundled({ row, data }: SeedCapture): BundledCapture {
  const {
    id,
    status,
    charge_external_id,
    patient_external_id,
    date_of_service,
    service_facility_key,
    billing_provider_npi,
  } = row
  const { claim_creation_category, ehr_source_url } = row
  return {
    id,
    status,
    charge_external_id,
    patient_external_id,
    date_of_service,
    service_facility_key,
    billing_provider_npi,
    claim_creation_category,
    ehr_source_url,
    data: data as unknown as Json,
  }
}
