import { foreignOrigin, refused } from '#lib/actions/run-action.ts'
import { consoleAuth, openAuthPaths } from '#lib/console/accounts/auth.ts'
import { recordSignIn } from '#lib/console/accounts/sign-in-trail.ts'
import { logDefect } from '#lib/console/log.ts'
import { readBoundedBody } from '#lib/console/server/request-body.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import { isOwnOrigin } from '#lib/console/server/request-origin.ts'
import { publicOrigin } from '#lib/console/settings.ts'
import { startConsole } from '#lib/console/server/start.ts'

// A password, a code or a signed challenge: the one body that is read for somebody who is not signed in yet.
const maxBytes = 4_096

/**
 * POST /api/auth/…: signs in, through the library's own route so that its rate limit counts. The steps:
 * `sign-in/email` {email, password}; where a second factor follows, `two-factor/verify-totp` or
 * `two-factor/verify-backup-code` {code}; or a passkey alone, `passkey/sign-in-options` and `passkey/sign-in` {response}.
 * Answers {ok: true} with the session cookie; {ok: true, methods} if a second factor follows; {ok: true, options} for a
 * passkey; or {code, message} with 401 or 429. The library's other paths stay closed, and its reply's session token is
 * left out: only the HttpOnly cookie carries it.
 */
export async function POST(request: Request): Promise<Response> {
  const { headers } = request
  const path = new URL(request.url).pathname
  if (!(openAuthPaths as readonly string[]).includes(path)) return answer(404, { code: 'NOT_FOUND' })
  const from = { origin: headers.get('origin'), host: headers.get('host'), fetchSite: headers.get('sec-fetch-site') }
  if (!isOwnOrigin(from, publicOrigin())) {
    await startConsole()
    await refused('signIn', foreignOrigin())
    return answer(403, { code: 'FOREIGN_ORIGIN' })
  }
  if (!headers.get('content-type')?.startsWith('application/json')) return answer(415, { code: 'JSON_ONLY' })
  const body = await readBoundedBody(request, maxBytes)
  if (!body) return answer(413, { code: 'TOO_LARGE' })
  try {
    await startConsole()
    const reply = await (await consoleAuth()).handler(new Request(request.url, { method: 'POST', headers, body }))
    const problem = reply.ok ? undefined : await readProblem(reply)
    await recordStep(path, { headers, email: emailIn(body), reply, code: problem?.code ?? 'MoreAsked' })
    return problem ? answer(reply.status, problem) : await success(reply)
  } catch (error) {
    if (isDatabaseAway(error)) return answer(503, { code: 'DATABASE_AWAY' })
    return answer(500, { code: 'UNEXPECTED', digest: logDefect(error, 'signIn') })
  }
}

const operations: { [path: string]: string } = {
  '/api/auth/sign-in/email': 'signIn',
  '/api/auth/two-factor/verify-totp': 'signInWithCode',
  '/api/auth/two-factor/verify-backup-code': 'signInWithRecoveryCode',
  '/api/auth/passkey/sign-in': 'signInWithPasskey',
}

// Only the password step tells here whose it was; the others write their refusals where they know it.
async function recordStep(path: string, step: Parameters<typeof recordSignIn>[1]): Promise<void> {
  const operation = operations[path]
  if (operation && (operation === 'signIn' || step.reply.ok)) await recordSignIn(operation, step)
}

function emailIn(body: Buffer): string {
  try {
    const { email } = JSON.parse(body.toString('utf8')) as { email?: unknown }
    return typeof email === 'string' ? email.slice(0, 320) : ''
  } catch {
    return ''
  }
}

async function success(reply: Response): Promise<Response> {
  const { twoFactorMethods: methods, options } = (await reply.json()) as {
    twoFactorMethods?: unknown
    options?: unknown
  }
  const cookies = reply.headers.getSetCookie()
  return answer(
    200,
    { ok: true, methods, options },
    cookies.map((cookie) => ['Set-Cookie', cookie]),
  )
}

async function readProblem(reply: Response): Promise<{ code: string; message: string }> {
  const body = (await reply.json().catch(() => ({}))) as { code?: unknown; message?: unknown }
  const code = typeof body.code === 'string' ? body.code : reply.status === 429 ? 'TOO_MANY_ATTEMPTS' : 'REFUSED'
  return { code, message: typeof body.message === 'string' ? body.message : 'Sign-in was refused.' }
}

function answer(status: number, body: object, headers: [string, string][] = []): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: [['Content-Type', 'application/json'], ['Cache-Control', 'no-store'], ...headers],
  })
}
