import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetReads, mostReads, takeReads } from '#lib/console/accounts/read-budget.ts'
import { rotateKey } from '#lib/console/connections/change-connections.ts'
import { storedConnection } from '#lib/console/connections/connections.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { stopDelivery } from '#lib/console/jobs/delivery.ts'
import {
  jobsToDeliver,
  listItems,
  listJobs,
  newestJob,
  readJobPart,
  resumeJob,
  retryItems,
  TooManyJobs,
} from '#lib/console/jobs/store.ts'
import { DatabaseAway } from '#lib/console/postgres.ts'
import { processState } from '#lib/console/process-state.ts'
import { inRequest } from '#lib/console/request-id.ts'
import { auditRecords, connections, jobItems, jobParts, jobs, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { operations } from '#lib/contract/operations.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import {
  consoleAccount,
  type EachItem,
  type ItemEnd,
  type JobKind,
  type JobTools,
  type WorkItem,
} from './job-kind.ts'
import { jobKinds } from './kinds.ts'
import { askJob, enqueueJob, handOver, startJobs } from './run-job.ts'
import { cancel, pause, readItems, readLines, resume, retry } from './verbs.ts'
import { demoPeople } from '#lib/actions/world.testing.ts'

let partner: Awaited<ReturnType<typeof startTestPartner>>
let status = 200
let key = ''
let context: ActionContext
let work: (tools: JobTools) => Promise<Result<void>>
const count: JobKind = {
  kind: 'count',
  task: 'runCoverageBoard',
  title: () => 'Counting',
  single: 'connection',
  run: (tools) => work(tools),
}

beforeEach(async () => {
  status = 200
  partner = await startTestPartner((response, { authorization }) => {
    key = authorization ?? ''
    // The partner refuses a key until it is replaced.
    sendJson(response, status === 401 && key === 'Bearer new-key' ? 200 : status, { items: [] })
  })
  await startTestConsole({
    PARTNER_BASE_URL: partner.url,
    PARTNER_API_KEY: 'old-key',
    DEMO_ACCOUNTS: '1',
  })
  context = (await demoPeople()).biller
  processState<{ jobPauseMs: number }>().jobPauseMs = 20
  jobKinds.push(count)
})
afterEach(async () => {
  jobKinds.splice(jobKinds.indexOf(count), 1)
  setClock(undefined)
  vi.unstubAllEnvs()
  delete process.env.PARTNER_API_KEY
  await stopTestConsole()
  await partner.close()
})

const start = (items: { record: string; input?: string }[] = []) =>
  enqueueJob(context, count, {}, items)
const newest = () => newestJob(context.connection, 'count')
// A busy machine is slow, and a job that is resumed while its last delivery ends waits for the next
// look at the queue, half a minute later.
const patient = { timeout: 45_000 }
const becomes = (job: object) =>
  vi.waitFor(async () => expect(await newest()).toMatchObject(job), patient)
const records = (many: number) =>
  Array.from({ length: many }, (_, i) => ({ record: `r${i}`, input: `Ann ${i}` }))
const states = async (id: string) =>
  (await listItems(id, { limit: 1_000 })).map(({ record, state, attempt, words }) => [
    record,
    state,
    attempt,
    words,
  ])

/** Work that reports its progress and runs until the test ends it or its job stops. */
function held() {
  const outcome = Promise.withResolvers<Result<void>>()
  work = async ({ report, signal }) => {
    await report({ words: 'Counting', done: 3, total: 10 })
    signal.addEventListener('abort', () => outcome.resolve(fail('Cancelled', 'stopped')))
    return outcome.promise
  }
  return { end: () => outcome.resolve(ok(undefined)) }
}

/** Work on items, one after another, that notes each attempt. */
function itemWork(
  endOf: (item: WorkItem) => Promise<ItemEnd> | ItemEnd,
  options: Partial<EachItem> = {},
) {
  const seen: { record: string; operationId: string; attempt: number; kept: unknown }[] = []
  work = async (tools) => {
    const each = async (item: WorkItem) => {
      seen.push({
        record: item.record,
        operationId: item.operationId,
        attempt: item.attempt,
        kept: item.kept,
      })
      return endOf(item)
    }
    await tools.eachItem(each, { rate: 10_000, together: 1, ...options })
    return ok(undefined)
  }
  return seen
}
const verified: ItemEnd = { state: 'verified', words: null }

