import { isOwnOrigin } from '#lib/console/request-origin.ts'
import { currentAccount } from '#lib/console/session.ts'
import { publicOrigin } from '#lib/console/settings.ts'

/** POST /still-here: 204 while the session stands, and counts as work of the person; 401 once it is over. */
export async function POST({ headers }: Request): Promise<Response> {
  const from = { origin: headers.get('origin'), host: headers.get('host'), fetchSite: headers.get('sec-fetch-site') }
  if (!isOwnOrigin(from, publicOrigin())) return new Response(null, { status: 403 })
  const status = (await currentAccount()) ? 204 : 401
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
