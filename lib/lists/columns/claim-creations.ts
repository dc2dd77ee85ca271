import type { Columns } from '#lib/lists/columns.ts'
import { creationProblem, moreErrors } from '#lib/lists/problem-words.ts'
import { creationState, stateWord } from '#lib/lists/record-state.ts'
import type { ClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { visitColumns } from './visits.ts'

const { field, patient, payer, facility, date_of_service, age, charges, lines } = visitColumns
const { patient_id, rendering, billing_npi, category } = visitColumns

/** The columns of the claim creations. */
export const claimCreationColumns = {
  status: {
    header: 'Status',
    kind: 'words',
    value: (row) => row.status,
    isJoined: true,
    file: { value: (row) => stateWord(creationState(row.status, row.own?.changes ?? 0)) },
  },
  captures: {
    header: 'Captures',
    isMain: true,
    isJoined: true,
    file: { value: (row) => row.own?.names.join(', ') },
  },
  patient: { ...patient, isJoined: true },
  message: {
    header: 'Problem',
    isJoined: true,
    value: (row) =>
      [creationProblem(row, row.own)?.what, moreErrors(row)].filter(Boolean).join(' ') || undefined,
    isPhi: true,
  },
  payer: { ...payer, isJoined: true },
  facility: { ...facility, isJoined: true },
  date_of_service,
  age: { ...age, isOptional: true },
  charges: { ...charges, isJoined: true },
  lines,
  patient_id,
  rendering: { ...rendering, isJoined: true },
  billing_npi: { ...billing_npi, isJoined: true },
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
  own_status: {
    header: 'Claim creation status',
    value: (row) => stateWord(row.status),
    screen: false,
  },
  field,
  errors: { header: 'Open errors', value: (row) => row.errors ?? 0, screen: false },
} as const satisfies Columns<ClaimCreationRow>
