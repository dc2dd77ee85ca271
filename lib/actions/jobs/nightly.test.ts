import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { newestJob } from '#lib/console/jobs/store.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { dayNow, timeZone } from '#lib/console/time-zone.ts'
import { addDays, firstInstantAt, type LocalDate } from '#lib/core/local-date.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { coverageBoard } from '#lib/actions/coverage-board/make-board.ts'
import { readStanding } from '#lib/actions/coverage-board/verbs.ts'
import { consoleAccount } from './job-kind.ts'
import { lastNight, nightHour } from './nightly.ts'
import { enqueueJob, startDueJobs } from './run-job.ts'

let today: LocalDate
let isAnswering = true
let connection: Connection
let partner: Awaited<ReturnType<typeof startTestPartner>>
beforeAll(async () => {
  partner = await startTestPartner((response) =>
    sendJson(response, isAnswering ? 200 : 400, { items: [] }),
  )
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
  connection = await activeConnection()
  today = dayNow()
})
afterAll(async () => {
  await stopTestConsole()
  await partner.close()
})

const atHour = (daysAhead: number, hours: number, minutes = 0) => {
  const day = addDays(today, daysAhead)
  return firstInstantAt(day, hours, timeZone()).getTime() + minutes * 60_000
}
const board = () => newestJob(connection, coverageBoard.kind)
async function madeBoard(): Promise<string> {
  const job = await vi.waitUntil(
    async () => {
      const newest = await board()
      return newest?.is_open ? undefined : newest
    },
    { timeout: 45_000 },
  )
  expect(job.state).toBe('done')
  return job.id
}

test('the last night is that of the same morning, or of the day before until 2:00 AM', () => {
  expect(lastNight(atHour(0, nightHour))).toBe(atHour(0, nightHour))
  expect(lastNight(atHour(0, 23))).toBe(atHour(0, nightHour))
  expect(lastNight(atHour(0, nightHour) - 1)).toBe(atHour(-1, nightHour))
})

test('the console makes the board once each night, with the trail naming it, and also later if it was off or the partner away', async () => {
  // The connection is younger than the last night.
  await startDueJobs()
  expect(await board()).toBeUndefined()

  setClock(() => atHour(1, nightHour, 1))
  isAnswering = false
  await startDueJobs()
  expect(await board()).toBeUndefined()

  isAnswering = true
  setClock(() => atHour(1, 9))
  await startDueJobs()
  const first = await madeBoard()
  const standing = await readStanding({}, { account: consoleAccount, connection })
  expect(standing).toMatchObject({ value: { done: { id: first, is_nightly: true } } })
  const entries = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'runCoverageBoard'))
  expect(entries).toMatchObject([
    { accountId: 'console', person: '', stage: 'outcome', outcome: 'ok', recordIds: [first] },
  ])

  await startDueJobs()
  setClock(() => atHour(2, nightHour) - 1)
  await startDueJobs()
  expect((await board())!.id).toBe(first)

  setClock(() => atHour(2, nightHour))
  await startDueJobs()
  const second = await madeBoard()
  expect(second).not.toBe(first)

  // A board that a person had made since serves as the night's.
  setClock(() => atHour(3, nightHour, 0))
  const { job } = await enqueueJob({ account: consoleAccount, connection }, coverageBoard, {})
  await madeBoard()
  setClock(() => atHour(3, nightHour, 30))
  await startDueJobs()
  expect((await board())!.id).toBe(job.id)
})
