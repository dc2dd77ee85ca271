import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asc, eq, gt, sql } from 'drizzle-orm'
import { resetStrangers, recordAudit } from '#lib/console/audit.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, user } from '#lib/console/schema.ts'
import { endSession } from '#lib/console/accounts/session.ts'
import { startTestConsole, stopTestConsole, signInAs } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import type { Result } from '#lib/core/result.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import {
  addContractProviders,
  deleteContractV3,
  resolveClaimCreationError,
  saveChargeCapture,
} from './records.ts'
import {
  readChargeCapture,
  readClaimCreation,
  readContract,
  readEncounter,
  readFacilitySpan,
} from './read.ts'
import { savePreferences } from './personal.ts'
import { resetReads, mostReads, takeReads } from '#lib/console/accounts/read-budget.ts'
import { setClock } from '#lib/console/clock.ts'
import type { Reply } from './act.ts'

const canary = 'Canary-Person-4711'
const id = '0b7b4cf1-2f7a-4f7e-9d3c-0a5a3f6d1c11'
const capture = (lastName: string | null) => ({
  id,
  status: 'billable',
  claim_creation_id: null,
  charge_capture_data: { patient: { first_name: canary, last_name: lastName } },
})
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

let partner: Awaited<ReturnType<typeof startTestPartner>>
let stored = capture(null)
let lastId = 0

beforeAll(async () => {
  partner = await startTestPartner((response, { method, url, body }) => {
    if (method === 'PATCH') {
      const { data } = JSON.parse(body) as { data: (typeof stored)['charge_capture_data'] }
      stored = { ...stored, charge_capture_data: data }
    }
    if (url.includes('charge_capture') && !url.includes('claim_creation'))
      return sendJson(response, 200, stored)
    sendJson(response, 200, {
      ...stored,
      contract_id: id,
      items: [stored],
      errors: [],
      provider_count: 1,
    })
  })
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
})
afterAll(async () => {
  await stopTestConsole()
  await partner.close()
})
beforeEach(async () => {
  stored = capture(null)
  partner.seen.length = 0
  resetStrangers()
  request.headers = new Headers({
    host: '127.0.0.1:3000',
    origin: 'http://127.0.0.1:3000',
    'sec-fetch-site': 'same-origin',
    'user-agent': browser,
    [clientAddressHeader]: '10.1.2.3',
  })
  await signInAs('admin')
  const [last] = await (
    await consoleDb()
  )
    .select({ id: sql<number>`max(id)::int` })
    .from(auditRecords)
  lastId = last?.id ?? 0
})
afterEach(() => failTrail(false))

/** The database refuses every new row of the trail, as a full disk or a missing grant would. */
async function failTrail(isFailing: boolean): Promise<void> {
  const db = await consoleDb()
  await db.execute(sql`drop trigger if exists no_insert on audit_records`)
  if (isFailing)
    await db.execute(
      sql`create trigger no_insert before insert on audit_records for each row execute function refuse_audit_change()`,
    )
}

async function rows() {
  const found = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(gt(auditRecords.id, lastId))
    .orderBy(asc(auditRecords.id))
  return found
}

async function resultOf(
  answer: Promise<Reply<unknown> | Result<unknown>>,
): Promise<Result<unknown>> {
  const given = await answer
  return 'reply' in given ? (JSON.parse(await given.reply) as Result<unknown>) : given
}

const wanted = { patient: { first_name: canary, last_name: 'Moss' } }
const saving = () => ({
  operation_id: randomUUID(),
  id,
  base: JSON.stringify(capture(null)),
  body: JSON.stringify({ data: wanted }),
  past: { reason: 'Still being written', findings: [] },
})
const reads = {
  readChargeCapture,
  readClaimCreation,
  readEncounter,
  readContract,
  readFacilitySpan,
}
const writes: Record<string, () => Promise<Reply<unknown> | Result<unknown>>> = {
  saveChargeCapture: () => saveChargeCapture(saving()),
  deleteContractV3: () => deleteContractV3({ id, operation_id: randomUUID() }),
  addContractProviders: () =>
    addContractProviders({
      id,
      operation_id: randomUUID(),
      rendering_provider_ids: [randomUUID()],
    }),
  resolveClaimCreationError: () =>
    resolveClaimCreationError({ error_id: id, operation_id: randomUUID() }),
}

test('a read names who read what, when, from where and with which connection', async () => {
  expect(await resultOf(readChargeCapture({ id }))).toMatchObject({ ok: true })
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(row).toMatchObject({
    person: 'admin@demo.test',
    role: 'admin',
    address: '10.1.2.3',
    browser: 'Chrome 142, Windows',
    session: expect.stringMatching(/^[0-9a-f]{12}$/),
    connectionId: 'sandbox',
    operation: 'getChargeCapture',
    stage: 'read',
    outcome: 'ok',
    recordKind: 'charge-capture',
    recordIds: [id],
    sealedChange: null,
  })
})

test('a save has its values before and after, sealed, at the intent and at the outcome', async () => {
  expect(await resultOf(writes.saveChargeCapture!())).toMatchObject({
    ok: true,
    value: { kind: 'saved' },
  })
  const written = (await rows()).filter((row) => row.operation === 'updateChargeCapture')
  expect(written.map(({ stage, outcome }) => [stage, outcome])).toEqual([
    ['intent', 'sent'],
    ['outcome', 'ok'],
  ])
  expect(JSON.stringify(written)).not.toContain(canary)
  for (const row of written)
    expect(await openChange(row)).toMatchObject({
      before: { data: { patient: { last_name: null } } },
      after: { data: { patient: { last_name: 'Moss' } } },
    })
  await expect(openChange({ ...written[0]!, recordIds: ['another'] })).rejects.toThrow(
    'moved to another row',
  )
})

