import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { savePayerRules } from '#lib/console/queue/payer-rules.ts'
import {
  createBulkFix,
  findBulkFix,
  keepConsent,
  keepStep,
  noTally,
} from '#lib/console/records/bulk-fixes.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import { stopDelivery } from '#lib/console/jobs/delivery.ts'
import { listItems, listJobs } from '#lib/console/jobs/store.ts'
import {
  auditRecords,
  bulkAsks,
  bulkCaptures,
  bulkFixes,
  connections,
  openRecords,
  user,
} from '#lib/console/schema.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { codeWord } from '#lib/contract/codes/code-words.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { addDays } from '#lib/core/local-date.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import { defaultView, toRequest } from '#lib/lists/view.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import type { ChangeReason } from '#lib/rules/bulk/change-class.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { startJobs } from '#lib/actions/jobs/run-job.ts'
import { readLines, retry } from '#lib/actions/jobs/verbs.ts'
import { queueModel } from '#lib/actions/queue/model.ts'
import { readRailCounts } from '#lib/actions/queue/verbs.ts'
import { readCause } from './cause-captures.ts'
import { decideFix, readApprovals } from './approvals.ts'
import { standingOf, type BulkProgress } from './fix.ts'
import { readOutcome } from './outcome.ts'
import { readRows, readStanding, type BulkRow } from './read.ts'
import { resolveMany, sendFix, steerFix, undoFix } from './send.ts'
import { startFix, type BulkSource } from './start.ts'
import { readValues } from './values.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import { valueFileOf } from '#lib/rules/bulk/value-file.ts'

const captures = '/api/charge_captures/v1'
const creations = '/api/charge_capture_claim_creation/v1'
type Capture = JsonObject & {
  id: string
  claim_creation_id: string
  charge_capture_data: JsonObject
}
type Listed = { items: Capture[] }
const world = startWorld({ captures: 60 })
let context: ActionContext
let clean: JsonObject
let rightNpi: string
let made = 0

beforeAll(async () => {
  context = world.as.biller
  clean = await findClean()
  rightNpi = (clean.rendering_provider as { npi: string }).npi
})
beforeEach(() => world.sandbox.send('DELETE', '/_sandbox/requests'))

/** The data of a capture that alone makes a claim. */
async function findClean(): Promise<JsonObject> {
  const { items } = (await world.sandbox.get(captures, { status: 'billable', limit: 60 }))
    .json as Listed
  for (const { claim_creation_id, charge_capture_data } of items) {
    const { status } = (await world.sandbox.get(`${creations}/${claim_creation_id}`)).json as {
      status: string
    }
    const beside = (await world.sandbox.get(captures, { claim_creation_ids: [claim_creation_id] }))
      .json as Listed
    if (status !== 'successful' || beside.items.length !== 1) continue
    // An encounter takes its ids alone.
    const { external_id: _, external_claim_submission: __, ...data } = charge_capture_data
    return data
  }
  throw new Error('no capture alone makes a claim')
}

/** Captures with a mistyped rendering NPI, each alone in a claim creation with that error. */
async function makeErrored(
  count: number,
  change: (data: JsonObject) => JsonObject = (data) => data,
) {
  const all: Capture[] = []
  for (let at = 0; at < count; at += 1) {
    made += 1
    const patient_external_id = `BULK-PAT-${made}`
    const data = {
      ...clean,
      patient: { ...(clean.patient as object), external_id: patient_external_id },
      rendering_provider: { ...(clean.rendering_provider as object), npi: '1234567890' },
    }
    const body = {
      data: change(data as JsonObject),
      charge_external_id: `BULK-${made}`,
      patient_external_id,
      status: 'billable',
    }
    const reply = await world.sandbox.send('POST', captures, body)
    if (reply.status !== 200) throw new Error(reply.text)
    all.push(reply.json)
  }
  return all
}

const read = async (id: string) => (await world.sandbox.get(`${captures}/${id}`)).json as Capture
const npiOf = async (id: string) =>
  ((await read(id)).charge_capture_data.rendering_provider as { npi: string | null }).npi
const patch = (id: string, body: object) => world.sandbox.send('PATCH', `${captures}/${id}`, body)
const seen = () => world.sent(undefined, '')
const patchesOf = () => world.sent('PATCH', '')

const toRight = (): AskedChange => ({
  kind: 'replace',
  path: 'data.rendering_provider.npi',
  find: '1234567890',
  text: rightNpi,
})
const because = (text: string): ChangeReason => ({ text, documented: false, stated_by: '' })
const ofIds = (all: Capture[]): BulkSource => ({ kind: 'captures', ids: all.map(({ id }) => id) })

async function preview(
  source: BulkSource,
  change: AskedChange = toRight(),
  why: ChangeReason | null = null,
): Promise<BulkProgress> {
  const { id } = valueOf(await startFix({ source, change, why }, context))
  return isRead(id)
}

function isRead(id: string): Promise<BulkProgress> {
  return vi.waitFor(
    async () => {
      const now = await standing(id)
      if (!now.is_read) throw new Error(JSON.stringify(now.reading))
      return now
    },
    { timeout: 60_000, interval: 50 },
  )
}

const all = { is_all: true, ids: [], billed: false }
const send = (id: string, reason = '') => sendFix({ id, choice: all, reason }, context)
const sendBilled = (id: string) =>
  sendFix({ id, choice: { ...all, billed: true }, reason: '' }, context)
const standing = async (id: string) => valueOf(await readStanding({ id }, context))
const ends = (id: string, which: 'job' | 'undo' = 'job') =>
  vi.waitFor(
    async () => {
      const now = (await standing(id))[which]
      if (!now || now.is_open) throw new Error(JSON.stringify(now))
      return now
    },
    { timeout: 300_000, interval: 100 },
  )
const pauses = (id: string) =>
  vi.waitFor(
    async () =>
      expect((await standing(id)).job).toMatchObject({ state: 'paused', waits_for: 'person' }),
    {
      timeout: 20_000,
      interval: 100,
    },
  )
const results = async (id: string, filter: object = {}) =>
  valueOf(await readRows({ id, from: 0, states: ['ready', 'keeps'], ...filter }, context)).rows.map(
    ({ external_id, result }) => [external_id, result?.state, result?.words],
  )

