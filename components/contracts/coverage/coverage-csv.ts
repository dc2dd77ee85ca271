import { saveFile } from '#components/ui/save-file.ts'
import { csvLine, csvStart } from '#lib/core/csv.ts'
import { createSlicer } from '#lib/core/slices.ts'
import type { RowSpan } from '#lib/lists/rows/coverage-rows.ts'
import type { CoverageView } from '#lib/rules/coverage/coverage.ts'
import type { JudgedRow } from './arrange.ts'
import type { CoverageKind } from './coverage-kind.ts'
import { firstDayAwaited } from '#components/coverage/state-words.ts'
import { stateLooks } from './state-words.ts'

/**
 * Rows as CSV, in their order: one line a row, dates as YYYY-MM-DD. It is written in slices and
 * answers the file in pieces.
 */
export async function coverageCsv(
  rows: readonly JudgedRow[],
  kind: CoverageKind,
  { asOf }: CoverageView,
): Promise<string[]> {
  const slicer = createSlicer()
  const pieces = [
    csvStart,
    csvLine([
      kind.head,
      'NPI',
      'ID',
      'As of',
      'Standing',
      'Covered to',
      'In the year before',
      'Spans',
      'Spans: effective date to end date (submitted, loaded)',
    ]),
  ]
  for (const { row, state, awaits_first_day, until, earlier } of rows) {
    const spans = row.spans.map(spanText).join('; ')
    const ends = until === null ? 'no end' : until
    pieces.push(
      csvLine([
        row.name,
        row.npi,
        row.id,
        asOf,
        awaits_first_day ? firstDayAwaited : stateLooks[state].word,
        ends,
        earlier.map((trouble) => stateLooks[trouble].word).join('; '),
        row.spans.length,
        spans,
      ]),
    )
    const turn = slicer()
    if (turn) await turn
  }
  return pieces
}

/** Saves the rows as a file. */
export async function downloadCoverage(
  rows: readonly JudgedRow[],
  kind: CoverageKind,
  view: CoverageView,
): Promise<void> {
  saveFile(
    `coverage-of-${kind.id}-${view.asOf}.csv`,
    new Blob(await coverageCsv(rows, kind, view), { type: 'text/csv;charset=utf-8' }),
  )
}

function spanText({ start_date, end_date, submitted_date, payer_loaded_date }: RowSpan): string {
  return `${start_date ?? 'no effective date'} to ${end_date ?? 'no end'} (${submitted_date ?? 'not submitted'}, ${payer_loaded_date ?? 'not loaded'})`
}
