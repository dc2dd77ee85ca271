import { checkCaller, unexpected } from '#lib/actions/run-action.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { readBoundedBody } from '#lib/console/server/request-body.ts'
import { fail, type Result } from '#lib/core/result.ts'
import { resultResponse } from './result-response.ts'

/**
 * Who asks and their request's JSON body, of at most `maxBytes` bytes, or the reply that refuses it. The session is
 * checked first: not one byte is read or parsed for a caller who is not signed in. The check does not count as work of
 * the person.
 */
export async function readAccountBody(
  request: Request,
  maxBytes: number,
): Promise<{ account: Account; body: unknown } | { refused: Response }> {
  const asked = await whoAsks(new URL(request.url).pathname)
  if (!asked.ok) return { refused: resultResponse(asked) }
  const { headers } = request
  if (!headers.get('content-type')?.startsWith('application/json') || headers.has('content-encoding'))
    return { refused: refusal(415) }
  const bytes = await readBoundedBody(request, maxBytes)
  return bytes ? { account: asked.value, body: parsed(bytes) } : { refused: refusal(413) }
}

/** The failure for a caller whose session is over. */
export function sessionOver() {
  return fail('Unauthenticated', 'Your session has ended. Sign in again.')
}

async function whoAsks(path: string): Promise<Result<Account>> {
  try {
    return await checkCaller(path, false)
  } catch (error) {
    return unexpected(error, 'readAccountBody')
  }
}

// The action refuses a body that is not JSON, as it refuses any other unexpected input.
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
