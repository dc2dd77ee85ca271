import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Connection } from '#lib/console/connections/connections.ts'
import { Secret } from '#lib/console/connections/secret.ts'

/** A request as a test partner received it. */
export type Seen = {
  method: string
  url: string
  authorization: string
  requestId?: string
  traceparent?: string
  body: string
}
type Respond = (response: http.ServerResponse, seen: Seen, count: number) => void

export const testKey = 'key-canary-4711'

/** A partner in this process. The test sets its answers, and it records the requests. */
export async function startTestPartner(respond: Respond) {
  const seen: Seen[] = []
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const entry = {
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      requestId: request.headers['x-request-id'] as string | undefined,
      traceparent: request.headers.traceparent as string | undefined,
      body: Buffer.concat(parts).toString(),
    }
    seen.push(entry)
    respond(response, entry, seen.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url, seen, close }
}

/**
 * A stored connection to a test partner. Each has its own id, so that tests do not share retry
 * budgets or tokens.
 */
export function connectionTo(
  url: string,
  auth: Connection['auth'] = { kind: 'api_key' },
): Connection {
  return {
    id: `test-${Math.random()}`,
    name: 'Test',
    environment: 'sandbox',
    scopeLabel: '',
    baseUrl: url,
    preEncounterUrl: url,
    auth,
    keyFingerprint: 'f',
    boundTo: `${new URL(url).origin} f`,
    isEmbedded: true,
    openKey: async () => new Secret(testKey),
  }
}

/** Answers JSON. */
export function sendJson(
  response: http.ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}
