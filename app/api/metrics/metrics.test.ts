import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { POST as signIn } from '#app/api/auth/[...all]/route.ts'
import { GET as ready } from '#app/api/ready/route.ts'
import { readList } from '#lib/actions/lists.ts'
import { setClock } from '#lib/console/clock.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { startPostgresStandIn } from '#lib/console/postgres-stand-in.testing.ts'
import { drafts, jobs, queueSnapshots } from '#lib/console/schema.ts'
import {
  sendFromOwnPage,
  signInAs,
  startTestConsole,
  stopTestConsole,
} from '#lib/console/test-console.ts'
import { version } from '#lib/core/version.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { GET as metrics } from './route.ts'

const METRICS_TOKEN = 'metrics-of-a-test-console'
let standIn: Awaited<ReturnType<typeof startPostgresStandIn>>
let partner: Awaited<ReturnType<typeof startTestPartner>>
let partnerStatus = 200

beforeAll(async () => {
  standIn = await startPostgresStandIn()
  partner = await startTestPartner((response) =>
    sendJson(response, partnerStatus, { items: [{ id: 'patient-canary' }] }),
  )
})
afterEach(async () => {
  partnerStatus = 200
  standIn.thaw()
  delete process.env.METRICS_TOKEN
  await stopTestConsole()
})
afterAll(async () => {
  await partner.close()
  standIn.close()
})

async function ask(authorization?: string): Promise<{ status: number; text: string }> {
  const headers = authorization === undefined ? undefined : { authorization }
  const reply = await metrics(new Request('http://127.0.0.1/api/metrics', { headers }))
  return { status: reply.status, text: await reply.text() }
}

const read = () => ask(`Bearer ${METRICS_TOKEN}`)

async function readiness(): Promise<{ status: number; body: unknown }> {
  const reply = await ready()
  return { status: reply.status, body: await reply.json() }
}

/** The value of a metric without labels, or of one with the given labels; undefined if it is absent. */
function valueIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}

async function listCaptures(query: { search_term?: string } = {}): Promise<void> {
  const { reply } = await readList({ operation: 'listChargeCaptures', query })
  await reply
}

test('metrics need their token, and without one there are none', async () => {
  await startTestConsole()
  expect((await read()).status).toBe(404)
  await startTestConsole({ METRICS_TOKEN })
  expect((await ask()).status).toBe(401)
  expect((await ask('Bearer metrics-of-a-test-consolf')).status).toBe(401)
  expect((await read()).status).toBe(200)
})

test('a token that can be guessed stops the start', async () => {
  await expect(startTestConsole({ METRICS_TOKEN: 'short' })).rejects.toThrow(
    'METRICS_TOKEN is too short: at least 16 characters.',
  )
})

