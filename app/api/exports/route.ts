import { readExport } from '#lib/actions/exports/read-file.ts'
import { readAccountBody, sessionOver } from '#app/api/account-body.ts'
import { resultResponse } from '#app/api/result-response.ts'

/**
 * POST /api/exports {account, id}: `readExport`, the file of an export as CSV, sent while it is opened. `account` is the
 * account that the page was made for. A failure is answered as JSON.
 */
export async function POST(request: Request): Promise<Response> {
  const given = await readAccountBody(request, 1024)
  if ('refused' in given) return given.refused
  const { account, ...input } = (given.body ?? {}) as { account?: unknown }
  const result = given.account.id === account ? await readExport(input) : sessionOver()
  if (!result.ok) return resultResponse(result)
  return new Response(result.value, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