test('a deletion keeps the record that was there', async () => {
  expect(await resultOf(writes.deleteContractV3!())).toMatchObject({ ok: true })
  const [intent] = await rows()
  expect(await openChange(intent!)).toMatchObject({ before: { contract_id: id }, after: null })
})

test('without the trail no patient data is returned and nothing is written to the partner', async () => {
  await failTrail(true)
  for (const [name, read] of Object.entries(reads)) {
    const reply = await resultOf(read({ id }))
    expect([name, reply]).toMatchObject([name, { ok: false, error: { name: 'Unexpected' } }])
    expect(JSON.stringify(reply)).not.toContain(canary)
  }
  for (const [name, write] of Object.entries(writes))
    expect([name, await resultOf(write())]).toMatchObject([name, { ok: false }])
  expect(partner.seen.filter(({ method }) => method !== 'GET')).toEqual([])
  // With the trail, the same reads serve the canary and the same writes arrive.
  await failTrail(false)
  for (const read of Object.values(reads))
    expect(JSON.stringify(await resultOf(read({ id })))).toContain(canary)
  for (const write of Object.values(writes)) await resultOf(write())
  expect(partner.seen.filter(({ method }) => method !== 'GET')).toHaveLength(
    Object.keys(writes).length,
  )
})

test('each refused request has one row: another role, no session, a foreign origin, a wrong input', async () => {
  await signInAs('credentialing')
  await resultOf(readChargeCapture({ id }))
  await resultOf(savePreferences({ theme: 'pink' as 'light' }))
  request.headers.set('origin', 'https://evil.example')
  await resultOf(readChargeCapture({ id }))
  request.headers.set('origin', 'http://127.0.0.1:3000')
  request.cookies.clear()
  await resultOf(readChargeCapture({ id }))
  expect(
    (await rows()).map(({ person, operation, stage, outcome, address, recordIds }) => [
      person,
      operation,
      stage,
      outcome,
      address,
      recordIds,
    ]),
  ).toEqual([
    ['credentialing@demo.test', 'getChargeCapture', 'refused', 'Forbidden', '10.1.2.3', [id]],
    ['credentialing@demo.test', 'savePreferences', 'refused', 'InvalidInput', '10.1.2.3', []],
    ['', 'getChargeCapture', 'refused', 'ForeignOrigin', '10.1.2.3', []],
    ['', 'getChargeCapture', 'refused', 'Unauthenticated', '10.1.2.3', []],
  ])
  expect(partner.seen).toEqual([])
})

test('requests without a session cannot fill the trail', async () => {
  request.cookies.clear()
  for (let at = 0; at < 320; at += 1) await resultOf(readChargeCapture({ id }))
  const written = await rows()
  expect(written).toHaveLength(301)
  expect(written.at(-1)).toMatchObject({ accountId: 'anonymous', outcome: 'AndMore' })
})

test('signing out is in the trail', async () => {
  await endSession()
  expect(await rows()).toMatchObject([
    {
      person: 'admin@demo.test',
      operation: 'signOut',
      stage: 'sign-in',
      outcome: 'ok',
      address: '10.1.2.3',
    },
  ])
})

test('an account reads 50,000 different records an hour: the next one is refused with words and in the trail', async () => {
  const [holder] = await (await consoleDb()).select().from(user).where(eq(user.role, 'admin'))
  const start = Date.now()
  setClock(() => start)
  try {
    resetReads()
    const others = Array.from({ length: mostReads - 1 }, (_, at) => `record-${at}`)
    // Two ids may share a number, so a few more are read until the budget is used up.
    takeReads(holder!.id, others)
    takeReads(holder!.id, others)
    expect(await resultOf(readChargeCapture({ id }))).toMatchObject({ ok: true })
    for (let at = 0; at < 100; at += 1)
      try {
        takeReads(holder!.id, [`more-${at}`])
      } catch {
        break
      }
    // A record that was read in this hour can be read again.
    expect(await resultOf(readChargeCapture({ id }))).toMatchObject({ ok: true })
    const next = randomUUID()
    partner.seen.length = 0
    const refused = await resultOf(readEncounter({ id: next }))
    expect(refused).toMatchObject({
      error: {
        name: 'TooManyReads',
        message: expect.stringMatching(/50,000 different records .* in 60 minutes\.$/),
      },
    })
    expect((await rows()).at(-1)).toMatchObject({
      operation: 'getEncounter',
      stage: 'refused',
      outcome: 'TooManyReads',
    })
    // The console's own upkeep has no budget.
    const upkeep = {
      accountId: 'console',
      connectionId: null,
      operation: 'listChargeCaptures',
      stage: 'read',
    } as const
    const many = Array.from({ length: mostReads + 1 }, (_, at) => `upkeep-${at}`)
    await recordAudit({ ...upkeep, outcome: 'ok', recordIds: many })
    // Records without patients cost nothing.
    expect(await resultOf(readContract({ id }))).toMatchObject({ ok: true })
    setClock(() => start + 3_600_000)
    expect(() => takeReads(holder!.id, [next])).not.toThrow()
  } finally {
    setClock(undefined)
    resetReads()
  }
})
