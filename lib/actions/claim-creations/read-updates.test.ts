import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { asc } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { readUpdateItem } from './read-updates.ts'
import { readPage } from '#lib/actions/lists/partner-lists.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
const line = (cents: number) => ({
  service_lines: [{ procedure_code: 'G0463', charge_amount_cents: cents }],
})
const creation = (id: string, encounter: string | null = 'e') => ({
  id,
  status: 'successful',
  created_encounter_id: encounter,
  characteristics: {},
  errors: [],
  encounter_creation_input: line(1_000),
})
const capture = (id: string, creationId: string, cents: number) => ({
  id,
  charge_external_id: `CHG-${id}`,
  status: 'billable',
  claim_creation_id: creationId,
  charge_capture_data: line(cents),
  updates: [
    { id: `o-${id}`, message: 'Address', resolved: true, hl7_message_type: 'ADT' },
    { id: `u-${id}`, message: 'Charge', resolved: false, hl7_message_type: null },
  ],
})

type Page = { items: unknown[]; next_page_token?: string }

/**
 * A partner with two claim creations whose captures come as these pages; `refuses` makes it refuse
 * every read of captures. Without an encounter, none can be read.
 */
async function partnerWith(pages: Page[], refuses = false, encounter?: object) {
  const started = await startTestPartner((response, { url }) => {
    const { searchParams } = new URL(url, 'http://partner')
    if (url.includes('charge_capture_claim_creation/v1?')) {
      const [from, limit] = [
        Number(searchParams.get('page_token')),
        Number(searchParams.get('limit')),
      ]
      const creations = [creation('b1'), creation('b2'), creation('b3', null)]
      const end = from + limit
      return sendJson(response, 200, {
        items: creations.slice(from, end),
        next_page_token: end < creations.length ? String(end) : 'more',
      })
    }
    if (url.includes('/encounters/'))
      return encounter === undefined
        ? sendJson(response, 404, { errorName: 'EntityNotFoundError', content: {} })
        : sendJson(response, 200, encounter)
    if (url.includes('charge_capture_claim_creation/v1/'))
      return sendJson(response, 200, creation('b1'))
    if (refuses)
      return sendJson(response, 403, {
        errorName: 'UnauthorizedError',
        content: { message: 'No captures for this key.' },
      })
    const token = searchParams.get('page_token')
    return sendJson(response, 200, pages[token === null ? 0 : Number(token)])
  })
  onTestFinished(started.close)
  const context: ActionContext = {
    account: { id: 'a1', name: 'Mia', email: 'm@x.example', role: 'manager', isDemo: false },
    connection: connectionTo(started.url),
  }
  return { context, seen: started.seen }
}

const captures = [
  { items: [capture('c1', 'b1', 1_500)], next_page_token: '1' },
  { items: [capture('c2', 'b1', 900), capture('c3', 'b2', 900)] },
]

test('a claim creation is compared with its own captures, read page after page', async () => {
  const { context, seen } = await partnerWith(captures)
  expect(await readUpdateItem({ id: 'b1' }, context)).toMatchObject({
    ok: true,
    value: {
      id: 'b1',
      is_complete: true,
      captures_failure: null,
      diff: { billed_cents: 1_000, now_cents: 2_400, moved_cents: 1_400 },
      captures: [
        {
          id: 'c1',
          external_id: 'CHG-c1',
          updates: [
            { id: 'o-c1', resolved: true, message_type: 'ADT' },
            { id: 'u-c1', resolved: false },
          ],
        },
        { id: 'c2' },
      ],
    },
  })
  const asked = seen
    .filter(({ url }) => url.includes('/charge_captures/'))
    .map(({ url }) => new URL(url, 'http://partner').searchParams)
  expect(
    asked.map((query) => [
      query.getAll('claim_creation_ids'),
      query.get('sort'),
      query.get('sort_direction'),
    ]),
  ).toEqual([
    [['b1'], 'created_at', 'asc'],
    [['b1'], 'created_at', 'asc'],
  ])
  const db = await consoleDb()
  const [read, encounter] = (
    await db.select().from(auditRecords).orderBy(asc(auditRecords.id))
  ).slice(-2)
  expect(read).toMatchObject({ operation: 'getClaimCreation', stage: 'read', outcome: 'ok' })
  expect(read!.recordIds).toEqual(expect.arrayContaining(['b1', 'c1', 'c2']))
  expect(encounter).toMatchObject({
    operation: 'getEncounter',
    stage: 'read',
    outcome: 'EntityNotFoundError',
    recordIds: ['e'],
  })
})

test('the advice follows the claim of the encounter; without the encounter it is not known', async () => {
  const one = [{ items: [capture('c1', 'b1', 1_500)] }]
  const claim = { status: 'paid', payer_claim_id: 'P1', eras: [], service_lines: [] }
  const paid = await partnerWith(one, false, { encounter_id: 'e', claims: [claim] })
  expect(await readUpdateItem({ id: 'b1' }, paid.context)).toMatchObject({
    value: {
      advice: { kind: 'corrected', frequency: '7', reason: expect.stringContaining('P1') },
      encounter_failure: null,
    },
  })
  const away = await partnerWith(one)
  expect(await readUpdateItem({ id: 'b1' }, away.context)).toMatchObject({
    ok: true,
    value: {
      diff: { moved_cents: 500 },
      advice: { kind: 'unknown', reason: expect.stringContaining('couldn’t be read') },
      encounter_failure: { name: 'EntityNotFoundError' },
    },
  })
  const settled = { ...capture('c1', 'b1', 1_500), updates: [{ id: 'u', resolved: true }] }
  const { context, seen } = await partnerWith([{ items: [settled] }])
  expect(await readUpdateItem({ id: 'b1' }, context)).toMatchObject({ value: { advice: null } })
  expect(seen.some(({ url }) => url.includes('/encounters/'))).toBe(false)
})

test('nothing is compared unless all captures could be read, and the reason is given', async () => {
  const { context } = await partnerWith([], true)
  expect(await readUpdateItem({ id: 'b1' }, context)).toMatchObject({
    ok: true,
    value: {
      id: 'b1',
      diff: null,
      is_complete: false,
      captures_failure: { name: 'UnauthorizedError', message: 'No captures for this key.' },
    },
  })
})

test('the list of claim creations filtered by unresolved updates asks the partner only for what was updated', async () => {
  const resolved = {
    ...capture('c2', 'b2', 900),
    updates: [{ id: 'u', message: 'Charge', resolved: true }],
  }
  const { context, seen } = await partnerWith([{ items: [capture('c1', 'b1', 1_500), resolved] }])
  const list = { operation: 'listClaimCreations' as const, query: { limit: 1 } }
  const open = await readPage({ ...list, local: { unresolved_updates: true } }, context)
  expect(open.ok && open.value.rows.map(({ id }) => id)).toEqual(['b1'])
  expect(seen[0]!.url).toContain('has_charge_capture_updates=true')
  const closed = await readPage({ ...list, local: { unresolved_updates: false } }, context)
  expect(closed.ok && closed.value.rows.map(({ id }) => id)).toEqual(['b2'])
})

test('if captures cannot be read, the list says that it cannot filter by unresolved updates', async () => {
  const { context } = await partnerWith([], true)
  const list = {
    operation: 'listClaimCreations' as const,
    query: { limit: 1 },
    local: { unresolved_updates: true },
  }
  expect(await readPage(list, context)).toMatchObject({
    ok: false,
    error: { name: 'UnauthorizedError' },
  })
})
