import 'server-only'
import { toRows } from '#lib/actions/lists/partner-lists.ts'
import type { PartnerPage } from '#lib/actions/lists/partner-pages.ts'
import { csvLine } from '#lib/core/csv.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { fileColumns, type FileColumn } from '#lib/lists/columns.ts'
import { columnsOfList } from '#lib/lists/columns/columns-of-list.ts'
import type { ExportListId } from '#lib/lists/export-request.ts'
import type { PartnerRequest } from '#lib/lists/view.ts'
import { nextToken } from '#lib/lists/next-token.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'

/** A file to write: the list's request, and the ids of the columns in their order. */
export type ListFile = { request: PartnerRequest; columns: readonly string[] }

/**
 * A part of the file: its text, how many rows it has, and the ids of their records. `unreadable`
 * items have no row. `next` is the token of the part after it.
 */
export type FilePart = {
  text: string
  rows: number
  ids: string[]
  unreadable: number
  next?: string
}

/** The columns of a list's file with these ids, in their order. */
export function chosenColumns(list: ExportListId, ids: readonly string[]): FileColumn[] {
  const all = fileColumns(columnsOfList[list])
  return ids.flatMap((id) => all.find((column) => column.id === id) ?? [])
}

/** The first line of a file. */
export function headOf(columns: readonly FileColumn[]): string {
  return csvLine(columns.map(({ header }) => header))
}

/**
 * A part of a file that begins with `head`. `ids` are those of the rows themselves, unless the rows
 * are about other records.
 */
export function partOf(
  head: string,
  columns: readonly FileColumn[],
  rows: readonly BaseRow[],
  ids?: string[],
): FilePart {
  const readable = rows.filter((row) => !row.unreadable)
  const lines = readable.map((row) => csvLine(columns.map((column) => column.value(row))))
  return {
    text: head + lines.join(''),
    rows: lines.length,
    ids: ids ?? readable.map(({ id }) => id),
    unreadable: rows.length - readable.length,
  }
}

/** Reads one page of the partner. */
export type ReadPage = (request: PartnerRequest) => Promise<Result<PartnerPage>>

// A person's page waits behind a page of an export at a partner that answers one after the other:
// it should be short.
const rowsAtOnce = 250

/**
 * A list as CSV, from its first page, or that of the token `from`, to its last: one part a page,
 * the list's first with the head. Memory has two pages at most, because the next page is asked for
 * while the caller stores a part. A failure is the last thing that comes: the partner's own,
 * `WalkGoesRound` for a token that repeats, `InvalidInput` for no known column.
 */
export async function* listFile(
  { request, columns: ids }: ListFile,
  read: ReadPage,
  from?: string,
): AsyncGenerator<Result<FilePart>, void> {
  const { operation } = request
  const columns = chosenColumns(operation, ids)
  if (columns.length === 0) return yield fail('InvalidInput', 'Choose at least one column.')
  const { position: _, checks: __, ...whole } = request
  const ask = (position: string | undefined) => {
    const query = { ...whole.query, limit: rowsAtOnce }
    const asked = read({
      ...whole,
      operation,
      query,
      ...(position === undefined ? {} : { position }),
    })
    // A caller that stops in between does not await it: its failure must not end the process.
    asked.catch(() => {})
    return asked
  }
  const seen = new Set(from === undefined ? [] : [from])
  let head = from === undefined ? headOf(columns) : ''
  for (let asked: Promise<Result<PartnerPage>> | undefined = ask(from); asked;) {
    const page: Result<PartnerPage> = await asked
    if (!page.ok) return yield page
    const next = nextToken(page.value.next, seen)
    const token = next.ok && next.value !== null ? { next: next.value } : {}
    if (token.next !== undefined) seen.add(token.next)
    asked = token.next === undefined ? undefined : ask(token.next)
    yield ok({ ...partOf(head, columns, toRows(operation, page.value.items)), ...token })
    head = ''
    if (!next.ok) return yield next
  }
}
