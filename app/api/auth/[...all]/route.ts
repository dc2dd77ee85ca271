import { foreignOrigin, refused } from '#lib/actions/run-action.ts'
import { safeNext } from '#components/frame/account/sign-in-address.ts'
import { callbackPath, consoleAuth, openAuthPaths } from '#lib/console/accounts/auth.ts'
import { moreAsked, recordSignIn } from '#lib/console/accounts/sign-in-trail.ts'
import { logDefect } from '#lib/console/log.ts'
import { readBoundedBody } from '#lib/console/server/request-body.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import { isOwnOrigin } from '#lib/console/server/request-origin.ts'
import { oidcProvider, singleSignOn } from '#lib/console/accounts/single-sign-on.ts'
import { publicOrigin } from '#lib/console/settings.ts'
import { startConsole } from '#lib/console/server/start.ts'

// A password, a code or a signed challenge: the one body that is read for somebody who is not
// signed in yet.
const maxBytes = 4_096

/**
 * POST /api/auth/…: signs in, through the library's own route so that its checks run. The steps:
 * `sign-in/email` {email, password}; where a second factor follows, `two-factor/verify-totp` or
 * `two-factor/verify-backup-code` {code}; or a passkey alone, `passkey/sign-in-options` and
 * `passkey/sign-in` {response}. Answers {ok: true} with the session cookie; {ok: true, methods} if
 * a second factor follows; {ok: true, options} for a passkey; or {code, message} with 401, or 429
 * with `wait_seconds` too. The library's other paths stay closed, and its reply's session token is
 * left out: only the HttpOnly cookie carries it.
 */
