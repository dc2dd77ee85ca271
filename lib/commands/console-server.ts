import { randomBytes } from 'node:crypto'
import os from 'node:os'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  clientAddress,
  contentSecurityPolicy,
  type FrontSettings,
  needsSession,
  refuse,
  rewriteHeaders,
  securityHeaders,
  withoutBody,
} from '#lib/console/server/front-guards.ts'
import {
  sessionUnknown,
  withBoundedBody,
  withRefusedBody,
} from '#lib/console/server/action-bodies.ts'
import {
  answerDuringMigration,
  answerOfFailedStart,
  type Migration,
  type StartAnswer,
  type StartFailure,
} from '#lib/console/server/start-failure.ts'
import { clientAddressHeader, readOrigin } from '#lib/console/server/request-origin.ts'
import { tooManyAtOnce, turnOf } from '#lib/console/server/turns.ts'
import { logOutput } from '#lib/core/log-output.ts'
import { processState } from '#lib/console/process-state.ts'
import { inRequest, newRequestId } from '#lib/console/request-id.ts'
import { note, traced } from '#lib/console/traces.ts'
import { holdAnswer } from '#lib/console/server/held-answers.ts'
import { quietConsole } from '#lib/console/server/quiet-console.ts'
import { actionNames, buildFolder, holdBuild, routeNames } from './build.ts'
import { readHost } from './environment.ts'
import { root } from './shell.ts'

// A process of the console: its web server, its worker, or both. Behind it is Next; in front it
// does what Next does not: a policy with a fresh nonce for each reply, headers, and the session
// check. A worker has the same bundle and answers only how it is. Run it without Node's
// react-server condition.

const isDev = process.argv.includes('--dev') || process.env.NODE_ENV === 'development'
const isWorker = process.env.CONSOLE_PARTS === 'worker'
const port = Number(process.env.PORT || 3000)
const host = readHost(process.env)
const publicOrigin = readOrigin(process.env.CONSOLE_ORIGIN ?? '')
const isOriginBad = Boolean(process.env.CONSOLE_ORIGIN) && publicOrigin === undefined
const settings: FrontSettings = {
  isDev,
  publicOrigin,
  trustsForwardedFor: process.env.CONSOLE_TRUST_FORWARDED_FOR === '1',
}

// The functions that the bundle sets when it starts.
const bundle = processState<{
  accountInCookies: (cookies: string | undefined) => Promise<string | undefined>
  start: Promise<void>
  startFailure: StartFailure
  migration: Migration
  startAgain: () => Promise<void>
  database: Promise<{ pool: { end: () => Promise<void> } }>
  signTrail: () => Promise<void>
  stopJobs: () => Promise<void>
  stopTraces: () => Promise<void>
  noteRefusal: (
    status: number,
    place: { address: string; userAgent: string | null; sessionToken: '' },
  ) => Promise<void>
}>()

// What a worker answers, too: how the process is.
const ofProcess = new Set(['/api/health', '/api/ready', '/api/metrics'])

// People's requests go first, whatever the worker computes.
if (isWorker) os.setPriority(10)

const errors = logOutput(process.stderr)
if (!isDev) quietConsole((line) => errors.write(`${line}\n`))
// Next and React choose their builds by this when they load.
Object.assign(process.env, { NODE_ENV: isDev ? 'development' : 'production', PORT: String(port) })
if (!isDev) {
  process.env.NEXT_DIST_DIR = buildFolder()
  holdBuild(process.env.NEXT_DIST_DIR)
}
// The development server compiles actions when they are first used, so it has no list of them.
const names = isDev ? undefined : actionNames(buildFolder())
const nameOfRoute = isDev ? () => 'page' : routeNames(buildFolder())
const { default: next } = await import('next')

let isStopping = false
const server = createServer((request, response) => {
  // A connection that waits for its next request would hold up the end.
  response.on('close', () => isStopping && setImmediate(() => server.closeIdleConnections()))
  const id = newRequestId()
  response.setHeader('X-Request-Id', id)
  inRequest(id, () => tracedAnswer(request, response)).catch(() => {
    if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' })
    response.end()
  })
})
// Only the development server has upgrades; otherwise such a request is an ordinary one.
if (!isDev) Object.assign(server, { shouldUpgradeCallback: () => false })
server.requestTimeout = 60_000
server.keepAliveTimeout = 65_000

const app = next({ dev: isDev, dir: root, hostname: '127.0.0.1', port, httpServer: server })
await app.prepare()
const handle = app.getRequestHandler()

