import { saveFile } from '#components/ui/save-file.ts'
import { type CsvCell, toCsv } from '#lib/core/csv.ts'
import { createSlicer } from '#lib/core/slices.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'

const head = ['name', 'npi', 'provider_type', 'provider_id']

/** Saves providers as a CSV file that can be pasted back: written in slices, so that the page answers meanwhile. */
export async function exportRoster(rows: readonly RosterRow[]): Promise<void> {
  const slicer = createSlicer()
  const parts: string[] = [toCsv([head])]
  let part: CsvCell[][] = []
  for (const { name, npi, type, id, unreadable } of rows) {
    if (!unreadable) part.push([name, npi, type, id])
    if (part.length < 500) continue
    parts.push(rowsOnly(part))
    part = []
    const turn = slicer()
    if (turn) await turn
  }
  parts.push(rowsOnly(part))
  saveFile('roster.csv', new Blob(parts, { type: 'text/csv;charset=utf-8' }))
}

// The byte order mark stands at the start of the file alone.
function rowsOnly(rows: CsvCell[][]): string {
  return toCsv(rows).slice(1)
}
