import { csvResponse } from '#app/api/csv-response.ts'
import { readExport } from '#lib/actions/exports/read-file.ts'

/**
 * POST /api/exports {account, id}: `readExport`, the file of an export as CSV, sent while it is
 * opened.
 */
export async function POST(request: Request): Promise<Response> {
  return csvResponse(request, 1024, readExport)
}