test('a job reports its progress and its owner, and stores its result in sealed parts', async () => {
  const { end } = held()
  const former = work
  work = async (tools) => {
    await tools.part('list', 'CHG-1 of Ann')
    return former(tools)
  }
  const { job, isNew } = await start()
  expect([job.title, job.requested_by, isNew]).toEqual(['Counting', context.account.name, true])
  await becomes({
    state: 'running',
    is_open: true,
    progress: { words: 'Counting', done: 3, total: 10 },
  })
  end()
  await becomes({ state: 'done', is_open: false })
  expect(await readJobPart(context.connection, job.id, 'list')).toBe('CHG-1 of Ann')
  expect(await readJobPart({ boundTo: 'another' }, job.id, 'list')).toBeUndefined()
  expect(JSON.stringify(await (await consoleDb()).select().from(jobParts))).not.toContain(
    'CHG-1 of Ann',
  )
})

test('a connection has one open job of a single kind, and the newest result replaces the earlier one', async () => {
  const { end } = held()
  const { job } = await start()
  expect(await start()).toMatchObject({ isNew: false, job: { id: job.id } })
  end()
  await becomes({ state: 'done' })
  work = async (tools) => (await tools.part('list', 'second'), ok(undefined))
  const second = await start()
  await becomes({ id: second.job.id, state: 'done' })
  expect(await readJobPart(context.connection, job.id, 'list')).toBeUndefined()
  expect(await listJobs(context.connection, { accountId: null })).toHaveLength(2)
  expect(await listJobs(context.connection, { accountId: 'somebody else' })).toEqual([])
})

test('a job stores the message of a failure, but not of a partner’s refusal or of a defect', async () => {
  work = async () => fail('PartnerBusy', 'The partner is busy.')
  await start()
  await becomes({
    state: 'failed',
    failure: { name: 'PartnerBusy', message: 'The partner is busy.' },
  })
  for (const name of ['PartnerRefused', 'UnprocessableEntityError', 'Unexpected']) {
    work = async () =>
      name === 'Unexpected' ? Promise.reject(new Error('Ann Field')) : fail(name, 'Ann Field')
    await start()
    await becomes({ state: 'failed', failure: { name } })
    expect(JSON.stringify(await (await consoleDb()).select().from(jobs))).not.toContain('Ann Field')
  }
})

test('a job is cancelled while it runs and while it is paused, and a paused one goes on when a person resumes it', async () => {
  const first = held()
  const { job } = await start()
  await becomes({ state: 'running', progress: { done: 3 } })
  await askJob(job.id, 'pause')
  await becomes({ state: 'paused', waits_for: 'person', is_open: true })
  first.end()
  held()
  await resumeJob(job.id)
  await handOver(job.id)
  await becomes({ state: 'running' })
  await askJob(job.id, 'cancel')
  await becomes({ id: job.id, state: 'cancelled', is_open: false })
  expect(await resumeJob(job.id)).toBe(false)
})

test.each([
  ['does not answer', 503, 'Paused: the partner isn’t answering. Read so far'],
  ['refuses the key', 401, 'Paused: the partner refuses the stored key. Read so far'],
])(
  'a partner that %s pauses the job; it goes on by itself, with the key that is stored now',
  async (_, refusal, words) => {
    const began = Date.now()
    let later = 0
    setClock(() => began + later)
    status = refusal
    work = async ({ retrying, signal }) => {
      const reply = await retrying((connection) => {
        // The clock passes the time that the breaker stays open.
        later += 13_000
        return call(connection, operations.listContractsV3, { query: { limit: 1 } }, { signal })
      })
      return reply.ok ? ok(undefined) : reply
    }
    await start()
    await becomes({ state: 'paused', waits_for: 'partner', progress: { words } })
    const row = (await storedConnection(context.connection.id))!
    if (refusal === 401) {
      const by = { accountId: context.account.id, connectionId: row.id, sessionToken: '' }
      await rotateKey(by, row, { key: 'new-key', clientId: null })
    } else status = 200
    await becomes({ state: 'done' })
    expect(key).toBe(refusal === 401 ? 'Bearer new-key' : 'Bearer old-key')
  },
)

