import { takeTurn, tooManyAtOnce } from '#lib/console/server/turns.ts'
import { fail, type Result } from '#lib/core/result.ts'
import type { ServedFile } from '#lib/core/csv.ts'
import { readAccountBody, sessionOver } from './account-body.ts'
import { resultResponse } from './result-response.ts'

// A file is opened, packed and sent while it is read. Those of one person take turns.
const mostFiles = 2

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
  const end = await takeTurn(`files of ${given.account.id}`, mostFiles)
  if (!end) return resultResponse(fail('TooManyRequests', tooManyAtOnce))
  // Next neither reads nor cancels the file of a browser that left before it was there.
  request.signal.addEventListener('abort', end)
  if (request.signal.aborted) {
    end()
    return resultResponse(fail('Cancelled', 'The browser has left.'))
  }
  const result = await readOrEnd(
    async () => (given.account.id === account ? read(input) : sessionOver()),
    end,
  )
  if (!result.ok) return resultResponse(result)
  const file = result.value instanceof ReadableStream ? { bytes: result.value } : result.value
  return new Response(file.bytes.pipeThrough(ending(end)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
      ...('headers' in file ? file.headers : {}),
    },
  })
}

async function readOrEnd<T>(read: () => Promise<Result<T>>, end: () => void): Promise<Result<T>> {
  let isRead = false
  try {
    const result = await read()
    isRead = result.ok
    return result
  } finally {
    if (!isRead) end()
  }
}

function ending(end: () => void): TransformStream<Uint8Array, Uint8Array> {
  // The platform calls `cancel` when the reader leaves; the types do not know it yet.
  return new TransformStream({ flush: end, cancel: end } as Transformer)
}
