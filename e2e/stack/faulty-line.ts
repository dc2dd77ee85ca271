import { rmSync, writeFileSync } from 'node:fs'
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort } from '#lib/core/ports.ts'
import { inRoot } from '#lib/commands/shell.ts'
import { ownCertificate } from '#lib/core/own-certificate.testing.ts'

/** The partner's answer as the sandbox gave it. */
export type Forwarded = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Answers one request of the console; `forward` lets the sandbox do the work first. */
export type Act = (
  response: ServerResponse,
  forward: () => Promise<Forwarded>,
) => void | Promise<void>

/** The requests that a fault spoils: without a path, every one. */
export type Spoiled = { method: string; path: RegExp }

/** Why no connection comes about; the last three are the certificate's. */
export type Cut = 'refused' | 'no name' | 'expired' | 'wrong name' | 'untrusted'

/**
 * The partner as the console sees it, over TLS and by a name: a line to the sandbox which refuses
 * connections, loses its name or its certificate, or answers by itself.
 */
export class FaultyLine {
  readonly port: number
  readonly #sandboxPort: number
  readonly #folder: string
  readonly #good = ownCertificate({ address: 'localhost' })
  readonly #bad = {
    expired: ownCertificate({ address: 'localhost', untilDays: -1 }),
    'wrong name': ownCertificate({ address: 'other.test' }),
    untrusted: ownCertificate({ address: 'localhost' }),
  }
  readonly #server: https.Server
  #fault: { act: Act; of: Spoiled | undefined } | undefined

  private constructor(port: number, sandboxPort: number, folder: string) {
    this.port = port
    this.#sandboxPort = sandboxPort
    this.#folder = folder
    // These are trusted, so that the expired one is nothing but expired.
    const { expired, 'wrong name': wrongName } = this.#bad
    writeFileSync(this.#file('trusted.pem'), this.#good.cert + expired.cert + wrongName.cert)
    this.#server = https.createServer(this.#good, (request, response) => {
      response.on('error', () => undefined)
      this.#answer(request, response).catch(() => response.destroy())
    })
    this.#server.on('tlsClientError', () => undefined)
  }

  /** Starts a line to the sandbox at a port; its files are in `folder`. */
  static async start(sandboxPort: number, folder: string): Promise<FaultyLine> {
    const line = new FaultyLine(await findFreePort(), sandboxPort, folder)
    await line.#listen()
    return line
  }

  /** The environment of a console that uses this line. */
  get env(): Record<string, string> {
    return {
      PARTNER_BASE_URL: `https://localhost:${this.port}`,
      PARTNER_API_KEY: 'sandbox-full',
      NODE_EXTRA_CA_CERTS: this.#file('trusted.pem'),
      NODE_OPTIONS: `--import ${pathToFileURL(inRoot('e2e/stack/failing-resolver.ts')).href}`,
      RESOLVER_DOWN: this.#file('down'),
    }
  }

  /** From now on these requests get this answer. */
  spoil(act: Act, of?: Spoiled): void {
    this.#fault = { act, of }
  }

  /** From now on no connection to the partner comes about, for this reason. */
  async cut(why: Cut): Promise<void> {
    if (why === 'no name') writeFileSync(this.#file('down'), '')
    else if (why === 'refused') await this.#close()
    else this.#server.setSecureContext(this.#bad[why])
    this.#server.closeAllConnections()
  }

  /** The partner answers as usual again. */
  async mend(): Promise<void> {
    this.#fault = undefined
    rmSync(this.#file('down'), { force: true })
    this.#server.setSecureContext(this.#good)
    this.#server.closeAllConnections()
    if (!this.#server.listening) await this.#listen()
  }

  async stop(): Promise<void> {
    await this.#close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const forward = () => this.#forward(request, Buffer.concat(parts))
    const at = new URL(request.url!, 'https://localhost').pathname
    const { act, of } = this.#fault ?? {}
    if (act && (!of || (of.method === request.method && of.path.test(at))))
      return act(response, forward)
    const { status, headers, body } = await forward()
    response.writeHead(status, headers).end(body)
  }

  #forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Forwarded> {
    return new Promise((resolve, reject) => {
      const asked = http.request(
        { port: this.#sandboxPort, host: '127.0.0.1', method, path: url, headers },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => {
            // The body is sent whole, so its length takes the place of the sandbox's own framing.
            const { 'transfer-encoding': _, connection: __, ...rest } = answer.headers
            resolve({ status: answer.statusCode!, headers: rest, body: Buffer.concat(parts) })
          })
          answer.on('error', reject)
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
  }

  #listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(this.port, 'localhost', resolve))
  }

  #close(): Promise<unknown> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    return closed
  }

  #file(name: string): string {
    return path.join(this.#folder, `line-${this.port}-${name}`)
  }
}
