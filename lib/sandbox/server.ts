import { type ServerType, serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import pino, { type Logger } from 'pino'
import { Clock } from './control/clock.ts'
import type { ResetBody } from './control/control-routes.ts'
import { Faults } from './control/faults.ts'
import { RequestLog } from './control/request-log.ts'
import { type DataSet, expectDataSet, readDataSet, usualDataSet } from './data-set.ts'
import { openDb } from './db/open.ts'
import { handlers } from './handlers.ts'
import { tokenSecret } from './http/api-keys.ts'
import { createApp } from './http/app.ts'
import type { Sandbox } from './http/handler.ts'
import { transportRefusals } from './http/refusal.ts'
import { changePreEncounter } from './pre-encounter/change-pre-encounter.ts'
import { seedDatabase } from './seed-database.ts'

export type SandboxOptions = {
  /** 0, the default, takes a free port. */
  port?: number
  /** 127.0.0.1 unless told: the keys of the sandbox are public. */
  host?: string
  /** Where PGlite keeps its files; 'memory://', the default, keeps none. */
  dataDir?: string
  /** PostgreSQL instead of PGlite. */
  databaseUrl?: string | undefined
  /** The seed and numbers of captures and contracts of the demo data: an empty database gets them, another must have them. */
  seed?: number
  captures?: number
  contracts?: number
  /** Replaces the demo data that is there. */
  fresh?: boolean
  /** Told before demo data is made, which takes a while. */
  beforeSeeding?: (dataSet: DataSet) => void
  /** No log lines but of failures; true unless told. */
  quiet?: boolean
}

/** `dataSet` is what its demo data was made from when it started. */
export type RunningSandbox = { url: string; dataSet: Partial<DataSet>; close: () => Promise<void> }

/**
 * Starts the partner service: opens and migrates its database, seeds it when it is empty, and listens. Throws `OtherDataSet`
 * rather than serve other demo data than was asked for.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const {
    port = 0,
    host = '127.0.0.1',
    dataDir = 'memory://',
    databaseUrl,
    fresh = false,
    beforeSeeding = () => undefined,
    quiet = true,
  } = options
  const log = pino({ name: 'sandbox', level: quiet ? 'error' : 'info' })
  const database = await openDb({ dataDir, databaseUrl })
  try {
    const clock = new Clock()
    const asked = askedDataSet(options)
    const there = await readDataSet(database.run)
    const isKept = there !== undefined && !fresh
    const dataSet = { ...usualDataSet, ...(isKept ? there : {}), ...asked }
    if (isKept) expectDataSet(there, asked)
    else {
      beforeSeeding(dataSet)
      await seedLogged(database, dataSet, clock, log)
    }
    const sandbox: Sandbox = { ...database, now: clock.now, secret: await tokenSecret(database.run), log }
    const gate = new ResetGate()
    const controls = { clock, faults: new Faults(), requests: new RequestLog() }
    const reset = (body: ResetBody) =>
      gate.hold(async () => {
        controls.faults.clear()
        controls.requests.clear()
        clock.reset()
        const wanted = {
          seed: body.seed ?? dataSet.seed,
          captures: body.captures ?? dataSet.captures,
          contracts: body.contracts ?? dataSet.contracts,
          providers: body.providers,
        }
        const loaded = await seedLogged(database, wanted, clock, log)
        return { seed: wanted.seed, captures: loaded, contracts: wanted.contracts }
      })
    const app = createApp({
      sandbox,
      controls: { ...controls, reset, changePreEncounter: (change) => changePreEncounter(sandbox, change) },
      handlers,
      ready: () => gate.ready(),
    })
    const server = await listen(app.fetch as Parameters<typeof serve>[0]['fetch'], port, host)
    const url = `http://${host}:${(server.address() as AddressInfo).port}`
    log.info({ url }, 'listening')
    return { url, dataSet: isKept ? there : dataSet, close: () => close(server, database.close) }
  } catch (error) {
    await database.close()
    throw error
  }
}

function askedDataSet({ seed, captures, contracts }: SandboxOptions): Partial<DataSet> {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(captures === undefined ? {} : { captures }),
    ...(contracts === undefined ? {} : { contracts }),
  }
}

/** Requests wait while the demo data is being replaced; resets wait for each other. */
class ResetGate {
  private held: Promise<unknown> = Promise.resolve()

  async ready(): Promise<void> {
    await this.held
  }

  hold<T>(work: () => Promise<T>): Promise<T> {
    const result = this.held.then(work)
    this.held = result.catch(() => undefined)
    return result
  }
}

async function seedLogged(
  database: Parameters<typeof seedDatabase>[0],
  options: Parameters<typeof seedDatabase>[1],
  clock: Clock,
  log: Logger,
): Promise<number> {
  const started = performance.now()
  const loaded = await seedDatabase(database, options, clock.now())
  log.info({ captures: loaded, seed: options.seed, ms: Math.round(performance.now() - started) }, 'demo data loaded')
  return loaded
}

function listen(fetch: Parameters<typeof serve>[0]['fetch'], port: number, hostname: string): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname, serverOptions: { maxHeaderSize: maxHeadBytes } }, () =>
      resolve(server),
    )
    server.once('error', reject)
    server.on('clientError', refuseUnread)
  })
}

async function close(server: ServerType, closeDatabase: () => Promise<void>): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve)
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  await closeDatabase()
}

/**
 * What the address and the headers of a request may hold together, in bytes: a filter by all ids of the largest page
 * (1,000 UUIDs under any parameter's name) fits.
 */
export const maxHeadBytes = 128 * 1024

// How long the rest of a refused request is read, so that its client can finish sending and see the answer.
const drainMs = 2_000

/**
 * Answers a request that the HTTP parser gave up on in the envelope: 431 for an address or headers that are too long,
 * 400 for what is no HTTP. Node's own answer has no body.
 */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser gives up again on each further part of what it was sent.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const refusal = isTooLarge
    ? transportRefusals.headTooLarge(maxHeadBytes)
    : transportRefusals.badRequest('The request could not be read as HTTP.')
  const body = refusal.body()
  socket.end(
    `HTTP/1.1 ${refusal.status} ${isTooLarge ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  socket.on('error', () => socket.destroy())
  socket.resume()
  setTimeout(() => socket.destroy(), drainMs).unref()
}