test('a job’s run has an id of its own at the partner, not that of the request that asked for it', async () => {
  work = async ({ connection }) => {
    const reply = await call(connection, operations.listContractsV3, { query: { limit: 1 } })
    return reply.ok ? ok(undefined) : reply
  }
  await inRequest('AAAAAAAAAAA1', () => start())
  await becomes({ state: 'done' })
  expect(partner.seen.at(-1)!.requestId).toMatch(/^[0-9A-Z]{12}$/)
  expect(partner.seen.at(-1)!.requestId).not.toBe('AAAAAAAAAAA1')
})

test('a job stops and says why if its owner lost the role or was disabled, or if its connection changed', async () => {
  const db = await consoleDb()
  const { id } = context.connection
  const changes: [change: () => Promise<unknown>, back: () => Promise<unknown>, words: string][] = [
    [
      () => db.update(user).set({ role: 'reader' }).where(eq(user.id, context.account.id)),
      () => db.update(user).set({ role: 'biller' }).where(eq(user.id, context.account.id)),
      'Demo Biller’s role doesn’t include this any more.',
    ],
    [
      () => db.update(user).set({ disabledAt: new Date() }).where(eq(user.id, context.account.id)),
      () => db.update(user).set({ disabledAt: null }).where(eq(user.id, context.account.id)),
      'The account that started this job has been disabled.',
    ],
    [
      () => db.update(connections).set({ isActive: false }).where(eq(connections.id, id)),
      () => db.update(connections).set({ isActive: true }).where(eq(connections.id, id)),
      'is active now. Nothing more was sent.',
    ],
    [
      () => db.update(connections).set({ disabledAt: new Date() }).where(eq(connections.id, id)),
      () => db.update(connections).set({ disabledAt: null }).where(eq(connections.id, id)),
      'was disabled. Nothing more was sent.',
    ],
  ]
  for (const [change, back, words] of changes) {
    const seen = itemWork(async () => {
      if (seen.length === 40) await change()
      return verified
    })
    const { job } = await start(records(120))
    await becomes({
      id: job.id,
      state: 'failed',
      failure: { message: expect.stringContaining(words) },
    })
    expect(seen.length).toBeLessThanOrEqual(50)
    // Once the cause is mended, the job goes on with the items that are left.
    await back()
    expect(await resumeJob(job.id)).toBe(true)
    await handOver(job.id)
    await becomes({ id: job.id, state: 'done' })
    expect(seen.map(({ record }) => record)).toEqual(records(120).map(({ record }) => record))
  }
})

test('a job works on each item once, seals its input, and stores its end with words', async () => {
  const seen = itemWork(({ record, input }) => {
    if (record === 'r1') return { state: 'rejected', words: 'Refused.' }
    if (record === 'r2') throw new Error(String(input))
    return { ...verified, result: input! }
  })
  const { job } = await start([...records(4), { record: 'r3', input: 'Ann 3' }])
  await becomes({ state: 'done', progress: { done: 4, total: 4 } })
  expect(seen.map(({ record }) => record)).toEqual(['r0', 'r1', 'r2', 'r3'])
  expect(await states(job.id)).toEqual([
    ['r0', 'verified', 1, null],
    ['r1', 'rejected', 1, 'Refused.'],
    ['r2', 'unknown', 1, expect.stringMatching(/^Something went wrong \(\w+\)\.$/)],
    ['r3', 'verified', 1, null],
  ])
  expect(JSON.stringify(await (await consoleDb()).select().from(jobItems))).not.toContain('Ann 3')
})

