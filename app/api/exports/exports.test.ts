import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { exportList } from '#lib/actions/exports.ts'
import { handOver, startJobs } from '#lib/actions/jobs/run-job.ts'
import { resetReads, mostExported, takeReads } from '#lib/console/accounts/read-budget.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { setClock } from '#lib/console/clock.ts'
import { stopDelivery } from '#lib/console/jobs/delivery.ts'
import { newestJob, readJobPart } from '#lib/console/jobs/store.ts'
import { auditRecords, jobParts, jobs } from '#lib/console/schema.ts'
import {
  sendFromOwnPage,
  startTestConsole,
  stopTestConsole,
  signInAs,
} from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { xlsxType } from '#lib/core/xlsx.ts'
import { POST } from './route.ts'

let partner: Awaited<ReturnType<typeof startTestPartner>>
let account: string

// The console's clock only moves on: its waits are measured with it.
let later = 0

/** How the partner answers: it sends the page at once or later, or refuses it. */
let answer: (page: string, send: () => void, refuse: () => void) => void = (_, send) => send()
const pageOf = (url: string | undefined) => (url?.includes('page_token=two') ? 'two' : 'first')
const pagesAsked = () => partner.seen.map(({ url }) => pageOf(url))

const capture = (id: string, last_name: string) => ({
  id,
  charge_external_id: `CHG-${id}`,
  status: 'billed',
  charge_capture_data: {
    patient: { first_name: 'Avery', last_name },
    service_lines: [{ charge_amount_cents: -50 }],
  },
})

beforeAll(async () => {
  partner = await startTestPartner((response, { url }) => {
    const page = pageOf(url)
    const body =
      page === 'two'
        ? { items: [capture('c2', '+Moss')] }
        : { items: [capture('c1', 'Moss')], next_page_token: 'two' }
    answer(
      page,
      () => void sendJson(response, 200, body),
      () =>
        void sendJson(response, 422, {
          errorName: 'UnprocessableEntityError',
          content: { message: 'No page.' },
        }),
    )
  })
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
  setClock(() => Date.now() + later)
})
afterAll(async () => {
  setClock(undefined)
  await stopTestConsole()
  await partner.close()
})
beforeEach(async () => {
  answer = (_, send) => send()
  resetReads()
  partner.seen.length = 0
  await (await consoleDb()).delete(jobs)
  sendFromOwnPage()
  account = await signInAs('biller')
})

async function exported(columns: string[], view?: string): Promise<string> {
  const query = { status: 'billed', limit: 25 }
  const request = { operation: 'listChargeCaptures', query }
  const started = await exportList({ request, columns, ...(view && { view }) })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const connection = await activeConnection()
  await vi.waitFor(
    async () =>
      expect(await newestJob(connection, 'export')).toMatchObject({
        id: started.value.id,
        state: 'done',
      }),
    { timeout: 45_000 },
  )
  return started.value.id
}

async function startExport() {
  const request = { operation: 'listChargeCaptures', query: {} }
  const started = await exportList({ request, columns: ['external_id'] })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  return { job: started.value }
}

async function becomes(job: object): Promise<void> {
  const connection = await activeConnection()
  await vi.waitFor(async () => expect(await newestJob(connection, 'export')).toMatchObject(job), {
    timeout: 20_000,
  })
}

async function download(
  id: string,
  { signal, ...more }: { signal?: AbortSignal; [name: string]: unknown } = {},
): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  const body = JSON.stringify({ account, id, ...more })
  const sent = { method: 'POST', headers, body, ...(signal && { signal }) }
  return POST(new Request('http://127.0.0.1:3000/api/exports', sent))
}

