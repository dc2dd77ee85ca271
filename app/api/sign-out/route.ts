import { foreignOrigin, refused } from '#lib/actions/run-action.ts'
import { isOwnOrigin } from '#lib/console/server/request-origin.ts'
import { endSession } from '#lib/console/accounts/session.ts'
import { publicOrigin } from '#lib/console/settings.ts'
import { startConsole } from '#lib/console/server/start.ts'

/**
 * POST /api/sign-out, a plain form or a fetch: ends the session on the server and answers 303 to
 * the sign-in page. A route handler rather than an action, because only here can the browser be
 * told to drop what it kept.
 */
export async function POST(request: Request): Promise<Response> {
  const { headers } = request
  const from = {
    origin: headers.get('origin'),
    host: headers.get('host'),
    fetchSite: headers.get('sec-fetch-site'),
  }
  await startConsole()
  if (!isOwnOrigin(from, publicOrigin())) {
    await refused('signOut', foreignOrigin())
    return new Response(null, { status: 403 })
  }
  await endSession()
  return new Response(null, {
    status: 303,
    headers: {
      Location: '/sign-in',
      'Cache-Control': 'no-store',
      'Clear-Site-Data': '"cache", "storage"',
    },
  })
}