test(
  'many captures are fixed but for 5 that the partner refuses, and an undo restores them',
  { timeout: 600_000 },
  async () => {
    const count = testSize(24, 200)
    const refused = new Set([7, count / 2, count / 2 + 1, count - 10, count - 1])
    let at = 0
    const many = await makeErrored(count, (data) =>
      refused.has(at++)
        ? {
            ...data,
            patient: { ...(data.patient as object), first_name: 'Refusal' },
            subscriber_primary: { ...(data.subscriber_primary as object), first_name: 'Refusal' },
          }
        : data,
    )
    await world.sandbox.send('POST', '/_sandbox/faults', {
      kind: 'status',
      method: 'patch',
      holds: 'Refusal',
      status: 422,
      errorName: 'UnprocessableEntityError',
      content: { message: 'Refusal Moss may not be changed' },
    })
    const before = await preview(ofIds(many))
    expect(before).toMatchObject({ total: count, job: null })
    expect(before.tally).toMatchObject({
      read: count,
      ready: count,
      forecast: { claims: count, of: count },
      needs: 0,
      skipped: 0,
    })
    const [row] = valueOf(
      await readRows({ id: before.id, from: 0, states: ['ready'] }, context),
    ).rows
    expect(row).toMatchObject({
      changes: [{ label: 'Rendering provider · NPI', before: '1234567890', after: rightNpi }],
      verdict: 'Claim should bill',
      outlook: 'bills',
    })

    await world.sandbox.send('DELETE', '/_sandbox/requests')
    valueOf(await send(before.id))
    const job = await ends(before.id)
    expect([job.state, job.items]).toEqual(['done', { verified: count - 5, rejected: 5 }])
    const log = await seen()
    const patched = log.filter(({ method }) => method === 'PATCH').map(({ path }) => path)
    expect([patched.length, new Set(patched).size]).toEqual([count, count])
    // The first one is alone until its claim creation has been read again.
    const first = log.findIndex(({ method }) => method === 'PATCH')
    const creation = `${creations}/${many[0]!.claim_creation_id}`
    const again = log.findIndex(({ path }, place) => place > first && path === creation)
    const others = new Set(many.slice(1).map(({ id }) => `${captures}/${id}`))
    expect(again).toBeGreaterThan(first)
    expect(log.slice(0, again).filter(({ path }) => others.has(path))).toEqual([])
    for (const [at, capture] of many.entries())
      expect(await npiOf(capture.id)).toBe(refused.has(at) ? '1234567890' : rightNpi)
    expect((await world.sandbox.get(creation)).json).toMatchObject({ status: 'successful' })
    const failed = await results(before.id, { results: ['rejected'] })
    expect(failed).toEqual(
      [...refused].map((at) => [
        many[at]!.charge_external_id,
        'rejected',
        'The partner refused it (UnprocessableEntityError). Refusal Moss may not be changed',
      ]),
    )
    const stored = await listItems(job.id, { limit: count, states: ['rejected'] })
    expect(stored.map(({ words }) => words)).toEqual(
      Array.from({ length: 5 }, () => 'The partner refused it (UnprocessableEntityError).'),
    )
    expect(JSON.stringify(stored)).not.toContain('Refusal Moss')

    valueOf(await undoFix({ id: before.id }, context))
    const undo = await ends(before.id, 'undo')
    expect([undo.state, undo.items]).toEqual(['done', { verified: count - 5 }])
    for (const capture of many)
      expect(JSON.stringify((await read(capture.id)).charge_capture_data)).toBe(
        JSON.stringify(capture.charge_capture_data),
      )
  },
)

test('what somebody else changed meanwhile stays: another field is merged, the same field is a conflict', async () => {
  const [same, other, alone] = await makeErrored(3)
  const fix = await preview(ofIds([alone!, same!, other!]))
  const data = same!.charge_capture_data
  const theirs = { ...(data.rendering_provider as object), npi: '1215900002' }
  await patch(same!.id, { data: { ...data, rendering_provider: theirs } })
  await patch(other!.id, {
    data: { ...other!.charge_capture_data, additional_information: 'Called the payer' },
  })
  valueOf(await send(fix.id))
  expect((await ends(fix.id)).items).toEqual({ verified: 2, conflict: 1 })
  expect(await npiOf(same!.id)).toBe('1215900002')
  expect((await read(other!.id)).charge_capture_data).toMatchObject({
    additional_information: 'Called the payer',
    rendering_provider: { npi: rightNpi },
  })

  // And so does what is changed after the fix, when it is taken back.
  const now = await read(alone!.id)
  await patch(alone!.id, { data: { ...now.charge_capture_data, additional_information: 'Later' } })
  const later = await read(other!.id)
  const provider = {
    ...(later.charge_capture_data.rendering_provider as object),
    npi: '1215900002',
  }
  await patch(other!.id, { data: { ...later.charge_capture_data, rendering_provider: provider } })
  valueOf(await undoFix({ id: fix.id }, context))
  expect((await ends(fix.id, 'undo')).items).toEqual({ verified: 1, conflict: 1 })
  expect((await read(alone!.id)).charge_capture_data).toMatchObject({
    additional_information: 'Later',
    rendering_provider: { npi: '1234567890' },
  })
  expect(await npiOf(other!.id)).toBe('1215900002')
})

test('a first capture that is refused stops the rest until a person goes on', async () => {
  const [first, second] = await makeErrored(2)
  const fix = await preview(ofIds([first!, second!]))
  await world.sandbox.send('POST', '/_sandbox/faults', {
    kind: 'status',
    method: 'patch',
    path: `${captures}/${first!.id}`,
    status: 422,
    errorName: 'UnprocessableEntityError',
  })
  valueOf(await send(fix.id))
  await pauses(fix.id)
  const { progress } = (await standing(fix.id)).job!
  expect(progress.words).toBe(
    'The first capture was sent alone. The partner refused it (UnprocessableEntityError). The others have not been sent.',
  )
  expect(await patchesOf()).toHaveLength(1)
  valueOf(await steerFix({ id: fix.id, what: 'go on' }, context))
  const { id: job } = await ends(fix.id)
  expect((await standing(fix.id)).job!.items).toEqual({ rejected: 1, verified: 1 })
  // Only its owner is led from the job to the fix.
  const lineOf = async (who: ActionContext) =>
    valueOf(await readLines({ who: 'all' }, who)).find(({ id }) => id === job)
  expect(await lineOf(context)).toMatchObject({ fix_id: fix.id, is_own: true })
  const other = { ...context, account: { ...context.account, id: 'somebody-else' } }
  expect(await lineOf(other)).not.toHaveProperty('fix_id')
})

test(
  'a first capture with the same error as before stops the rest',
  { timeout: 30_000 },
  async () => {
    const two = await makeErrored(2)
    const fix = await preview(ofIds(two), {
      kind: 'set',
      path: 'data.additional_information',
      text: 'Checked',
    })
    // The error was there before: it needs no reason.
    expect(fix.tally).toMatchObject({ ready: 2, keeps: 0 })
    valueOf(await send(fix.id))
    await pauses(fix.id)
    expect((await standing(fix.id)).job!.progress.words).toContain(
      'its claim creation still has the same error',
    )
    expect(await patchesOf()).toHaveLength(1)
  },
)

test('a change that makes a new error is sent only with a reason', async () => {
  const [one] = await makeErrored(1)
  const clears: AskedChange = { kind: 'clear', path: 'data.rendering_provider.npi' }
  const fix = await preview(ofIds([one!]), clears, because('The provider left'))
  expect(fix.tally).toMatchObject({ ready: 0, keeps: 1 })
  expect(await send(fix.id)).toMatchObject({
    ok: false,
    error: { message: 'No capture is left to send.' },
  })
  valueOf(await send(fix.id, 'The payer asks for none'))
  expect((await ends(fix.id)).items).toEqual({ verified: 1 })
})

test(
  'a first capture whose new value has the same problem as the old one stops the rest',
  { timeout: 60_000 },
  async () => {
    const { insurance_card: card, ...subscriber } = clean.subscriber_primary as {
      insurance_card: JsonObject
    }
    const two = await makeErrored(2, (data) => ({
      ...data,
      rendering_provider: clean.rendering_provider!,
      subscriber_primary: { ...subscriber, insurance_card: { ...card, payer_id: 'UNK77' } },
    }))
    const path = 'data.subscriber_primary.insurance_card.payer_id'
    const fix = await preview(ofIds(two), { kind: 'replace', path, find: 'UNK77', text: 'UNK88' })
    valueOf(await send(fix.id))
    await pauses(fix.id)
    expect((await standing(fix.id)).job!.progress.words).toContain(
      'its claim creation still has the same error',
    )
    expect(await patchesOf()).toHaveLength(1)
  },
)

