import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { setClock } from './clock.ts'
import { consoleDb } from './db.ts'
import {
  cancelJob,
  endJobsOfEarlierProcess,
  newestJob,
  readJobPart,
  startJob,
  type JobOwner,
  type JobWork,
} from './jobs.ts'
import { processState } from './process-state.ts'
import { jobParts, jobs, user } from './schema.ts'
import { startTestConsole, stopTestConsole } from './test-console.ts'

let owner: JobOwner
let name: string
beforeAll(async () => {
  await startTestConsole()
  const [person] = await (await consoleDb()).select().from(user).limit(1)
  owner = { accountId: person!.id, connection: { boundTo: 'http://127.0.0.1:5050 aaaa' } }
  name = person!.name
})
afterAll(() => stopTestConsole())
afterEach(async () => {
  setClock(undefined)
  await vi.waitUntil(async () => (await newestJob(owner, 'count'))?.state !== 'running')
  await (await consoleDb()).delete(jobs)
})

const found: Result<Map<string, string>> = ok(
  new Map([
    ['sum', 'seven'],
    ['list', 'CHG-1'],
  ]),
)
const endsAs = (state: string) =>
  vi.waitFor(async () => expect(await newestJob(owner, 'count')).toMatchObject({ state }))

/** Work that runs until it is told to end or is stopped. */
function held() {
  const outcome = Promise.withResolvers<typeof found>()
  const work: JobWork = ({ report, signal }) => {
    void report({ words: 'Counting', done: 3, total: 10 })
    return Promise.race([
      outcome.promise,
      new Promise<typeof found>((resolve) =>
        signal.addEventListener('abort', () => resolve(fail('Cancelled', 'stopped'))),
      ),
    ])
  }
  return { work, end: () => outcome.resolve(found) }
}

test('a job reports its progress and requester, and stores its result in sealed parts', async () => {
  const { work, end } = held()
  const { job, isNew } = await startJob(owner, 'count', work)
  expect([job.state, job.requested_by, isNew]).toEqual(['running', name, true])
  await vi.waitFor(async () =>
    expect((await newestJob(owner, 'count'))?.progress).toEqual({ words: 'Counting', done: 3, total: 10 }),
  )
  end()
  await endsAs('done')
  expect(await readJobPart(owner, job.id, 'sum')).toBe('seven')
  expect(await readJobPart(owner, job.id, 'other')).toBeUndefined()
  const stored = await (await consoleDb()).select().from(jobParts)
  expect(JSON.stringify(stored)).not.toContain('CHG-1')
})

test('one job runs at a time for a partner and key; another key has its own and reads nothing of it', async () => {
  const first = held()
  const { job } = await startJob(owner, 'count', first.work)
  expect(await startJob(owner, 'count', first.work)).toMatchObject({ isNew: false, job: { id: job.id } })
  const other = { ...owner, connection: { boundTo: 'http://127.0.0.1:5050 bbbb' } }
  expect((await startJob(other, 'count', async () => found)).isNew).toBe(true)
  first.end()
  await endsAs('done')
  expect(await readJobPart(other, job.id, 'sum')).toBeUndefined()
})

test('cancelling ends a job, and the previous result stays', async () => {
  const before = await startJob(owner, 'count', async () => found)
  await endsAs('done')
  const { work } = held()
  const { job } = await startJob(owner, 'count', work)
  await cancelJob(owner, job.id)
  await endsAs('cancelled')
  expect(await readJobPart(owner, before.job.id, 'sum')).toBe('seven')
  expect((await newestJob(owner, 'count', 'done'))?.id).toBe(before.job.id)
})

