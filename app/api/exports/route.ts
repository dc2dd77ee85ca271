import { fileResponse } from '#app/api/file-response.ts'
import { readExport } from '#lib/actions/exports/read-file.ts'

/**
 * POST /api/exports {account, id, format?}: `readExport`, the file of an export as CSV or Excel,
 * sent while it is opened.
 */
export async function POST(request: Request): Promise<Response> {
  return fileResponse(request, 1024, readExport)
}
