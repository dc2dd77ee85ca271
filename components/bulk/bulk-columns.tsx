import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'
import { columnsOf, type ListColumn } from '#components/table/columns.tsx'
import type { BulkRow } from '#lib/actions/bulk/read.ts'
import type { ClaimState } from '#lib/actions/bulk/claims.ts'
import { countOf, errorNoun } from '#lib/core/count-of.ts'

const states: { [state in BulkRow['state']]: [string, Tone] } = {
  waiting: ['Not read yet', 'grey'],
  ready: ['Ready', 'green'],
  keeps: ['New error', 'amber'],
  billed: ['Billed already', 'blue'],
  'needs-you': ['Needs a decision', 'red'],
  skipped: ['Skipped', 'grey'],
}

const results: { [state in NonNullable<BulkRow['result']>['state']]: [string, Tone] } = {
  queued: ['Waiting', 'grey'],
  leased: ['Waiting', 'grey'],
  sent: ['Sending', 'blue'],
  verified: ['Changed', 'green'],
  conflict: ['Conflict', 'amber'],
  rejected: ['Refused', 'red'],
  unknown: ['Not known', 'amber'],
  cancelled: ['Not sent', 'grey'],
}

const claimStates: { [state in ClaimState]: [string, Tone] } = {
  billed: ['Billed', 'green'],
  'in-error': ['Error left', 'amber'],
  other: ['Changed', 'blue'],
}

/** How a capture stands, in a word and a tone. */
export function stateOf({ state, result }: BulkRow): [string, Tone] {
  if (!result) return states[state]
  if (result.state !== 'verified') return results[result.state]
  if (result.is_undo) return ['Restored', 'blue']
  return result.claim ? claimStates[result.claim.state] : results.verified
}

/**
 * What a capture is like after the change: the rules' verdict before it is sent, then what became
 * of it.
 */
export function verdictOf({ verdict, result }: BulkRow): string {
  if (result?.state !== 'verified') return result?.words ?? verdict
  if (result.is_undo) return result.words ?? 'As it was before'
  return result.words ?? claimWords(result.claim)
}

function claimWords(claim: NonNullable<BulkRow['result']>['claim']): string {
  if (claim?.state === 'billed') return 'Billed'
  if (claim?.state !== 'in-error') return 'Saved. Its claim is not billed yet.'
  const { errors, words } = claim
  if (words === undefined) return 'Still in error, and the partner states no error'
  return `${countOf(errors, errorNoun)} left: ${words}`
}

/** A capture's changes in words, one after another. */
function changeText({ changes, more }: BulkRow): string {
  const words = changes.map(({ before, after }) => `${before || 'nothing'} → ${after || 'nothing'}`)
  return [...words, more > 0 && `and ${more} more`].filter(Boolean).join(', ')
}

/** The columns of a preview. */
export const bulkColumns: readonly ListColumn<BulkRow>[] = [
  {
    id: 'capture',
    header: 'Capture',
    width: { least: 110, most: 170 },
    isMain: true,
    className: 'font-mono text-xs',
    text: (row) => row.external_id ?? row.id,
  },
  { id: 'patient', header: 'Patient', width: { least: 98, most: 170 }, text: (row) => row.patient },
  {
    id: 'change',
    header: 'Change',
    width: { least: 165, most: 420 },
    text: changeText,
    title: (row) =>
      row.changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`).join('\n'),
    render: (row) =>
      row.changes.length === 0 ? (
        <span className="text-ink-3">–</span>
      ) : (
        <span className="font-mono text-xs">
          {row.changes.slice(0, 1).map(({ label, before, after }) => (
            <span key={label}>
              <del className={before ? 'text-red' : 'text-ink-3 no-underline'}>
                <span className="sr-only">before: </span>
                {before || 'nothing'}
              </del>
              <span aria-hidden="true"> → </span>
              <ins className="text-green no-underline">
                <span className="sr-only">after: </span>
                {after || 'nothing'}
              </ins>
            </span>
          ))}
          {row.changes.length + row.more > 1 && (
            <span className="font-sans text-ink-2">
              {' '}
              and {row.changes.length + row.more - 1} more
            </span>
          )}
        </span>
      ),
  },
  {
    id: 'verdict',
    header: 'After the change',
    width: { least: 150, most: 380 },
    text: verdictOf,
  },
  ...columnsOf(
    { claim: { header: 'Claim', kind: 'cents', value: (row: BulkRow) => row.cents } },
    {},
  ),
  {
    id: 'state',
    header: 'State',
    width: { least: 120, most: 150, beside: 28 },
    isNeverCut: true,
    text: (row) => stateOf(row)[0],
    render: (row) => {
      const [word, tone] = stateOf(row)
      return <StatusBadge tone={tone}>{word}</StatusBadge>
    },
  },
]
