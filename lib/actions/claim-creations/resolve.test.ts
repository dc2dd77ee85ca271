import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, updateResolutions } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { addDays, localDateAt } from '#lib/core/local-date.ts'
import { assumedTimeZone } from '#lib/core/time-zone.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { closePossibleOverpayment, readPossibleOverpayments, readResolved } from './resolutions.ts'
import { resolveChanges, resolveError } from './resolve.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
afterEach(async () => {
  readOf = claimsAt([], [])
  await (await consoleDb()).delete(updateResolutions)
})

type Answer = 'done' | 'lost' | 'refused'

let readOf = claimsAt([], [])

/** A partner that resolves, and answers one write after the other as the test says. */
async function partnerWith(...answers: Answer[]) {
  let count = 0
  const started = await startTestPartner((response, { method, url }) => {
    if (method === 'GET') {
      return sendJson(response, 200, readOf(url))
    }
    count += 1
    const answer = answers[count - 1] ?? 'done'
    if (answer === 'lost') return response.destroy()
    if (answer === 'refused')
      return sendJson(response, 404, { errorName: 'EntityNotFoundError', content: { id: 'e1' } })
    return sendJson(response, 200, {})
  })
  onTestFinished(started.close)
  const context: ActionContext = {
    account: { id: 'a1', name: 'Bill', email: 'b@x.example', role: 'biller', isDemo: false },
    connection: connectionTo(started.url),
  }
  const sent = () => started.seen.filter(({ method }) => method !== 'GET')
  return { context, sent }
}

const line = (cents: number) => ({
  service_lines: [{ procedure_code: 'G0463', charge_amount_cents: cents }],
})

/**
 * Claim creations b1, b2… with one capture and its change c1, c2… each; those of `lowered` charge
 * less than was billed. The encounter of `paid` is paid, that of `gone` cannot be read.
 */
function claimsAt(
  lowered: readonly string[],
  paid: readonly string[],
  gone: readonly string[] = [],
) {
  return (url: string): object => {
    const { pathname, searchParams } = new URL(url, 'http://partner')
    const ids = searchParams.getAll('claim_creation_ids')
    if (pathname.includes('claim_creation'))
      return {
        items: ids.map((id) => ({
          id,
          status: 'successful',
          created_encounter_id: `e-${id}`,
          characteristics: {},
          errors: [],
          encounter_creation_input: {
            patient: { first_name: 'Robin', last_name: id },
            ...line(10_000),
          },
        })),
      }
    if (pathname.includes('encounters')) {
      const id = pathname.split('/').at(-1)!.slice(2)
      if (gone.includes(id)) return { errorName: 'EntityNotFoundError' }
      const status = paid.includes(id) ? 'paid' : 'submitted_to_payer'
      return {
        claims: [
          { status, service_lines: [{ paid_amount_cents: paid.includes(id) ? 9_000 : null }] },
        ],
      }
    }
    return {
      items: ids.map((id) => ({
        id: `k-${id}`,
        charge_external_id: `CHG-${id}`,
        status: 'billable',
        claim_creation_id: id,
        charge_capture_data: line(lowered.includes(id) ? 4_750 : 10_000),
        updates: [
          { id: id.replace('b', 'c'), message: 'Charge', resolved: false, hl7_message_type: null },
        ],
      })),
    }
  }
}

const writes = {
  error: {
    of: 'resolveClaimCreationError',
    run: (operation_id: string, context: ActionContext, change: object = {}) =>
      resolveError(
        { operation_id, error_id: 'e1', resolution_reason: 'Fixed.', ...change },
        context,
      ),
    other: { resolution_reason: 'Not an error.' },
    body: { resolved_by: 'Bill', resolution_reason: 'Fixed.' },
    value: { id: 'e1', resolved_by: 'Bill', resolution_reason: 'Fixed.' },
    ids: ['e1'],
  },
  changes: {
    of: 'resolveChargeCaptureChanges',
    run: (operation_id: string, context: ActionContext, change: object = {}) =>
      resolveChanges(
        {
          operation_id,
          charge_capture_change_ids: ['c2', 'c1'],
          claim_creation_ids: ['b2', 'b1'],
          resolved: true,
          ...change,
        },
        context,
      ),
    other: { resolved: false },
    body: { charge_capture_change_ids: ['c2', 'c1'], resolved: true },
    value: { ids: ['c2', 'c1'] },
    ids: ['c2', 'c1'],
  },
}