test('an export has every page of the view and the chosen columns, and the trail has its rows and its download', async () => {
  const id = await exported(['external_id', 'patient', 'charges'])
  const reply = await download(id)
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(Buffer.from(await reply.arrayBuffer()).toString()).toBe(
    '\uFEFFCapture,Patient,Charges (USD),Charge capture ID\r\nCHG-c1,"Moss, Avery",-0.50,c1\r\nCHG-c2,"\'+Moss, Avery",-0.50,c2\r\n',
  )
  expect(partner.seen.map(({ url }) => url)).toEqual([
    '/api/charge_captures/v1?limit=250&status=billed',
    '/api/charge_captures/v1?limit=250&status=billed&page_token=two',
  ])
  const connection = await activeConnection()
  expect(await newestJob(connection, 'export')).toMatchObject({
    title: 'Export of charge captures with patient data',
    progress: { words: 'Rows written', done: 2, total: 2 },
  })
  const db = await consoleDb()
  expect(
    JSON.stringify([await db.select().from(jobs), await db.select().from(jobParts)]),
  ).not.toMatch(/Avery|CHG-c1|billed/)
  const trail = await db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.accountId, account))
    .orderBy(auditRecords.id)
  expect(trail.map(({ operation, recordIds }) => [operation, recordIds]).toSorted()).toEqual(
    [
      ['startExport', [id]],
      ['exportList', ['c1']],
      ['exportList', ['c2']],
      ['downloadExport', [id]],
    ].toSorted(),
  )
})

test('the same file is there for Excel, with amounts as numbers, formulas as text and the name of the view', async () => {
  const id = await exported(['external_id', 'patient', 'charges'], 'Moss, on hold')
  const reply = await download(id, { format: 'xlsx' })
  expect(reply.headers.get('content-type')).toBe(xlsxType)
  expect(reply.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''Moss%2C%20on%20hold%20charge%20captures%20with%20patient%20data",
  )
  const files = unzipSync(new Uint8Array(await reply.arrayBuffer()))
  const sheet = Buffer.from(files['xl/worksheets/sheet1.xml']!).toString()
  expect(
    [...sheet.matchAll(/<row.*?<\/row>/gs)].map(([row]) => row.split(/<[^>]+>/).filter(Boolean)),
  ).toEqual([
    ['Capture', 'Patient', 'Charges (USD)', 'Charge capture ID'],
    ['CHG-c1', 'Moss, Avery', '-0.50', 'c1'],
    ['CHG-c2', '+Moss, Avery', '-0.50', 'c2'],
  ])
  expect(sheet).toContain('<v>-0.50</v>')
  // A view's name may name a patient.
  const db = await consoleDb()
  expect(JSON.stringify(await db.select().from(jobs))).not.toContain('Moss, on hold')
})

test('a file is only for the person who started it', async () => {
  const id = await exported(['status'])
  account = await signInAs('admin')
  expect(await (await download(id)).json()).toMatchObject({
    error: { name: 'EntityNotFoundError' },
  })
})

test('an export beyond 200,000 records within an hour pauses with its rows, says so, and ends an hour later', async () => {
  takeReads(
    account,
    Array.from({ length: mostExported - 1 }, (_, at) => `record-${at}`),
    true,
  )
  const { job } = await startExport()
  await becomes({
    id: job.id,
    state: 'paused',
    waits_for: 'limit',
    progress: {
      words: expect.stringContaining(
        'has exported 200,000 different records within an hour',
      ) as string,
      done: 1,
      until: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    },
  })
  later += 3_600_000
  // What the look at the jobs does each half minute; the delivery before may still be ending.
  const connection = await activeConnection()
  await vi.waitFor(
    async () => {
      await handOver(job.id)
      expect(await newestJob(connection, 'export')).toMatchObject({ state: 'done' })
    },
    { timeout: 20_000, interval: 200 },
  )
  await becomes({ state: 'done', progress: { words: 'Rows written', done: 2, total: 2 } })
  expect(pagesAsked().filter((page) => page === 'first')).toHaveLength(1)
})

