import 'server-only'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { databaseAwayDigest } from '#lib/core/database-away.ts'
import { whileAwake, within } from '#lib/core/within.ts'

/**
 * The console's database does not answer. `digest` identifies it to an error page; the message
 * contains no host and no value.
 */
export class DatabaseAway extends Error {
  readonly digest = databaseAwayDigest

  constructor(cause?: unknown) {
    super('The database isn’t answering.', { cause })
  }
}

/**
 * How long the database may take, in milliseconds in which this process ran: `silent` is how long it
 * may say nothing on any connection, `longest` how long one statement or one wait for a connection
 * may take while it answers others.
 */
export type Deadlines = { silent: number; longest: number }

/**
 * The deadlines where a person waits, who must get a message within five seconds if the database
 * says nothing, and is served up to ten seconds late if it is only slow.
 */
export const whilePeopleWait: Deadlines = { silent: 2_500, longest: 10_000 }

/**
 * The deadlines of a worker, for which nobody waits: a busy machine or a large statement delays its
 * work and does not fail it.
 */
export const whileNobodyWaits: Deadlines = { silent: 10_000, longest: 30_000 }

// Opening a connection costs a request tens of milliseconds, on a busy machine seconds. People
// pause, so connections outlive a pause.
const idleMs = 300_000
// One statement of a migration may take an hour, and one that is cut begins again and never ends. A
// machine that is gone is noticed by TCP's probes within a quarter of an hour.
const migrationSilentMs = 4 * 3_600_000
const firstProbeMs = 30_000
// Requests fail at once for this long after the database said nothing.
const restMs = 500
// The server ends a statement earlier than this pool ends its connection.
const cutLaterMs = 500

/**
 * A pool that ends every wait for a database that says nothing. A silent connection is closed and
 * never reused, so no unfinished transaction returns to the pool.
 */
class DeadlinePool extends Pool {
  #silentMs = 0
  #restMs = 0
  /** The connections that are being opened or are in use, and how long each has been silent. */
  readonly #busy = new Map<Client, number>()
  /** What ends a wait for a connection, and how long each has lasted. */
  readonly #waits = new Map<() => void, number>()
  #stopWatch: (() => void) | undefined
  #probe: Client | undefined

  readonly #address: string
  readonly #deadlines: Deadlines

