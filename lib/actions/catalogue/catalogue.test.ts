import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { stopDelivery } from '#lib/console/jobs/delivery.ts'
import { placeParts } from '#lib/console/code-lists.ts'
import { findJobRow, listJobs, putPart, type Job } from '#lib/console/jobs/store.ts'
import { listsLoaded } from '#lib/console/placed-lists.ts'
import { auditRecords } from '#lib/console/schema.ts'
import type { Result } from '#lib/core/result.ts'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'
import { checks } from '#lib/rules/scrub/check-capture.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { startJobs } from '#lib/actions/jobs/run-job.ts'
import { queueSettled } from '#lib/actions/queue/settling.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { placeUpload, readLists, takePart } from './code-sets.ts'
import { readCatalogue } from './read-checks.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'

const world = startWorld({ captures: 1 })
let admin: ActionContext
let folder: string
const dataDir = process.env.DATA_DIR

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'catalogue-'))
  process.env.DATA_DIR = folder
  admin = world.as.admin
})
afterAll(async () => {
  if (dataDir === undefined) delete process.env.DATA_DIR
  else process.env.DATA_DIR = dataDir
  await rm(folder, { recursive: true })
})

const value = async <T>(result: Promise<Result<T>>) => valueOf(await result)
const catalogue = () => value(readCatalogue({}, admin))
const check = async (id: string) => (await catalogue()).checks.find((row) => row.id === id)!

/** A reading of everything: the one before is more than half an hour old. */
async function readWhole(): Promise<void> {
  world.passTime(31 * 60_000)
  await queueSettled(world.connection)
  await world.readQueue()
}

let made = 0
/** A billable capture whose claim is in error: its rendering NPI is mistyped. */
async function errored(): Promise<void> {
  const clean = cleanData()
  const patient = `PAT-CHECK-${(made += 1)}`
  const data = {
    ...clean,
    patient: { ...clean.patient, external_id: patient },
    rendering_provider: { ...clean.rendering_provider, npi: '1234567890' },
  }
  const body = captureBody(data, { patient_external_id: patient, status: 'billable' })
  await world.sandbox.send('POST', '/api/charge_captures/v1', body)
}

let uploads = 0
/** Sends a file in parts and waits until the worker has placed or refused it. */
async function place(name: string, ...texts: string[]): Promise<Partial<Job>> {
  const upload = String((uploads += 1)).padStart(32, '0')
  let at = 0
  for (const text of texts) {
    await value(takePart({ upload, at, text }))
    at += text.length
  }
  const { id } = await value(placeUpload({ name, upload }, admin))
  return vi.waitFor(
    async () => {
      const [job] = await listJobs(world.connection, { accountId: null, id })
      expect(job!.is_open).toBe(false)
      return job!
    },
    { timeout: 30_000, interval: 50 },
  )
}
const placed = (words: string, done: number) => ({
  state: 'done',
  progress: { words, done, total: done },
})
const refused = (message: string) => ({
  state: 'failed',
  failure: { name: 'InvalidInput', message: `Nothing was placed. ${message}` },
})

const order = (...codes: [code: string, flag: string][]) =>
  codes
    .map(
      ([code, flag], at) => `${String(at + 1).padStart(5, '0')} ${code.padEnd(7)} ${flag} Made up`,
    )
    .join('\n')

test('has every rule, and says that nothing was counted before the queue was read', async () => {
  const reply = await catalogue()
  expect(reply.checks.map(({ id }) => id)).toEqual(checks.map(({ id }) => id))
  expect(reply.checks.every((row) => !('check' in row))).toBe(true)
  expect(reply.counted).toBeUndefined()
  expect(reply.checks.filter(({ found, outcome }) => found ?? outcome)).toEqual([])
})

test('counts the captures of claims in error in which a check finds something', async () => {
  await readWhole()
  const before = await catalogue()
  const found = before.checks.find(({ id }) => id === 'npi-check-digit')!.found ?? {
    captures: 0,
    of: 0,
  }
  await errored()
  await errored()
  await readWhole()
  expect((await check('npi-check-digit')).found).toEqual({
    captures: found.captures + 2,
    of: found.of + 2,
  })
  expect((await catalogue()).counted).toMatchObject({ captures: found.of + 2, isAll: true })
  expect((await check('claim-charges-nothing')).found).toMatchObject({ captures: 0 })
  // These need the patient's other captures, and a capture that is not made yet.
  expect((await check('capture-repeated')).found).toBeUndefined()
  expect((await check('pre-encounter-field')).found).toBeUndefined()
})

