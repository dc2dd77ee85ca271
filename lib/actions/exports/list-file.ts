import 'server-only'
import type { ListPage } from '#lib/actions/lists/sources.ts'
import { csvLine } from '#lib/core/csv.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { fileColumns, type FileColumn } from '#lib/lists/columns.ts'
import { columnsOfList } from '#lib/lists/columns/columns-of-list.ts'
import { exportListOf, type ExportRequest } from '#lib/lists/export-request.ts'

/**
 * A part of the file: its text, how many rows it has, and the ids of the records that the trail
 * names. `unreadable` items have no row. `next` is the token of the part after it, where the list
 * can be read on from there.
 */
export type FilePart = {
  text: string
  rows: number
  ids: string[]
  unreadable: number
  next?: string
}

/** The columns of a list's file with these ids, in their order. */
export function chosenColumns(request: ExportRequest, ids: readonly string[]): FileColumn[] {
  const all = fileColumns(columnsOfList[exportListOf(request)])
  return ids.flatMap((id) => all.find((column) => column.id === id) ?? [])
}

/** The ids of the columns of a new file: these, then those that identify the list's records. */
export function withKeys(request: ExportRequest, ids: readonly string[]): string[] {
  const keys = fileColumns(columnsOfList[exportListOf(request)]).filter(({ isKey }) => isKey)
  return [...new Set([...ids, ...keys.map(({ id }) => id)])]
}

/**
 *  the parts of a CSV file: one part a page, the first with the head unless
 * the file goes on (`hasHead`). A list without rows is a file with its head. A failure of the list
 * is the last thing that comes.
 */
export async function* listFile(
  columns: readonly FileColumn[],
  pages: AsyncIterable<Result<ListPage>>,
  hasHead = false,
): AsyncGenerator<Result<FilePart>, void> {
  let head = hasHead ? '' : csvLine(columns.map(({ header }) => header))
  for await (const page of pages) {
    if (!page.ok) return yield page
    yield ok(toPart(head, columns, page.value))
    head = ''
  }
  if (head !== '') yield ok(toPart(head, columns, { rows: [], ids: [] }))
}

function toPart(
  head: string,
  columns: readonly FileColumn[],
  { rows, ids, next }: ListPage,
): FilePart {
  const readable = rows.filter((row) => !row.unreadable)
  const lines = readable.map((row) => csvLine(columns.map((column) => column.value(row))))
  return {
    text: head + lines.join(''),
    rows: lines.length,
    ids,
    unreadable: rows.length - readable.length,
    ...(next !== undefined && { next }),
  }
}
