import { isOwnOrigin } from '#lib/console/server/request-origin.ts'
import { currentAccount } from '#lib/console/people/session.ts'
import { publicOrigin } from '#lib/console/settings.ts'

/**
 * POST /still-here with the id of the account that the page was made for: 204 while its session stands, which counts
 * as work of the person; 401 once it is over; 409 when somebody else has signed in with this browser since.
 */
export async function POST(request: Request): Promise<Response> {
  const { headers } = request
  const from = { origin: headers.get('origin'), host: headers.get('host'), fetchSite: headers.get('sec-fetch-site') }
  if (!isOwnOrigin(from, publicOrigin())) return new Response(null, { status: 403 })
  const account = await currentAccount()
  const status = !account ? 401 : account.id === (await request.text()) ? 204 : 409
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