test('a retry sends a refused item with another operation id, and one of unknown outcome with the same', async () => {
  const seen = itemWork(({ record, attempt }) => {
    if (attempt > 1) return verified
    return { state: record === 'r0' ? 'rejected' : 'unknown', words: 'No.' }
  })
  const { job } = await start(records(2))
  await becomes({ state: 'done' })
  expect(await retryItems(job.id)).toBe(2)
  await handOver(job.id)
  await vi.waitFor(
    async () =>
      expect((await states(job.id)).map(([, state]) => state)).toEqual(['verified', 'verified']),
    patient,
  )
  const ids = (record: string) =>
    new Set(seen.filter((one) => one.record === record).map(({ operationId }) => operationId))
  expect([ids('r0').size, ids('r1').size]).toEqual([2, 1])
})

test('a job checks its first items before the rest; a person who resumes it lets the rest follow', async () => {
  const asked: number[] = []
  const seen = itemWork(() => verified, {
    first: 2,
    gate: async () => {
      asked.push(seen.length)
      return 'The first claim is still in error'
    },
  })
  const { job } = await start(records(5))
  await becomes({
    state: 'paused',
    waits_for: 'person',
    progress: { words: 'The first claim is still in error' },
  })
  expect([asked, seen.length]).toEqual([[2], 2])
  await resumeJob(job.id)
  await handOver(job.id)
  await becomes({ state: 'done' })
  expect([asked, seen.length]).toEqual([[2], 5])
})

test('a pause during the first items does not skip the gate: the job asks it after the person resumes', async () => {
  const first = Promise.withResolvers<ItemEnd>()
  const seen = itemWork(() => first.promise, {
    first: 1,
    gate: async () => 'The first claim is still in error',
  })
  const { job } = await start(records(3))
  await vi.waitFor(() => expect(seen).toHaveLength(1), patient)
  await askJob(job.id, 'pause')
  first.resolve(verified)
  await becomes({
    state: 'paused',
    waits_for: 'person',
    progress: { words: expect.not.stringContaining('in error') },
  })
  await resumeJob(job.id)
  await handOver(job.id)
  await becomes({
    state: 'paused',
    waits_for: 'person',
    progress: { words: 'The first claim is still in error' },
  })
  expect(seen).toHaveLength(1)
  await resumeJob(job.id)
  await handOver(job.id)
  await becomes({ state: 'done' })
  expect(seen).toHaveLength(3)
})