test('an export whose process ended goes on at the page that it had reached', async () => {
  const held = Promise.withResolvers<void>()
  answer = (page, send) => (page === 'two' ? void held.promise.then(() => send()) : send())
  const { job } = await startExport()
  await vi.waitFor(async () => expect(pagesAsked()).toContain('two'), { timeout: 20_000 })
  const connection = await activeConnection()
  await vi.waitFor(
    async () => expect(await readJobPart(connection, job.id, 'position')).toContain('two'),
    {
      timeout: 20_000,
    },
  )
  await stopDelivery()
  held.resolve()
  answer = (_, send) => send()
  partner.seen.length = 0
  await startJobs()
  await becomes({
    id: job.id,
    state: 'done',
    progress: { words: 'Rows written', done: 2, total: 2 },
  })
  expect(pagesAsked()).toEqual(['two'])
  expect(await (await download(job.id)).text()).toBe(
    'Capture,Charge capture ID\r\nCHG-c1,c1\r\nCHG-c2,c2\r\n',
  )
})

test('an export is begun anew, and says so, if the partner no longer knows the page that it had reached', async () => {
  const held = Promise.withResolvers<void>()
  answer = (page, send) => (page === 'two' ? void held.promise.then(() => send()) : send())
  const { job } = await startExport()
  const connection = await activeConnection()
  await vi.waitFor(
    async () => expect(await readJobPart(connection, job.id, 'position')).toContain('two'),
    {
      timeout: 20_000,
    },
  )
  await stopDelivery()
  held.resolve()
  partner.seen.length = 0
  let refusals = 0
  answer = (page, send, refuse) => {
    if (page !== 'two' || refusals > 0) return send()
    refusals += 1
    return refuse()
  }
  await startJobs()
  await becomes({
    id: job.id,
    state: 'done',
    progress: {
      words:
        'Begun again from the first page, because the partner no longer knew the next one. Rows written',
      done: 2,
      total: 2,
    },
  })
  expect(pagesAsked()).toEqual(['two', 'first', 'two'])
  expect(await (await download(job.id)).text()).toBe(
    'Capture,Charge capture ID\r\nCHG-c1,c1\r\nCHG-c2,c2\r\n',
  )
})

test('a reader exports nothing, and nobody exports a list that their role may not read', async () => {
  const asked = { request: { operation: 'listChargeCaptures', query: {} }, columns: ['status'] }
  for (const role of ['reader', 'credentialing'] as const) {
    account = await signInAs(role)
    expect(await exportList(asked), role).toMatchObject({ error: { name: 'Forbidden' } })
  }
  expect(partner.seen).toEqual([])
})

test('an export without a known column, and a parameter that the list does not have, are refused', async () => {
  const operation = 'listChargeCaptures'
  expect(
    await exportList({ request: { operation, query: {} }, columns: ['nonsense'] }),
  ).toMatchObject({
    error: { issues: [{ path: 'columns', message: 'Choose at least one column.' }] },
  })
  expect(
    await exportList({ request: { operation, query: { nonsense: 'x' } }, columns: ['status'] }),
  ).toMatchObject({
    error: { name: 'InvalidInput' },
  })
})

test('two files of a person are read at once; a third waits until one was read or left, and a refusal keeps no place', async () => {
  const id = await exported(['external_id'])
  for (let i = 0; i < 3; i += 1) expect((await download('none')).ok).toBe(true)
  const [first, second] = [await download(id), await download(id)]
  let begun = 0
  const [third, fourth] = [0, 1].map(() =>
    download(id).then((reply) => {
      begun += 1
      return reply.text()
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(begun).toBe(0)
  await first!.body!.cancel()
  await vi.waitFor(() => expect(begun).toBeGreaterThan(0))
  await second!.text()
  expect(await third).toBe(await fourth)
})

test('browsers that leave before their file is there, or while they wait for it, keep no place', async () => {
  const id = await exported(['external_id'])
  const leaving = new AbortController()
  let made = 0
  const files = [0, 1, 2, 3].map(async () => {
    await download(id, { signal: leaving.signal })
    made += 1
  })
  await vi.waitFor(() => expect(made).toBe(2))
  leaving.abort()
  await Promise.all(files)
  const [one, two] = [await download(id), await download(id)]
  expect(await one!.text()).toBe(await two!.text())
})
