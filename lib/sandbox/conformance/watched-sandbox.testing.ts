import { serve } from '@hono/node-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Clock } from '#lib/sandbox/control/clock.ts'
import { Faults } from '#lib/sandbox/control/faults.ts'
import { RequestLog } from '#lib/sandbox/control/request-log.ts'
import type { OpenDb } from '#lib/sandbox/db/open.ts'
import { openTestDb } from '#lib/sandbox/test-sandbox.ts'
import { changeClaim } from '#lib/sandbox/encounters/change-claim.ts'
import { progressClaims } from '#lib/sandbox/encounters/progress-claims.ts'
import { handlers } from '#lib/sandbox/handlers.ts'
import { tokenSecret } from '#lib/sandbox/http/api-keys.ts'
import { createApp } from '#lib/sandbox/http/app.ts'
import type { Sandbox } from '#lib/sandbox/http/handler.ts'
import { changePreEncounter } from '#lib/sandbox/pre-encounter/change-pre-encounter.ts'
import { seedDatabase } from '#lib/sandbox/seed-database.ts'

/** A sandbox over HTTP whose committed row changes a test can count. */
export type WatchedSandbox = {
  url: string
  /**
   * A number that changes with each inserted, changed or deleted row; changes that were rolled back
   * do not count.
   */
  writes: () => Promise<number>
  /** The errors in the sandbox's log. */
  failures: string[]
  close: () => Promise<void>
}

/**
 * Starts a sandbox on demo data with a counting trigger on every table, for one request at a time.
 * After a request's write has committed, the database refuses further queries: an answer made after
 * the commit could fail although the write was made.
 */
export async function openWatchedSandbox(options: {
  seed: number
  captures: number
  contracts: number
}): Promise<WatchedSandbox> {
  const database = await openTestDb()
  const { run } = database
  await seedDatabase(database, options, Date.now())
  const { guarded, nextRequest } = silentAfterCommit(database)
  const sandbox: Sandbox = {
    ...guarded,
    now: Date.now,
    secret: await tokenSecret(run),
    log: pino({ level: 'silent' }),
  }
  const failures: string[] = []
  sandbox.log.error = ((entry: { err?: unknown }) =>
    failures.push(
      String(entry.err instanceof Error ? entry.err.stack : entry.err),
    )) as typeof sandbox.log.error
  await watchWrites(run)
  const controls = {
    clock: new Clock(),
    faults: new Faults(),
    requests: new RequestLog(),
    reset: () => Promise.resolve({}),
    changePreEncounter: (change: Parameters<typeof changePreEncounter>[1]) =>
      changePreEncounter(sandbox, change),
    changeClaim: (change: Parameters<typeof changeClaim>[1]) => changeClaim(sandbox, change),
    errorHistory: () => Promise.resolve({ claims: [] }),
    progressClaims: (from: number, to: number) => progressClaims(sandbox, from, to),
  }
  const app = createApp({ sandbox, controls, handlers, ready: nextRequest })
  const server = serve({
    fetch: app.fetch as Parameters<typeof serve>[0]['fetch'],
    port: 0,
    hostname: '127.0.0.1',
  })
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes: async () =>
      Number(
        (await run<{ n: string | number | null }>('select max(id) as n from watched_writes'))[0]!.n,
      ),
    failures,
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      await database.close()
    },
  }
}

function silentAfterCommit(database: OpenDb): {
  guarded: OpenDb
  nextRequest: () => Promise<void>
} {
  let isCommitted = false
  const committing = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work
    isCommitted = true
    return done
  }
  const refuse = () => {
    if (isCommitted) throw new Error('the database was asked after the commit')
  }
  const guarded: OpenDb = {
    ...database,
    inTransaction: (work) => committing(database.inTransaction(work)),
    run: async (text, params) => {
      refuse()
      return database.run(text, params)
    },
    db: new Proxy(database.db, {
      get: (db, name) => {
        refuse()
        return Reflect.get(db, name) as unknown
      },
    }),
  }
  return { guarded, nextRequest: async () => void (isCommitted = false) }
}

async function watchWrites(run: Sandbox['run']): Promise<void> {
  const tables = await run<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = current_schema() and tablename <> '__drizzle_migrations'`,
  )
  await run('create table watched_writes (id bigint generated always as identity primary key)')
  await run(
    `create function watch_write() returns trigger language plpgsql as $$ begin insert into watched_writes default values; return null; end $$`,
  )
  for (const { tablename } of tables) {
    await run(
      `create trigger watch_${tablename} after insert or update or delete on ${tablename} for each row execute function watch_write()`,
    )
  }
}
