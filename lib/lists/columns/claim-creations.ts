import type { Columns } from '#lib/lists/columns.ts'
import { creationProblem, moreErrors } from '#lib/lists/problem-words.ts'
import type { ClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { visitColumns } from './visits.ts'

const { field, patient, payer, facility, date_of_service, age, charges, lines } = visitColumns
const { patient_id, rendering, billing_npi, category } = visitColumns

/** The columns of the claim creations. */
export const claimCreationColumns = {
  status: { header: 'Status', kind: 'words', value: (row) => row.status },
  captures: { header: 'Captures', isMain: true },
  patient,
  message: {
    header: 'Problem',
    value: (row) =>
      [creationProblem(row)?.what, moreErrors(row)].filter(Boolean).join(' ') || undefined,
    isPhi: true,
  },
  payer,
  facility,
  date_of_service,
  age: { ...age, isOptional: true },
  charges,
  lines,
  patient_id,
  rendering,
  billing_npi,
  category,
  id: {
    header: 'Claim creation ID',
    kind: 'id',
    isKey: true,
    value: (row) => row.id,
    isOptional: true,
  },
  encounter_id: {
    header: 'Encounter ID',
    kind: 'id',
    value: (row) => row.encounter_id,
    isOptional: true,
  },
  field,
  errors: { header: 'Open errors', value: (row) => row.errors ?? 0, screen: false },
} as const satisfies Columns<ClaimCreationRow>
