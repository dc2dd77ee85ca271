import 'server-only'
import { Client, Pool, type PoolClient } from 'pg'
import { databaseAwayDigest } from '#lib/core/database-away.ts'

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
 * How long each wait for the database may take, in milliseconds: for a connection, for a statement,
 * and for the first byte of any answer. `statement` is shorter than `silent`, so a merely slow
 * statement does not cost its connection.
 */
export type Deadlines = { connect: number; statement: number; silent: number }

/**
 * The deadlines where a person waits, who must get a message within five seconds. A request may
 * wait twice: the front server waits up to 1.5 s for the session, then the action waits again.
 */
export const whilePeopleWait: Deadlines = { connect: 2_000, statement: 2_000, silent: 2_500 }

/**
 * The deadlines of a worker, for which nobody waits: a busy machine or a large statement delays its
 * work and does not fail it.
 */
export const whileNobodyWaits: Deadlines = { connect: 10_000, statement: 30_000, silent: 35_000 }

// Opening a connection costs a request tens of milliseconds, on a busy machine seconds. People
// pause, so connections outlive a pause.
const idleMs = 300_000
// One statement of a migration may take an hour, and one that is cut begins again and never ends. A
// machine that is gone is noticed by TCP's probes within a quarter of an hour.
const migrationSilentMs = 4 * 3_600_000
const firstProbeMs = 30_000
// While nothing is heard of the database, other requests fail at once for this long after a
// failure.
const restMs = 500

/**
 * A pool with a deadline for every wait: for a connection, for a statement, and for the first byte
 * of any answer. A silent connection is closed and never reused, so no unfinished transaction
 * returns to the pool.
 */
class DeadlinePool extends Pool {
  #restsUntil = 0
  /** When the database last sent anything, by `performance.now`. */
  #heardAt = Number.NEGATIVE_INFINITY

  readonly #deadlines: Deadlines

  constructor(connectionString: string, deadlines: Deadlines) {
    super({
      connectionString,
      max: 10,
      connectionTimeoutMillis: deadlines.connect,
      statement_timeout: deadlines.statement,
      idleTimeoutMillis: idleMs,
      keepAlive: true,
    })
    this.#deadlines = deadlines
    // A broken connection is replaced and its queries fail; without a listener it would end the
    // process.
    this.on('error', () => {})
    this.on('connect', (client) => {
      client.on('error', () => {})
      cutWhenSilent(client, () => this.#rest())
      socketOf(client).on('data', () => (this.#heardAt = performance.now()))
    })
    this.on('acquire', (client) => socketOf(client).setTimeout(deadlines.silent))
    this.on('release', (_error, client) => socketOf(client).setTimeout(0))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Parameters<Pool['connect']>[0]): void
  override connect(callback?: Parameters<Pool['connect']>[0]): Promise<PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)))
      })
    }
    if (performance.now() < this.#restsUntil)
      return callback(new DatabaseAway(), undefined, () => {})
    super.connect((error, client, release) => {
      if (error) this.#rest()
      callback(error && new DatabaseAway(error), client, release)
    })
  }

  // One slow statement, or a pool whose connections are all at work, is no silence of the database:
  // it answers others.
  #rest(): void {
    const at = performance.now()
    if (at - this.#heardAt > this.#deadlines.connect) this.#restsUntil = at + restMs
  }
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
    connectionTimeoutMillis: whilePeopleWait.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: firstProbeMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new DatabaseAway(error)
  }
  cutWhenSilent(client)
  socketOf(client).setTimeout(migrationSilentMs)
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
  setTimeout: (ms: number) => void
  on: (event: 'timeout' | 'data', listener: () => void) => void
  bytesRead: number
  destroy: (error: Error) => void
}

function socketOf(client: Client | PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

// Takes effect while the socket has a timeout.
function cutWhenSilent(client: Client | PoolClient, onCut?: () => void): void {
  const socket = socketOf(client)
  socket.on('timeout', () => {
    // If this process itself was busy, the answer may already be waiting: it is read before this
    // runs.
    const before = socket.bytesRead
    setImmediate(() => {
      if (socket.bytesRead !== before) return
      onCut?.()
      socket.destroy(new DatabaseAway())
    })
  })
}
