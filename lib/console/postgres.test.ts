import net, { type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '#lib/core/ports.ts'
import { whileAwake } from '#lib/core/within.ts'
import { consoleDb } from './db.ts'
import * as logFile from './log.ts'
import {
  describeDatabase,
  isDatabaseAway,
  openPool,
  reasonAway,
  throwIfDatabaseAway,
  whileNobodyWaits,
  whilePeopleWait,
} from './postgres.ts'
import { startPostgresStandIn } from './postgres-stand-in.testing.ts'
import { facts } from './schema.ts'
import { startConsole } from './server/start.ts'
import { startTestConsole, stopTestConsole } from './test-console.ts'

let standIn: Awaited<ReturnType<typeof startPostgresStandIn>>

beforeAll(async () => {
  standIn = await startPostgresStandIn()
})
afterEach(async () => {
  vi.restoreAllMocks()
  // A test that failed while the database was frozen fails none of the tests after it.
  standIn.thaw()
  await stopTestConsole()
})
afterAll(() => standIn.close())

/** The result of the work and the milliseconds in which this process ran meanwhile. */
async function timed<T>(
  work: Promise<T>,
): Promise<{ error: unknown; value: T | undefined; ms: number }> {
  let ms = 0
  const stop = whileAwake((step) => (ms += step))
  const [end] = await Promise.allSettled([work])
  stop()
  return end.status === 'fulfilled'
    ? { value: end.value, error: undefined, ms }
    : { value: undefined, error: end.reason, ms }
}

/** Keeps this process from everything else, for longer than the database may say nothing. */
function stall(): void {
  const endsAt = performance.now() + 3_000
  while (performance.now() < endsAt);
}

const select = async () => (await consoleDb()).select().from(facts)

test('a database that stops answering is reported within the deadlines, and used again once it answers', async () => {
  await startTestConsole({ DATABASE_URL: standIn.url })
  standIn.freeze()
  // The pool already has a connection: the first query waits for it, a second one for a new
  // connection.
  for (const { error, ms } of await Promise.all([timed(select()), timed(select())])) {
    expect(isDatabaseAway(error)).toBe(true)
    expect(ms).toBeLessThan(5_000)
  }
  await expect(throwIfDatabaseAway(select())).rejects.toMatchObject({ digest: 'DATABASE_AWAY' })
  expect((await timed(select())).ms, 'nobody else waits for what is known').toBeLessThan(2_500)
  standIn.thaw()
  await vi.waitFor(async () => expect(await select()).not.toEqual([]), { timeout: 20_000 })
})

test('a statement that is cut for itself delays nobody else', async () => {
  const port = await findFreePort()
  const forward = await forwardTo(standIn.port, port, 'never answered')
  try {
    await startTestConsole({ DATABASE_URL: standIn.urlAt(port) })
    const db = await consoleDb()
    let isCut = false
    const cut = timed(db.execute(sql`select 'never answered'`)).finally(() => (isCut = true))
    const others: { error: unknown; ms: number }[] = []
    for (let after = 0; after < 10;) {
      others.push(await timed(select()))
      await new Promise((resolve) => setTimeout(resolve, 40))
      if (isCut) after += 1
    }
    expect(isDatabaseAway((await cut).error)).toBe(true)
    expect(others.filter(({ error }) => error !== undefined)).toEqual([])
  } finally {
    await stopTestConsole()
    await forward.close()
  }
})

test.each([
  ['people', whilePeopleWait],
  ['nobody', whileNobodyWaits],
])(
  'a database that is only slow, on every connection, is waited for where %s waits',
  async (_who, deadlines) => {
    const pool = openPool(standIn.url, deadlines)
    try {
      // Longer than the database may say nothing; two wait for a connection.
      const asked = Array.from({ length: 12 }, () => timed(pool.query('select pg_sleep(3.5)')))
      for (const { error } of await Promise.all(asked)) expect(error).toBeUndefined()
    } finally {
      await pool.end()
    }
  },
)

test('a statement that takes longest is cut by the server, and its connection is used again', async () => {
  const pool = openPool(standIn.url, { ...whilePeopleWait, longest: 300 })
  try {
    const client = await pool.connect()
    const { error } = await timed(client.query('select pg_sleep(60)'))
    expect(error).toMatchObject({ code: '57014' })
    expect(isDatabaseAway(error)).toBe(true)
    expect((await client.query('select 1')).rowCount).toBe(1)
    client.release()
  } finally {
    await pool.end()
  }
})

test('a stall of the process itself is no silence of the database', async () => {
  const pool = openPool(standIn.url, whilePeopleWait)
  try {
    for (const what of ['while it connects', 'while a statement is out']) {
      const asked = timed(pool.query('select 1'))
      await new Promise((resolve) => setImmediate(resolve))
      stall()
      expect((await asked).error, what).toBeUndefined()
      const others = await Promise.all([1, 2, 3].map(() => timed(pool.query('select 1'))))
      expect(others.filter(({ error }) => error !== undefined)).toEqual([])
    }
  } finally {
    await pool.end()
  }
})

test('a cut transaction leaves no connection inside it', async () => {
  await startTestConsole({ DATABASE_URL: standIn.url })
  const db = await consoleDb()
  const cut = await timed(
    db.transaction(async (tx) => {
      await tx.insert(facts).values({ name: 'half', value: 'done' })
      standIn.freeze()
      await tx.select().from(facts)
    }),
  )
  expect(isDatabaseAway(cut.error)).toBe(true)
  expect(cut.ms).toBeLessThan(5_000)
  const { $client } = db as unknown as { $client: { totalCount: number } }
  // The console's own work in the background may have just asked too: its connection is cut at the
  // end of its own deadline.
  await expect
    .poll(() => $client.totalCount, {
      message: 'connections that are used again',
      timeout: 20_000,
    })
    .toBe(0)
})

// Drizzle leaves a connection checked out on which `begin` failed.
test('transactions that could not begin take no connection away, however many there were', async () => {
  await startTestConsole({ DATABASE_URL: standIn.url })
  const db = await consoleDb()
  const beginMany = () =>
    Promise.allSettled(Array.from({ length: 12 }, () => db.transaction(() => Promise.resolve())))
  await beginMany()
  standIn.freeze()
  for (const { status } of await beginMany()) expect(status).toBe('rejected')
  standIn.thaw()
  await vi.waitFor(async () => expect(await select()).not.toEqual([]), { timeout: 20_000 })
  for (const { status } of await beginMany()) expect(status).toBe('fulfilled')
})

test("our own errors and a statement's errors do not count as an unreachable database", async () => {
  await startTestConsole({ DATABASE_URL: standIn.url })
  const db = await consoleDb()
  const wrong = await timed(db.execute(sql`select nothing from nowhere`))
  expect(wrong.error).toBeDefined()
  expect(isDatabaseAway(wrong.error)).toBe(false)
  expect(isDatabaseAway(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false)
  expect(isDatabaseAway({ message: 'Query read timeout', queue: 'jobs' })).toBe(true)
})

test('at the start an unreachable database is named without its password, retried, and used once it answers', async () => {
  const logged = vi.spyOn(logFile, 'log')
  const port = await findFreePort()
  const start = startTestConsole({ DATABASE_URL: standIn.urlAt(port) })
  const warnings = () => logged.mock.calls.map(([, words]) => words).join('\n')
  await vi.waitFor(
    () =>
      expect(warnings()).toContain(
        `The database at 127.0.0.1:${port} cannot be used: the connection is refused. Trying again`,
      ),
    { timeout: 20_000 },
  )
  const asked = await timed(startConsole())
  expect(isDatabaseAway(asked.error)).toBe(true)
  expect(asked.ms).toBeLessThan(5_000)
  const forward = await forwardTo(standIn.port, port)
  try {
    await start
    expect(await select()).not.toEqual([])
    expect(JSON.stringify(logged.mock.calls)).not.toContain('secret-canary')
  } finally {
    await stopTestConsole()
    await forward.close()
  }
})

test.each([
  ['accepts and never answers', () => {}, 'it does not answer'],
  ['hangs up', (socket: net.Socket) => socket.destroy(), 'it does not answer'],
])('a start whose database %s ends with a message after a minute', async (_what, answer, words) => {
  const logged = vi.spyOn(logFile, 'log')
  const server = net.createServer((socket) => answer(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const url = `postgres://console:secret-canary@127.0.0.1:${port}/postgres`
    const pending = startTestConsole({ DATABASE_URL: url }).catch((error: unknown) => error)
    await vi.waitFor(() => expect(JSON.stringify(logged.mock.calls)).toContain('Trying again'), {
      timeout: 20_000,
    })
    const since = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => since + 60_000)
    expect(String(await pending)).toContain(
      `The database at 127.0.0.1:${port} cannot be used: ${words}. It was tried for 60 seconds.`,
    )
    expect(JSON.stringify(logged.mock.calls)).toContain('Cannot start: The database at')
    expect(JSON.stringify(logged.mock.calls)).not.toContain('secret-canary')
  } finally {
    server.close()
  }
})

test('problems that waiting cannot solve are reported at once', () => {
  const failed = (code: string) =>
    reasonAway(new Error('x', { cause: Object.assign(new Error('y'), { code }) }))
  expect(failed('28P01')).toEqual({ words: 'it refuses the user or the password', isFinal: true })
  expect(failed('SELF_SIGNED_CERT_IN_CHAIN')).toMatchObject({ isFinal: true })
  expect(failed('ERR_TLS_CERT_ALTNAME_INVALID')).toEqual({
    words: 'its certificate is for another name',
    isFinal: true,
  })
  expect(failed('ENOTFOUND')).toEqual({ words: 'there is no host of that name', isFinal: false })
  expect(describeDatabase('postgres://me:secret-canary@db.example:6543/console')).toBe(
    'db.example:6543',
  )
  expect(describeDatabase('postgres://me:secret canary@db example:x/')).not.toContain('secret')
})

/** Hands everything on to a port, but not what has the text `swallowed`. */
async function forwardTo(target: number, port: number, swallowed?: string) {
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => {
    const onward = net.connect(target, '127.0.0.1')
    sockets.push(
      socket.on('error', () => {}),
      onward.on('error', () => {}),
    )
    onward.pipe(socket)
    socket.on('data', (part) => {
      if (swallowed === undefined || !part.includes(swallowed)) onward.write(part)
    })
    socket.on('end', () => onward.end())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