// Files, and what a proxy or an orchestrator asks every few seconds, are no request of a person. A
// server action names its span by its act.
async function tracedAnswer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET' } = request
  const path = (request.url ?? '/').split('?', 1)[0]!
  if (path.startsWith('/_next/') || ofProcess.has(path)) return answer(request, response)
  await traced(nameOfRoute(path), 'server', async () => {
    await answer(request, response)
    note({
      'http.request.method': /^(GET|HEAD|POST|PUT)$/.test(method) ? method : '_OTHER',
      'http.response.status_code': response.statusCode,
    })
  })
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isWorker && !ofProcess.has(request.url ?? '')) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The worker has no pages.')
    return
  }
  const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), settings)
  for (const [name, value] of Object.entries(securityHeaders(request.url ?? '/', policy, settings)))
    response.setHeader(name, value)
  // Without a readable CONSOLE_ORIGIN our public name is unknown, and every name shows that reason.
  const refusal = isOriginBad && bundle.startFailure ? undefined : refuse(request, settings)
  if (refusal) {
    // The rest of a refused body is not read.
    response.writeHead(refusal.status, {
      'Content-Type': 'text/plain; charset=utf-8',
      Connection: 'close',
    })
    response.end(refusal.message)
    const place = {
      address: clientAddress(request.headers, request.socket.remoteAddress, settings),
      userAgent: request.headers['user-agent'] ?? null,
      sessionToken: '',
    } as const
    await bundle.noteRefusal?.(refusal.status, place).catch(() => undefined)
    return
  }
  const path = (request.url ?? '/').split('?', 1)[0]!
  if (isStopping && path === '/api/ready') return sayStopping(response)
  const unfinished = answerOfUnfinishedStart(path)
  if (unfinished) {
    const { status, contentType, body } = unfinished
    response.writeHead(status, { 'Content-Type': contentType, Connection: 'close' }).end(body)
    return
  }
  rewriteHeaders(request, policy, settings)
  if (!isDev) holdAnswer(request, response)
  if (path.startsWith('/_next/') || ofProcess.has(path)) return handle(request, response)
  const account = await accountOf(request)
  const turn = await turnFor(account, request, response)
  if (turn === 'gone') return
  if (turn === 'full') {
    response.writeHead(429, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    response.end(tooManyAtOnce)
    return
  }
  await handle(needsSession(request) ? await withCheckedBody(request, account) : request, response)
}

// A proxy that names no address sends all strangers from one.
const mostOfStrangers = 32

// Pages, actions and routes have a line each: saves that wait for the partner hold up no page. Next
// sends an action of another page on to that page, through here: it must not wait for a turn behind
// the request that waits for it.
function turnFor(
  account: SessionOf,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
) {
  if (account === undefined || account === sessionUnknown)
    return turnOf(response, `address ${headers[clientAddressHeader]}`, mostOfStrangers)
  const actions = headers['x-action-forwarded'] ? 'forwarded actions' : 'actions'
  const line = headers['next-action'] ? actions : method === 'GET' ? 'pages' : 'routes'
  return turnOf(response, `${account.id} ${line}`)
}

// A start that is tried again after a failure may migrate.
function answerOfUnfinishedStart(path: string): StartAnswer | undefined {
  if (bundle.migration) return answerDuringMigration(path, bundle.migration)
  return bundle.startFailure && answerOfFailedStart(path, bundle.startFailure)
}

// A proxy that holds a connection sends its next requests elsewhere.
function sayStopping(response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'application/json', Connection: 'close' })
  response.end(JSON.stringify({ status: 'unavailable', start: 'stopping' }))
}

async function withCheckedBody(
  request: IncomingMessage,
  account: SessionOf,
): Promise<IncomingMessage> {
  if (account === sessionUnknown) return withRefusedBody(request, sessionUnknown)
  return account === undefined ? withoutBody(request) : withBoundedBody(request, account.id, names)
}

type SessionOf = { id: string } | typeof sessionUnknown | undefined

// While the database says nothing nobody knows the session. It may answer again when the action
// runs, which then says that its input was not read.
async function accountOf({ headers }: IncomingMessage): Promise<SessionOf> {
  if (!bundle.accountInCookies) await warmedUp
  if (!bundle.accountInCookies) return sessionUnknown
  try {
    const id = await bundle.accountInCookies(headers.cookie)
    return id === undefined ? undefined : { id }
  } catch {
    return sessionUnknown
  }
}

let warmedUp: Promise<void> | undefined
server.on('error', (error: NodeJS.ErrnoException) => {
  const why =
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken by another program.`
      : `The ${isWorker ? 'worker' : 'console'} cannot listen on port ${port}.`
  process.stderr.write(`${why}\n`)
  process.exit(1)
})
server.listen(port, host, () => {
  warmedUp = warmUp()
})

// The first visit should not wait for the database.
async function warmUp(): Promise<void> {
  const askHealth = () => fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
  if ((await askHealth())?.status === 200 && !bundle.migration) return
  // The start may wait up to a minute for its database, and longer for a migration.
  await bundle.start?.catch(() => undefined)
  const failure = bundle.startFailure
  if (!failure) {
    // The first question was too early to begin the jobs.
    await askHealth()
    return
  }
  // To end would make an orchestrator start the same again and again.
  process.stderr.write(`The ${isWorker ? 'worker' : 'console'} cannot start: ${failure.words}\n`)
  if (failure.mayPass) await startAgain()
}

const triedAgainMs = 30_000

async function startAgain(): Promise<void> {
  while (bundle.startFailure?.mayPass) {
    await sleep(triedAgainMs, undefined, { ref: false })
    await bundle.startAgain?.().catch(() => undefined)
  }
  // What begins after a start, such as the jobs.
  if (!bundle.startFailure) await warmUp()
}

// What has begun is finished, a slow save too: the partner has ten seconds to begin its answer.
const drainMs = isDev ? 0 : 12_000
// Whatever hangs then: the database or a job. The next start takes up what is left.
const endMs = 3_000

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  // From now on no connection is taken.
  const drained = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await Promise.race([drained, sleep(drainMs)])
  const closed = app.close().then(async () => {
    await bundle.stopJobs?.().catch(() => undefined)
    // Everything is written now: the trail's last rows get their signature.
    await bundle.signTrail?.().catch(() => undefined)
    await bundle.stopTraces?.().catch(() => undefined)
    await (await bundle.database)?.pool.end()
  })
  await Promise.race([closed.catch(() => undefined), sleep(endMs)])
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