test(
  'the first capture is read again also after the end of a process that had just sent it',
  { timeout: 60_000 },
  async () => {
    const two = await makeErrored(2)
    const fix = await preview(ofIds(two), {
      kind: 'set',
      path: 'data.additional_information',
      text: 'Checked again',
    })
    valueOf(await send(fix.id, 'The provider list is being corrected'))
    await vi.waitFor(async () => expect(await patchesOf()).toHaveLength(1), { timeout: 20_000 })
    await stopDelivery()
    await startJobs()
    await pauses(fix.id)
    expect((await standing(fix.id)).job!.progress.words).toContain(
      'its claim creation still has the same error',
    )
    expect(await patchesOf()).toHaveLength(1)
  },
)

test(
  'a fix is taken back only once it has ended, and changes nothing more afterwards',
  { timeout: 60_000 },
  async () => {
    const [refused, second, third] = await makeErrored(3)
    const fix = await preview(ofIds([refused!, second!, third!]))
    const refusal = {
      kind: 'status',
      method: 'patch',
      status: 422,
      errorName: 'UnprocessableEntityError',
    }
    await world.sandbox.send('POST', '/_sandbox/faults', {
      ...refusal,
      path: `${captures}/${refused!.id}`,
    })
    valueOf(await send(fix.id))
    await pauses(fix.id)
    const early = {
      ok: false,
      error: { message: 'The bulk fix is still open. Stop it or let it end, then undo it.' },
    }
    expect(await undoFix({ id: fix.id }, context)).toMatchObject(early)
    valueOf(await steerFix({ id: fix.id, what: 'go on' }, context))
    const { id } = await ends(fix.id)
    valueOf(await undoFix({ id: fix.id }, context))
    await ends(fix.id, 'undo')
    await world.sandbox.send('DELETE', '/_sandbox/faults')
    const sent = (await patchesOf()).length
    valueOf(await retry({ id }, context))
    const words = 'This bulk fix was undone. Begin a new one.'
    await vi.waitFor(
      async () =>
        expect((await standing(fix.id)).job).toMatchObject({
          state: 'failed',
          failure: { message: words },
        }),
      { timeout: 20_000 },
    )
    expect(await patchesOf()).toHaveLength(sent)
    expect(await npiOf(refused!.id)).toBe('1234567890')
  },
)

test.each([
  [
    'whose owner lost the role',
    'role doesn’t include this any more',
    async () => {
      const db = await consoleDb()
      await db.update(user).set({ role: 'reader' }).where(eq(user.id, context.account.id))
      return async () =>
        void (await db.update(user).set({ role: 'biller' }).where(eq(user.id, context.account.id)))
    },
  ],
  [
    'whose connection was disabled',
    'was disabled',
    async () => {
      const db = await consoleDb()
      await db.update(connections).set({ disabledAt: new Date(), isActive: false })
      return async () =>
        void (await db.update(connections).set({ disabledAt: null, isActive: true }))
    },
  ],
])('a job %s stops with words', async (_, words, take) => {
  const [first, second] = await makeErrored(2)
  const fix = await preview(ofIds([first!, second!]))
  await world.sandbox.send('POST', '/_sandbox/faults', {
    kind: 'status',
    method: 'patch',
    status: 422,
    times: 1,
  })
  valueOf(await send(fix.id))
  await pauses(fix.id)
  const { id } = (await standing(fix.id)).job!
  const giveBack = await take()
  valueOf(await steerFix({ id: fix.id, what: 'go on' }, context))
  const job = await ends(fix.id)
  await giveBack()
  expect([job.state, job.failure?.message]).toEqual(['failed', expect.stringContaining(words)])
  expect((await listItems(id, { limit: 10 })).map(({ state }) => state)).toEqual([
    'rejected',
    'queued',
  ])
  expect(await patchesOf()).toHaveLength(1)
})

test('a file gives values by charge external id; unknown ids refuse all of it, and nothing is sent', async () => {
  const two = await makeErrored(2)
  const [one, other] = two.map((capture) => String(capture.charge_external_id))
  const path = 'data.rendering_provider.npi'
  const start = (file: string) =>
    startFix({ source: ofIds(two), change: { kind: 'map', path, file } }, context)
  expect(await start(`charge_external_id,npi\n${one},12\n${one},${rightNpi}\n`)).toMatchObject({
    ok: false,
    error: { issues: [{ path: 'file.2', message: `Line 2: ${one}: This isn’t a valid NPI.` }] },
  })
  const refused = await preview(ofIds(two), {
    kind: 'map',
    path,
    file: `charge_external_id,npi\n${one},${rightNpi}\nNOBODY,${rightNpi}\n`,
  })
  expect(refused.problems).toEqual([
    { line: 3, message: 'None of the chosen captures has NOBODY.' },
  ])
  expect(await send(refused.id)).toMatchObject({ ok: false, error: { name: 'InvalidInput' } })
  expect(await patchesOf()).toEqual([])
  const fine = await preview(ofIds(two), {
    kind: 'map',
    path,
    file: `charge_external_id,npi\n${other},${rightNpi}\n`,
  })
  expect(fine.tally).toMatchObject({ ready: 1, skipped: 1 })
  valueOf(await send(fine.id))
  expect((await ends(fine.id)).items).toEqual({ verified: 1 })
  expect([await npiOf(two[0]!.id), await npiOf(two[1]!.id)]).toEqual(['1234567890', rightNpi])
})

test('a preview looks each new NPI up once; a claim whose NPI no list has, or that cannot be looked up, is not known to bill', async () => {
  const two = await makeErrored(2)
  const strange = '1999999984'
  const list = '/api/organization-providers/v3'
  const asked = async () =>
    (await world.sent('GET', list)).filter(
      ({ query }) => 'is_rendering' in query && 'npi' in query && query.npi === strange,
    )
  const verdictsOf = async ({ id }: BulkProgress) =>
    valueOf(await readRows({ id, from: 0, states: ['ready'] }, context)).rows.map((row) => [
      row.outlook,
      row.verdict,
    ])
  const to = (text: string): AskedChange => ({ ...toRight(), text }) as AskedChange
  const unlisted = await preview(ofIds(two), to(strange))
  expect(unlisted.tally.forecast).toEqual({ claims: 0, cents: 0, of: 2, unknown: 2 })
  const words = `Not known whether the claim bills: Rendering provider NPI ${strange}`
  expect((await verdictsOf(unlisted))[0]).toEqual([
    'unknown',
    `${words} isn’t in the partner’s provider list`,
  ])
  expect(await asked()).toHaveLength(1)
  expect((await preview(ofIds(two))).tally.forecast).toMatchObject({ claims: 2, of: 2, unknown: 0 })
  await world.fault({ path: list, kind: 'status', status: 403, times: 20 })
  const closed = await preview(ofIds(two), to(strange))
  expect(closed.tally.forecast).toMatchObject({ claims: 0, unknown: 2 })
  expect((await verdictsOf(closed))[0]).toEqual(['unknown', `${words} was not looked up`])
})

test('a preview shows values in words', async () => {
  const one = await makeErrored(1)
  const changesOf = async (change: AskedChange) => {
    const why = { ...because('Entered twice'), documented: true, stated_by: 'Ann' }
    const { id } = await preview(ofIds(one), change, why)
    const states: BulkRow['state'][] = ['ready', 'keeps', 'billed', 'needs-you']
    return valueOf(await readRows({ id, from: 0, states }, context)).rows[0]!.changes
  }
  expect(await changesOf({ kind: 'set', path: 'status', text: 'not-billable' })).toEqual([
    { label: 'Status', before: 'Billable', after: 'Not billable' },
  ])
  const place = String(one[0]!.charge_capture_data.place_of_service_code)
  const other = place === '22' ? '11' : '22'
  const path = 'data.place_of_service_code'
  expect(await changesOf({ kind: 'replace', path, find: place, text: other })).toMatchObject([
    { label: 'Place of service', after: codeWord('place_of_service_code', other) },
  ])
  expect(await changesOf({ kind: 'set', path: 'data.referral_number', text: 'R-1' })).toEqual([
    { label: 'Referral number', before: '', after: 'R-1' },
  ])
})

