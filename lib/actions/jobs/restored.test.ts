import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeBackup } from '#lib/console/backup/make-backup.ts'
import { checkBackup, restoreBackup } from '#lib/console/backup/restore-backup.ts'
import { listItems, listJobs, reopenItems } from '#lib/console/jobs/store.ts'
import { findWrite } from '#lib/console/records/write-journal.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { emptyDatabase } from '#lib/core/test-database.testing.ts'
import { fail, ok } from '#lib/core/result.ts'
import { writeOnce } from '#lib/actions/writing/write-once.ts'
import type { ItemEnd, JobKind } from './job-kind.ts'
import { jobKinds } from './kinds.ts'
import { enqueueJob, handOver, startJobs } from './run-job.ts'
import { cancel, readLines, resume, retry } from './verbs.ts'
import { demoPeople } from '#lib/actions/world.testing.ts'

// A partner that has no way to see a second send: it counts every one.
const sent: string[] = []
let refuses = true
const send: JobKind = {
  kind: 'send',
  task: 'runCoverageBoard',
  title: (input) => String(input),
  run: async (tools) => {
    const one = async ({ record }: { record: string }): Promise<ItemEnd> => {
      sent.push(record)
      if (refuses && record.startsWith('refused')) return { state: 'rejected', words: 'Refused.' }
      return { state: 'verified', words: null }
    }
    const gate = async () => 'Look at the first one'
    await tools.eachItem(one, { rate: 10_000, together: 1, first: 1, gate })
    return ok(undefined)
  },
}

const folder = mkdtempSync(path.join(tmpdir(), 'console-restored-'))
const settings = { DATA_DIR: path.join(folder, 'before'), DEMO_ACCOUNTS: '1' }
const file = path.join(folder, 'backup')

beforeAll(async () => {
  jobKinds.push(send)
  await startTestConsole(settings)
})
afterAll(async () => {
  jobKinds.splice(jobKinds.indexOf(send), 1)
  await stopTestConsole()
  rmSync(folder, { recursive: true })
})

async function start(title: string, records: string[]): Promise<string> {
  const items = records.map((record) => ({ record }))
  return (await enqueueJob((await demoPeople()).biller, send, title, items)).job.id
}

async function becomes(id: string, state: string): Promise<void> {
  const { connection } = (await demoPeople()).biller
  await vi.waitFor(
    async () =>
      expect((await listJobs(connection, { accountId: null, id }))[0]).toMatchObject({ state }),
    { timeout: 20_000 },
  )
}

/** Stops the console and starts another one with the restored backup. */
async function restore(): Promise<void> {
  await stopTestConsole()
  const again = { ...settings, DATA_DIR: path.join(folder, 'after') }
  const { address } = await emptyDatabase()
  Object.assign(process.env, again, { DATABASE_URL: address })
  await restoreBackup(await checkBackup(file))
  await startTestConsole({ ...again, DATABASE_URL: address })
  await startJobs()
}

test('what a job had not finished when a backup was made is never sent again after a restore, and its page says why', async () => {
  const context = (await demoPeople()).biller
  const waiting = await start('Waiting', ['first', 'second'])
  await becomes(waiting, 'paused')
  const refused = await start('Refused', ['refused'])
  await becomes(refused, 'paused')
  await resume({ id: refused }, context)
  await becomes(refused, 'done')
  const stopped = await start('Stopped', ['third', 'fourth'])
  await becomes(stopped, 'paused')
  await cancel({ id: stopped }, context)
  // A write whose answer was lost.
  const write = {
    record: 'r',
    request: {},
    operation_id: 'op-lost',
    operation: 'updateChargeCapture',
  }
  await writeOnce(write, context, async (journal) => {
    await journal.begin(null)
    await journal.unknown()
    return fail('OutcomeUnknown', 'Nobody knows.')
  })

  await makeBackup(file)

  // Until the accident, people finish all of it.
  refuses = false
  await resume({ id: waiting }, context)
  await becomes(waiting, 'done')
  await retry({ id: refused }, context)
  await becomes(refused, 'done')
  await reopenItems(stopped)
  await handOver(stopped)
  await becomes(stopped, 'paused')
  await resume({ id: stopped }, context)
  await becomes(stopped, 'done')
  const before = sent.toSorted()
  expect(before).toEqual(['first', 'fourth', 'refused', 'refused', 'second', 'third'])

  await restore()
  const now = (await demoPeople()).biller
  for (const id of [waiting, refused, stopped]) {
    for (const verb of [resume, retry])
      expect(await verb({ id }, now)).toMatchObject({ ok: false, error: { name: 'NotPossible' } })
    expect(await reopenItems(id)).toBe(false)
  }
  // A job of now is done; by then an earlier one would be too.
  const fresh = await start('New', ['fifth'])
  await becomes(fresh, 'paused')
  await resume({ id: fresh }, now)
  await becomes(fresh, 'done')
  expect(sent.toSorted()).toEqual([...before, 'fifth'].toSorted())

  const lines = await readLines({ who: 'own' }, now)
  const words =
    /^Stopped: the console was restored from the backup of 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. Some of this may be done since\./
  expect(lines.ok && lines.value.filter(({ id }) => id === waiting)).toMatchObject([
    {
      state: 'cancelled',
      is_open: false,
      failure: { message: expect.stringMatching(words) },
      items: { verified: 1, unknown: 1 },
    },
  ])
  expect(
    (await listItems(waiting, { limit: 9 })).map(({ record, state, words }) => [
      record,
      state,
      words,
    ]),
  ).toEqual([
    ['first', 'verified', null],
    ['second', 'unknown', expect.stringContaining('Check the record.')],
  ])
  // The same write is looked for before it is sent again.
  expect(await findWrite('op-lost')).toMatchObject({ stage: 'unknown' })
})
