import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, followUps, user } from '#lib/console/schema.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { addDays, daysBetween, type LocalDate } from '#lib/core/local-date.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import { mostOfSpan } from '#lib/rules/coverage/follow-ups.ts'
import { readReport } from '#lib/actions/providers/read-report.ts'
import { countDue, logOne, markOne, readDays, readDue, readOfSpans } from './verbs.ts'

type WireSpan = {
  provider_credentialing_span_id?: string
  facility_credentialing_span_id?: string
  payer: { payer_uuid: string; payer_name: string }
  rendering_provider?: { npi: string; last_name: string }
  service_facility?: { name: string }
  submitted_date: string | null
  payer_loaded_date: string | null
}

const paths = {
  provider: '/api/provider-credentialing-span/v2',
  facility: '/api/provider-credentialing-span/v2/facility',
}
let today: LocalDate
const world = startWorld({ captures: 20, contracts: 24 })
let context: ActionContext
let other: ActionContext
let spans: { provider: WireSpan[]; facility: WireSpan[] }

beforeAll(async () => {
  today = dayNow()
  context = world.as.credentialing
  other = world.as.admin
  spans = { provider: await world.all(paths.provider), facility: await world.all(paths.facility) }
})

const providerSpan = (place: number) =>
  ({ kind: 'provider', id: spans.provider[place]!.provider_credentialing_span_id! }) as const
const input = (more: object = {}) => ({
  span: providerSpan(0),
  operation_id: randomId(),
  asked: 'Dana Fox, (503) 555-0142',
  missing: 'Malpractice face sheet',
  ...more,
})
const ofSpan = async ({ kind, id }: { kind: 'provider' | 'facility'; id: string }) =>
  valueOf(await readOfSpans({ kind, ids: [id] }, context)).items
const trailOf = async (operation: string) =>
  (await consoleDb())
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, operation))
    .orderBy(desc(auditRecords.id))

test('a follow-up names the span’s parties, its writer and its owner, and is sealed', async () => {
  const { id: ownId, name } = context.account
  const asked = input({ next_on: addDays(today, 3), owner_id: other.account.id })
  valueOf(await logOne(asked, context))
  const [item] = await ofSpan(asked.span)
  expect(item).toMatchObject({
    asked: 'Dana Fox, (503) 555-0142',
    missing: 'Malpractice face sheet',
    payer: spans.provider[0]!.payer.payer_name,
    covered_npi: spans.provider[0]!.rendering_provider!.npi,
    next_on: addDays(today, 3),
    owner: other.account.name,
    written_by: name,
  })
  expect(item!.covered).toContain(spans.provider[0]!.rendering_provider!.last_name)
  expect(item!.done).toBeUndefined()
  const stored = JSON.stringify(await (await consoleDb()).select().from(followUps))
  expect(stored).not.toContain('Dana Fox')
  expect(stored).not.toContain(spans.provider[0]!.payer.payer_name)
  const [row] = await trailOf('logFollowUp')
  expect(row).toMatchObject({ accountId: ownId, recordIds: [asked.span.id], outcome: 'ok' })
  expect(await openChange(row!)).toMatchObject({ after: { missing: 'Malpractice face sheet' } })
  expect((await trailOf('readFollowUps'))[0]).toMatchObject({ recordIds: [asked.span.id] })
})

test('the same send twice is written once', async () => {
  const asked = input({ span: providerSpan(1) })
  valueOf(await logOne(asked, context))
  valueOf(await logOne(asked, context))
  expect(await ofSpan(asked.span)).toHaveLength(1)
})

test('done and open again are each one person’s word, and stay in the trail', async () => {
  const asked = input({ span: providerSpan(2) })
  valueOf(await logOne(asked, context))
  valueOf(await markOne({ id: asked.operation_id, is_done: true }, other))
  const [done] = await ofSpan(asked.span)
  expect(done!.done).toMatchObject({ by: other.account.name })
  const rows = (await trailOf('closeFollowUp')).length
  // What is done already stays with who did it.
  valueOf(await markOne({ id: asked.operation_id, is_done: true }, context))
  expect((await ofSpan(asked.span))[0]!.done).toMatchObject({ by: other.account.name })
  expect(await trailOf('closeFollowUp')).toHaveLength(rows)
  valueOf(await markOne({ id: asked.operation_id, is_done: false }, context))
  expect((await ofSpan(asked.span))[0]!.done).toBeUndefined()
  expect((await trailOf('closeFollowUp'))[0]).toMatchObject({ recordIds: [asked.span.id] })
  const gone = await markOne({ id: randomId(), is_done: true }, context)
  expect(gone).toMatchObject({ ok: false, error: { name: 'EntityNotFoundError' } })
})

