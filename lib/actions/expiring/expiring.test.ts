import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, jobParts, user } from '#lib/console/schema.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import { addDays, localDateAt } from '#lib/core/local-date.ts'
import { amountByRow, amountOf, endingKey } from '#lib/rules/coverage/expiring.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import {
  countEnding,
  mark,
  readExpiring,
  readMarks,
  readStanding,
  startCheck,
  type ExpiringReply,
} from './verbs.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'

// What the check finds beside the partner's own lists, which this test walks and counts by itself.

const world = startWorld({ captures: 600, contracts: 40 })
let context: ActionContext
let id: string
const today = localDateAt(Date.now(), 'UTC')

beforeAll(async () => {
  context = world.as.credentialing
  await makeCaptures()
  id = await checked()
})
// Captures of a provider whose span ends: recent, planned, without a charge; and three that do not
// count.
async function makeCaptures(): Promise<void> {
  const spans = await world.all<WireSpan>('/api/provider-credentialing-span/v2')
  const { payer, contracting_provider, rendering_provider } = spans.find(
    ({ end_date }) => end_date && end_date >= today && end_date <= addDays(today, 60),
  )!
  const line = { procedure_code: 'G0101', quantity: '1', units: 'UN', diagnosis_pointers: [0] }
  const visit = (days: number, status: string, cents: number | null, data: object = {}) =>
    world.sandbox.send(
      'POST',
      '/api/charge_captures/v1',
      captureBody(
        {
          date_of_service: addDays(today, days),
          billing_provider: { npi: contracting_provider.npi, organization_name: 'Clinic' },
          rendering_provider: { npi: rendering_provider!.npi, first_name: 'A', last_name: 'B' },
          subscriber_primary: { insurance_card: { payer_id: payer.payer_id } },
          service_lines: [{ ...line, ...(cents !== null && { charge_amount_cents: cents }) }],
          ...data,
        },
        { status, claim_creation_category: 'awaiting-bundling' },
      ),
    )
  const made = [
    await visit(-3, 'billable', 10_000),
    await visit(-90, 'billable', 2_000),
    await visit(20, 'planned', 300),
    await visit(-1, 'billable', null),
    await visit(-91, 'billable', 40_000_00),
    await visit(-2, 'not-billable', 50_000_00),
    await visit(-2, 'billable', 60_000_00, { responsible_party: 'SELF_PAY' }),
  ]
  expect(made.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
}

async function checked(): Promise<string> {
  const before = valueOf(await readStanding({}, context)).done?.id
  await startCheck({}, context)
  return vi.waitUntil(
    async () => {
      const { done } = valueOf(await readStanding({}, context))
      return done && done.id !== before ? done.id : undefined
    },
    { timeout: 60_000, interval: 100 },
  )
}

type Party = { organization_provider_id: string; npi: string }
type WireSpan = {
  facility_credentialing_span_id?: string
  provider_credentialing_span_id?: string
  service_facility?: { organization_service_facility_id: string }
  rendering_provider?: Party
  payer: { payer_uuid: string; payer_id: string }
  contracting_provider: Party
  start_date: string | null
  end_date: string | null
  is_enabled?: boolean
  regions?: { type: string; states?: string[] }
}

async function spansThatEnd(path: string, from: string, until: string): Promise<string[]> {
  const spans = await world.all<WireSpan>(path)
  const keyOf = (span: WireSpan) =>
    JSON.stringify([
      span.service_facility?.organization_service_facility_id ??
        span.rendering_provider?.organization_provider_id,
      span.payer.payer_uuid,
      span.contracting_provider.organization_provider_id,
    ])
  const ids: string[] = []
  for (const span of spans) {
    if (!span.start_date || !span.end_date || span.is_enabled === false) continue
    if (span.end_date < from || span.end_date > until) continue
    const next = addDays(span.end_date, 1)
    const isContinued = spans.some(
      (other) =>
        keyOf(other) === keyOf(span) &&
        other.is_enabled !== false &&
        other.start_date &&
        other.start_date <= (next > today ? next : today) &&
        (!other.end_date || other.end_date > span.end_date!) &&
        (other.regions === undefined ||
          other.regions.type === 'national' ||
          (span.regions?.states ?? ['?']).every((state) => other.regions!.states?.includes(state))),
    )
    if (!isContinued)
      ids.push((span.facility_credentialing_span_id ?? span.provider_credentialing_span_id)!)
  }
  return ids.toSorted()
}

const idsOf = ({ rows }: ExpiringReply, kind: string) =>
  rows
    .filter((row) => row.kind === kind)
    .map((row) => row.id)
    .toSorted()

test.each([
  ['60', today, addDays(today, 60)],
  ['90', today, addDays(today, 90)],
  ['ended', addDays(today, -365), addDays(today, -1)],
] as const)(
  'the rows of the window %s are those that the partner’s lists have',
  async (window, from, until) => {
    const reply = valueOf(await readExpiring({ id, window }, context))
    const path = '/api/provider-credentialing-span/v2'
    expect(idsOf(reply, 'facility')).toEqual(await spansThatEnd(`${path}/facility`, from, until))
    const providers = await spansThatEnd(path, from, until)
    expect(providers.length).toBeGreaterThan(0)
    expect(idsOf(reply, 'provider')).toEqual(providers)
    const contracts = await world.all<{
      contract_id: string
      expiration_date: string | null
      type: string
      payer: { payer_uuid: string }
      contracting_provider: Party
      effective_date: string
    }>('/api/contracts/v3', { contract_status: 'effective' })
    const ending = contracts.filter(
      ({ expiration_date: end }) => end && end >= from && end <= until,
    )
    expect(idsOf(reply, 'contract')).toEqual(
      ending
        .filter(
          (one) =>
            !contracts.some(
              (other) =>
                other !== one &&
                other.type === one.type &&
                other.payer.payer_uuid === one.payer.payer_uuid &&
                other.contracting_provider.organization_provider_id ===
                  one.contracting_provider.organization_provider_id &&
                (!other.expiration_date || other.expiration_date > one.expiration_date!),
            ),
        )
        .map(({ contract_id }) => contract_id)
        .toSorted(),
    )
    expect(reply.counts[window]).toBe(reply.rows.length)
    expect(await countEnding(window, context.connection)).toBe(reply.rows.length)
    expect(reply.rows.map(({ ends }) => ends)).toEqual(
      reply.rows.map(({ ends }) => ends).toSorted(),
    )
  },
)

test('a provider’s row has the charges of its planned and recent captures with the payer, from the partner’s own list', async () => {
  type Line = { charge_amount_cents?: number | null }
  type WireCapture = {
    status: string
    charge_capture_data: {
      responsible_party?: string
      billable_status?: string
      service_lines: Line[]
      billing_provider?: { npi?: string }
      rendering_provider?: { npi?: string }
      supervising_provider?: { npi?: string }
      subscriber_primary?: { insurance_card?: { payer_id?: string } }
    }
  }
  const captures = await world.all<WireCapture>('/api/charge_captures/v1', {
    date_of_service_min: addDays(today, -90),
  })
  const spans = await world.all<WireSpan>('/api/provider-credentialing-span/v2')
  const reply = valueOf(await readExpiring({ id, window: 'ended' }, context))
  const soon = valueOf(await readExpiring({ id, window: '90' }, context))
  let withMoney = 0
  for (const { rows, amounts } of [reply, soon]) {
    const own = amountByRow(amounts!)
    for (const row of rows.filter(({ kind }) => kind === 'provider')) {
      const span = spans.find((each) => each.provider_credentialing_span_id === row.id)!
      const mine = captures.filter(({ status, charge_capture_data: data }) => {
        const card = data.subscriber_primary?.insurance_card
        return (
          ['billable', 'planned'].includes(status) &&
          data.responsible_party !== 'SELF_PAY' &&
          data.billable_status !== 'NOT_BILLABLE' &&
          card?.payer_id === span.payer.payer_id &&
          data.billing_provider?.npi === span.contracting_provider.npi &&
          [data.rendering_provider?.npi, data.supervising_provider?.npi].includes(
            span.rendering_provider!.npi,
          )
        )
      })
      const cents = mine
        .flatMap(({ charge_capture_data: data }) => data.service_lines)
        .reduce((sum, line) => sum + (line.charge_amount_cents ?? 0), 0)
      const found = own.get(row.place)
      expect([found?.captures ?? 0, found?.cents ?? 0], row.covered?.name).toEqual([
        mine.length,
        cents,
      ])
      if (cents > 0) withMoney += 1
    }
  }
  expect(withMoney).toBeGreaterThan(0)
  const made = [...amountByRow(soon.amounts!).values()].find(({ captures }) => captures === 4)
  expect(made).toEqual({
    captures: 4,
    cents: 12_300,
    planned: { captures: 1, cents: 300 },
    without_amount: 1,
  })
  // A sum over rows is no more than all the captures that were counted.
  const all = amountOf(soon.amounts!, new Set(soon.rows.map(({ place }) => place)))
  expect(all.captures).toBeLessThanOrEqual(captures.length)
})

test('the trail has who checked, and the stored result names no patient', async () => {
  const db = await consoleDb()
  const entries = await db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'checkExpiring'))
  expect(entries).toMatchObject([
    { accountId: context.account.id, stage: 'intent' },
    { accountId: context.account.id, stage: 'outcome', recordKind: 'job', recordIds: [id] },
  ])
  const reply = JSON.stringify(valueOf(await readExpiring({ id, window: '90' }, context)))
  expect(reply).not.toMatch(/patient|CHG-/i)
  const parts = await db.select().from(jobParts).where(eq(jobParts.jobId, id))
  expect(parts).toHaveLength(1)
  const [row] = valueOf(await readExpiring({ id, window: '90' }, context)).rows
  expect(JSON.stringify(parts)).not.toContain(row!.id)
})

