import { columnsOf, type Look, type Looks } from '#components/table/columns.tsx'
import { problemWords, visitLooks } from '#components/table/visit-looks.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { Money } from '#components/ui/money.tsx'
import { RecordState } from '#components/ui/record-status.tsx'
import { recordStateWord } from '#components/ui/status-words.ts'
import { cellText, type Column } from '#lib/lists/columns.ts'
import { claimCreationColumns } from '#lib/lists/columns/claim-creations.ts'
import { creationProblem, moreErrors, problemText } from '#lib/lists/problem-words.ts'
import { creationState } from '#lib/lists/record-state.ts'
import { withCaptures, type CapturesById } from '#lib/lists/rows/joined-rows.ts'
import type { ClaimCreationRow, VisitRow } from '#lib/lists/rows/rows.ts'

type ClaimCreationLook = Look<ClaimCreationRow, CapturesById>

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

function filled(row: ClaimCreationRow, captures: CapturesById | undefined): ClaimCreationRow {
  return withCaptures(row, captures?.get(row.id))
}

function orOfCapture(
  column: Column<VisitRow>,
): Pick<ClaimCreationLook, 'text' | 'isLate'> & object {
  return { isLate: true, text: (row, { extra }) => cellText(column, filled(row, extra)) }
}

function stateOf(row: ClaimCreationRow, captures: CapturesById | undefined): string | undefined {
  return creationState(row.status, captures?.get(row.id)?.changes ?? 0)
}

const { patient, payer, facility, charges, rendering, billing_npi } = claimCreationColumns

const looks: Looks<typeof claimCreationColumns, ClaimCreationRow, CapturesById> = {
  ...visitLooks,
  status: {
    width: { least: 110, most: 150, beside: 24 },
    isLate: true,
    card: 'end',
    text: (row, { extra }) => {
      const state = stateOf(row, extra)
      return state && recordStateWord(state).word
    },
    render: (row, { extra }) => {
      const state = stateOf(row, extra)
      return state && <RecordState state={state} title={row.status} />
    },
  },
  captures: {
    width: { least: 106, most: 170 },
    card: 'detail',
    className: 'font-mono text-xs',
    text: (row, { extra }) => nameOfClaimCreation(row, extra),
    title: (row, { extra }) => extra?.get(row.id)?.names.join(', ') || row.id,
  },
  message: {
    width: { least: 180, most: 520 },
    isCause: true,
    isLate: true,
    text: (row, { extra }) =>
      [problemText(creationProblem(row, extra?.get(row.id))), moreErrors(row)]
        .filter(Boolean)
        .join(' ') || undefined,
    render: (row, { extra }) => (
      <>
        {problemWords(creationProblem(row, extra?.get(row.id)))}{' '}
        <span className="text-ink-3">{moreErrors(row)}</span>
      </>
    ),
  },
  patient: {
    ...visitLooks.patient,
    ...orOfCapture(patient),
    title: (row, { extra }) => visitLooks.patient.title(filled(row, extra)),
  },
  payer: { ...visitLooks.payer, ...orOfCapture(payer) },
  facility: { ...visitLooks.facility, ...orOfCapture(facility) },
  charges: {
    ...visitLooks.charges,
    ...orOfCapture(charges),
    render: (row, { extra }) => <Money cents={filled(row, extra).charges} />,
  },
  rendering: orOfCapture(rendering),
  billing_npi: orOfCapture(billing_npi),
}

/** The columns of the claim creations list. */
export const claimCreationTable = columnsOf(claimCreationColumns, looks)
