import { afterAll, afterEach, beforeAll } from 'vitest'
import { setClock } from '#lib/console/clock.ts'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { Secret } from '#lib/console/connections/secret.ts'
import { consoleDb } from '#lib/console/db.ts'
import { user } from '#lib/console/schema.ts'
import { countIn, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import type { Result } from '#lib/core/result.ts'
import { connectionTo } from '#lib/partner/test-partner.ts'
import {
  openPublishedClient,
  type PublishedClient,
} from '#lib/sandbox/conformance/published-client.ts'
import { type OwnOptions, startTestSandbox, type TestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { resetQueues } from './queue/model.ts'
import { refreshQueue } from './queue/read-snapshot.ts'
import type { ActionContext } from './run-action.ts'

/** A request as the sandbox received it. */
export type Sent = { method: string; path: string; query: object; body: unknown; status: number }

type Person = 'admin' | 'biller' | 'credentialing' | 'manager'
type As = { readonly [person in Person]: ActionContext }
type WorldOptions = OwnOptions & {
  /** Environment variables of the console. */
  settings?: Record<string, string>
}

/**
 * A console whose partner is a sandbox, for the tests of a file; its members exist once the file's
 * first `beforeAll` runs.
 */
export type World = {
  readonly sandbox: TestSandbox
  readonly connection: Connection
  /** What an action of a demo account runs in, over the active connection. */
  readonly as: As
  /** The same over a new connection, whose retry budget is full, with another key of the sandbox. */
  over: (key?: string) => As
  /** The partner's published client, which throws on an answer that it cannot parse. */
  readonly published: PublishedClient['client']
  /** Every page of one of the partner's lists. */
  all: <T>(path: string, query?: object) => Promise<T[]>
  /**
   * Makes matching requests fail, as the sandbox's control plane describes: until `times`, or the
   * test's end.
   */
  fault: (
    fault: { method?: string; path: string; kind: string } & Record<string, unknown>,
  ) => Promise<void>
  /** The requests that the partner received, the oldest first. A path matches with all below it. */
  sent: (method: string | undefined, path: string) => Promise<Sent[]>
  /** Reads the queue as its job does. */
  readQueue: () => ReturnType<typeof refreshQueue>
  /** Asks again as a browser does while the outcome is unknown: the clock moves, and no test waits. */
  settle: <T extends { kind: string }>(ask: () => Promise<Result<T>>) => Promise<Result<T>>
  /** Moves the console's clock on. It stays so until the file's end. */
  passTime: (ms: number) => void
}

/** Starts a console and a sandbox before the tests of this file, and discards them afterwards. */
export function startWorld({ settings = {}, ...data }: WorldOptions = {}): World {
  let started: Pick<World, 'sandbox' | 'connection' | 'as' | 'over' | 'published'> | undefined
  let later = 0
  const now = () => {
    if (!started) throw new Error('The world exists from beforeAll on.')
    return started
  }
  beforeAll(async () => {
    const sandbox = await startTestSandbox(data)
    await startTestConsole({ SANDBOX_PORT: new URL(sandbox.url).port, ...settings })
    // The sandbox's days are those of UTC.
    await countIn('UTC')
    const connection = await activeConnection()
    const as = await demoPeople(connection)
    started = {
      sandbox,
      connection,
      as,
      over: (key = 'sandbox-full') =>
        over(as, { ...connectionTo(sandbox.url), openKey: async () => new Secret(key) }),
      published: openPublishedClient(sandbox.url).client,
    }
  })
  afterEach(() => started?.sandbox.send('DELETE', '/_sandbox/faults'))
  afterAll(async () => {
    setClock(undefined)
    resetQueues()
    await stopTestConsole()
    await started?.sandbox.close()
  })
  const passTime = (ms: number) => {
    later += ms
    setClock(() => Date.now() + later)
  }
  return {
    get sandbox() {
      return now().sandbox
    },
    get connection() {
      return now().connection
    },
    get as() {
      return now().as
    },
    get over() {
      return now().over
    },
    get published() {
      return now().published
    },
    async all<T>(path: string, query: object = {}) {
      const items: T[] = []
      let page_token: string | undefined
      do {
        const page = (await now().sandbox.get(path, { ...query, page_token })).json as {
          items: T[]
          next_page_token?: string | null
        }
        items.push(...page.items)
        page_token = page.next_page_token ?? undefined
      } while (page_token !== undefined)
      return items
    },
    async fault(fault) {
      await now().sandbox.send('POST', '/_sandbox/faults', { times: 1, ...fault })
    },
    async sent(method, path) {
      const { requests } = (await now().sandbox.get('/_sandbox/requests')).json as {
        requests: Sent[]
      }
      return requests.filter(
        (seen) => seen.method === (method ?? seen.method) && seen.path.startsWith(path),
      )
    },
    readQueue() {
      const { connection } = now()
      return refreshQueue({
        connection,
        report: async () => {},
        signal: new AbortController().signal,
        retrying: (ask) => ask(connection),
      })
    },
    async settle(ask) {
      for (let asked = 0; asked < 6; asked += 1) {
        const result = await ask()
        if (!result.ok || result.value.kind !== 'checking') return result
        passTime(2_000)
      }
      throw new Error('The outcome stays unknown.')
    },
    passTime,
  }
}

/** What actions of the demo accounts run in, over a connection: the active one by default. */
export async function demoPeople(connection?: Connection): Promise<As> {
  const at = connection ?? (await activeConnection())
  const people = await (await consoleDb()).select().from(user)
  const contextOf = (role: Person): ActionContext => {
    const { id, name, email } = people.find((person) => person.email === `${role}@demo.test`)!
    return { account: { id, name, email, role, isDemo: true }, connection: at }
  }
  return {
    admin: contextOf('admin'),
    biller: contextOf('biller'),
    credentialing: contextOf('credentialing'),
    manager: contextOf('manager'),
  }
}

function over({ admin, biller, credentialing, manager }: As, connection: Connection): As {
  return {
    admin: { ...admin, connection },
    biller: { ...biller, connection },
    credentialing: { ...credentialing, connection },
    manager: { ...manager, connection },
  }
}

/** The value of a Result, where a failure fails the test. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
