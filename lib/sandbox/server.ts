import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerType, serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import pino, { type Logger } from 'pino'
import { logOutput } from '#lib/core/log-output.ts'
import { errorHistory } from './claim-creations/error-history.ts'
import { Clock } from './control/clock.ts'
import type { ResetBody } from './control/control-routes.ts'
import { Faults } from './control/faults.ts'
import { RequestLog } from './control/request-log.ts'
import { type DataSet, expectDataSet, readDataSet, usualDataSet } from './data-set.ts'
import { openDb } from './db/open.ts'
import { changeClaim } from './encounters/change-claim.ts'
import { progressClaims } from './encounters/progress-claims.ts'
import { handlers } from './handlers.ts'
import { callerOf, tokenSecret } from './http/api-keys.ts'
import { createApp } from './http/app.ts'
import type { Sandbox } from './http/handler.ts'
import { transportRefusals } from './http/refusal.ts'
import { changePreEncounter } from './pre-encounter/change-pre-encounter.ts'
import { seedDatabase } from './seed-database.ts'

export type SandboxOptions = {
  /** 0, the default, takes a free port. */
  port?: number
  /** 127.0.0.1 by default, because the keys of the sandbox are public. */
  host?: string
  /** The PostgreSQL address of its database. */
  databaseUrl: string
  /**
   * The seed and the numbers of captures and contracts. An empty database is filled with them. A
   * database with data must have been filled with the same ones.
   */
  seed?: number
  captures?: number
  contracts?: number
  /** Replaces existing demo data. */
  fresh?: boolean
  /** Called before the sandbox makes demo data, which takes a while. */
  beforeSeeding?: (dataSet: DataSet) => void
  /** Logs errors only; true by default. */
  quiet?: boolean
  /** Takes the lines of the log, which are JSON; standard output by default. */
  log?: { write: (line: string) => void }
}

/** A running sandbox. `dataSet` describes the demo data that it started with. */
export type RunningSandbox = { url: string; dataSet: Partial<DataSet>; close: () => Promise<void> }

/**
 * Starts the partner service: opens and migrates its database, seeds it if it is empty, and
 * listens. Throws `OtherDataSet` if the database holds different demo data than `options` ask for.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const {
    port = 0,
    host = '127.0.0.1',
    databaseUrl,
    fresh = false,
    beforeSeeding = () => undefined,
    quiet = true,
    log: output = logOutput(process.stdout),
  } = options
  const log = pino({ name: 'sandbox', level: quiet ? 'error' : 'info' }, output)
  const database = await openDb(databaseUrl)
  try {
    const clock = new Clock()
    const asked = askedDataSet(options)
    const existing = await readDataSet(database.run)
    const isExisting = existing !== undefined && !fresh
    const dataSet = { ...usualDataSet, ...(isExisting ? existing : {}), ...asked }
    if (isExisting) expectDataSet(existing, asked)
    else {
      beforeSeeding(dataSet)
      await seedLogged(database, dataSet, clock, log)
    }
    const sandbox: Sandbox = {
      ...database,
      now: clock.now,
      secret: await tokenSecret(database.run),
      log,
    }
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
      controls: {
        ...controls,
        reset,
        changePreEncounter: (change) => changePreEncounter(sandbox, change),
        changeClaim: (change) => changeClaim(sandbox, change),
        errorHistory: (authorization) => {
          const caller = callerOf(authorization, sandbox.secret, sandbox.now())
          if (!caller) throw transportRefusals.unauthenticated()
          return errorHistory(sandbox, caller)
        },
        progressClaims: (from, to) => progressClaims(sandbox, from, to),
      },
      handlers,
      ready: () => gate.ready(),
    })
    const answers = followAnswers(app.fetch as Fetch)
    const server = await listen(answers.fetch, port, host)
    const url = `http://${host}:${(server.address() as AddressInfo).port}`
    log.info({ url }, 'listening')
    return {
      url,
      dataSet: isExisting ? existing : dataSet,
      close: () => close(server, answers, database.close),
    }
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

/** Lets requests wait during a reset. Resets run one after the other. */
class ResetGate {
  private pending: Promise<unknown> = Promise.resolve()

  async ready(): Promise<void> {
    await this.pending
  }

  hold<T>(work: () => Promise<T>): Promise<T> {
    const result = this.pending.then(work)
    this.pending = result.catch(() => undefined)
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
  log.info(
    { captures: loaded, seed: options.seed, ms: Math.round(performance.now() - started) },
    'demo data loaded',
  )
  return loaded
}

function listen(fetch: Fetch, port: number, hostname: string): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    // After Node's usual five seconds, a busy client would write to a connection that we have just
    // closed.
    const serverOptions = { maxHeaderSize: maxHeadBytes, keepAliveTimeout: 65_000 }
    const server = serve({ fetch, port, hostname, serverOptions }, () => resolve(server))
    server.once('error', reject)
    server.on('clientError', refuseUnparsed)
  })
}

type Fetch = Parameters<typeof serve>[0]['fetch']

/**
 * Follows the answers that are under way. `ended` resolves when there are none, or after three
 * seconds, because a fault may delay one.
 */
function followAnswers(make: Fetch): { fetch: Fetch; ended: () => Promise<unknown> } {
  const open = new Set<unknown>()
  const fetch: Fetch = async (...request) => {
    const answer = make(...request)
    open.add(answer)
    try {
      return await answer
    } finally {
      open.delete(answer)
    }
  }
  return {
    fetch,
    ended: () => Promise.race([Promise.allSettled(open), sleep(3_000, undefined, { ref: false })]),
  }
}

async function close(
  server: ServerType,
  { ended }: { ended: () => Promise<unknown> },
  closeDatabase: () => Promise<void>,
): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve)
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  await ended()
  // A connection that waits for a silent database closes only with the process.
  await Promise.race([closeDatabase(), sleep(3_000, undefined, { ref: false })])
}

/**
 * The largest size of a request's address and headers together, in bytes. A filter by all ids of
 * the largest page (1,000 UUIDs) fits.
 */
const maxHeadBytes = 128 * 1024

// After a refusal we read on for this long, so that the client finishes sending and reads the
// answer.
const drainMs = 2_000

/**
 * Answers a request that the HTTP parser rejects with an envelope: 431 if the address or headers
 * are too long, otherwise 400. Node's own answer has no body.
 */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser reports an error again for each further part of the request.
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