test('a row is assigned and its renewal marked, with before and after in the trail, and taken back', async () => {
  const [row] = valueOf(await readExpiring({ id, window: '90' }, context)).rows
  const of = { kind: row!.kind, id: row!.id, ends: row!.ends }
  const marks = async () => valueOf(await readMarks({}, context))
  const { team } = await marks()
  const db = await consoleDb()
  const people = await db.select().from(user)
  const staff = people.filter(({ role }) => role === 'credentialing' || role === 'admin')
  expect(team.map((person) => person.id).toSorted()).toEqual(staff.map((one) => one.id).toSorted())
  const owner_id = team[0]!.id
  expect(await mark({ ...of, change: { owner_id } }, context)).toEqual({
    ok: true,
    value: { owner_id: null },
  })
  const sent = { state: 'sent', on: addDays(today, -2) } as const
  const before = valueOf(await mark({ ...of, change: { renewal: sent } }, context))
  expect(before).toEqual({ renewal: null })
  expect((await marks()).marks).toEqual({
    [endingKey(of)]: { owner_id, owner: team[0]!.name, renewal: sent },
  })
  const [entry] = await db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'markExpiring'))
    .orderBy(desc(auditRecords.id))
  expect(entry).toMatchObject({ accountId: context.account.id, recordIds: [of.id], outcome: 'ok' })
  expect(await openChange(entry!)).toMatchObject({
    before: { renewal: null },
    after: { renewal: sent },
  })
  await mark({ ...of, change: before }, context)
  expect((await marks()).marks[endingKey(of)]).toEqual({ owner_id, owner: team[0]!.name })

  const biller = people.find(({ role }) => role === 'biller')!
  const later = { state: 'sent', on: addDays(today, 1) } as const
  for (const refused of [
    { ...of, change: { owner_id: biller.id } },
    { ...of, change: { renewal: later } },
    // A mark belongs to one end: of another day nothing is known.
    { ...of, ends: addDays(of.ends, 1), change: { renewal: null } },
  ])
    expect(await mark(refused, context)).toMatchObject({ ok: false })
})

test('another key cannot read the result', async () => {
  const other = {
    ...context,
    connection: { ...context.connection, boundTo: 'http://127.0.0.1 another' },
  }
  expect(await readExpiring({ id, window: '90' }, other)).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError' },
  })
})

test('a list that cannot be read is named, and money that is not whole is not known', async () => {
  const fault = (path: string) =>
    world.fault({
      method: 'GET',
      path,
      kind: 'status',
      status: 403,
      errorName: 'UnauthorizedError',
      content: { message: 'Not for this key.' },
    })
  await fault('/api/charge_captures/v1')
  await fault('/api/provider-credentialing-span/v2')
  const reply = valueOf(await readExpiring({ id: await checked(), window: '90' }, context))
  expect(reply.unread.map(({ what }) => what)).toEqual(['Provider spans', 'Charge captures'])
  expect(reply.amounts).toBeNull()
  expect(reply.rows.length).toBeGreaterThan(0)
  expect(idsOf(reply, 'provider')).toEqual([])
})