test('a capture whose filing limit has passed keeps that error in the preview, which says by how many days', async () => {
  const day = addDays(dayNow(), -91)
  const payer = { payer_id: 'LATE1', payer: 'Latecomer Health' }
  await savePayerRules(context, [{ ...payer, limits: { original: 90 }, source: 'Contract' }])
  const made = await makeErrored(1, (data) => ({
    ...data,
    date_of_service: day,
    end_date_of_service: null,
    service_lines: (data.service_lines as JsonObject[]).map((line) => ({
      ...line,
      date_of_service: day,
      end_date_of_service: null,
    })),
    subscriber_primary: {
      ...(data.subscriber_primary as JsonObject),
      insurance_card: {
        member_id: 'W123456789',
        payer_id: payer.payer_id,
        payer_name: payer.payer,
      },
    },
  }))
  const { id } = await preview(ofIds(made))
  const { rows } = valueOf(await readRows({ id, from: 0, states: ['ready', 'keeps'] }, context))
  expect(rows).toMatchObject([{ state: 'ready' }])
  expect(rows[0]!.verdict).toBe(
    'Claim keeps 1 error: Payer id LATE1 is not mapped to a payer. 1 other error stays: Limit passed 1 day ago',
  )
})

test('a list is walked to its end, and each capture is there once', async () => {
  const many = await makeErrored(130, (data) => ({
    ...data,
    service_facility: { ...(data.service_facility as object), organization_name: 'Bulk Harbor' },
  }))
  const request = {
    operation: 'listChargeCaptures' as const,
    query: { service_facility_name: 'Bulk Harbor' },
  }
  const fix = await preview({ kind: 'list', request })
  expect(fix.tally.read).toBe(130)
  const clearing = { kind: 'clear', path: 'data.rendering_provider.npi' } as const
  const again = await preview(
    { kind: 'fix', id: fix.id },
    clearing,
    because('The provider has left'),
  )
  expect(again.tally.read).toBe(130)
  const ids = (
    await (await consoleDb()).select().from(bulkCaptures).where(eq(bulkCaptures.fixId, fix.id))
  ).map(({ captureId }) => captureId)
  expect(new Set(ids)).toEqual(new Set(many.map(({ id }) => id)))
})

test('a fix of all that a search finds has only the captures with every typed word', async () => {
  const named = (first: string) => (data: JsonObject) => ({
    ...data,
    patient: { ...(data.patient as object), first_name: first, last_name: 'Bulkharbor' },
  })
  const [wanted] = await makeErrored(1, named('Reggie'))
  await makeErrored(1, named('Tamsin'))
  const spec = listSpecs.listChargeCaptures
  const view = { ...defaultView(spec), filters: { search_term: 'Bulkharbor, R' } }
  const request = toRequest(spec, view, { today: dayNow() })
  const fix = await preview({ kind: 'list', request })
  const ids = (
    await (await consoleDb()).select().from(bulkCaptures).where(eq(bulkCaptures.fixId, fix.id))
  ).map(({ captureId }) => captureId)
  expect(ids).toEqual([wanted!.id])
})

test('a reading that the partner refuses says so, and goes on from where it was; one that was edited ends', async () => {
  const many = await makeErrored(104)
  const refused = many[102]!
  await world.sandbox.send('POST', '/_sandbox/faults', {
    kind: 'status',
    method: 'get',
    path: `${captures}/${refused.id}`,
    status: 403,
    errorName: 'ForbiddenError',
    content: { message: 'Not today' },
  })
  const { id } = valueOf(await startFix({ source: ofIds(many), change: toRight() }, context))
  const stopped = await vi.waitFor(
    async () => {
      const now = await standing(id)
      if (now.reading?.is_open !== false) throw new Error(JSON.stringify(now.reading))
      return now
    },
    { timeout: 60_000, interval: 50 },
  )
  expect(stopped).toMatchObject({
    total: 104,
    is_read: false,
    tally: { read: 100 },
    reading: { state: 'failed', failure: { name: 'PartnerRefused' } },
  })
  expect(await send(id)).toMatchObject({ ok: false, error: { name: 'InvalidInput' } })

  await world.sandbox.send('DELETE', '/_sandbox/faults')
  await world.sandbox.send('DELETE', '/_sandbox/requests')
  valueOf(await steerFix({ id, what: 'read' }, context))
  const now = await isRead(id)
  expect(now).toMatchObject({ total: 104, tally: { read: 104, ready: 104 }, reading: null })
  const asked = (await seen()).map(({ path }) => path)
  expect(many.filter((capture) => asked.includes(`${captures}/${capture.id}`))).toHaveLength(4)

  const delay = { kind: 'delay', method: 'get', path: `${captures}/*`, delay: 300 }
  await world.sandbox.send('POST', '/_sandbox/faults', delay)
  const source: BulkSource = { kind: 'fix', id }
  const old = valueOf(await startFix({ source, change: toRight() }, context))
  const edited = valueOf(
    await startFix({ source: { kind: 'fix', id: old.id }, change: toRight() }, context),
  )
  await world.sandbox.send('DELETE', '/_sandbox/faults')
  expect(await isRead(edited.id)).toMatchObject({ tally: { read: 104 } })
  const left = await vi.waitFor(
    async () => {
      const now = await standing(old.id)
      expect(now.reading?.state).toBe('cancelled')
      return now
    },
    { timeout: 20_000, interval: 100 },
  )
  expect(left.is_read).toBe(false)
})

test('a reading that ends after its fix was read counts as ended, with its captures', async () => {
  const { id } = await preview(ofIds(await makeErrored(2)))
  const owner = { accountId: context.account.id, connection: context.connection }
  const after = (await findBulkFix(owner, id))!
  const ofReading = { accountId: owner.accountId, id: after.readJobId! }
  await vi.waitFor(
    async () => expect((await listJobs(owner.connection, ofReading))[0]!.is_open).toBe(false),
    { timeout: 20_000 },
  )
  const before = { ...after, step: after.step - 1, plan: { ...after.plan, isRead: false } }
  expect(await standingOf(before, context)).toMatchObject({
    is_read: true,
    tally: { read: 2, ready: 2 },
    reading: null,
  })
})

