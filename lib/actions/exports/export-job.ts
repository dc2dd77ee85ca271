import 'server-only'
import type { JobKind } from '#lib/actions/jobs/job-kind.ts'
import { readItems } from '#lib/actions/lists/partner-lists.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { TooManyReads } from '#lib/console/accounts/read-budget.ts'
import { recordAudit, type AuditEntry } from '#lib/console/audit.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { countOf } from '#lib/core/count-of.ts'
import { recordKindOf } from '#lib/lists/activity.ts'
import { exportNoun, exportTask, isPartnerRequest, type ExportRequest } from '#lib/lists/export-request.ts'
import { listFile } from './list-file.ts'
import { ownFile, type Patiently } from './own-file.ts'

/** The input of an export. It is stored sealed, because filters may name a patient. */
export type ExportInput = { request: ExportRequest; columns: string[] }

/**
 * Writes a list to the parts of a CSV file, each sealed. The trail gets a row for each page, with the ids of its records.
 * A restart begins anew.
 */
export const listExport: JobKind<ExportInput> = {
  kind: 'export',
  task: 'exportList',
  title: ({ request }) => `Export of ${exportNoun(request).many}`,
  run: async (tools) => {
    const { request, columns } = tools.input
    const noun = exportNoun(request)
    let pages = 0
    let rows = 0
    let unreadable = 0
    const patiently: Patiently = (ask) => tools.patiently(ask, () => rows)
    const file = isPartnerRequest(request)
      ? listFile({ request, columns }, (page) => patiently((connection) => readItems(page, connection, tools.signal)))
      : ownFile(request, columns, { ...tools, connection: () => tools.connection, patiently })
    for await (const written of file) {
      if (!written.ok) return written
      const { account, connection } = tools
      if (!may(account.role, exportTask(request)))
        return fail('Forbidden', `${account.name}’s role doesn’t include this list any more.`)
      const who = { accountId: account.id, connectionId: connection.id }
      const { text, ids } = written.value
      const noted = await noteRows({
        ...who,
        operation: 'exportList',
        stage: 'read',
        outcome: 'ok',
        recordKind: recordKindOf(request.operation) ?? null,
        recordIds: ids,
      })
      if (!noted.ok) return noted
      pages += 1
      await tools.part(partName(pages), text)
      rows += written.value.rows
      unreadable += written.value.unreadable
      await tools.report({ words: 'Rows written', done: rows, total: null })
    }
    const left = unreadable > 0 ? `. ${countOf(unreadable, noun)} in an unknown format left out` : ''
    await tools.report({ words: `Rows written${left}`, done: rows, total: rows })
    return ok(undefined)
  },
}

// The trail has the rows before the file has them.
async function noteRows(entry: AuditEntry): Promise<Result<void>> {
  try {
    return ok(await recordAudit(entry))
  } catch (error) {
    if (error instanceof TooManyReads) return fail('TooManyReads', error.message)
    throw error
  }
}

/** The name of a file's part: in the order of the names, the parts are the file. */
function partName(number: number): string {
  return String(number).padStart(6, '0')
}