test('a failure keeps its message, but not that of a partner’s refusal or of a defect', async () => {
  await startJob(owner, 'count', async () => fail('PartnerBusy', 'The partner is busy.'))
  await endsAs('failed')
  expect((await newestJob(owner, 'count'))?.failure).toEqual({ name: 'PartnerBusy', message: 'The partner is busy.' })
  for (const name of ['PartnerRefused', 'UnprocessableEntityError']) {
    await startJob(owner, 'count', async () => fail(name, 'Ann Field is refused.'))
    await vi.waitFor(async () => expect((await newestJob(owner, 'count'))?.failure?.name).toBe(name))
    expect(JSON.stringify(await newestJob(owner, 'count'))).not.toContain('Ann')
  }
  await startJob(owner, 'count', () => Promise.reject(new Error('secret of Ann')))
  await vi.waitFor(async () => expect((await newestJob(owner, 'count'))?.failure?.name).toBe('Unexpected'))
  expect(JSON.stringify(await newestJob(owner, 'count'))).not.toContain('Ann')
})

test('an end that the database does not accept at once is written when it answers again', async () => {
  const state = processState<{ database: Promise<unknown> }>()
  const { database } = state
  const breakIt = () => {
    state.database = Promise.reject(new Error('the database is away'))
    state.database.catch(() => {})
    setTimeout(() => Object.assign(state, { database }), 200)
  }
  const breaking =
    (result: Awaited<ReturnType<JobWork>>): JobWork =>
    async () => {
      // Only after the start has answered.
      await new Promise((resolve) => setTimeout(resolve, 50))
      breakIt()
      return result
    }
  const ended = (state: string) =>
    vi.waitFor(async () => expect(await newestJob(owner, 'count')).toMatchObject({ state }), { timeout: 5_000 })
  const { job } = await startJob(owner, 'count', breaking(found))
  await ended('done')
  expect(await readJobPart(owner, job.id, 'sum')).toBe('seven')
  await startJob(owner, 'count', breaking(fail('PartnerBusy', 'The partner is busy.')))
  await ended('failed')
})

test('a job of a lost process is reported as interrupted, and the work can be started again', async () => {
  const { work } = held()
  const { job } = await startJob(owner, 'count', work)
  await endJobsOfEarlierProcess()
  expect(await newestJob(owner, 'count')).toMatchObject({ id: job.id, state: 'interrupted' })
  expect((await startJob(owner, 'count', async () => found)).isNew).toBe(true)
  await endsAs('done')
})

test('on a shared database, only an expired lease shows that a process is lost', async () => {
  const { work, end } = held()
  const { job } = await startJob(owner, 'count', work)
  expect((await newestJob(owner, 'count'))?.state).toBe('running')
  await (
    await consoleDb()
  )
    .update(jobs)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(jobs.id, job.id))
  expect((await newestJob(owner, 'count'))?.state).toBe('interrupted')
  end()
})

test.each([
  ['is done', found, found],
  ['fails', fail('PartnerBusy', 'The partner is busy.'), fail('PartnerTimeout', 'The partner was too slow.')],
] as const)('a process that wakes after its lease and then %s does not affect the next job', async (_, late, ended) => {
  const woken = Promise.withResolvers<Result<Map<string, string>>>()
  const { job } = await startJob(owner, 'count', () => woken.promise)
  await (
    await consoleDb()
  )
    .update(jobs)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(jobs.id, job.id))
  const next = await startJob(owner, 'count', async () => ended)
  await endsAs(ended.ok ? 'done' : 'failed')
  woken.resolve(late)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await newestJob(owner, 'count')).toMatchObject({ id: next.job.id, state: ended.ok ? 'done' : 'failed' })
  expect(await readJobPart(owner, job.id, 'sum')).toBeUndefined()
})

test('only the newest result is stored, and it expires after seven days', async () => {
  const first = await startJob(owner, 'count', async () => found)
  await endsAs('done')
  await startJob(owner, 'count', async () => found)
  await vi.waitFor(async () => expect(await (await consoleDb()).$count(jobs)).toBe(1))
  expect(await readJobPart(owner, first.job.id, 'sum')).toBeUndefined()
  const db = await consoleDb()
  await db.update(jobs).set({ leaseUntil: sql`now() - interval '1 minute'` })
  setClock(() => Date.now() + 8 * 86_400_000)
  await endJobsOfEarlierProcess()
  expect([await db.$count(jobs), await db.$count(jobParts)]).toEqual([0, 0])
})