test('a cause of the queue gives its captures and its field, and with a filter only the captures in it', async () => {
  const two = await makeErrored(2)
  const [only] = await makeErrored(1, ({ service_facility, ...data }) => ({
    ...data,
    service_facility: {
      organization_name: 'Only Harbor',
      address: (service_facility as JsonObject).address!,
    },
  }))
  const { connection } = context
  valueOf(await world.readQueue())
  const items = [...(await queueModel(connection)).items]
  const { cause: key } = items.find((item) => item.capture_id === two[0]!.id)!
  const path = 'data.rendering_provider.npi'
  const words = 'Rendering provider NPI fails its check digit'
  expect(valueOf(await readCause({ key }, context))).toMatchObject({ words, path })
  const fix = await preview({ kind: 'cause', key })
  const rows = await (
    await consoleDb()
  )
    .select()
    .from(bulkCaptures)
    .where(eq(bulkCaptures.fixId, fix.id))
  const chosen = rows.map(({ captureId }) => captureId)
  expect(chosen).toEqual(expect.arrayContaining(two.map(({ id }) => id)))
  expect(chosen).toHaveLength(items.filter((item) => item.cause === key).length)
  const filter = { view: 'causes', facility: 'Only Harbor', sort: 'money' } as const
  const part = await preview({ kind: 'cause', key, filter })
  expect(part).toMatchObject({ is_part: true, total: 1, cause: key })
  expect(
    valueOf(await readRows({ id: part.id, from: 0, states: ['ready'] }, context)).rows,
  ).toMatchObject([{ id: only!.id }])
  expect(
    await startFix({ source: { kind: 'cause', key: 'gone' }, change: null }, context),
  ).toMatchObject({
    ok: false,
    error: { message: 'This cause is no longer in the queue.' },
  })

  // The values of its field: one row for a value with its provider's name.
  const table = valueOf(await readValues({ of: { kind: 'fix', id: part.id } }, context))
  const external = String(only!.charge_external_id)
  expect(table).toMatchObject({
    path,
    by: 'provider',
    captures: 1,
    aside: 0,
    rows: [{ now: '1234567890', captures: [{ id: only!.id, external_id: external }] }],
    more: { rows: 0, captures: 0 },
  })
  const whole = valueOf(await readValues({ of: { kind: 'cause', key } }, context))
  expect(whole!.captures).toBe(chosen.length)
  const trail = await (await consoleDb()).select().from(auditRecords)
  expect(
    trail.some(
      ({ operation, recordIds }) => operation === 'readBulkValues' && recordIds.includes(only!.id),
    ),
  ).toBe(true)
  expect(await readValues({ of: { kind: 'fix', id: randomUUID() } }, context)).toMatchObject({
    ok: false,
  })

  // The queue knows the ids of a cause's captures: unknown ones are told with the other wrong lines.
  const lines = [`${external},12`, `NOBODY,${rightNpi}`, `${external},${rightNpi}`]
  const file = ['charge_external_id,npi', ...lines].join('\n')
  const change = { kind: 'map', path, file } as const
  const source = { kind: 'fix', id: part.id } as const
  expect(await startFix({ source, change }, context)).toMatchObject({
    ok: false,
    error: {
      message: 'Nothing was sent. 1 line fits, 2 don’t.',
      issues: [
        { path: 'file.2', message: `Line 2: ${external}: This isn’t a valid NPI.` },
        { path: 'file.3', message: 'Line 3: None of the chosen captures has NOBODY.' },
      ],
    },
  })
  const without = await preview(source, { ...change, leave_out: [2, 3] })
  expect(without).toMatchObject({ left_out: 2, problems: [], tally: { ready: 1 } })
  const again = valueOf(await readValues({ of: { kind: 'fix', id: without.id } }, context))
  expect(again!.rows.map(({ captures: of }) => new Set(of.map(({ typed }) => typed)))).toEqual([
    new Set([rightNpi]),
  ])
})

test('lines of a file that fit no capture are left out only where the person says so', async () => {
  const [one] = await makeErrored(1)
  const path = 'data.rendering_provider.npi'
  const file = `charge_external_id,npi\n${one!.charge_external_id},${rightNpi}\nNOBODY,${rightNpi}\n`
  const fix = await preview(ofIds([one!]), { kind: 'map', path, file })
  expect(fix.problems).toHaveLength(1)
  const steered = valueOf(await steerFix({ id: fix.id, what: 'leave out' }, context))
  expect(steered).toMatchObject({ problems: [], left_out: 1 })
  expect(await steerFix({ id: fix.id, what: 'leave out' }, context)).toMatchObject({ ok: false })
  expect(await patchesOf()).toEqual([])
  valueOf(await send(fix.id))
  expect((await ends(fix.id)).items).toEqual({ verified: 1 })
  expect(await npiOf(one!.id)).toBe(rightNpi)
})

test('captures that a colleague has open, and those without anything to change, are skipped; nothing is stored in clear', async () => {
  const [open, right, gone] = await makeErrored(3, (data) => ({
    ...data,
    patient: { ...(data.patient as object), last_name: 'Canarylast' },
  }))
  await patch(right!.id, {
    data: { ...right!.charge_capture_data, rendering_provider: clean.rendering_provider },
  })
  const db = await consoleDb()
  const [colleague] = await db.select().from(user).where(eq(user.email, 'admin@demo.test'))
  const at = new Date()
  await db.insert(openRecords).values({
    accountId: colleague!.id,
    connectionId: context.connection.id,
    kind: 'charge-capture',
    record: open!.id,
    tab: 'a'.repeat(32),
    openedAt: at,
    readAt: at,
    lastSeenAt: at,
  })
  const missing = { ...gone!, id: '00000000-0000-4000-8000-000000000000' }
  const fix = await preview(ofIds([open!, right!, missing]))
  const { rows } = valueOf(
    await readRows({ id: fix.id, from: 0, states: ['skipped', 'needs-you'] }, context),
  )
  expect(rows.map(({ state, verdict }) => [state, verdict])).toEqual([
    ['skipped', `Open by ${colleague!.name}`],
    ['skipped', 'Nothing to change.'],
    ['needs-you', 'The partner no longer has it.'],
  ])
  const stored = [...(await db.select().from(bulkCaptures)), ...(await db.select().from(bulkFixes))]
  expect(JSON.stringify(stored)).not.toMatch(/Canarylast|1234567890/)
  const someone = { ...context, account: { ...context.account, id: colleague!.id } }
  expect(await readRows({ id: fix.id, from: 0, states: ['skipped'] }, someone)).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError' },
  })
})

test('many errors are resolved with one reason of the list', async () => {
  const two = await makeErrored(2)
  const errors = await Promise.all(
    two.map(async ({ claim_creation_id }) => {
      const creation = (await world.sandbox.get(`${creations}/${claim_creation_id}`)).json as {
        errors: { id: string }[]
      }
      return creation.errors[0]!.id
    }),
  )
  const resolved = {
    of: { error_ids: errors },
    reason: 'fixed-at-payer',
    note: 'Checked by telephone',
  } as const
  const { job_id } = valueOf(await resolveMany(resolved, context))
  await vi.waitFor(
    async () =>
      expect((await listItems(job_id, { limit: 10 })).map(({ state }) => state)).toEqual([
        'verified',
        'verified',
      ]),
    { timeout: 45_000 },
  )
  for (const { claim_creation_id } of two) {
    const { errors: now } = (await world.sandbox.get(`${creations}/${claim_creation_id}`)).json as {
      errors: object[]
    }
    expect(now[0]).toMatchObject({
      resolved: true,
      resolution_reason: 'Fixed at the payer. Checked by telephone',
    })
  }
})

const notBillable: AskedChange = { kind: 'set', path: 'status', text: 'not-billable' }