test.each(Object.values(writes))(
  '$of: the same operation answers the same and is sent once',
  async (write) => {
    const { context, sent } = await partnerWith()
    const id = randomUUID()
    expect(await write.run(id, context)).toEqual({ ok: true, value: write.value })
    expect(await write.run(id, context)).toEqual({ ok: true, value: write.value })
    expect(sent().map(({ body }) => JSON.parse(body))).toEqual([write.body])
    expect(await write.run(id, context, write.other)).toMatchObject({
      ok: false,
      error: { name: 'OperationReused' },
    })
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
  },
)

test.each(Object.values(writes))(
  '$of: a lost answer is unknown; the same operation sends nothing again, a new one does',
  async (write) => {
    const { context, sent } = await partnerWith('lost')
    const id = randomUUID()
    expect(await write.run(id, context)).toMatchObject({
      ok: false,
      error: { name: 'OutcomeUnknown' },
    })
    expect(await write.run(id, context)).toMatchObject({
      ok: false,
      error: { name: 'OutcomeUnknown' },
    })
    expect(sent()).toHaveLength(1)
    expect(await write.run(randomUUID(), context)).toEqual({ ok: true, value: write.value })
    expect(sent()).toHaveLength(2)
  },
)

test.each(Object.values(writes))(
  '$of: a refusal keeps the partner’s name and status',
  async (write) => {
    const { context } = await partnerWith('refused')
    expect(await write.run(randomUUID(), context)).toMatchObject({
      ok: false,
      error: { name: 'EntityNotFoundError', status: 404 },
    })
  },
)