  constructor(connectionString: string, deadlines: Deadlines) {
    const opened = (client: Client) => this.#follow(client)
    super({
      connectionString,
      max: 10,
      statement_timeout: deadlines.longest,
      idleTimeoutMillis: idleMs,
      keepAlive: true,
      Client: class extends Client {
        constructor(config?: ClientConfig) {
          super(config)
          opened(this)
        }
      },
    })
    this.#address = connectionString
    this.#deadlines = deadlines
    // A broken connection is replaced and its queries fail; without a listener it would end the
    // process.
    this.on('error', () => {})
    this.on('connect', (client) => socketOf(client).on('data', () => this.#hear(client)))
    this.on('acquire', (client) => this.#busy.set(client, 0))
    this.on('release', (_error, client) => this.#busy.delete(client))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Parameters<Pool['connect']>[0]): void
  override connect(callback?: Parameters<Pool['connect']>[0]): Promise<PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)))
      })
    }
    const fail = () => callback(new DatabaseAway(), undefined, () => {})
    if (this.#restMs > 0) return fail()
    const end = () => this.#waits.delete(end) && fail()
    this.#waits.set(end, 0)
    if (!this.#stopWatch) {
      this.#silentMs = 0
      this.#stopWatch = whileAwake((ms) => this.#watch(ms))
    }
    super.connect((error, client, release) => {
      if (this.#waits.delete(end)) callback(error && new DatabaseAway(error), client, release)
      else if (client) release()
    })
  }

  #follow(client: Client): void {
    client.on('error', () => {})
    client.once('end', () => {
      if (this.#busy.delete(client)) forget(client)
    })
    socketOf(client).once('data', () => this.#hear(client))
    this.#busy.set(client, 0)
  }

  #hear(client: Client): void {
    this.#silentMs = 0
    if (this.#busy.has(client)) this.#busy.set(client, 0)
  }

  #watch(ms: number): void {
    this.#restMs -= ms
    if (this.#busy.size + this.#waits.size === 0 && this.#restMs <= 0) {
      this.#stopWatch?.()
      return void (this.#stopWatch = undefined)
    }
    const { silent, longest } = this.#deadlines
    this.#silentMs += ms
    const isAway = this.#silentMs >= silent
    // A new connection hears of a database that works on slow statements only.
    if (!this.#probe && this.#silentMs >= silent / 2) this.#ask()
    if (isAway) {
      this.#restMs = restMs
      this.#silentMs = 0
    }
    for (const [end, waited] of this.#waits) {
      if (isAway || waited >= longest) end()
      else this.#waits.set(end, waited + ms)
    }
    for (const [client, waited] of this.#busy) {
      if (isAway || waited >= longest + cutLaterMs) socketOf(client).destroy(new DatabaseAway())
      else this.#busy.set(client, waited + ms)
    }
  }

  #ask(): void {
    const probe = (this.#probe = new Client({ connectionString: this.#address }))
    this.#follow(probe)
    probe.once('end', () => (this.#probe = undefined))
    probe.connect().then(
      () => probe.end(),
      () => {},
    )
  }
}

// A lost connection leaves the pool now: Drizzle never gives one back on which `begin` failed, and
// ten of those would be the whole pool. Who gives it back later finds it given back.
function forget(client: Client & Partial<Pick<PoolClient, 'release'>>): void {
  const { release } = client
  if (!release) return
  client.release = () => {}
  release(true)
}

/** Creates the pool for an address, with a deadline for every wait. It connects later. */
export function openPool(connectionString: string, deadlines: Deadlines): Pool {
  return new DeadlinePool(connectionString, deadlines)
}

/** Runs `work` on its own connection, with enough time for a migration's statements. */
export async function withMigrationClient<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: firstProbeMs,
  })
  client.on('error', () => {})
  const cut = () => void socketOf(client).destroy(new DatabaseAway())
  try {
    await within<unknown>(whilePeopleWait.silent, client.connect(), () => {
      cut()
      throw new DatabaseAway()
    })
  } catch (error) {
    throw new DatabaseAway(error)
  }
  socketOf(client).setTimeout(migrationSilentMs, cut)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** True for an error that means that the database does not answer or cut the work short. */
export function isDatabaseAway(error: unknown): boolean {
  return withCauses(error).some(
    ({ digest, code, message }) =>
      digest === databaseAwayDigest ||
      awayCodes.has(code) ||
      awayMessages.some((words) => message.startsWith(words)),
  )
}

/** True if an error, or one of its causes, has this code of PostgreSQL. */
export function hasCode(error: unknown, code: string): boolean {
  return withCauses(error).some((one) => one.code === code)
}

// pg-boss hands on some errors as plain objects with an error's fields.
function withCauses(error: unknown): { digest: unknown; code: string; message: string }[] {
  if (typeof error !== 'object' || error === null) return []
  const { digest, code, message, cause } = error as { [name: string]: unknown }
  return [{ digest, code: String(code), message: String(message) }, ...withCauses(cause)]
}

/**
 * Waits for a page's database reads. If the database does not answer, throws the error that the
 * page's error boundary recognizes.
 */
export async function throwIfDatabaseAway<T>(reads: Promise<T>): Promise<T> {
  return reads.catch((error: unknown) => {
    throw isDatabaseAway(error) ? new DatabaseAway(error) : error
  })
}

/**
 * An address for people: host and port, or the folder of a local socket; never a user or a
 * password.
 */
export function describeDatabase(connectionString: string): string {
  try {
    const { host, port } = new Client({ connectionString })
    return `${host}:${port}`
  } catch {
    return 'an address that cannot be read'
  }
}

/**
 * Why the driver cannot use the address in the variable `name`, in words without any part of it;
 * undefined if it can. A reserved letter in a password would make another part of it the host.
 */
export function addressProblem(name: string, address: string): string | undefined {
  const words = `${name} is not an address that can be read. Write postgres://USER:PASSWORD@HOST/DATABASE, with reserved letters of the password percent-encoded: # as %23, / as %2F, ? as %3F, % as %25.`
  const [, afterHost] = /^(?:postgres(?:ql)?:\/\/[^/?#]*|socket:|\/)(.*)$/s.exec(address) ?? []
  if (afterHost === undefined || /#|^[^?]*@|\?[^=]*@/.test(afterHost)) return words
  try {
    void new Client({ connectionString: address })
    return undefined
  } catch (error) {
    // The driver reads the certificates that an address names.
    return (error as NodeJS.ErrnoException).syscall
      ? `${name} names a file (sslrootcert, sslcert or sslkey) that this user cannot read.`
      : words
  }
}

/** Why a database does not answer, in words. `isFinal` if waiting does not help. */
export function reasonAway(error: unknown): { words: string; isFinal: boolean } {
  for (const { code, message } of withCauses(error)) {
    const refused = refusals[code]
    if (refused) return { words: refused, isFinal: true }
    const words = reasons[code]
    if (words) return { words, isFinal: false }
    if (/does not support SSL/i.test(message))
      return { words: 'it does not speak TLS', isFinal: true }
  }
  return { words: 'it does not answer', isFinal: false }
}

const refusals: Record<string, string | undefined> = {
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user',
  '3D000': 'it has no database of that name',
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ].map((code) => [code, 'its certificate is of an authority that this machine does not trust']),
  ),
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

const reasons: Record<string, string | undefined> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection is closed at once',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping',
}

// The codes of a statement cut short: lost connection, deadline, or server shutdown.
const awayCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57014', '57P01', '57P02', '57P03'])

// The driver's own words for a connection that it lost, closed or did not get.
const awayMessages = [
  'Client has encountered a connection error',
  'Connection terminated',
  'Query read timeout',
  'timeout exceeded when trying to connect',
]

// Both kinds of socket have these members; the library's types know only a stream.
type Socket = {
  setTimeout: (ms: number, onTimeout: () => void) => void
  on: (event: 'data', listener: () => void) => void
  once: (event: 'data', listener: () => void) => void
  destroy: (error: Error) => void
}

function socketOf(client: Client | PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