test('a change that is refused for many, or whose reason is missing, is refused at its start and again when it is sent', async () => {
  const two = await makeErrored(2)
  const start = (change: AskedChange, why: ChangeReason | null = null) =>
    startFix({ source: ofIds(two), change, why }, context)
  const issuesAt = (...paths: string[]) => ({
    ok: false,
    error: { name: 'InvalidInput', issues: paths.map((path) => expect.objectContaining({ path })) },
  })
  const firstName = { kind: 'set', path: 'data.patient.first_name', text: 'Robin' } as const
  expect(await start(firstName, because('Because'))).toMatchObject(issuesAt('path'))
  expect(await start({ kind: 'set', path: 'data.diagnoses.0.code', text: 'E11.9' })).toMatchObject(
    issuesAt('path'),
  )
  expect(await start(notBillable)).toMatchObject(issuesAt('why.text'))
  const modifiers = {
    kind: 'replace',
    path: 'data.service_lines.*.modifiers',
    find: '',
    text: '25',
  } as const
  expect(await start(modifiers, because('Payer asks for it'))).toMatchObject(
    issuesAt('why.documented'),
  )
  const delay = { kind: 'set', path: 'data.delay_reason_code', text: '1' } as const
  expect(await start(delay, because('Late'))).toMatchObject(issuesAt('why.stated_by'))

  // As a version without classes stored it, or somebody who passes the start by.
  const owner = { accountId: context.account.id, connection: context.connection }
  const plan = {
    title: 'Past the start',
    change: firstName,
    isRead: true,
    tally: { ...noTally, ready: 1, read: 1 },
  }
  const id = await createBulkFix(owner, plan, [])
  const capture = {
    captureId: two[0]!.id,
    state: 'ready' as const,
    row: '{}',
    base: JSON.stringify(two[0]),
  }
  await keepStep(owner, { id, step: 0 }, { plan, captures: [capture], from: 0 })
  expect(await send(id)).toMatchObject(issuesAt('path'))
  expect((await standing(id)).job).toBeNull()
  expect(await patchesOf()).toEqual([])
})

test(
  'a write-off of more than 50 captures waits for a second person, and what they approve is sent with its reason in each trail',
  { timeout: 300_000 },
  async () => {
    const db = await consoleDb()
    const [colleague] = await db.select().from(user).where(eq(user.email, 'manager@demo.test'))
    const { id: managerId, name, email } = colleague!
    const manager: ActionContext = {
      ...context,
      account: { id: managerId, name, email, role: 'manager', isDemo: true },
    }
    const few = await makeErrored(2)
    const small = await preview(ofIds(few), notBillable, because('Test charges'))
    valueOf(await send(small.id, 'They are test charges'))
    expect((await ends(small.id)).items).toEqual({ verified: 2 })
    // Each fix has no more than 50 captures; those of a day count together.
    const fifty = await makeErrored(50)
    await world.sandbox.send('DELETE', '/_sandbox/requests')
    const fix = await preview(
      ofIds(fifty),
      notBillable,
      because('Test charges of the training day'),
    )
    expect(fix).toMatchObject({ asks: { kind: 'consent' }, consent: null })
    const reason = 'They are test charges'
    const mine = { accountId: context.account.id, connection: context.connection }
    const others = await Promise.all(
      Array.from({ length: 20 }, () =>
        createBulkFix(mine, { title: '', change: null, isRead: true, tally: noTally }, []),
      ),
    )
    const areOthers = inArray(bulkFixes.id, others)
    await db.update(bulkFixes).set({ consent: 'asked' }).where(areOthers)
    expect(await send(fix.id, reason)).toMatchObject({ ok: false, error: { name: 'TooMany' } })
    await db.delete(bulkFixes).where(areOthers)
    valueOf(await send(fix.id, reason))
    expect(await standing(fix.id)).toMatchObject({
      job: null,
      consent: { state: 'asked', captures: 50, decided: null },
    })

    // A person who can decide it sees on every page that something waits. Its owner and others see
    // no number.
    const asOther = { ...manager, account: { ...manager.account, role: 'biller' as const } }
    const waits = async (who: ActionContext) => valueOf(await readRailCounts({}, who)).approvals
    const admins = { ...context, account: { ...context.account, role: 'admin' as const } }
    expect([
      await waits(manager),
      await waits(context),
      await waits(admins),
      await waits(asOther),
    ]).toEqual([1, 0, 0, 0])
    const charges = fix.tally.sums.keeps.charges + fix.tally.sums.ready.charges
    const [waiting] = valueOf(await readApprovals({}, manager))
    expect(waiting).toMatchObject({
      id: fix.id,
      is_own: false,
      requested_by: context.account.name,
      change: notBillable,
      why: { text: 'Test charges of the training day' },
      captures: 50,
      billed: 0,
      charges,
      olds: [{ text: 'billable', captures: 50 }],
    })
    expect(charges).toBeGreaterThan(0)
    const decide = (is_approved: boolean, words: string, who = manager) =>
      decideFix({ id: fix.id, is_approved, words }, who)
    expect(await decide(true, '', admins)).toMatchObject({ ok: false, error: { name: 'OwnFix' } })
    expect(await decide(false, '')).toMatchObject({ ok: false, error: { name: 'InvalidInput' } })
    valueOf(await send(fix.id, reason))
    expect((await standing(fix.id)).job).toBeNull()
    expect(await patchesOf()).toEqual([])
    valueOf(await decide(true, 'Checked the training list'))
    expect(valueOf(await readApprovals({}, manager))).toEqual([])
    expect(await waits(manager)).toBe(0)
    expect(await decide(false, 'Too late')).toMatchObject({
      ok: false,
      error: { name: 'EntityNotFoundError' },
    })
    expect((await standing(fix.id)).consent).toMatchObject({
      state: 'approved',
      decided: { by: name },
    })

    // What was approved is sent, whatever the request chooses now.
    valueOf(
      await sendFix(
        { id: fix.id, choice: { is_all: false, ids: [fifty[0]!.id], billed: true }, reason: '' },
        context,
      ),
    )
    expect((await ends(fix.id)).items).toEqual({ verified: 50 })
    expect((await read(fifty[49]!.id)).status).toBe('not-billable')
    const rows = await db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.operation, 'giveBulkReason'))
    const row = rows.find(({ recordIds }) => recordIds[0] === fifty[49]!.id)
    expect((await openChange(row!))?.after).toEqual({
      reason: 'Test charges of the training day',
      approved_by: name,
    })
    const decided = await db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.operation, 'approveBulkFix'))
    expect(decided).toMatchObject([{ accountId: managerId, recordIds: [fix.id] }])

    const again = await preview(
      ofIds(fifty),
      { ...notBillable, text: 'entered-in-error' },
      because('Entered twice'),
    )
    valueOf(await send(again.id, reason))
    valueOf(await decideFix({ id: again.id, is_approved: false, words: 'They are real' }, manager))
    expect(await send(again.id, reason)).toMatchObject({ ok: false, error: { name: 'Declined' } })
    expect((await standing(again.id)).consent).toMatchObject({
      state: 'declined',
      decided: { words: 'They are real' },
    })
  },
)

test('an account keeps the 50 newest fixes that it began and never sent', async () => {
  const owner = {
    accountId: world.as.admin.account.id,
    connection: context.connection,
  }
  const plan = { title: 'never sent', change: null, isRead: true, tally: noTally }
  const ids: string[] = []
  while (ids.length < 52) ids.push(await createBulkFix(owner, plan, []))
  const kept = await Promise.all(ids.map((id) => findBulkFix(owner, id)))
  expect(kept.map(Boolean)).toEqual(ids.map((_, place) => place >= 2))
})

