import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isFromOwnPage, unexpected } from '#lib/actions/run-action.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { readBoundedBody } from '#lib/console/server/request-body.ts'
import { fail, type Result } from '#lib/core/result.ts'
import { resultResponse } from './result-response.ts'

/** How long a body may be, in bytes: as JSON, and as gzip where it may come packed. */
type Limits = { maxBytes: number; maxPackedBytes?: number }

/**
 * Who asks and their request's JSON body, or the reply that refuses it. The session is checked first: not one byte is
 * read, unpacked or parsed for a caller who is not signed in. It does not count as the person's work. A packed body is
 * held to `maxBytes` while it is unpacked, so that a few bytes that unpack to very many cost no more than that.
 */
export async function readAccountBody(
  request: Request,
  { maxBytes, maxPackedBytes }: Limits,
): Promise<{ account: Account; body: unknown } | { refused: Response }> {
  const asked = await whoAsks()
  if (!asked.ok) return { refused: resultResponse(asked) }
  const { headers } = request
  const isPacked = maxPackedBytes !== undefined && headers.get('content-encoding') === 'gzip'
  if (!headers.get('content-type')?.startsWith('application/json') || headers.has('content-encoding') !== isPacked)
    return { refused: refusal(415) }
  const bytes = await readBoundedBody(request, isPacked ? maxPackedBytes : maxBytes)
  if (!bytes) return { refused: refusal(413) }
  if (!isPacked) return { account: asked.value, body: parsed(bytes) }
  try {
    const text = await unpack(bytes, { maxOutputLength: maxBytes })
    return { account: asked.value, body: JSON.parse(text.toString('utf8')) as unknown }
  } catch (error) {
    return { refused: refusal((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 413 : 400) }
  }
}

/** The failure for a caller whose session is over. */
export function sessionOver() {
  return fail('Unauthenticated', 'Your session has ended. Sign in again.')
}

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

async function whoAsks(): Promise<Result<Account>> {
  try {
    if (!(await isFromOwnPage())) return fail('ForeignOrigin', 'This request did not come from this app.')
    const account = await currentAccount(false)
    return account ? { ok: true, value: account } : sessionOver()
  } catch (error) {
    return unexpected(error, 'readAccountBody')
  }
}

// What is no JSON is for the action to refuse, as any other odd input.
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
