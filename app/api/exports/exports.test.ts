import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { exportList } from '#lib/actions/exports.ts'
import { forgetReads, mostExported, takeReads } from '#lib/console/accounts/read-budget.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { newestJob } from '#lib/console/jobs/store.ts'
import { auditRecords, jobParts, jobs, user } from '#lib/console/schema.ts'
import { sendFromOwnPage, startTestConsole, stopTestConsole, signInAccount } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { POST } from './route.ts'

let partner: Awaited<ReturnType<typeof startTestPartner>>
let account: string

const capture = (id: string, name: string) => ({
  id,
  charge_external_id: `CHG-${id}`,
  status: 'billed',
  charge_capture_data: {
    patient: { first_name: name, last_name: 'Moss' },
    service_lines: [{ charge_amount_cents: -50 }],
  },
})

beforeAll(async () => {
  partner = await startTestPartner((response, { url }) =>
    sendJson(
      response,
      200,
      url?.includes('page_token=two')
        ? { items: [capture('c2', '+Bo')] }
        : { items: [capture('c1', 'Avery')], next_page_token: 'two' },
    ),
  )
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
})
afterAll(async () => {
  await stopTestConsole()
  await partner.close()
})
beforeEach(async () => {
  forgetReads()
  partner.seen.length = 0
  await (await consoleDb()).delete(jobs)
  await signInAs('biller')
})

async function signInAs(role: string): Promise<void> {
  sendFromOwnPage()
  const db = await consoleDb()
  const [holder] = await db
    .select()
    .from(user)
    .where(eq(user.email, `${role === 'reader' ? 'manager' : role}@demo.test`))
  account = holder!.id
  await db.update(user).set({ role }).where(eq(user.id, account))
  await signInAccount(account)
}

async function exported(columns: string[]): Promise<string> {
  const query = { status: 'billed', limit: 25 }
  const started = await exportList({ request: { operation: 'listChargeCaptures', query }, columns })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const connection = await activeConnection()
  await vi.waitFor(
    async () => expect(await newestJob(connection, 'export')).toMatchObject({ id: started.value.id, state: 'done' }),
    { timeout: 10_000 },
  )
  return started.value.id
}

async function download(id: string): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  const body = JSON.stringify({ account, id })
  return POST(new Request('http://127.0.0.1:3000/api/exports', { method: 'POST', headers, body }))
}

test('an export has every page of the view and the chosen columns, and the trail has its rows and its download', async () => {
  const id = await exported(['external_id', 'patient', 'charges'])
  const reply = await download(id)
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(Buffer.from(await reply.arrayBuffer()).toString()).toBe(
    "\uFEFFCapture,Patient,Charges (USD)\r\nCHG-c1,Avery Moss,-0.50\r\nCHG-c2,'+Bo Moss,-0.50\r\n",
  )
  expect(partner.seen.map(({ url }) => url)).toEqual([
    '/api/charge_captures/v1?limit=1000&status=billed',
    '/api/charge_captures/v1?limit=1000&status=billed&page_token=two',
  ])
  const connection = await activeConnection()
  expect(await newestJob(connection, 'export')).toMatchObject({
    title: 'Export of charge captures',
    progress: { words: 'Rows written', done: 2, total: 2 },
  })
  const db = await consoleDb()
  expect(JSON.stringify([await db.select().from(jobs), await db.select().from(jobParts)])).not.toMatch(
    /Avery|CHG-c1|billed/,
  )
  const trail = await db.select().from(auditRecords).where(eq(auditRecords.accountId, account)).orderBy(auditRecords.id)
  expect(trail.map(({ operation, recordIds }) => [operation, recordIds]).toSorted()).toEqual(
    [
      ['startExport', [id]],
      ['exportList', ['c1']],
      ['exportList', ['c2']],
      ['downloadExport', [id]],
    ].toSorted(),
  )
})

test('a file is only for the person who started it', async () => {
  const id = await exported(['status'])
  await signInAs('admin')
  expect(await (await download(id)).json()).toMatchObject({ error: { name: 'EntityNotFoundError' } })
})

test('an account that has exported 200,000 records within an hour gets no more rows, and is told so', async () => {
  takeReads(
    account,
    Array.from({ length: mostExported - 1 }, (_, at) => `record-${at}`),
    true,
  )
  const request = { operation: 'listChargeCaptures', query: {} }
  expect(await exportList({ request, columns: ['status'] })).toMatchObject({ ok: true })
  const connection = await activeConnection()
  await vi.waitFor(
    async () =>
      expect(await newestJob(connection, 'export')).toMatchObject({
        state: 'failed',
        failure: { name: 'TooManyReads', message: expect.stringContaining('has exported 200,000') as string },
      }),
    { timeout: 10_000 },
  )
})

test('a reader exports nothing, and nobody exports a list that their role may not read', async () => {
  const asked = { request: { operation: 'listChargeCaptures', query: {} }, columns: ['status'] }
  for (const role of ['reader', 'credentialing']) {
    await signInAs(role)
    expect(await exportList(asked), role).toMatchObject({ error: { name: 'Forbidden' } })
  }
  expect(partner.seen).toEqual([])
})

test('an export without a known column, and a parameter that the list does not have, are refused', async () => {
  const operation = 'listChargeCaptures'
  expect(await exportList({ request: { operation, query: {} }, columns: ['nonsense'] })).toMatchObject({
    error: { issues: [{ path: 'columns', message: 'Choose at least one column.' }] },
  })
  expect(await exportList({ request: { operation, query: { nonsense: 'x' } }, columns: ['status'] })).toMatchObject({
    error: { name: 'InvalidInput' },
  })
})