describe('changes that may leave an overpayment', () => {
  const numbers = Array.from({ length: 20 }, (_, place) => place + 1)
  const twenty = {
    charge_capture_change_ids: numbers.map((number) => `c${number}`),
    claim_creation_ids: numbers.map((number) => `b${number}`),
    resolved: true,
    reason: 'Nothing to send',
  }
  const run = (context: ActionContext, change: object = {}) =>
    resolveChanges({ operation_id: randomUUID(), ...twenty, ...change }, context)
  const today = localDateAt(Date.now(), assumedTimeZone())
  const own = { claim_creation_id: 'b7', reason: 'Coded too high.' }
  const overpayment = { cents: 5_250, identified_on: today }

  test('A22: of 20, the one that lowers a paid charge is refused without its own reason, and nothing is resolved', async () => {
    readOf = claimsAt(['b7', 'b8'], ['b7'])
    const { context, sent } = await partnerWith()
    const refused = await run(context)
    expect(refused).toMatchObject({
      ok: false,
      error: { name: 'ReasonNeeded', status: 0, issues: [{ path: 'b7' }] },
    })
    expect(JSON.stringify(refused)).toMatch(
      /Charges fell by \$52\.50\. Paid: \$90\.00\. Suggestion: Corrected claim \(frequency 7\)\..*1 of 20 claims needs/,
    )
    expect(sent()).toEqual([])
    const db = await consoleDb()
    expect(await db.select().from(updateResolutions)).toEqual([])
    const [last] = await db
      .select()
      .from(auditRecords)
      .orderBy(sql`id desc`)
      .limit(1)
    expect(last).toMatchObject({ stage: 'refused', outcome: 'ReasonNeeded', recordIds: ['b7'] })

    // A reason for another claim is none for this one.
    const wrong = { own_reasons: [{ ...own, claim_creation_id: 'b8', overpayment: null }] }
    expect(await run(context, wrong)).toMatchObject({ ok: false, error: { name: 'ReasonNeeded' } })
    expect(sent()).toEqual([])
  })

  test('with its own reason, amount and day all are resolved, and the overpayment is listed with its days', async () => {
    readOf = claimsAt(['b7'], ['b7'])
    const { context, sent } = await partnerWith()
    expect(await run(context, { own_reasons: [{ ...own, overpayment }] })).toMatchObject({
      ok: true,
    })
    expect(sent().map(({ body }) => JSON.parse(body))).toEqual([
      { charge_capture_change_ids: twenty.charge_capture_change_ids, resolved: true },
    ])
    const list = await readPossibleOverpayments({ position: 0 }, context)
    expect(list).toMatchObject({
      ok: true,
      value: {
        total: 1,
        items: [
          {
            claim_creation_id: 'b7',
            name: 'b7, Robin',
            captures: 'CHG-b7',
            reason: 'Coded too high.',
            overpaid_cents: 5_250,
            paid_cents: 9_000,
            moved_cents: -5_250,
            identified_on: today,
            return_by: addDays(today, 60),
            days_left: 60,
            by: 'somebody who is gone',
          },
        ],
      },
    })
    const resolved = await readResolved({ position: 0 }, context)
    expect(resolved).toMatchObject({ ok: true, value: { total: 20, next: null, elsewhere: null } })
    const rows = await (await consoleDb()).select().from(updateResolutions)
    expect(JSON.stringify(rows)).not.toMatch(/Robin|too high|Nothing to send/)
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['done']))

    // Reopened, it is no longer resolved; the overpayment was identified all the same.
    const reopened = {
      operation_id: randomUUID(),
      charge_capture_change_ids: ['c7'],
      resolved: false,
    }
    expect(await resolveChanges(reopened, context)).toMatchObject({ ok: true })
    const after = await readResolved({ position: 0 }, context)
    const states = after.ok
      ? after.value.items.map((item) => [item.claim_creation_id, item.state])
      : []
    expect(states.filter(([, state]) => state === 'reopened')).toEqual([['b7', 'reopened']])
    const { items } = (list as { value: { items: { id: string }[] } }).value
    const close = (on: string) =>
      closePossibleOverpayment(
        { id: items[0]!.id, closing: { how: 'returned', on, note: 'Check 12' } },
        context,
      )
    expect(await close(addDays(today, 1))).toMatchObject({
      ok: false,
      error: { name: 'InvalidInput' },
    })
    expect(await close(today)).toEqual({ ok: true, value: null })
    expect(await close(today)).toMatchObject({ ok: false, error: { name: 'EntityNotFoundError' } })
    expect(await readPossibleOverpayments({ position: 0 }, context)).toMatchObject({
      ok: true,
      value: { total: 0 },
    })
  })

  test('a claim whose payment cannot be read needs a reason, one that nobody paid needs none', async () => {
    readOf = claimsAt(['b3', 'b4'], [], ['b3'])
    const { context, sent } = await partnerWith()
    expect(await run(context)).toMatchObject({ ok: false, error: { issues: [{ path: 'b3' }] } })
    const reason = {
      own_reasons: [{ claim_creation_id: 'b3', reason: 'Paid by case rate.', overpayment: null }],
    }
    expect(await run(context, reason)).toMatchObject({ ok: true })
    expect(sent()).toHaveLength(1)
    expect(await readPossibleOverpayments({ position: 0 }, context)).toMatchObject({
      ok: true,
      value: { total: 0 },
    })
  })

  test('an ADT message alone needs no reason while another change of the claim stays open; the last one does', async () => {
    const base = claimsAt(['b7'], ['b7'])
    const noise = { id: 'n7', message: 'Address', resolved: false, hl7_message_type: 'ADT' }
    readOf = (url) => {
      const read = base(url) as { items?: { updates?: object[] }[] }
      for (const item of read.items ?? []) item.updates?.unshift(noise)
      return read
    }
    const { context } = await partnerWith()
    const one = (...ids: string[]) =>
      run(context, { claim_creation_ids: ['b7'], charge_capture_change_ids: ids })
    expect(await one('n7')).toMatchObject({ ok: true })
    expect(await one('n7', 'c7')).toMatchObject({ ok: false, error: { name: 'ReasonNeeded' } })
  })

  test('a lost answer loses no overpayment, and a refusal leaves none', async () => {
    readOf = claimsAt(['b7'], ['b7'])
    const reasons = { own_reasons: [{ ...own, overpayment }] }
    const lost = await partnerWith('lost')
    expect(await run(lost.context, reasons)).toMatchObject({
      ok: false,
      error: { name: 'OutcomeUnknown' },
    })
    const kept = await readPossibleOverpayments({ position: 0 }, lost.context)
    expect(kept).toMatchObject({
      ok: true,
      value: { items: [{ state: 'sent', overpaid_cents: 5_250 }] },
    })
    await (await consoleDb()).delete(updateResolutions)
    const refusing = await partnerWith('refused')
    expect(await run(refusing.context, reasons)).toMatchObject({
      ok: false,
      error: { name: 'EntityNotFoundError' },
    })
    expect(await (await consoleDb()).select().from(updateResolutions)).toEqual([])
  })

  test('a change that none of the named claims has is refused, and so is a day in the future', async () => {
    readOf = claimsAt(['b7'], ['b7'])
    const { context, sent } = await partnerWith()
    const others = { claim_creation_ids: ['b1'], charge_capture_change_ids: ['c1', 'c7'] }
    expect(await run(context, others)).toMatchObject({
      ok: false,
      error: { name: 'ChangeNotFound' },
    })
    const future = { cents: 1, identified_on: addDays(today, 2) }
    expect(await run(context, { own_reasons: [{ ...own, overpayment: future }] })).toMatchObject({
      ok: false,
      error: { name: 'ReasonNeeded' },
    })
    expect(sent()).toEqual([])
  })

  test('a claim that is resolved again is one possible overpayment: newest amount and reason, first day identified', async () => {
    readOf = claimsAt(['b7', 'b8'], ['b7', 'b8'])
    const { context } = await partnerWith()
    const resolveAgain = async (
      claim: string,
      overpaid: { cents: number; identified_on: string } | null,
      reason: string,
    ) => {
      const reasons = [{ claim_creation_id: claim, reason, overpayment: overpaid }]
      const these = {
        claim_creation_ids: [claim],
        charge_capture_change_ids: [claim.replace('b', 'c')],
      }
      expect(await run(context, { ...these, own_reasons: reasons })).toMatchObject({ ok: true })
    }
    const listed = async () => {
      const page = await readPossibleOverpayments({ position: 0 }, context)
      if (!page.ok) throw new Error(page.error.message)
      return page.value
    }
    const [first, second] = [addDays(today, -40), addDays(today, -3)]
    await resolveAgain('b8', { cents: 100, identified_on: addDays(today, -10) }, 'Another claim.')
    await resolveAgain('b7', { cents: 5_250, identified_on: first }, 'Coded too high.')
    await resolveAgain('b7', { cents: 6_000, identified_on: second }, 'The second line too.')
    const { items, total } = await listed()
    expect(total).toBe(2)
    expect(items).toMatchObject([
      {
        claim_creation_id: 'b7',
        overpaid_cents: 6_000,
        reason: 'The second line too.',
        identified_on: first,
        return_by: addDays(first, 60),
        days_left: 20,
      },
      { claim_creation_id: 'b8', days_left: 50 },
    ])
    // What was said before stays under Resolved.
    const resolved = await readResolved({ position: 0 }, context)
    const amounts = resolved.ok
      ? resolved.value.items.map((item) => [item.overpaid_cents, item.identified_on])
      : []
    expect(amounts).toEqual([
      [6_000, second],
      [5_250, first],
      [100, addDays(today, -10)],
    ])

    // A statement that there is none closes nothing by itself.
    await resolveAgain('b7', null, 'Paid by case rate.')
    expect((await listed()).items[0]).toMatchObject({ id: items[0]!.id, overpaid_cents: 6_000 })

    // A person who closes one has seen its newest amount, and closes all that was said of the
    // claim.
    await resolveAgain('b7', { cents: 7_000, identified_on: today }, 'The third line too.')
    const closing = { how: 'returned' as const, on: today, note: 'Check 12' }
    const close = (id: string) => closePossibleOverpayment({ id, closing }, context)
    expect(await close(items[0]!.id)).toMatchObject({
      ok: false,
      error: { name: 'EntityNotFoundError' },
    })
    const [newest] = (await listed()).items
    expect(newest).toMatchObject({ overpaid_cents: 7_000, identified_on: first })
    const both = await Promise.all([close(newest!.id), close(newest!.id)])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await listed()).toMatchObject({ total: 1, items: [{ claim_creation_id: 'b8' }] })
    const rows = await (
      await consoleDb()
    )
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.operation, 'closeOverpayment'))
    expect(rows.filter(({ recordIds }) => recordIds[0] === 'b7').at(-1)).toMatchObject({
      outcome: 'ok',
    })
    const after = await readResolved({ position: 0 }, context)
    const closed = after.ok
      ? after.value.items.filter((item) => item.closing).map((item) => item.overpaid_cents)
      : []
    expect(closed).toEqual([7_000, 6_000, 5_250])

    // A new one on the claim counts from its own day.
    await resolveAgain('b7', { cents: 300, identified_on: second }, 'One line more.')
    const anew = (await listed()).items.find(({ claim_creation_id: claim }) => claim === 'b7')
    expect(anew).toMatchObject({ overpaid_cents: 300, identified_on: second, days_left: 57 })
  })

  test('a claim is stored 20 times at most; what was reopened makes room', async () => {
    const { context } = await partnerWith()
    const one = { charge_capture_change_ids: ['c1'], claim_creation_ids: ['b1'] }
    for (let time = 0; time < 20; time += 1)
      expect(await run(context, one)).toMatchObject({ ok: true })
    expect(await run(context, one)).toMatchObject({
      ok: false,
      error: { name: 'TooManyResolutions' },
    })
    await resolveChanges(
      { operation_id: randomUUID(), charge_capture_change_ids: ['c1'], resolved: false },
      context,
    )
    expect(await run(context, one)).toMatchObject({ ok: true })
    expect(await (await consoleDb()).select().from(updateResolutions)).toHaveLength(20)
  })
})