test('a process that has lost a job to another one does not take it back', async () => {
  let starts = 0
  work = async ({ report }) => {
    starts += 1
    for (let done = 0; ; done += 1) {
      await report({ words: 'Counting', done, total: null })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const { job } = await start()
  await becomes({ state: 'running' })
  const db = await consoleDb()
  const [taken] = await db
    .update(jobs)
    .set({ fence: sql`${jobs.fence} + 1` })
    .where(eq(jobs.id, job.id))
    .returning()
  // Its delivery ends.
  const isDelivered = sql`select 1 from pgboss.job where data->>'id' = ${job.id} and state in ('created', 'retry', 'active')`
  await vi.waitFor(async () => expect(await db.execute(isDelivered)).toMatchObject({ rows: [] }), {
    timeout: 20_000,
  })
  const [now] = await db.select().from(jobs).where(eq(jobs.id, job.id))
  expect([now!.state, now!.fence, starts]).toEqual(['running', taken!.fence, 1])
})

test('a process that stops hands its job back, and the next one takes it up', async () => {
  // Of several, where none may think that every open job is its own.
  vi.stubEnv('CONSOLE_ALONE', '0')
  let starts = 0
  work = async ({ report }) => {
    starts += 1
    if (starts > 1) return ok(undefined)
    for (let done = 0; ; done += 1) {
      await report({ words: 'Counting', done, total: null })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const { job } = await start()
  await becomes({ state: 'running' })
  await stopDelivery()
  await becomes({ state: 'queued' })
  await startJobs()
  await becomes({ id: job.id, state: 'done' })
  expect(starts).toBe(2)
})

test('a job goes on after its process ended: it first asks about the items that were sent, with the same operation id and what they kept', async () => {
  const gone = Promise.withResolvers<ItemEnd>()
  const before = itemWork(async (item) => {
    if (item.record !== 'r2') return verified
    await item.keep({ base: 'Ann' })
    return gone.promise
  })
  const { job } = await start(records(5))
  await vi.waitFor(() => expect(before).toHaveLength(3), patient)
  // The process is gone: it writes nothing any more.
  await stopDelivery()
  const after = itemWork(() => verified)
  await startJobs()
  await becomes({ id: job.id, state: 'done', progress: { done: 5, total: 5 } })
  expect(after.map(({ record }) => record)).toEqual(['r2', 'r3', 'r4'])
  expect(after[0]).toEqual({ ...before[2]!, attempt: 2, kept: { base: 'Ann' } })
  // The lost process wakes up: its end changes nothing.
  gone.resolve({ state: 'rejected', words: 'late' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await states(job.id))[2]).toEqual(['r2', 'verified', 2, null])
})

test('an outage pauses the items and loses none; a write that was certainly not made gets another operation id', async () => {
  status = 401
  const seen = itemWork(async () => {
    const reply = await call(context.connection, operations.listContractsV3, {
      query: { limit: 1 },
    })
    return reply.ok ? verified : { state: 'rejected', words: 'not reached', again: true }
  })
  const { job } = await start(records(3))
  await becomes({ state: 'paused', waits_for: 'partner' })
  status = 200
  await becomes({ state: 'done' })
  expect((await states(job.id)).map(([, state]) => state)).toEqual([
    'verified',
    'verified',
    'verified',
  ])
  const first = seen.filter(({ record }) => record === 'r0')
  expect(new Set(first.map(({ operationId }) => operationId)).size).toBe(first.length)
})

test('a job beyond its owner’s limit of records pauses, says the limit and when it goes on, and then goes on by itself', async () => {
  resetReads()
  const at = Date.now()
  setClock(() => at)
  const { id } = context.account
  const before = Array.from({ length: mostReads - 1 }, (_, i) => `record-${i}`)
  takeReads(id, before)
  const seen = itemWork(({ record }) => {
    takeReads(id, [record])
    return verified
  })
  const { job } = await start(records(3))
  const until = new Date(at + 3_600_000).toISOString()
  const words =
    'Paused: its owner’s account has read 50,000 different records within an hour, the most that is allowed'
  await becomes({
    state: 'paused',
    waits_for: 'limit',
    progress: { words: expect.stringContaining(words) as string, until },
  })
  expect((await states(job.id)).map(([, state]) => state)).toEqual(['verified', 'sent', 'leased'])
  expect(await jobsToDeliver(false)).toEqual([])

  setClock(() => at + 3_600_001)
  expect(await jobsToDeliver(false)).toEqual([job.id])
  // The half-minute look at the jobs does this too. The earlier delivery may still be ending.
  await vi.waitFor(
    async () => {
      await handOver(job.id)
      expect(await newest()).toMatchObject({ state: 'done' })
    },
    { timeout: 20_000, interval: 200 },
  )
  await becomes({ state: 'done', progress: { done: 3, total: 3 } })
  expect((await states(job.id)).map(([, state]) => state)).toEqual([
    'verified',
    'verified',
    'verified',
  ])
  // Its write may have been sent before the limit stopped it, so it is asked about first, with the
  // same operation id.
  const [first, again] = seen.filter(({ record }) => record === 'r1')
  expect(again).toMatchObject({ operationId: first!.operationId, attempt: 2 })
  expect(seen.map(({ record }) => record)).toEqual(['r0', 'r1', 'r1', 'r2'])
})

test('a job that waits for a limit is cancelled and resumed at once', async () => {
  resetReads()
  const { id } = context.account
  work = async () => {
    takeReads(
      id,
      Array.from({ length: mostReads + 1 }, (_, i) => `record-${i}`),
    )
    return ok(undefined)
  }
  const { job } = await start()
  await becomes({ state: 'paused', waits_for: 'limit' })
  work = async () => ok(undefined)
  expect(await resumeJob(job.id)).toBe(true)
  await handOver(job.id)
  await becomes({ state: 'done' })
  work = async () => {
    takeReads(
      id,
      Array.from({ length: mostReads + 1 }, (_, i) => `record-${i}`),
    )
    return ok(undefined)
  }
  const next = await start()
  await becomes({ id: next.job.id, state: 'paused', waits_for: 'limit' })
  expect(await askJob(next.job.id, 'cancel')).toBe(true)
  expect(await newest()).toMatchObject({ state: 'cancelled' })
})

test('a job whose end the database does not accept at once stores it when the database answers again', async () => {
  const database = processState<{ database: Promise<unknown> }>()
  work = async () => {
    const opened = database.database
    database.database = Promise.reject(new Error('the database is away'))
    database.database.catch(() => {})
    setTimeout(() => Object.assign(database, { database: opened }), 200)
    return ok(undefined)
  }
  const { job } = await start()
  await vi.waitFor(async () => {
    const [found] = await listJobs(context.connection, { accountId: null }).catch(() => [])
    expect(found).toMatchObject({ id: job.id, state: 'done' })
  }, patient)
})

test('a job whose run the database cuts off goes on when the database answers again', async () => {
  let runs = 0
  work = async () => {
    runs += 1
    if (runs === 1) throw new DatabaseAway()
    return ok(undefined)
  }
  await start()
  await becomes({ state: 'done' })
  expect(runs).toBe(2)
})

test('a person sees and steers their own jobs, a manager everybody’s; each act is in the trail', async () => {
  itemWork(({ record }) => (record === 'r1' ? { state: 'rejected', words: 'Refused.' } : verified))
  const { job } = await start(records(3))
  await becomes({ state: 'done' })
  const { manager } = await demoPeople()
  const other: ActionContext = {
    ...manager,
    account: { ...manager.account, role: 'credentialing' },
  }
  const asked = { id: job.id }
  const line = { id: job.id, items: { verified: 2, rejected: 1 } }
  expect(await readLines({ who: 'own' }, context)).toMatchObject({
    value: [{ ...line, is_own: true }],
  })
  expect(await readLines({ who: 'all', recent: true }, manager)).toMatchObject({
    value: [{ ...line, is_own: false }],
  })
  expect(await readLines({ who: 'own' }, other)).toEqual({ ok: true, value: [] })
  for (const act of [pause, cancel, resume, retry, readItems])
    expect(await act(asked, other)).toMatchObject({ error: { name: 'EntityNotFoundError' } })
  expect(await readItems({ ...asked, failed: true }, context)).toEqual({
    ok: true,
    value: {
      items: [{ record: 'r1', state: 'rejected', attempt: 1, words: 'Refused.', position: 1 }],
      next: null,
    },
  })
  expect(await pause(asked, context)).toMatchObject({ error: { name: 'NotPossible' } })
  itemWork(() => verified)
  expect(await retry(asked, manager)).toEqual({ ok: true, value: null })
  await vi.waitFor(
    async () => expect((await states(job.id)).map(([, state]) => state)).not.toContain('rejected'),
    patient,
  )
  const trail = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'retryJobItems'))
  expect(trail).toMatchObject([
    { accountId: manager.account.id, stage: 'intent', recordKind: 'job', recordIds: [job.id] },
    { accountId: manager.account.id, stage: 'outcome', outcome: 'ok' },
  ])
})

/**
 * A kind whose jobs run until the test ends them. `ran` has their inputs in the order in which they
 * began.
 */
function manyKind(kind: Partial<JobKind>) {
  const ran: unknown[] = []
  const ends: (() => void)[] = []
  const many: JobKind = {
    kind: 'many',
    task: 'runCoverageBoard',
    title: () => 'Many',
    run: async ({ input, signal }) => {
      ran.push(input)
      await new Promise<void>((resolve) => {
        ends.push(resolve)
        signal.addEventListener('abort', () => resolve())
      })
      return ok(undefined)
    },
    ...kind,
  }
  jobKinds.push(many)
  const end = () => {
    jobKinds.splice(jobKinds.indexOf(many), 1)
    for (const each of ends) each()
  }
  return { many, ran, ends, end }
}

test('an account has a limited number of open jobs of a kind, also if it starts them all at once', async () => {
  const { many, end } = manyKind({ mostOpen: 5 })
  const started = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => enqueueJob(context, many, i)),
  )
  const refusals = started.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refusals).toHaveLength(7)
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(TooManyJobs)
  expect(String(refusals[0])).toMatch(
    /You have 5 jobs of this kind that have not ended.* cancel one/,
  )
  expect((await enqueueJob((await demoPeople()).manager, many, 'theirs')).isNew).toBe(true)
  end()
})

