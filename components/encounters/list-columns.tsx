import { columnsOf, type Looks } from '#components/table/columns.tsx'
import { visitLooks } from '#components/table/visit-looks.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { ClaimStatus } from '#components/ui/record-status.tsx'
import { encounterColumns } from '#lib/lists/columns/encounters.ts'
import { humanize } from '#lib/lists/filter-value.ts'
import type { EncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import { ownerWord } from './words.ts'

/** The name of an encounter for a person: its external id, else its own. */
export function nameOfEncounter(row: EncounterRow): string {
  return middleTruncate(row.external_id ?? row.id, 12)
}

function otherClaims({ claims }: EncounterRow): string {
  return claims === undefined ? '' : `+${claims - 1}`
}

const looks: Looks<typeof encounterColumns, EncounterRow> = {
  ...visitLooks,
  status: {
    width: { least: 124, most: 170, beside: 24 },
    card: 'end',
    text: (row) =>
      row.status === undefined ? 'No claim' : humanize(row.status) + otherClaims(row),
    render: (row) =>
      row.status === undefined ? (
        <span className="text-ink-3">No claim</span>
      ) : (
        <>
          <ClaimStatus status={row.status} /> <span className="text-ink-3">{otherClaims(row)}</span>
        </>
      ),
    title: (row) =>
      row.claims === undefined || row.status === undefined
        ? row.status
        : `${row.status}, the first of ${row.claims} claims`,
  },
  external_id: {
    width: { least: 104, most: 120 },
    card: 'detail',
    className: 'font-mono text-xs',
    text: nameOfEncounter,
    title: (row) => row.external_id ?? row.id,
  },
  denial: { width: { least: 96, most: 360 }, className: 'text-ink-2', isCause: true },
  owner: {
    width: { least: 88, most: 110 },
    text: (row) => row.owner && ownerWord(row.owner),
    title: (row) => row.owner,
  },
}

/** The columns of the encounters list. */
export const encounterTable = columnsOf(encounterColumns, looks)
