import { columnsOf, type Looks } from '#components/table/columns.tsx'
import { problemWords, visitLooks } from '#components/table/visit-looks.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { RecordState } from '#components/ui/record-status.tsx'
import {
  chargeCaptureStatusWord,
  claimCreationStatusWord,
  recordStateWord,
} from '#components/ui/status-words.ts'
import { chargeCaptureColumns } from '#lib/lists/columns/charge-captures.ts'
import { captureState } from '#lib/lists/record-state.ts'
import { captureProblem, problemText } from '#lib/lists/problem-words.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { amountWords } from './checks/check-words.ts'
import type { ClaimsById } from './list-claims.ts'

/** The name of a capture for a person: its external id, else its own. */
export function nameOfCapture(row: ChargeCaptureRow): string {
  return row.external_id ?? middleTruncate(row.id, 13)
}

// A capture that is not judged any more, because it is past billing, has nothing here.
function checkWords({ checks }: ChargeCaptureRow): string | undefined {
  if (!checks) return undefined
  const { errors, warnings } = checks
  return errors + warnings === 0 ? 'No problems' : amountWords(errors, warnings)
}

function checkTone({ checks }: ChargeCaptureRow): string {
  if (checks?.errors) return 'text-red'
  return checks?.warnings ? 'text-amber' : 'text-ink-2'
}

function claimOf({ claim_creation_id: id }: ChargeCaptureRow, claims: ClaimsById | undefined) {
  return id === undefined ? undefined : claims?.get(id)
}

// What the one status comes from, for who asks: "Capture: Billable. Claim: In error."
function stateTitle(own: string | undefined, claim: string | undefined): string {
  return [
    own && `Capture: ${chargeCaptureStatusWord(own).word}.`,
    claim && `Claim: ${claimCreationStatusWord(claim).word}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const looks: Looks<typeof chargeCaptureColumns, ChargeCaptureRow, ClaimsById> = {
  ...visitLooks,
  status: {
    width: { least: 106, most: 140, beside: 24 },
    isLate: true,
    card: 'end',
    text: (row, { extra }) => {
      const state = captureState(row, claimOf(row, extra)?.status)
      return state && recordStateWord(state).word
    },
    render: (row, { extra }) => {
      const claim = claimOf(row, extra)?.status
      const state = captureState(row, claim)
      return state && <RecordState state={state} title={stateTitle(row.status, claim)} />
    },
  },
  external_id: {
    width: { least: 88, most: 170 },
    className: 'font-mono text-xs',
    card: 'detail',
    text: nameOfCapture,
  },
  message: {
    width: { least: 180, most: 520 },
    isCause: true,
    isLate: true,
    text: (row, { extra }) => problemText(captureProblem(row, claimOf(row, extra))),
    render: (row, { extra }) => problemWords(captureProblem(row, claimOf(row, extra))),
  },
  checks: {
    width: { least: 90, most: 170 },
    className: '',
    text: checkWords,
    render: (row) => <span className={checkTone(row)}>{checkWords(row)}</span>,
    title: (row) => row.checks?.words,
  },
}

/** The columns of the charge captures list. */
export const chargeCaptureTable = columnsOf(chargeCaptureColumns, looks)
