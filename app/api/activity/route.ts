import { fileResponse } from '#app/api/file-response.ts'
import { exportActivity } from '#lib/actions/activity/export-activity.ts'

/**
 * POST /api/activity {account, filters, format?}: `exportActivity`, the entries that the filters
 * find, as a CSV or Excel file.
 */
export async function POST(request: Request): Promise<Response> {
  return fileResponse(request, 16 * 1024, exportActivity)
}