test('checks sleep without a list, and a count of before it says nothing of them', async () => {
  const ids = ['diagnosis-code-year', 'diagnosis-code-header']
  const states = () => Promise.all(ids.map(async (id) => (await check(id)).isAsleep))
  expect(await states()).toEqual([true, true])
  expect(await place('icd10cm-codes-2027.txt', 'E119    Made up\nI10     Made up')).toMatchObject(
    placed('Codes read', 2),
  )
  expect(await states()).toEqual([false, true])
  await place('icd10cm-order-2027.txt', order(['E11', '0'], ['E119', '1']))
  expect(await states()).toEqual([false, false])
  expect((await check('diagnosis-code-header')).found).toBeUndefined()
  await readWhole()
  expect((await check('diagnosis-code-header')).found).toEqual({ captures: 0, of: 2 })
})

test('a wrong line places nothing and keeps the list before; a good file is in the trail', async () => {
  const { years } = await value(readLists())
  expect(years).toMatchObject([{ fiscal_year: 2027, codes: 3, headers: 1 }])
  const wrong = order(['E11', '0'], ['E119', 'x'])
  expect(await place('icd10cm-order-2027.txt', wrong)).toMatchObject(
    refused('Line 2: There is no number, code and 0 or 1 in the columns of an order file.'),
  )
  expect(
    await placeUpload({ name: '../icd10cm-order-2027.txt', upload: '1'.repeat(32) }, admin),
  ).toMatchObject({
    error: { message: 'Nothing was placed. The name is none of a published list.' },
  })
  expect((await value(readLists())).years).toEqual(years)
  expect((await readdir(path.join(folder, 'code-lists'))).toSorted()).toEqual([
    'icd10cm-codes-2027.txt',
    'icd10cm-order-2027.txt',
  ])
  const rows = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'placeCodeList'))
    .orderBy(desc(auditRecords.id))
  expect(rows.map(({ stage, outcome }) => [stage, outcome])).toEqual([
    ['outcome', 'InvalidInput'],
    ['intent', 'sent'],
    ['outcome', 'ok'],
    ['intent', 'sent'],
    ['outcome', 'ok'],
    ['intent', 'sent'],
  ])
})

test('a list that was sent in parts wakes its check; a wrong line or a missing part places nothing', async () => {
  const name = 'ccipra-v323r0-f1.txt'
  const heading = 'Column 1\tColumn 2\t*\tEffective\tDeletion\tModifier\tRationale\n'
  expect((await check('ncci-pair')).isAsleep).toBe(true)
  expect(await place(name, heading, 'G0463\tJ0696\t\t20240101\t*\t5\t')).toMatchObject(
    refused('Line 2: The modifier indicator “5” isn’t 0, 1 or 9.'),
  )
  expect(await placeUpload({ name, upload: 'e'.repeat(32) }, admin)).toMatchObject({
    error: { message: 'Nothing was placed: the file didn’t arrive. Pick it again.' },
  })
  expect(await takePart({ upload: 'f'.repeat(32), at: 5, text: heading })).toMatchObject({
    error: { message: 'A part of the file is missing. Pick the file again.' },
  })
  expect((await value(readLists())).lists).toEqual([])

  expect(await place(name, heading, 'G0463\tJ0696\t\t20240101\t*\t1\t')).toMatchObject(
    placed('Entries read', 1),
  )
  await listsLoaded()
  expect((await value(readLists())).lists).toMatchObject([{ name, state: 'loaded', entries: 1 }])
  expect(await check('ncci-pair')).toMatchObject({ isAsleep: false })
  // It is looked up for one capture at a time.
  expect((await check('ncci-pair')).found).toBeUndefined()
})

test('a process for people starts the job and loads nothing itself; a worker that was killed after it placed the file ends it', async () => {
  const name = 'ccipra-v323r0-f2.txt'
  const upload = 'a'.repeat(32)
  const heading = 'Column 1\tColumn 2\t*\tEffective\tDeletion\tModifier\tRationale\n'
  await stopDelivery()
  vi.stubEnv('CONSOLE_PARTS', 'web')
  await value(takePart({ upload, at: 0, text: `${heading}J0696\tA4550\t\t20240101\t*\t1\t` }))
  const { id } = await value(placeUpload({ name, upload }, admin))
  const row = (await findJobRow(world.connection, id))!
  expect(row.state).toBe('queued')
  const read = { words: 'Entries read', count: 1, change: { before: null, after: { file: name } } }
  await putPart(row, 'read', JSON.stringify(read))
  await placeParts(upload, name)
  await listsLoaded()
  const state = async () =>
    (await value(readLists())).lists.find((list) => list.name === name)?.state
  expect(await state()).toBe('loading')

  await stopDelivery()
  vi.unstubAllEnvs()
  await startJobs()
  await vi.waitFor(
    async () => expect((await findJobRow(world.connection, id))!.state).toBe('done'),
    { timeout: 30_000, interval: 50 },
  )
  await listsLoaded()
  expect(await state()).toBe('loaded')
})
