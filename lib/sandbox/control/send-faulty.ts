import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'

export type NodeSide = { incoming: IncomingMessage; outgoing: ServerResponse }

const slowPieces = 10

/** The answer of a fault that replaces the handler; undefined if the handler should run. */
export function answerInstead(fault: Fault, node: NodeSide): Response | undefined {
  if (fault.kind === 'reset-before') return cut(node)
  if (fault.kind === 'html')
    return new Response(htmlPage, {
      status: fault.status ?? 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  if (fault.kind !== 'status') return undefined
  const status = fault.status ?? 500
  const envelope = JSON.stringify({
    errorName: fault.errorName ?? 'InternalError',
    content: fault.content ?? { message: 'A test fault of the sandbox.' },
  })
  const body = status === 204 || status === 304 ? null : (fault.body ?? envelope)
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json', ...fault.headers },
  })
}

/** The handler's answer as the fault changes it. */
export async function spoil(fault: Fault, answer: Response, node: NodeSide): Promise<Response> {
  if (fault.kind === 'reset-after') return cut(node)
  if (fault.kind === 'empty-page') return emptied(answer)
  if (fault.kind !== 'truncate' && fault.kind !== 'slow-body') return answer
  const body = Buffer.from(await answer.arrayBuffer())
  const { outgoing } = node
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'content-length': String(body.length),
  })
  if (fault.kind === 'truncate') {
    outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.socket?.destroy())
    return RESPONSE_ALREADY_SENT
  }
  void sendSlowly(body, fault.delay ?? 5000, outgoing)
  return RESPONSE_ALREADY_SENT
}

function cut({ incoming }: NodeSide): Response {
  incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

async function emptied(answer: Response): Promise<Response> {
  const page = (await answer.json()) as Record<string, unknown>
  const body =
    'items' in page
      ? { ...page, items: [], ...('item_count' in page ? { item_count: 0 } : {}) }
      : page
  return new Response(JSON.stringify(body), {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
  })
}

async function sendSlowly(body: Buffer, over: number, outgoing: ServerResponse): Promise<void> {
  const size = Math.max(1, Math.ceil(body.length / slowPieces))
  for (let at = 0; at < body.length && !outgoing.destroyed; at += size) {
    outgoing.write(body.subarray(at, at + size))
    await sleep(over / slowPieces)
  }
  outgoing.end()
}

const htmlPage =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1><form><input name="user"></form></body></html>\n'
