import { checkCaller, unexpected } from '#lib/actions/run-action.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { smallBody, takeBytes, tooMuchSent } from '#lib/console/server/body-budget.ts'
import { readBoundedBody } from '#lib/console/server/request-body.ts'
import { type JsonBounds, tooMuchIn } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { resultResponse } from './result-response.ts'

/**
 * Who asks and their request's JSON body, of at most `maxBytes` bytes, or the reply that refuses
 * it. The session is checked first: not one byte is read or parsed for a caller who is not signed
 * in. The check does not count as work of the person.
 */
export async function readAccountBody(
  request: Request,
  maxBytes: number,
): Promise<{ account: Account; body: unknown } | { refused: Response }> {
  const asked = await whoAsks(new URL(request.url).pathname)
  if (!asked.ok) return { refused: resultResponse(asked) }
  const { headers } = request
  if (
    !headers.get('content-type')?.startsWith('application/json') ||
    headers.has('content-encoding')
  )
    return { refused: refusal(415) }
  const bytes = await readBoundedBody(request, maxBytes)
  if (!bytes) return { refused: refusal(413) }
  if (bytes.length > smallBody && !takeBytes(asked.value.id, bytes.length))
    return { refused: resultResponse(fail('TooLarge', tooMuchSent)) }
  return { account: asked.value, body: parsed(bytes) }
}

/** The failure for a caller whose session is over. */
export function sessionOver() {
  return fail('Unauthenticated', 'Your session has ended. Sign in again.')
}

async function whoAsks(path: string): Promise<Result<Account>> {
  try {
    const caller = await checkCaller(path, false)
    return caller.ok ? ok(caller.value.account) : caller
  } catch (error) {
    return unexpected(error, 'readAccountBody')
  }
}

// A record in a draft is one text; the longest list has 500 ids.
const bounds: JsonBounds = { values: 5_000, depth: 100 }

// The action refuses a body that is not JSON, or has too many values to parse, as it refuses any
// other unexpected input.
function parsed(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  if (tooMuchIn(text, bounds)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
