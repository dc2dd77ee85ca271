import { exportJobItems } from '#lib/actions/jobs/verbs.ts'
import { readAccountBody, sessionOver } from '#app/api/account-body.ts'
import { resultResponse } from '#app/api/result-response.ts'

/**
 * POST /api/jobs {account, id}: `exportJobItems`, the records of a job and how they ended as a CSV file, sent while it is
 * read. `account` is the account that the page was made for. A failure is answered as JSON.
 */
export async function POST(request: Request): Promise<Response> {
  const given = await readAccountBody(request, 1024)
  if ('refused' in given) return given.refused
  const { account, ...input } = (given.body ?? {}) as { account?: unknown }
  const result = given.account.id === account ? await exportJobItems(input) : sessionOver()
  if (!result.ok) return resultResponse(result)
  return new Response(result.value, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
