import type { Result } from '#lib/core/result.ts'
import type { ServedFile } from '#lib/core/csv.ts'
import { readAccountBody, sessionOver } from './account-body.ts'
import { resultResponse } from './result-response.ts'

/**
 * The reply to a POST of {account, …} with at most `maxBytes` bytes: the file that `read` makes of
 * the other members, sent while it is read; a CSV file unless its own headers say another.
 * `account` is the account that the page was made for. A failure is answered as JSON. `headers` join
 * those of the file.
 */
export async function fileResponse(
  request: Request,
  maxBytes: number,
  read: (input: object) => Promise<Result<ReadableStream<Uint8Array> | ServedFile>>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const given = await readAccountBody(request, maxBytes)
  if ('refused' in given) return given.refused
  const { account, ...input } = (given.body ?? {}) as { account?: unknown }
  const result = given.account.id === account ? await read(input) : sessionOver()
  if (!result.ok) return resultResponse(result)
  const file = result.value instanceof ReadableStream ? { bytes: result.value } : result.value
  return new Response(file.bytes, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
      ...('headers' in file ? file.headers : {}),
    },
  })
}