test('of every kind that people start, an account or the whole connection has few open jobs', () => {
  const people = jobKinds.filter(({ isQuiet, kind }) => !isQuiet && kind !== count.kind)
  expect(people.length).toBeGreaterThan(4)
  expect(
    people
      .filter(({ single, mostOpen = Infinity }) => !single && mostOpen > 5)
      .map(({ kind }) => kind),
  ).toEqual([])
})

test('accounts take turns, and no person’s job delays the console’s upkeep', async () => {
  const { many, ran, ends, end } = manyKind({})
  const upkeep = manyKind({ kind: 'upkeep', isQuiet: true })
  for (let i = 0; i < 12; i += 1) await enqueueJob(context, many, i)
  await vi.waitFor(() => expect(ran).toHaveLength(4), patient)
  await enqueueJob({ ...context, account: consoleAccount }, upkeep.many, 'upkeep')
  await vi.waitFor(() => expect(upkeep.ran).toEqual(['upkeep']), patient)
  const manager = (await demoPeople()).manager
  await enqueueJob(manager, many, 'first of the manager')
  await enqueueJob(manager, many, 'second of the manager')
  expect(ran).toHaveLength(4)
  // Of their own account, the manager’s jobs have none and one before them, and the biller’s next
  // job has four.
  ends[0]!()
  await vi.waitFor(() => expect(ran.slice(4)).toEqual(['first of the manager']), patient)
  ends[1]!()
  await vi.waitFor(() => expect(ran.slice(5)).toEqual(['second of the manager']), patient)
  ends[2]!()
  await vi.waitFor(() => expect(ran.slice(6)).toEqual([4]), patient)
  end()
  upkeep.end()
})

