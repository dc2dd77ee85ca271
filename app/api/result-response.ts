import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Result } from '#lib/core/result.ts'

const statuses: { [failure: string]: number } = {
  Unauthenticated: 401,
  ForeignOrigin: 403,
  Forbidden: 403,
  InvalidInput: 400,
  Unexpected: 500,
}

/** An action's Result as a reply that nobody keeps. 200 also for a failure that the page itself has to settle. */
export function resultResponse(result: Result<unknown>): Response {
  return Response.json(result, {
    status: result.ok ? 200 : (statuses[result.error.name] ?? 200),
    headers: { 'Cache-Control': 'no-store' },
  })
}

/** The JSON body of a request that says it is JSON and at most that long; else the reply that refuses it. Packed bodies are refused. */
export async function readJsonBody(
  request: Request,
  maxBytes: number,
): Promise<{ body: unknown } | { refused: Response }> {
  const refused = refusedHead(request, maxBytes, null)
  return refused ? { refused } : { body: await request.json().catch(() => undefined) }
}

/**
 * The same of a body that came as gzip: at most `maxPackedBytes` long as it came and `maxBytes` unpacked, which is held
 * while it is unpacked, so that a few bytes that unpack to very many cost no more than a body of that size. Unpack only
 * for somebody who is signed in.
 */
export async function readPackedJsonBody(
  request: Request,
  maxBytes: number,
  maxPackedBytes: number,
): Promise<{ body: unknown } | { refused: Response }> {
  const refused = refusedHead(request, maxPackedBytes, 'gzip')
  if (refused) return { refused }
  try {
    const text = (await unpack(await request.arrayBuffer(), { maxOutputLength: maxBytes })).toString('utf8')
    return { body: JSON.parse(text) as unknown }
  } catch (error) {
    return { refused: refusal((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 413 : 400) }
  }
}

const unpack = promisify<ArrayBuffer, { maxOutputLength: number }, Buffer>(gunzip)

function refusedHead({ headers }: Request, maxBytes: number, packing: 'gzip' | null): Response | undefined {
  if (!headers.get('content-type')?.startsWith('application/json') || headers.get('content-encoding') !== packing)
    return refusal(415)
  return Number(headers.get('content-length') ?? Number.NaN) <= maxBytes ? undefined : refusal(413)
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
