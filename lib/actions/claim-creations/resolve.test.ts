import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { resolveChanges, resolveError } from './resolve.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

type Answer = 'done' | 'lost' | 'refused'

/** A partner that resolves, and answers one request after the other as the test says. */
async function partnerWith(...answers: Answer[]) {
  const started = await startTestPartner((response, _, count) => {
    const answer = answers[count - 1] ?? 'done'
    if (answer === 'lost') return response.destroy()
    if (answer === 'refused')
      return sendJson(response, 404, { errorName: 'EntityNotFoundError', content: { id: 'e1' } })
    return sendJson(response, 200, {})
  })
  open.push(started.close)
  const context: ActionContext = {
    account: { id: 'a1', name: 'Bill', email: 'b@x.example', role: 'biller', isDemo: false },
    connection: connectionTo(started.url),
  }
  return { context, seen: started.seen }
}

const writes = {
  error: {
    of: 'resolveClaimCreationError',
    run: (operation_id: string, context: ActionContext, change: object = {}) =>
      resolveError({ operation_id, error_id: 'e1', resolution_reason: 'Fixed.', ...change }, context),
    other: { resolution_reason: 'Not an error.' },
    body: { resolved_by: 'Bill', resolution_reason: 'Fixed.' },
    value: { id: 'e1', resolved_by: 'Bill', resolution_reason: 'Fixed.' },
    ids: ['e1'],
  },
  changes: {
    of: 'resolveChargeCaptureChanges',
    run: (operation_id: string, context: ActionContext, change: object = {}) =>
      resolveChanges({ operation_id, charge_capture_change_ids: ['c2', 'c1'], resolved: true, ...change }, context),
    other: { resolved: false },
    body: { charge_capture_change_ids: ['c2', 'c1'], resolved: true },
    value: { ids: ['c2', 'c1'] },
    ids: ['c2', 'c1'],
  },
}

test.each(Object.values(writes))('$of: the same operation answers the same and is sent once', async (write) => {
  const { context, seen } = await partnerWith()
  const id = randomUUID()
  expect(await write.run(id, context)).toEqual({ ok: true, value: write.value })
  expect(await write.run(id, context)).toEqual({ ok: true, value: write.value })
  expect(seen.map(({ body }) => JSON.parse(body))).toEqual([write.body])
  expect(await write.run(id, context, write.other)).toMatchObject({ ok: false, error: { name: 'OperationReused' } })
  const db = await consoleDb()
  const rows = await db
    .select()
    .from(auditRecords)
    .where(sql`operation = ${write.of}`)
    .orderBy(sql`id desc`)
    .limit(2)
  expect(rows).toMatchObject([
    { stage: 'outcome', outcome: 'ok', recordIds: write.ids },
    { stage: 'intent', outcome: 'sent', recordIds: write.ids },
  ])
})

test.each(Object.values(writes))(
  '$of: a lost answer is unknown; the same operation sends nothing again, a new one does',
  async (write) => {
    const { context, seen } = await partnerWith('lost')
    const id = randomUUID()
    expect(await write.run(id, context)).toMatchObject({ ok: false, error: { name: 'OutcomeUnknown' } })
    expect(await write.run(id, context)).toMatchObject({ ok: false, error: { name: 'OutcomeUnknown' } })
    expect(seen).toHaveLength(1)
    expect(await write.run(randomUUID(), context)).toEqual({ ok: true, value: write.value })
    expect(seen).toHaveLength(2)
  },
)

test.each(Object.values(writes))('$of: a refusal keeps the partner’s name and status', async (write) => {
  const { context } = await partnerWith('refused')
  expect(await write.run(randomUUID(), context)).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError', status: 404 },
  })
})
