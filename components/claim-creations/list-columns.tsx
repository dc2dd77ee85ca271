import {
  ageColumn,
  billingNpiColumn,
  categoryColumn,
  chargesColumn,
  facilityColumn,
  fieldColumn,
  idColumn,
  linesColumn,
  patientColumn,
  patientIdColumn,
  payerColumn,
  renderingColumn,
  serviceDateColumn,
  type ListColumn,
} from '#components/table/columns.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { ClaimCreationStatus } from '#components/ui/record-status.tsx'
import { humanize } from '#lib/lists/filter-value.ts'
import { creationProblem, moreErrors } from '#lib/lists/problem-words.ts'
import type { ClaimCreationRow, VisitRow } from '#lib/lists/rows/rows.ts'
import type { CapturesById } from './list-captures.ts'

type Column = ListColumn<ClaimCreationRow, CapturesById>

/**
 * The name of a claim creation for a person: its first capture's external id, and how many more;
 * else its own id.
 */
export function nameOfClaimCreation(
  row: ClaimCreationRow,
  captures: CapturesById | undefined,
): string {
  const names = captures?.get(row.id)?.names ?? []
  if (names.length === 0) return middleTruncate(row.id, 13)
  return names.length === 1 ? names[0]! : `${names[0]} +${names.length - 1}`
}

// While captures are planned there is no merged input: what the row cannot say, its first capture
// may.
function orOfCapture(column: ListColumn<VisitRow>): Column {
  const fill = (row: ClaimCreationRow, extra: CapturesById | undefined): VisitRow => {
    const own = extra?.get(row.id)
    if (!own) return row
    const { patient, payer, facility, rendering, billing_npi } = { ...own.visit, ...row }
    return {
      ...row,
      patient,
      payer,
      facility,
      rendering,
      billing_npi,
      charges: row.charges ?? own.charges,
    }
  }
  const { text, render, title, ...rest } = column
  return {
    ...rest,
    text: (row, context) => text(fill(row, context.extra), { ...context, extra: undefined }),
    render:
      render &&
      ((row, context) => render(fill(row, context.extra), { ...context, extra: undefined })),
    title:
      title &&
      ((row, context) => title(fill(row, context.extra), { ...context, extra: undefined })),
  }
}

/** The columns of the claim creations list. */
export const claimCreationColumns: readonly Column[] = [
  {
    id: 'status',
    header: 'Status',
    width: { least: 110, most: 130, beside: 24 },
    text: (row) => row.status && humanize(row.status),
    render: (row) => row.status && <ClaimCreationStatus status={row.status} />,
  },
  {
    id: 'captures',
    header: 'Captures',
    width: { least: 106, most: 170 },
    isMain: true,
    className: 'font-mono text-xs',
    text: (row, { extra }) => nameOfClaimCreation(row, extra),
    title: (row, { extra }) => extra?.get(row.id)?.names.join(', ') || row.id,
  },
  {
    id: 'message',
    header: 'Problem',
    width: { least: 104, most: 520 },
    isCause: true,
    text: (row, { extra }) =>
      [creationProblem(row, extra?.get(row.id)), moreErrors(row)].filter(Boolean).join(' ') ||
      undefined,
    render: (row, { extra }) => (
      <>
        {creationProblem(row, extra?.get(row.id))}{' '}
        <span className="text-ink-3">{moreErrors(row)}</span>
      </>
    ),
  },
  fieldColumn,
  orOfCapture(patientColumn),
  orOfCapture(payerColumn),
  orOfCapture(facilityColumn),
  { ...serviceDateColumn, sort: undefined },
  ageColumn,
  orOfCapture(chargesColumn),
  linesColumn,
  patientIdColumn,
  orOfCapture(renderingColumn),
  orOfCapture(billingNpiColumn),
  categoryColumn,
  idColumn('id', 'Claim creation ID', (row) => row.id),
  idColumn('encounter_id', 'Encounter ID', (row) => row.encounter_id),
]