test('a manager stops the team’s jobs, resumes only those whose work the manager’s role includes, and steers none of administrators', async () => {
  const { many, ran, end } = manyKind({ task: 'updateChargeCapture' })
  const [manager, admin] = [(await demoPeople()).manager, (await demoPeople()).admin]
  const { job } = await enqueueJob(context, many, 'of the biller')
  await vi.waitFor(() => expect(ran).toHaveLength(1), patient)
  expect(await pause({ id: job.id }, manager)).toEqual({ ok: true, value: null })
  const stateOf = async () =>
    (await listJobs(context.connection, { accountId: null, id: job.id }))[0]?.state
  await vi.waitFor(async () => expect(await stateOf()).toBe('paused'), patient)
  for (const act of [resume, retry])
    expect(await act({ id: job.id }, manager)).toMatchObject({
      error: {
        name: 'Forbidden',
        message: expect.stringMatching(/only its owner can let it go on/),
      },
    })
  expect(await stateOf()).toBe('paused')
  expect(await resume({ id: job.id }, context)).toEqual({ ok: true, value: null })
  const theirs = await enqueueJob(admin, many, 'of the administrator')
  for (const act of [pause, cancel])
    expect(await act({ id: theirs.job.id }, manager)).toMatchObject({
      error: {
        name: 'Forbidden',
        message: expect.stringMatching(/only administrators can steer it/),
      },
    })
  expect(await cancel({ id: job.id }, admin)).toEqual({ ok: true, value: null })
  const trail = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.outcome, 'Forbidden'))
  expect(trail.map(({ operation }) => operation)).toEqual([
    'resumeJob',
    'retryJobItems',
    'pauseJob',
    'cancelJob',
  ])
  end()
})
