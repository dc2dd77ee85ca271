import { checkCaller, type ActionContext } from '#lib/actions/run-action.ts'
import { readBoundedBody } from '#lib/console/server/request-body.ts'
import { startConsole } from '#lib/console/server/start.ts'
import { timeZone } from '#lib/console/time-zone.ts'
import { timeZoneHeader } from '#lib/core/time-zone.ts'

// Both ids are far shorter.
const maxBytes = 1_024

/**
 * POST /still-here with the ids of the account and of the connection that the page was made for,
 * with a blank between: Answers 204 with the organization's time zone in a header if the session is
 * valid, and extends it. Answers 401 after it
 * has ended, and 409 if another person has signed in with this browser since or another connection
 * is active. Without a session no body is read, otherwise at most 1 KB (413).
 */
export async function POST(request: Request): Promise<Response> {
  await startConsole()
  const caller = await checkCaller('stillHere')
  const status = caller.ok
    ? await statusFor(caller.value, request)
    : caller.error.name === 'ForeignOrigin'
      ? 403
      : 401
  return new Response(null, {
    status,
    headers: {
      'Cache-Control': 'no-store',
      ...(status === 204 && { [timeZoneHeader]: timeZone() }),
    },
  })
}

async function statusFor(
  { account, connection }: ActionContext,
  request: Request,
): Promise<number> {
  const body = await readBoundedBody(request, maxBytes)
  if (!body) return 413
  return body.toString('utf8') === `${account.id} ${connection.id}` ? 204 : 409
}
