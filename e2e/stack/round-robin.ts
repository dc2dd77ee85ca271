import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { ownCertificate } from '#lib/core/own-certificate.testing.ts'

/**
 * The proxy before several replicas of the console: each request goes to the next one. One that
 * refuses the connection is left out for that request, since nothing of it was read; one that dies
 * over a request makes the browser see a broken connection, as a real proxy does. With TLS, which
 * the replicas have not, it is for https://localhost.
 */
export class RoundRobin {
  /** How many requests each replica has answered. */
  readonly answered: number[]
  /** Set, every request goes to this replica first: the one browser of a story stays with it. */
  keptAt: number | undefined
  readonly #ports: readonly number[]
  readonly #server: http.Server | https.Server
  #next = 0

  private constructor(ports: readonly number[], hasTls: boolean) {
    this.#ports = ports
    this.answered = ports.map(() => 0)
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      response.on('error', () => undefined)
      void this.#answer(request, response)
    }
    this.#server = hasTls
      ? https.createServer(ownCertificate({ address: 'localhost' }), answer)
      : http.createServer(answer)
  }

  /** Listens at a port and shares the requests out among the ports of the replicas. */
  static async start(
    port: number,
    ports: readonly number[],
    { hasTls }: { hasTls: boolean },
  ): Promise<RoundRobin> {
    const proxy = new RoundRobin(ports, hasTls)
    await new Promise<void>((resolve) => proxy.#server.listen(port, 'localhost', resolve))
    return proxy
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const first = this.keptAt ?? this.#next
    this.#next = (first + 1) % this.#ports.length
    for (let tried = 0; tried < this.#ports.length; tried += 1) {
      const at = (first + tried) % this.#ports.length
      const outcome = await this.#pass(at, request, Buffer.concat(parts), response)
      if (outcome !== 'refused') {
        this.answered[at]! += 1
        return
      }
    }
    response.writeHead(502).end()
  }

  #pass(
    at: number,
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<'answered' | 'broken' | 'refused'> {
    return new Promise((resolve) => {
      const broken = () => {
        response.destroy()
        resolve('broken')
      }
      const asked = http.request(
        { port: this.#ports[at], host: '127.0.0.1', method, path: url, headers, agent: false },
        (answer) => {
          const { connection: _, 'keep-alive': __, ...rest } = answer.headers
          response.writeHead(answer.statusCode!, rest)
          answer.on('error', broken)
          answer.on('aborted', broken)
          answer.on('end', () => resolve('answered'))
          answer.pipe(response)
        },
      )
      asked.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNREFUSED' ? resolve('refused') : broken(),
      )
      // A browser that goes on takes its request back.
      response.on('close', () => asked.destroy())
      asked.end(body)
    })
  }
}
