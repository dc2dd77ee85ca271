import { checkCaller } from '#lib/actions/run-action.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { readBoundedBody } from '#lib/console/server/request-body.ts'
import { startConsole } from '#lib/console/server/start.ts'

// Both ids are far shorter.
const maxBytes = 1_024

/**
 * POST /still-here with the ids of the account and of the connection that the page was made for, with a blank between:
 * 204 while its session stands, which counts as work of the person; 401 once it is over; 409 when somebody else has
 * signed in with this browser since, or when another connection is active. Whoever is not signed in has nothing read, and
 * anybody else at most 1 KB (413).
 */
export async function POST(request: Request): Promise<Response> {
  await startConsole()
  const caller = await checkCaller('stillHere')
  const status = caller.ok ? await statusFor(caller.value, request) : caller.error.name === 'ForeignOrigin' ? 403 : 401
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}

async function statusFor(account: Account, request: Request): Promise<number> {
  const body = await readBoundedBody(request, maxBytes)
  if (!body) return 413
  const { id } = await activeConnection()
  return body.toString('utf8') === `${account.id} ${id}` ? 204 : 409
}
