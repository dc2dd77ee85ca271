import type { Columns } from '#lib/lists/columns.ts'
import { captureProblem, problemText } from '#lib/lists/problem-words.ts'
import { captureState, stateWord } from '#lib/lists/record-state.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { billingColumns, visitColumns } from './visits.ts'

const { field, patient, payer, facility, date_of_service, age, charges, lines } = visitColumns
const { patient_id, rendering, billing_npi, category } = visitColumns
const { billable_status, responsible_party, claim_creation_id } = billingColumns

/** The columns of the charge captures. */
export const chargeCaptureColumns = {
  status: {
    header: 'Status',
    kind: 'words',
    value: (row) => row.status,
    isJoined: true,
    file: { value: (row) => stateWord(captureState(row, row.claim?.status)) },
  },
  external_id: { header: 'Capture', value: (row) => row.external_id, isMain: true },
  patient,
  message: {
    header: 'Problem',
    isJoined: true,
    value: (row) => captureProblem(row, row.claim)?.what,
    text: (row) => problemText(captureProblem(row)),
    // The partner's message may quote the patient.
    isPhi: true,
  },
  checks: { header: 'Checks', isOptional: true },
  payer,
  facility,
  date_of_service: { ...date_of_service, sort: 'date_of_service' },
  age: { ...age, isOptional: true },
  charges,
  lines,
  patient_id,
  rendering,
  billing_npi,
  category,
  system: { header: 'Originating system', value: (row) => row.system, isOptional: true },
  billable_status,
  responsible_party,
  claim_creation_id,
  id: {
    header: 'Charge capture ID',
    kind: 'id',
    isKey: true,
    value: (row) => row.id,
    isOptional: true,
  },
  own_status: {
    header: 'Capture status',
    value: (row) => stateWord(row.status),
    screen: false,
  },
  field,
  updates: { header: 'Changes since billed', value: (row) => row.updates, screen: false },
} as const satisfies Columns<ChargeCaptureRow>
