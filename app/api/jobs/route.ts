import { fileResponse } from '#app/api/file-response.ts'
import { exportJobItems } from '#lib/actions/jobs/verbs.ts'

/**
 * POST /api/jobs {account, id, format?}: `exportJobItems`, the records of a job and how they ended,
 * as a CSV or Excel file.
 */
export async function POST(request: Request): Promise<Response> {
  return fileResponse(request, 1024, exportJobItems)
}