test('what is due is late, today, in the next 14 days or without a date, in this order; what is done or later is not', async () => {
  const span = { kind: 'facility', id: spans.facility[0]!.facility_credentialing_span_id! } as const
  const days = { far: 15, none: undefined, soon: 14, late: -2, now: 0, done: 1 }
  for (const [asked, ahead] of Object.entries(days)) {
    const one = input({
      span,
      asked,
      owner_id: asked === 'soon' ? other.account.id : context.account.id,
      next_on: ahead === undefined ? undefined : addDays(today, Math.max(0, ahead)),
    })
    valueOf(await logOne(one, context))
    // Nobody can log a date that is over: it was logged some days ago.
    if (ahead !== undefined && ahead < 0)
      await (
        await consoleDb()
      )
        .update(followUps)
        .set({ nextOn: addDays(today, ahead) })
        .where(eq(followUps.id, one.operation_id))
    if (asked === 'done') valueOf(await markOne({ id: one.operation_id, is_done: true }, context))
  }
  const due = async (whose: 'mine' | 'all') =>
    valueOf(await readDue({ whose }, context)).items.filter((item) => item.span.id === span.id)
  expect((await due('all')).map(({ asked }) => asked)).toEqual(['late', 'now', 'soon', 'none'])
  // The late one and that of today, of every span.
  expect(valueOf(await countDue({}, context))).toEqual({ follow_ups: 2 })
  expect((await due('mine')).map(({ asked }) => asked)).toEqual(['late', 'now', 'none'])
  expect((await due('all'))[0]).toMatchObject({
    covered: spans.facility[0]!.service_facility!.name,
    span,
  })
})

test('a status report says what is missing, not whom we asked or whose it is, and is an export in the trail', async () => {
  const { npi } = spans.provider[4]!.rendering_provider!
  const open = input({ span: providerSpan(4), asked: 'Inner desk', missing: 'Open paper' })
  const done = input({ span: providerSpan(4), missing: 'Done paper' })
  valueOf(await logOne(open, context))
  valueOf(await logOne(done, context))
  valueOf(await markOne({ id: done.operation_id, is_done: true }, context))
  const report = valueOf(await readReport({ npi }, context))
  expect(report).toMatchObject({ made_by: context.account.name, provider: { npi } })
  expect(report.missing).toContainEqual({
    id: open.operation_id,
    payer: spans.provider[4]!.payer.payer_name,
    missing: 'Open paper',
    next_on: undefined,
  })
  expect(report.spans.items.map(({ span }) => span.id)).toContain(providerSpan(4).id)
  const text = JSON.stringify(report)
  for (const inner of ['Inner desk', 'Done paper', 'cents']) expect(text).not.toContain(inner)
  expect((await trailOf('makeStatusReport'))[0]).toMatchObject({
    stage: 'read',
    recordIds: [report.provider.id],
  })
})

test('a next date that is over, a person who can’t follow up, a span that is not there and a full span are refused', async () => {
  const refused = async (more: object) => {
    const result = await logOne(input({ span: providerSpan(3), ...more }), context)
    return result.ok ? 'ok' : [result.error.name, result.error.issues[0]?.path]
  }
  expect(await refused({ next_on: addDays(today, -1) })).toEqual(['InvalidInput', 'next_on'])
  const people = await (await consoleDb()).select().from(user)
  const biller = people.find(({ role }) => role === 'biller')!.id
  expect(await refused({ owner_id: biller })).toEqual(['InvalidInput', 'owner_id'])
  const strange = await refused({ span: { kind: 'provider', id: randomId() } })
  expect(strange).not.toBe('ok')
  valueOf(await logOne(input({ span: providerSpan(3) }), context))
  const db = await consoleDb()
  const [row] = await db
    .select()
    .from(followUps)
    .where(eq(followUps.spanId, providerSpan(3).id))
  const { sealedWordsWith: _, ...copied } = row!
  await db
    .insert(followUps)
    .values(Array.from({ length: mostOfSpan - 1 }, () => ({ ...copied, id: randomId() })))
  const full = await logOne(input({ span: providerSpan(3) }), context)
  expect(full).toMatchObject({ ok: false, error: { name: 'TooMany' } })
})

test('the payer’s own days are those of the partner’s facility and provider spans, and not known without a loaded one', async () => {
  const all = [...spans.facility, ...spans.provider]
  const byPayer = Map.groupBy(all, ({ payer }) => payer.payer_uuid)
  const [payer_uuid, own] = [...byPayer].toSorted((a, b) => b[1].length - a[1].length)[0]!
  const days = own
    .filter(({ payer_loaded_date: at }) => at && at <= today)
    .filter((span) => span.submitted_date && span.submitted_date <= span.payer_loaded_date!)
    .map((span) => daysBetween(span.submitted_date!, span.payer_loaded_date!))
    .toSorted((a, b) => a - b)
  expect(days.length).toBeGreaterThan(0)
  const middle = (days[Math.ceil(days.length / 2) - 1]! + days[Math.floor(days.length / 2)]!) / 2
  expect(valueOf(await readDays({ payer_uuid }, context))).toEqual({
    median: Math.round(middle),
    spans: days.length,
  })
  expect(valueOf(await readDays({ payer_uuid: crypto.randomUUID() }, context))).toBeNull()
  await world.sandbox.send('POST', '/_sandbox/faults', {
    method: 'GET',
    path: paths.facility,
    kind: 'status',
    status: 403,
    times: 1,
  })
  expect((await readDays({ payer_uuid }, context)).ok).toBe(false)
})