test('what a person’s page asks is counted by act, operation and outcome, and nothing of it is named', async () => {
  await startTestConsole({ METRICS_TOKEN, SANDBOX_PORT: new URL(partner.url).port })
  sendFromOwnPage()
  await listCaptures()
  const holder = await signInAs('biller')
  await listCaptures({ search_term: 'patient-canary' })
  // The event loop is busy for a while, so its lag is no rounding error.
  for (const until = performance.now() + 100; performance.now() < until;);
  const { text } = await read()
  for (const line of [
    'console_action_seconds_count{action="listChargeCaptures",outcome="Unauthenticated"} 1',
    'console_action_seconds_count{action="listChargeCaptures",outcome="ok"} 1',
    'console_partner_call_seconds_count{operation="listChargeCaptures",outcome="ok"} 1',
    'console_database_up 1',
    'console_partner_up 1',
    'console_database_connections{state="waited_for"} 0',
  ])
    expect(text.split('\n')).toContain(line)
  expect(valueIn(text, 'nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.05)
  expect(text).not.toContain('patient-canary')
  expect(text).not.toContain(holder)
})

test('what nobody knows yet is left out, rather than 0', async () => {
  await startTestConsole({ METRICS_TOKEN, SANDBOX_PORT: new URL(partner.url).port })
  const { text } = await read()
  expect(valueIn(text, 'console_queue_age_seconds')).toBeUndefined()
  expect(valueIn(text, 'console_partner_up')).toBeUndefined()
  expect(valueIn(text, 'console_jobs_oldest_wait_seconds')).toBe(0)
  expect(valueIn(text, 'console_drafts')).toBe(0)
  expect(text).toContain('# HELP console_queue_age_seconds ')
})

test('the age of the queue, drafts and open jobs are counted; a job that a person holds does not wait', async () => {
  await startTestConsole({ METRICS_TOKEN })
  const began = Date.now()
  let later = 0
  setClock(() => began + later)
  const ago = (seconds: number) => new Date(began - seconds * 1_000)
  const expiresAt = ago(-86_400)
  const accountId = await signInAs('biller')
  const { boundTo: connection, id: connectionId } = await activeConnection()
  const db = await consoleDb()
  await db.insert(queueSnapshots).values({ connection, readAt: ago(120) })
  for (const record of ['one', 'other'])
    await db.insert(drafts).values({
      accountId,
      connection,
      kind: 'contract',
      record,
      revision: 1,
      savedAt: ago(5),
      expiresAt,
    })
  const until = ago(-100).toISOString()
  const open = [
    [50, 'queued', null],
    [300, 'paused', 'partner'],
    [900, 'paused', 'person'],
    [1_000, 'paused', 'gate'],
    [1_100, 'paused', 'limit'],
    [2_000, 'running', null],
  ] as const
  for (const [seconds, state, waitsFor] of open)
    await db.insert(jobs).values({
      id: `job-${seconds}`,
      kind: 'export-list',
      title: 'x',
      sealedInput: 'x',
      state,
      waitsFor,
      connection,
      connectionId,
      accountId,
      startedAt: ago(seconds),
      expiresAt,
      progress: { words: '', done: 0, total: 1, until },
    })
  const { text } = await read()
  expect(valueIn(text, 'console_queue_age_seconds')).toBe(120)
  expect(valueIn(text, 'console_drafts')).toBe(2)
  for (const [state, count] of Object.entries({ queued: 1, running: 1, paused: 4 }))
    expect(valueIn(text, `console_jobs_open{kind="export-list",state="${state}"}`)).toBe(count)
  expect(valueIn(text, 'console_jobs_oldest_wait_seconds')).toBe(300)
  // The hourly limit is over, so a worker should have taken the job up.
  later = 101_000
  expect(valueIn((await read()).text, 'console_jobs_oldest_wait_seconds')).toBe(1_201)
})

test('a partner that answers no call, and a refused sign-in, are counted', async () => {
  await startTestConsole({ METRICS_TOKEN, SANDBOX_PORT: new URL(partner.url).port })
  sendFromOwnPage()
  await signInAs('biller')
  partnerStatus = 503
  for (let count = 0; count < 2; count += 1) await listCaptures()
  const body = JSON.stringify({ email: 'nobody@demo.test', password: 'a wrong password' })
  const headers = {
    origin: 'http://127.0.0.1:3000',
    host: '127.0.0.1:3000',
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  const address = 'http://127.0.0.1:3000/api/auth/sign-in/email'
  expect((await signIn(new Request(address, { method: 'POST', body, headers }))).status).toBe(401)
  const { text } = await read()
  expect(valueIn(text, 'console_partner_up')).toBe(0)
  const calls = 'console_partner_call_seconds_count{operation="listChargeCaptures",outcome='
  expect(valueIn(text, `${calls}"PartnerFailed"}`)).toBeGreaterThanOrEqual(3)
  expect(valueIn(text, 'console_sign_in_refusals_total{outcome="INVALID_EMAIL_OR_PASSWORD"}')).toBe(
    1,
  )
  expect((await readiness()).body).toMatchObject({ status: 'ready', partner: 'down' })
})

test('without its database a console is not ready, says which part is missing, and its metrics say so too', async () => {
  await startTestConsole({ METRICS_TOKEN, DATABASE_URL: standIn.url })
  expect(await readiness()).toEqual({
    status: 200,
    body: { status: 'ready', version, database: 'ok', start: 'ok', partner: 'unknown' },
  })
  standIn.freeze()
  expect(await readiness()).toEqual({
    status: 503,
    body: {
      status: 'unavailable',
      version,
      database: 'unavailable',
      start: 'ok',
      partner: 'unknown',
    },
  })
  const { text } = await read()
  expect(valueIn(text, 'console_database_up')).toBe(0)
  for (const name of ['console_drafts', 'console_jobs_oldest_wait_seconds', 'console_partner_up'])
    expect(valueIn(text, name), name).toBeUndefined()
  standIn.thaw()
  await vi.waitFor(async () => expect((await readiness()).status).toBe(200), { timeout: 20_000 })
})
