import 'server-only'
import type { JobKind, JobTools } from '#lib/actions/jobs/job-kind.ts'
import { sourceOf, type Reader } from '#lib/actions/lists/sources.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { countOf } from '#lib/core/count-of.ts'
import { recordKindOf } from '#lib/lists/activity.ts'
import type { ExportRequest } from '#lib/lists/export-request.ts'
import { chosenColumns, listFile } from './list-file.ts'
import { recordAct } from '#lib/actions/record-act.ts'

/** The input of an export. It is stored sealed, because filters may name a patient. */
export type ExportInput = {
  request: ExportRequest
  columns: string[]
  /** The name of the saved view that the list showed. */
  view?: string
}

/** How far a file is written: its parts, what they hold, and the token of the next page. */
type Position = { pages: number; rows: number; unreadable: number; next: string }

const positionPart = 'position'
const anew = 'Begun again from the first page, because the partner no longer knew the next one. '

/**
 * Writes a list to the parts of a CSV file, each sealed. The trail gets a row for each page, with
 * the ids of its records. A restart goes on at the partner's page that the file had reached. If the
 * partner no longer knows that page, the file is begun anew, and the progress says so.
 */
export const listExport: JobKind<ExportInput> = {
  kind: 'export',
  task: 'exportList',
  mostOpen: 5,
  title: ({ request, columns }) => {
    const hasPhi = chosenColumns(request, columns).some(({ isPhi }) => isPhi)
    return `Export of ${sourceOf(request).noun.many}${hasPhi ? ' with patient data' : ''}`
  },
  keepsParts: true,
  run: async (tools) => {
    const stored = await tools.stored(positionPart)
    if (stored === undefined) {
      // What an earlier start wrote has no position.
      await tools.forgetParts()
      return writeFile(tools, '', undefined)
    }
    let isStale = false
    const from = JSON.parse(stored) as Position // this job stored it
    const result = await writeFile(tools, '', from, () => (isStale = true))
    if (!isStale) return result
    await tools.forgetParts()
    return writeFile(tools, anew, undefined)
  },
}

// A page token is refused as an input, or its list is gone.
const staleStatuses = new Set([400, 404, 410, 422])

async function writeFile(
  tools: JobTools<ExportInput>,
  words: string,
  from: Position | undefined,
  onStale?: () => void,
): Promise<Result<void>> {
  const { request, columns } = tools.input
  const { task, noun, pages: pagesOf } = sourceOf(request)
  const chosen = chosenColumns(request, columns)
  let { pages, rows, unreadable } = from ?? { pages: 0, rows: 0, unreadable: 0 }
  const reader: Reader = {
    account: tools.account,
    connection: () => tools.connection,
    signal: tools.signal,
    joins: chosen.some(({ isJoined }) => isJoined),
    retrying: (ask) => tools.retrying(ask, () => rows),
  }
  const file = listFile(chosen, pagesOf(request, reader, from?.next), from !== undefined)
  for await (const written of file) {
    if (!written.ok) {
      if (pages === from?.pages && staleStatuses.has(written.error.status)) onStale?.()
      return written
    }
    const { account } = tools
    if (!may(account.role, task))
      return fail('Forbidden', `${account.name}’s role doesn’t include this list any more.`)
    const { text, ids, next } = written.value
    // The trail has the rows before the file has them.
    await recordAct(tools, 'read', 'exportList', ids, {
      recordKind: recordKindOf(request.operation) ?? null,
    })
    pages += 1
    rows += written.value.rows
    unreadable += written.value.unreadable
    await tools.part(partName(pages), text)
    // A page that was written without its position is written once more, under the same name.
    const position =
      next === undefined ? undefined : ({ pages, rows, unreadable, next } satisfies Position)
    if (position) await tools.part(positionPart, JSON.stringify(position))
    await tools.report({ words: `${words}Rows written`, done: rows, total: null })
  }
  const left = unreadable > 0 ? `. ${countOf(unreadable, noun)} in an unknown format left out` : ''
  await tools.report({ words: `${words}Rows written${left}`, done: rows, total: rows })
  return ok(undefined)
}

/** True for a part of the file itself. */
export function isFilePart(name: string): boolean {
  return name !== positionPart
}

/** The name of a file's part: in the order of the names, the parts are the file. */
function partName(number: number): string {
  return String(number).padStart(6, '0')
}
