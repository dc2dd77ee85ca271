import { type Context, Hono } from 'hono'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '#lib/contract/operation.ts'
import { operations } from '#lib/contract/operations.ts'
import { type Controls, controlRoutes } from '#lib/sandbox/control/control-routes.ts'
import { type SeenRequest, loggedBody, loggedQuery } from '#lib/sandbox/control/request-log.ts'
import { type NodeSide, answerInstead, spoil } from '#lib/sandbox/control/send-faulty.ts'
import { docsRoutes } from '#lib/sandbox/docs/docs-routes.ts'
import { servedDocument } from '#lib/sandbox/docs/served-document.ts'
import { callerOf } from './api-keys.ts'
import type { Handlers, Sandbox } from './handler.ts'
import { answerOperation } from './operation-route.ts'
import { readBodyText } from './read-body.ts'
import { Refusal, transportRefusals } from './refusal.ts'
import { watched } from './watch-answers.ts'

type Env = { Bindings: NodeSide; Variables: { seen: SeenRequest } }

/** The parts of the application. `ready` settles when no reset is running. */
export type AppParts = {
  sandbox: Sandbox
  controls: Controls
  handlers: Handlers
  ready: () => Promise<void>
}

/**
 * The sandbox as a Hono application: the partner's operations, /openapi.json, /docs and the control
 * plane.
 */
export function createApp({ sandbox, controls, handlers, ready }: AppParts): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error, c) => watched(c.req.raw, toResponse(error, sandbox)))
  app.notFound((c) => watched(c.req.raw, toResponse(transportRefusals.noSuchPath(), sandbox)))
  for (const path of ['/_sandbox/*', '/docs/*']) {
    app.use(path, async (c, next) => {
      if (!isLoopback(c.env.incoming)) throw transportRefusals.noSuchPath()
      await next()
    })
  }
  app.route(
    '/_sandbox',
    controlRoutes(controls).onError((error) => toResponse(error, sandbox)) as unknown as Hono<Env>,
  )
  app.route('/docs', docsRoutes() as unknown as Hono<Env>)
  app.get('/openapi.json', (c) => c.json(servedDocument(new URL(c.req.url).origin)))

  app.use('*', (c, next) => record(c, next, sandbox, controls))
  for (const operation of inRouteOrder()) {
    app.on(operation.method, routeOf(operation), (c) =>
      serve(c, operation, { sandbox, controls, handlers, ready }),
    )
  }
  for (const [path, methods] of methodsByPath()) {
    app.all(path, (c) => {
      const response = toResponse(transportRefusals.wrongMethod(methods), sandbox)
      response.headers.set('allow', methods.join(', '))
      c.get('seen').status = response.status
      return watched(c.req.raw, response)
    })
  }
  return app
}

// The log entry is added first and completed later, so that the log also has requests that fail
// half-way.
async function record(
  c: Context<Env>,
  next: () => Promise<void>,
  sandbox: Sandbox,
  { clock, requests }: Controls,
): Promise<void> {
  const url = new URL(c.req.url)
  const caller = callerOf(c.req.header('authorization'), sandbox.secret, sandbox.now())
  const seen: SeenRequest = {
    number: 0,
    at: new Date(clock.now()).toISOString(),
    method: c.req.method,
    path: url.pathname,
    query: loggedQuery(url.searchParams),
    body: null,
    status: 0,
    key: caller?.name ?? null,
    request_id: c.req.header('x-request-id')?.slice(0, 100) ?? null,
  }
  c.set('seen', seen)
  requests.add(seen)
  await next()
  if (c.res.headers.has('x-hono-already-sent')) return
  seen.status = c.res.status
}

async function serve(
  c: Context<Env>,
  operation: Operation,
  { sandbox, controls, handlers, ready }: AppParts,
): Promise<Response> {
  const seen = c.get('seen')
  const fault = await controls.faults.take(c.req.method, seen.path, () =>
    readBodyText(c.req.raw.clone() as Request).catch(() => ''),
  )
  if (fault?.delay && fault.kind !== 'slow-body') await sleep(fault.delay)
  const instead = fault && answerInstead(fault, c.env)
  if (instead) {
    seen.body = loggedBody(await readBodyText(c.req.raw).catch(() => ''))
    return instead
  }
  const answer = await answerInTime(c, operation, { sandbox, handlers, ready })
  seen.status = answer.status
  return fault ? spoil(fault, answer, c.env) : answer
}

async function answerInTime(
  c: Context<Env>,
  operation: Operation,
  { sandbox, handlers, ready }: Omit<AppParts, 'controls'>,
): Promise<Response> {
  const started = performance.now()
  const response = await attempt(c, operation, { sandbox, handlers, ready }).catch(
    (error: unknown) => toResponse(error, sandbox),
  )
  sandbox.log.info(
    {
      operation: operation.id,
      status: response.status,
      ms: Math.round(performance.now() - started),
    },
    'answered',
  )
  return watched(c.req.raw, response)
}

async function attempt(
  c: Context<Env>,
  operation: Operation,
  { sandbox, handlers, ready }: Omit<AppParts, 'controls'>,
): Promise<Response> {
  await ready()
  const bodyText = c.req.method === 'GET' ? '' : await readBodyText(c.req.raw)
  c.get('seen').body = loggedBody(bodyText)
  const text = await answerOperation(operation, handlers[operation.id as keyof Handlers], sandbox, {
    params: c.req.param() as Record<string, string>,
    search: new URL(c.req.url).searchParams,
    bodyText,
    contentType: c.req.header('content-type') ?? '',
    caller: callerOf(c.req.header('authorization'), sandbox.secret, sandbox.now()),
  })
  return operation.ok
    ? new Response(text, { headers: { 'content-type': 'application/json' } })
    : new Response(null, { status: 204 })
}

/**
 * Any error as an envelope. An error that is no `Refusal` is logged and answered with 500, without
 * its text.
 */
function toResponse(error: unknown, { log }: Sandbox): Response {
  if (!(error instanceof Refusal)) log.error({ err: error }, 'failed')
  const refusal = error instanceof Refusal ? error : transportRefusals.internal()
  return new Response(refusal.body(), {
    status: refusal.status,
    headers: { 'content-type': 'application/json' },
  })
}

const all = Object.values(operations) as Operation[]

// Paths with fewer placeholders come first, so that `/changes` is not taken for a charge capture
// id.
function inRouteOrder(): Operation[] {
  const placeholders = (operation: Operation) => operation.path.split('{').length
  return all.toSorted((a, b) => placeholders(a) - placeholders(b))
}

function routeOf({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function methodsByPath(): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const operation of inRouteOrder())
    paths.set(routeOf(operation), [...(paths.get(routeOf(operation)) ?? []), operation.method])
  return paths
}

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const localName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/**
 * True for a request that a program on this machine sends directly. A proxy adds forwarding
 * headers. A web page sends Origin, or its rebound name in Host; such a request could come from any
 * site.
 */
export function isLoopback(incoming: IncomingMessage): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor, origin, host = '' } = incoming.headers
  if (forwarded !== undefined || forwardedFor !== undefined || origin !== undefined) return false
  return loopback.test(incoming.socket.remoteAddress ?? '') && localName.test(host)
}
