import type { Result } from '#lib/core/result.ts'
import { readAccountBody, sessionOver } from './account-body.ts'
import { resultResponse } from './result-response.ts'

/**
 * The reply to a POST of {account, …} with at most `maxBytes` bytes: the CSV file that `read` makes
 * of the other members, sent while it is read. `account` is the account that the page was made for.
 * A failure is answered as JSON. `headers` join those of the file.
 */
export async function csvResponse(
  request: Request,
  maxBytes: number,
  read: (input: object) => Promise<Result<ReadableStream<Uint8Array>>>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const given = await readAccountBody(request, maxBytes)
  if ('refused' in given) return given.refused
  const { account, ...input } = (given.body ?? {}) as { account?: unknown }
  const result = given.account.id === account ? await read(input) : sessionOver()
  if (!result.ok) return resultResponse(result)
  return new Response(result.value, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}
