import { findFreePort } from '#lib/core/ports.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { startPartner } from '#e2e/fixtures/writes-under-kills.ts'
import { RoundRobin } from './round-robin.ts'
import { type ConsoleInstance, startConsole } from './start-console.ts'

type Partner = Awaited<ReturnType<typeof startPartner>>

/** `env` adds to the variables of both consoles. */
type Options = { hasTls?: boolean; partner?: Partner; env?: Record<string, string> }

/**
 * Two replicas of the console on one PostgreSQL, their partner, and the proxy that gives each request
 * to the next one: whatever one of them knows alone would show.
 */
export class Replicas {
  readonly consoles: ConsoleInstance[] = []
  readonly partner: Partner
  readonly #name: string
  readonly #ports: readonly [number, number, number]
  readonly #hasTls: boolean
  readonly #env: Record<string, string>
  proxy!: RoundRobin

  private constructor(
    name: string,
    partner: Partner,
    ports: readonly [number, number, number],
    { hasTls = false, env = {} }: Options,
  ) {
    this.#name = name
    this.partner = partner
    this.#ports = ports
    this.#hasTls = hasTls
    this.#env = env
  }

  static async start(name: string, options: Options = {}): Promise<Replicas> {
    const ports = [await findFreePort(), await findFreePort(), await findFreePort()] as const
    const partner = options.partner ?? (await startPartner(name))
    const own = new Replicas(name, partner, ports, options)
    await namedDatabase(`console-${name}`)
    // They start at once on an empty database, as an orchestrator starts them.
    own.consoles.push(...(await Promise.all([own.begin(0), own.begin(1)])))
    own.proxy = await RoundRobin.start(ports[2], ports.slice(0, 2), { hasTls: own.#hasTls })
    return own
  }

  get url(): string {
    return this.#hasTls
      ? `https://localhost:${this.#ports[2]}`
      : `http://127.0.0.1:${this.#ports[2]}`
  }

  /** Starts a replica, also again after its end. `env` is for this start. */
  begin(at: 0 | 1, env: Record<string, string> = {}): Promise<ConsoleInstance> {
    return startConsole({
      folder: process.env.E2E_FOLDER!,
      name: this.#name,
      sandboxPort: 1,
      port: this.#ports[at],
      env: {
        PARTNER_BASE_URL: this.partner.client.url,
        PARTNER_API_KEY: 'sandbox-full',
        CONSOLE_ORIGIN: this.url,
        CONSOLE_ALONE: '0',
        ...this.#env,
        ...env,
      },
    })
  }

  /** Stops a replica as an upgrade does, and starts it again. `env` is for this start. */
  async replace(at: 0 | 1, env?: Record<string, string>): Promise<void> {
    await this.consoles[at]!.service.stop()
    this.consoles[at] = await this.begin(at, env)
  }

  kill(at: 0 | 1): void {
    process.kill(this.consoles[at]!.service.pid!, 'SIGKILL')
  }

  /** True if both serve. */
  async areServing(): Promise<boolean> {
    const answers = await Promise.all(
      this.#ports.slice(0, 2).map((port) =>
        fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    )
    return answers.every(Boolean)
  }

  async stop(): Promise<void> {
    await this.proxy?.stop()
    await Promise.all(this.consoles.map(({ service }) => service.stop()))
    await this.partner.service.stop()
  }
}