export async function POST(request: Request): Promise<Response> {
  const { headers } = request
  const path = new URL(request.url).pathname
  if (!(openAuthPaths as readonly string[]).includes(path))
    return answer(404, { code: 'NOT_FOUND' })
  const from = {
    origin: headers.get('origin'),
    host: headers.get('host'),
    fetchSite: headers.get('sec-fetch-site'),
  }
  if (!isOwnOrigin(from, publicOrigin())) {
    await startConsole()
    await refused('signIn', foreignOrigin())
    return answer(403, { code: 'FOREIGN_ORIGIN' })
  }
  if (!headers.get('content-type')?.startsWith('application/json'))
    return answer(415, { code: 'JSON_ONLY' })
  const body = await readBoundedBody(request, maxBytes)
  if (!body) return answer(413, { code: 'TOO_LARGE' })
  try {
    await startConsole()
    if (path === '/api/auth/sign-in/social') return await startSingleSignOn(request, body)
    const reply = await (
      await consoleAuth()
    ).handler(new Request(request.url, { method: 'POST', headers, body }))
    const problem = reply.ok ? undefined : await readProblem(reply)
    await recordStep(path, {
      headers,
      email: textIn(body, 'email').slice(0, 320),
      reply,
      code: problem?.code ?? moreAsked,
    })
    if (!problem) return await success(reply)
    const { wait_seconds: wait } = problem
    return answer(reply.status, problem, wait === undefined ? [] : [['Retry-After', String(wait)]])
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

// Only the password step tells here whose it was; the others write their refusals where they know
// it.
async function recordStep(path: string, step: Parameters<typeof recordSignIn>[1]): Promise<void> {
  const operation = operations[path]
  if (operation && (operation === 'signIn' || step.reply.ok)) await recordSignIn(operation, step)
}

/**
 * GET /api/auth/callback/oidc: the identity provider sends somebody back here. Answers 302 with the
 * session cookie to the page that was asked for, or to the sign-in page with a code in `error`.
 */
export async function GET(request: Request): Promise<Response> {
  if (new URL(request.url).pathname !== callbackPath || !singleSignOn())
    return answer(404, { code: 'NOT_FOUND' })
  const { headers } = request
  try {
    await startConsole()
    const reply = await (await consoleAuth()).handler(new Request(request.url, { headers }))
    const target = withKnownError(
      reply.headers.get('location') ?? '/sign-in?error=unexpected',
      new URL(request.url).searchParams.get('error'),
    )
    const code = URL.parse(target, publicOrigin())?.searchParams.get('error')
    await recordSignIn('signInBySingleSignOn', {
      headers,
      email: '',
      reply,
      code: code ?? moreAsked,
    })
    return redirectTo(target, reply.headers.getSetCookie())
  } catch (error) {
    if (!isDatabaseAway(error)) logDefect(error, 'singleSignOn')
    return redirectTo(
      `/sign-in?error=${isDatabaseAway(error) ? 'database_away' : 'unexpected'}`,
      [],
    )
  }
}

// What a provider may answer: RFC 6749 4.1.2.1 and OpenID Connect Core 3.1.2.6.
const providerErrors = new Set(
  `access_denied account_selection_required consent_required interaction_required invalid_request
  invalid_request_object invalid_request_uri invalid_scope login_required registration_not_supported
  request_not_supported request_uri_not_supported server_error temporarily_unavailable
  unauthorized_client unsupported_response_type`.split(/\s+/),
)

// The library hands on what the provider says, and anybody can come back with words of their own.
function withKnownError(target: string, said: string | null): string {
  const url = new URL(target, publicOrigin())
  if (said === null || url.searchParams.get('error') !== said) return target
  if (!providerErrors.has(said)) url.searchParams.set('error', 'provider_error')
  url.searchParams.delete('error_description')
  return url.href
}

// `{next}` -> {url}: the identity provider's page, with state, nonce and PKCE challenge; the state
// is in a cookie too.
async function startSingleSignOn({ url, headers }: Request, body: Buffer): Promise<Response> {
  if (!singleSignOn()) return answer(404, { code: 'NOT_FOUND' })
  const next = safeNext(textIn(body, 'next'))
  const origin = URL.canParse(headers.get('origin') ?? '') ? headers.get('origin')! : publicOrigin()
  const wanted = {
    provider: oidcProvider,
    callbackURL: new URL(next, origin).href,
    errorCallbackURL: new URL(`/sign-in?next=${encodeURIComponent(next)}`, origin).href,
    disableRedirect: true,
  }
  const reply = await (
    await consoleAuth()
  ).handler(
    new Request(url, {
      method: 'POST',
      headers: withoutLength(headers),
      body: JSON.stringify(wanted),
    }),
  )
  const answered = (await reply.json().catch(() => ({}))) as { url?: unknown }
  if (!reply.ok || typeof answered.url !== 'string') return answer(502, { code: 'PROVIDER_AWAY' })
  return answer(200, { url: answered.url }, cookiesOf(reply.headers.getSetCookie()))
}

function withoutLength(headers: Headers): Headers {
  const other = new Headers(headers)
  other.delete('content-length')
  return other
}

function redirectTo(target: string, cookies: string[]): Response {
  return new Response(null, {
    status: 302,
    headers: [['Location', target], ['Cache-Control', 'no-store'], ...cookiesOf(cookies)],
  })
}

function cookiesOf(cookies: string[]): [string, string][] {
  return cookies.map((cookie) => ['Set-Cookie', cookie])
}

/** A text member of a JSON body, at most 2,000 characters; '' if there is none. */
function textIn(body: Buffer, name: string): string {
  try {
    const value = (JSON.parse(body.toString('utf8')) as Record<string, unknown>)[name]
    return typeof value === 'string' ? value.slice(0, 2_000) : ''
  } catch {
    return ''
  }
}

async function success(reply: Response): Promise<Response> {
  const { twoFactorMethods: methods, options } = (await reply.json()) as {
    twoFactorMethods?: unknown
    options?: unknown
  }
  return answer(200, { ok: true, methods, options }, cookiesOf(reply.headers.getSetCookie()))
}

type Problem = { code: string; message: string; wait_seconds?: number }

async function readProblem(reply: Response): Promise<Problem> {
  const body = (await reply.json().catch(() => ({}))) as {
    code?: unknown
    message?: unknown
    wait_seconds?: unknown
  }
  const code =
    typeof body.code === 'string'
      ? body.code
      : reply.status === 429
        ? 'TOO_MANY_ATTEMPTS'
        : 'REFUSED'
  return {
    code,
    message: typeof body.message === 'string' ? body.message : 'Sign-in was refused.',
    ...(typeof body.wait_seconds === 'number' && { wait_seconds: body.wait_seconds }),
  }
}

function answer(status: number, body: object, headers: [string, string][] = []): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: [['Content-Type', 'application/json'], ['Cache-Control', 'no-store'], ...headers],
  })
}
