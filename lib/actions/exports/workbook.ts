import 'server-only'
import { z } from 'zod'
import { streamOf, textOfCell, type ServedFile } from '#lib/core/csv.ts'
import { csvRows } from '#lib/core/csv-rows.ts'
import { xlsxBytes, xlsxType, type XlsxCell } from '#lib/core/xlsx.ts'
import type { ColumnKind, FileColumn } from '#lib/lists/columns.ts'

/** The format that a route is asked for; CSV without one. */
export const tableFormat = z.enum(['csv', 'xlsx']).optional()

/** A column of a file: its heading, and the kind that gives a workbook's cells their type. */
type WorkbookColumn = Pick<FileColumn, 'header' | 'kind'>

/** The kinds of a column whose cells Excel calculates with; all others are text. */
const kinds: { readonly [kind in ColumnKind]?: XlsxCell['kind'] } = {
  count: 'number',
  cents: 'money',
  date: 'date',
}

/**
 * The lines of a CSV file as an Excel workbook, made while it is read. The first of the `parts`
 * begins with the head.
 */
export async function* workbookOf(
  parts: AsyncGenerator<string, void>,
  columns: readonly WorkbookColumn[],
): AsyncGenerator<Uint8Array, void> {
  let isFirst = true
  async function* batches() {
    for await (const part of parts) {
      const lines = csvRows(part, ',').map(({ cells }) => cells)
      yield lines.slice(isFirst ? 1 : 0).map((cells) =>
        cells.map((cell, index): XlsxCell => ({
          kind: kinds[columns[index]?.kind ?? 'text'] ?? 'text',
          text: textOfCell(cell),
        })),
      )
      isFirst = false
    }
  }
  yield* xlsxBytes(
    columns.map(({ header }) => header),
    batches(),
  )
}

/** The lines of a CSV file as the file of a route: as they are, or as a workbook. */
export function servedTable(
  parts: AsyncGenerator<string, void>,
  columns: readonly WorkbookColumn[],
  format: z.infer<typeof tableFormat> = 'csv',
): ServedFile {
  return format === 'csv'
    ? { bytes: streamOf(parts), headers: {} }
    : { bytes: streamOf(workbookOf(parts, columns)), headers: { 'Content-Type': xlsxType } }
}