test('the page of approvals opens no plan of a fix, which may have a large file, but one of an earlier console', async () => {
  const owner = { accountId: context.account.id, connection: context.connection }
  const path = 'data.member_id'
  const change = { kind: 'map' as const, path, file: 'charge_external_id,value', leave_out: [2] }
  const consent = {
    choice: { is_all: true, ids: [], billed: false },
    reason: '',
    captures: 60,
    billed: 0,
    charges: 100,
    asked_at: '2026-11-28T00:00:00.000Z',
  }
  const why = because('A training day')
  const plan = { title: 'a file', change, why, isRead: true, tally: noTally, consent }
  const id = await createBulkFix(owner, plan, [])
  expect(await keepConsent(owner, { id, step: 0 }, { plan, consent: 'asked' })).toBe(true)
  const db = await consoleDb()
  const [{ sealedPlan } = { sealedPlan: '' }] = await db
    .select()
    .from(bulkFixes)
    .where(eq(bulkFixes.id, id))
  const setPlan = (text: string) =>
    db.update(bulkFixes).set({ sealedPlan: text }).where(eq(bulkFixes.id, id))
  const shown = async () => {
    const all = valueOf(await readApprovals({}, world.as.manager))
    return all.find((each) => each.id === id)
  }
  const asked = {
    change: { kind: 'map', path, file: '' },
    why,
    title: 'a file',
    captures: 60,
    charges: 100,
  }

  await setPlan('a plan that cannot be opened')
  expect(await shown()).toMatchObject(asked)
  await setPlan(sealedPlan)
  await db.delete(bulkAsks)
  expect(await shown()).toMatchObject(asked)
  await db.delete(bulkFixes).where(eq(bulkFixes.id, id))
})

test(
  'two write-offs sent at the same instant count together: one is sent, the other waits for a second person',
  { timeout: 120_000 },
  async () => {
    const db = await consoleDb()
    // The day of this account has no other write-offs.
    const [person] = await db.select().from(user).where(eq(user.email, 'admin@demo.test'))
    const { id, name, email } = person!
    context = { ...context, account: { id, name, email, role: 'admin', isDemo: true } }
    const [first, second] = [await makeErrored(26), await makeErrored(26)]
    const fixes = [
      await preview(ofIds(first), notBillable, because('Test charges')),
      await preview(ofIds(second), notBillable, because('Test charges')),
    ]
    await world.sandbox.send('DELETE', '/_sandbox/requests')
    // Each from two tabs.
    const presses = [...fixes, ...fixes].map((fix) => send(fix.id, 'They are test charges'))
    for (const pressed of await Promise.all(presses)) valueOf(pressed)
    const after = await Promise.all(fixes.map((fix) => standing(fix.id)))
    expect(after.map(({ consent }) => consent?.state).toSorted()).toEqual(['asked', undefined])
    const sent = after.find(({ job }) => job !== null)!
    expect((await ends(sent.id)).items).toEqual({ verified: 26 })
    expect(await patchesOf()).toHaveLength(26)
    // A later one counts the captures of the first.
    const third = await preview(ofIds(await makeErrored(25)), notBillable, because('Test charges'))
    valueOf(await send(third.id, 'They are test charges'))
    expect((await standing(third.id)).consent).toMatchObject({ state: 'asked', captures: 25 })
  },
)

test('B04: a charge is replaced in what each chart documents, and the preview says by how much the charges change', async () => {
  const [first] = clean.service_lines as unknown as { charge_amount_cents: number }[]
  const dollars = (cents: number) => (cents / 100).toFixed(2)
  const change = {
    kind: 'replace',
    path: 'data.service_lines.*.charge_amount_cents',
    find: dollars(first!.charge_amount_cents),
    text: dollars(first!.charge_amount_cents + 1_250),
  } as const
  const fix = await preview(ofIds(await makeErrored(3)), change, {
    ...because('New price list'),
    documented: true,
  })
  const lines = (clean.service_lines as unknown as { charge_amount_cents: number }[]).filter(
    (line) => line.charge_amount_cents === first!.charge_amount_cents,
  )
  // Their other error stays.
  expect(fix.tally.sums.ready.moved).toBe(3 * lines.length * 1_250)
})

test('B10: captures whose claim is billed are apart and sent only if they are chosen; the result says what billed', async () => {
  const two = await makeErrored(2)
  const fix = await preview(ofIds(two))
  const worth = fix.tally.sums.ready.cents
  expect(fix.tally.sums.ready).toMatchObject({
    overwrites: 2,
    moved: 0,
    unknown: 0,
    charges: worth,
  })
  valueOf(await send(fix.id))
  await ends(fix.id)
  const billed = {
    captures: 2,
    billed: { captures: 2, claims: 2, cents: worth },
    in_error: { claims: 0, cents: 0 },
  }
  await vi.waitFor(
    async () => expect(valueOf(await readOutcome({ id: fix.id }, context))).toMatchObject(billed),
    {
      timeout: 20_000,
      interval: 200,
    },
  )
  // Undoing both would make changes after billing, so it may leave them.
  expect(await undoFix({ id: fix.id, keep_billed: true }, context)).toMatchObject({
    ok: false,
    error: { message: 'No capture is left to restore.' },
  })

  const [error] = await makeErrored(1)
  const other = await preview(ofIds([...two, error!]), {
    kind: 'replace',
    path: 'data.rendering_provider.npi',
    find: rightNpi,
    text: '1234567893',
  })
  expect(other.tally).toMatchObject({ ready: 0, billed: 2, skipped: 1, skips: { same: 1 } })
  expect(other.tally.sums.billed.cents).toBe(worth)
  const { rows } = valueOf(await readRows({ id: other.id, from: 0, states: ['billed'] }, context))
  expect(rows[0]).toMatchObject({
    verdict: 'Billed already: makes a change after billing',
    together: [0, 0, 1],
  })
  expect(await send(other.id)).toMatchObject({
    ok: false,
    error: { message: 'No capture is left to send.' },
  })
  valueOf(await sendBilled(other.id))
  expect((await ends(other.id)).items).toEqual({ verified: 2 })
  const updates = (await read(two[0]!.id)).updates as { resolved: boolean }[]
  expect(updates.filter(({ resolved }) => !resolved)).toHaveLength(1)

  valueOf(await undoFix({ id: other.id }, context))
  expect((await ends(other.id, 'undo')).items).toEqual({ verified: 2 })
  const done = {
    id: other.id,
    from: 0,
    states: ['billed' as const],
    results: ['verified' as const],
  }
  expect(valueOf(await readRows(done, context)).rows).toEqual([])
  expect(valueOf(await readOutcome({ id: other.id }, context)).captures).toBe(0)
})

