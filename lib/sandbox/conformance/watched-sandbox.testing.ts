import { serve } from '@hono/node-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Clock } from '../control/clock.ts'
import { Faults } from '../control/faults.ts'
import { RequestLog } from '../control/request-log.ts'
import { openDb } from '../db/open.ts'
import { tokenSecret } from '../db/secret.ts'
import { changePreEncounter } from '../encounters/change-pre-encounter.ts'
import { handlers } from '../handlers/handlers.ts'
import { createApp } from '../http/app.ts'
import type { Sandbox } from '../http/handler.ts'
import { seedDatabase } from '../seed-database.ts'

/** A sandbox over HTTP whose committed row changes a test can count. */
export type WatchedSandbox = {
  url: string
  /** Another number after each row that was inserted, changed or deleted; what was rolled back does not count. */
  writes: () => Promise<number>
  /** What failed inside, as the log tells it. */
  failures: string[]
  close: () => Promise<void>
}

/** Starts a sandbox on demo data with a counting trigger on every table. */
export async function openWatchedSandbox(options: { seed: number; captures: number; contracts: number }): Promise<WatchedSandbox> {
  const database = await openDb({ dataDir: 'memory://' })
  const { run } = database
  await seedDatabase(database, options, Date.now())
  const sandbox: Sandbox = { ...database, now: Date.now, secret: await tokenSecret(run), log: pino({ level: 'silent' }) }
  const failures: string[] = []
  sandbox.log.error = ((entry: { err?: unknown }) => failures.push(String(entry.err instanceof Error ? entry.err.stack : entry.err))) as typeof sandbox.log.error
  await watchWrites(run)
  const controls = {
    clock: new Clock(), faults: new Faults(), requests: new RequestLog(),
    reset: () => Promise.resolve({}), changePreEncounter: (change: Parameters<typeof changePreEncounter>[1]) => changePreEncounter(sandbox, change),
  }
  const app = createApp({ sandbox, controls, handlers, ready: () => Promise.resolve() })
  const server = serve({ fetch: app.fetch as Parameters<typeof serve>[0]['fetch'], port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes: async () => Number((await run<{ n: string | number | null }>('select max(id) as n from watched_writes'))[0]!.n),
    failures,
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      await database.close()
    },
  }
}

async function watchWrites(run: Sandbox['run']): Promise<void> {
  const tables = await run<{ tablename: string }>(`select tablename from pg_tables where schemaname = current_schema() and tablename <> '__drizzle_migrations'`)
  await run('create table watched_writes (id bigint generated always as identity primary key)')
  await run(`create function watch_write() returns trigger language plpgsql as $$ begin insert into watched_writes default values; return null; end $$`)
  for (const { tablename } of tables) {
    await run(`create trigger watch_${tablename} after insert or update or delete on ${tablename} for each row execute function watch_write()`)
  }
}
