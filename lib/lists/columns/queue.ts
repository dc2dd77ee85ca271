import { partnerWords } from '#lib/contract/wire-words.ts'
import type { Columns } from '#lib/lists/columns.ts'
import { itemProblem } from '#lib/lists/item-problem.ts'
import type { QueueCause, QueueItem, QueueKind, TeamMark } from '#lib/lists/queue.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { kindOf, stepOf, updateKinds, updateSteps } from '#lib/lists/updates.ts'
import { partyColumns } from './visits.ts'

/** A cause as a row. */
export type CauseRow = BaseRow & QueueCause

/**
 * One reason for work as a row. On a page, `id` is the record that the row's link shows, where no
 * other row has the same; `problem`, the words of the item's cause, is there for a file only.
 */
export type ItemRow = BaseRow & Omit<QueueItem, 'id'> & { problem?: string }

type Marked = BaseRow & { mark: TeamMark }

const owner = {
  owner: { header: 'Owner', value: (row) => row.mark.owner },
} as const satisfies Columns<Marked>

const ofMark = {
  priority: {
    header: 'Priority',
    kind: 'words',
    value: (row) => row.mark.priority,
    screen: false,
  },
  snoozed_until: {
    header: 'Snoozed until',
    value: (row) => row.mark.snoozed_until,
    screen: false,
  },
  // A note may name anybody.
  note: { header: 'Note', value: (row) => row.mark.note, isPhi: true, screen: false },
} as const satisfies Columns<Marked>

/** The columns of the causes. */
export const causeColumns = {
  cause: { header: 'Cause', value: (row) => row.words, isMain: true },
  claims: { header: 'Claims', kind: 'count', value: (row) => row.claims },
  charges: { header: 'Charges', kind: 'cents', value: (row) => row.cents },
  payers: {
    header: 'Payers',
    value: (row) => row.payers.map(({ name, claims }) => `${name} ${claims}`).join(', '),
  },
  oldest: {
    header: 'Oldest',
    kind: 'date',
    value: (row) => row.oldest,
    file: { header: 'Oldest service' },
    isPhi: true,
  },
  filing: {
    header: 'To file',
    value: (row) => row.filing_days_left,
    file: { header: 'Least days left to file' },
  },
  trend: { header: '14 days' },
  ...owner,
  field: { header: 'Field', value: (row) => row.field_label ?? row.field, screen: false },
  ...ofMark,
} as const satisfies Columns<CauseRow>

const kindWords: Record<QueueKind, string> = {
  error: 'In error',
  resolved: 'In error, every error resolved',
  held: 'On hold',
  updated: 'Changed after billing',
}

const ofItemFiles = {
  payer_id: { header: 'Payer ID', value: (row) => row.payer_id, screen: false },
  rendering_npi: { header: 'Rendering NPI', value: (row) => row.rendering_npi, screen: false },
  ...ofMark,
  first_seen_at: { header: 'First seen', value: (row) => row.first_seen_at, screen: false },
  changed_at: { header: 'Last changed', value: (row) => row.changed_at, screen: false },
  capture_id: {
    header: 'Charge capture ID',
    isKey: true,
    value: (row) => row.capture_id,
    screen: false,
  },
  claim_creation_id: {
    header: 'Claim creation ID',
    isKey: true,
    value: (row) => row.claim_creation_id,
    screen: false,
  },
} as const satisfies Columns<ItemRow>

/** The columns of the items of a view or a cause; each view shows some of them. */
export const itemColumns = {
  capture: { header: 'Capture', value: (row) => row.external_id, isMain: true },
  problem: {
    header: 'Problem',
    text: (row) => itemProblem(row),
    file: { header: 'Cause', value: (row) => row.problem },
  },
  // The field's value may be the patient's.
  value: { header: 'Value', value: (row) => row.value, isPhi: true },
  state: { header: 'State' },
  ...partyColumns,
  facility: { ...partyColumns.facility, isOptional: true },
  // The days left to file say more.
  age: { ...partyColumns.age, isOptional: true },
  filing: {
    header: 'To file',
    value: (row) => row.filing_days_left,
    file: { header: 'Days left to file' },
  },
  charges: { header: 'Charges', kind: 'cents', value: (row) => row.cents },
  ...owner,
  kind: { header: 'Kind', value: (row) => kindWords[row.kind], screen: false },
  message: { header: 'Problem', value: (row) => itemProblem(row), isPhi: true, screen: false },
  field: { header: 'Field', value: (row) => row.field_label ?? row.field, screen: false },
  ...ofItemFiles,
} as const satisfies Columns<ItemRow>

/** The same for one cause: its words are in the page's head, so there is room for the facility. */
export const causeItemColumns = {
  ...itemColumns,
  facility: partyColumns.facility,
} as const satisfies Columns<ItemRow>

/** The columns of the changes after billing. */
export const updateColumns = {
  patient: { ...partyColumns.patient, isMain: true },
  kind: { header: 'Kind', value: (row) => updateKinds[kindOf(row)] },
  moved: { header: 'Change', kind: 'cents', value: ({ change }) => change?.moved_cents },
  suggestion: { header: 'Suggestion', value: (row) => updateSteps[stepOf(row)] },
  payer: partyColumns.payer,
  date_of_service: partyColumns.date_of_service,
  ...owner,
  capture: { header: 'Capture', value: (row) => row.external_id, screen: false },
  reason: {
    header: 'Reason',
    value: ({ change }) => change?.step_words,
    isPhi: true,
    screen: false,
  },
  message: {
    header: 'Problem',
    value: ({ message }) => message && partnerWords(message),
    isPhi: true,
    screen: false,
  },
  patient_id: { ...partyColumns.patient_id, screen: false },
  facility: { ...partyColumns.facility, screen: false },
  rendering: { ...partyColumns.rendering, screen: false },
  ...ofItemFiles,
} as const satisfies Columns<ItemRow>