test(
  'after an undo of what is not billed, the rest can be undone as well',
  { timeout: 60_000 },
  async () => {
    const billed = await makeErrored(2)
    // A second error keeps this one's claim from being billed.
    const [held] = await makeErrored(1, (data) => ({
      ...data,
      billing_provider: { ...(data.billing_provider as object), npi: '1234567890' },
    }))
    const all3 = [...billed, held!]
    const fix = await preview(ofIds(all3))
    valueOf(await send(fix.id))
    expect((await ends(fix.id)).items).toEqual({ verified: 3 })
    // The preview said so: two claims bill, and one keeps its other error.
    expect(fix.tally.forecast).toMatchObject({ claims: 2, of: 3 })
    const states: BulkRow['state'][] = ['ready', 'keeps']
    const shown = valueOf(await readRows({ id: fix.id, from: 0, states }, context)).rows
    expect(
      shown.map(({ id, verdict, result }) => [id === held!.id, verdict, result?.claim]),
    ).toEqual([
      [false, 'Claim should bill', expect.objectContaining({ state: 'billed', errors: 0 })],
      [false, 'Claim should bill', expect.objectContaining({ state: 'billed', errors: 0 })],
      [
        true,
        expect.stringMatching(/^Claim keeps 1 error: Billing provider NPI/),
        {
          state: 'in-error',
          errors: 1,
          words: expect.stringMatching(/^Billing provider NPI/) as string,
        },
      ],
    ])
    const inError = await readRows({ id: fix.id, from: 0, states, claims: 'in-error' }, context)
    expect(valueOf(inError).rows.map(({ id }) => id)).toEqual([held!.id])
    const billedNow = async () =>
      valueOf(await readOutcome({ id: fix.id }, context)).billed.captures
    await vi.waitFor(async () => expect(await billedNow()).toBe(2), {
      timeout: 20_000,
      interval: 200,
    })
    valueOf(await undoFix({ id: fix.id, keep_billed: true }, context))
    const { id: undoId, items } = await ends(fix.id, 'undo')
    expect(items).toEqual({ verified: 1 })
    const npis = () => Promise.all(all3.map((capture) => npiOf(capture.id)))
    expect(await npis()).toEqual([rightNpi, rightNpi, '1234567890'])
    // The same question again, about what is left.
    expect(valueOf(await readOutcome({ id: fix.id }, context))).toMatchObject({
      captures: 2,
      billed: { captures: 2 },
    })
    const none = { ok: false, error: { message: 'No capture is left to restore.' } }
    expect(await undoFix({ id: fix.id, keep_billed: true }, context)).toMatchObject(none)

    // One of the two is refused at first.
    const refusal = {
      kind: 'status',
      method: 'patch',
      status: 422,
      errorName: 'UnprocessableEntityError',
    }
    await world.sandbox.send('POST', '/_sandbox/faults', {
      ...refusal,
      path: `${captures}/${billed[1]!.id}`,
    })
    const presses = await Promise.all([
      undoFix({ id: fix.id }, context),
      undoFix({ id: fix.id }, context),
    ])
    for (const pressed of presses) valueOf(pressed)
    expect(await ends(fix.id, 'undo')).toMatchObject({
      id: undoId,
      items: { verified: 2, rejected: 1 },
    })
    await world.sandbox.send('DELETE', '/_sandbox/faults')
    valueOf(await undoFix({ id: fix.id }, context))
    expect((await ends(fix.id, 'undo')).items).toEqual({ verified: 3 })
    expect(await npis()).toEqual(['1234567890', '1234567890', '1234567890'])
    expect(await undoFix({ id: fix.id }, context)).toMatchObject(none)
  },
)

test('two captures of one claim count once, with what the claim is worth', async () => {
  const [one] = await makeErrored(1)
  const { id: _, claim_creation_id: __, ...copy } = one!
  const body = {
    data: copy.charge_capture_data,
    charge_external_id: `${copy.charge_external_id}-B`,
    patient_external_id: copy.patient_external_id,
    status: 'billable',
  }
  const other = (await world.sandbox.send('POST', captures, body)).json as Capture
  const claim = (await read(one!.id)).claim_creation_id
  expect((await read(other.id)).claim_creation_id).toBe(claim)
  const { tally, id } = await preview(ofIds([one!, other]))
  const sums = [tally.sums.ready, tally.sums.keeps]
  const [cents, charges] = [sums.map((sum) => sum.cents), sums.map((sum) => sum.charges)].map(
    (all) => all.reduce((sum, some) => sum + some, 0),
  )
  expect(cents).toBe(charges)
  const { rows } = valueOf(await readRows({ id, from: 0, states: ['ready', 'keeps'] }, context))
  expect(rows.map((row) => [row.claim, row.cents])).toEqual([
    [claim, cents],
    [claim, cents],
  ])
})

test('after a stop the rest can be sent', async () => {
  const five = await makeErrored(5)
  const fix = await preview(ofIds(five))
  await world.sandbox.send('POST', '/_sandbox/faults', {
    kind: 'delay',
    method: 'patch',
    delay: 1_500,
  })
  valueOf(await send(fix.id))
  await vi.waitFor(async () => expect(await patchesOf()).toHaveLength(1), { timeout: 20_000 })
  valueOf(await steerFix({ id: fix.id, what: 'stop' }, context))
  const stopped = await ends(fix.id)
  const { verified = 0, cancelled = 0 } = stopped.items
  expect([stopped.state, verified + cancelled]).toEqual(['cancelled', 5])
  expect(cancelled).toBeGreaterThan(0)
  await world.sandbox.send('DELETE', '/_sandbox/faults')
  valueOf(await steerFix({ id: fix.id, what: 'rest' }, context))
  const job = await ends(fix.id)
  expect([job.state, job.items]).toEqual(['done', { verified: 5 }])
})

test('one authorization is for one patient, and a valid diagnosis code is the chart’s', async () => {
  const two = await makeErrored(2)
  const number: AskedChange = {
    kind: 'set',
    path: 'data.prior_authorization_number',
    text: 'PA-100',
  }
  const fix = await preview(ofIds(two), number)
  const [one, other] = two.map(({ charge_external_id: external }) => String(external))
  const words = `${one} and ${other} are of several patients and would get the same value. Such a number is for one patient: give each its own.`
  expect(fix.problems).toEqual([{ line: 0, message: words }])
  expect(await send(fix.id, 'Reason')).toMatchObject({
    ok: false,
    error: { message: `Nothing was sent. ${words}` },
  })
  expect((await preview(ofIds([two[0]!]), number)).problems).toEqual([])
  // A file and a table of values say the same as the typed value.
  for (const is_table of [false, true]) {
    const file = valueFileOf(
      number.path,
      [one!, other!].map((external) => ({ external, now: '', text: 'PA-100' })),
    )
    const map = { kind: 'map', path: number.path, file, is_table } as const
    const many = await preview(ofIds(two), map, because('As the payer says'))
    expect(many.problems).toEqual([{ line: 0, message: words }])
  }

  const [{ code }] = clean.diagnoses as [{ code: string }]
  const replaced = {
    kind: 'replace',
    path: 'data.diagnoses.*.code',
    find: code,
    text: 'E11.65',
  } as const
  const why = { ...because('The code was retired'), documented: true }
  const codes = await preview(ofIds(two), replaced, why)
  expect(codes.tally).toMatchObject({ ready: 0, keeps: 0, needs: 2 })
  const { rows } = valueOf(
    await readRows({ id: codes.id, from: 0, states: ['needs-you'] }, context),
  )
  expect(rows[0]!.verdict).toMatch(
    /^No code list of fiscal year \d+, so .* isn’t known to be invalid\.$/,
  )
})

test('an account keeps the 50 newest fixes that it never sent; those that a job sends stay', async () => {
  const owner = { accountId: context.account.id, connection: context.connection }
  const plan = { title: 'Begun', change: null, isRead: false, tally: noTally }
  const db = await consoleDb()
  await db.delete(bulkFixes)
  const sent = await createBulkFix(owner, plan, [])
  await db.update(bulkFixes).set({ jobId: 'a job' })
  const begun: string[] = []
  for (let at = 0; at < 51; at += 1) {
    begun.push(await createBulkFix(owner, plan, [`capture-${at}`]))
    // Several may begin in one millisecond.
    await db
      .update(bulkFixes)
      .set({ createdAt: new Date(at) })
      .where(eq(bulkFixes.id, begun.at(-1)!))
  }
  const kept = await db.select({ id: bulkFixes.id }).from(bulkFixes)
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([sent, ...begun.slice(1)]))
  expect(await readStanding({ id: begun[0]! }, context)).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError' },
  })
  const captured = await db.selectDistinct({ id: bulkCaptures.fixId }).from(bulkCaptures)
  expect(captured.map(({ id }) => id)).not.toContain(begun[0])
})
