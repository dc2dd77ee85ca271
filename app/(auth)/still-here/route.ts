import { isOwnOrigin } from '#lib/console/server/request-origin.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { readBoundedBody } from '#lib/console/server/request-body.ts'
import { publicOrigin } from '#lib/console/settings.ts'

// Both ids are far shorter.
const maxBytes = 1_024

/**
 * POST /still-here with the ids of the account and of the connection that the page was made for, with a blank between:
 * 204 while its session stands, which counts as work of the person; 401 once it is over; 409 when somebody else has
 * signed in with this browser since, or when another connection is active. Whoever is not signed in has nothing read, and
 * anybody else at most 1 KB (413).
 */
export async function POST(request: Request): Promise<Response> {
  const { headers } = request
  const from = { origin: headers.get('origin'), host: headers.get('host'), fetchSite: headers.get('sec-fetch-site') }
  if (!isOwnOrigin(from, publicOrigin())) return new Response(null, { status: 403 })
  const account = await currentAccount()
  return new Response(null, { status: await statusFor(account, request), headers: { 'Cache-Control': 'no-store' } })
}

async function statusFor(account: Account | null, request: Request): Promise<number> {
  if (!account) return 401
  const body = await readBoundedBody(request, maxBytes)
  if (!body) return 413
  const { id } = await activeConnection()
  return body.toString('utf8') === `${account.id} ${id}` ? 204 : 409
}
