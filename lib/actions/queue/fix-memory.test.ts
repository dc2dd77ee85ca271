import { beforeAll, beforeEach, expect, test } from 'vitest'
import { desc, eq, like } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, facts, fixMemories } from '#lib/console/schema.ts'
import { sweepOnceADay } from '#lib/console/sweep.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Result } from '#lib/core/result.ts'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { readCaptureWithClaimCreation } from '#lib/actions/charge-captures/read-charge-capture.ts'
import { saveCapture } from '#lib/actions/charge-captures/save-capture.ts'
import { resolveError } from '#lib/actions/claim-creations/resolve.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { outcomesOfChecks } from './fix-memory.ts'
import { learnFromTrail } from './learn-from-trail.ts'
import { queueSettled } from './settling.ts'
import { readItems, readState } from './verbs.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'

const world = startWorld({ captures: 1 })
let connection: Connection
let biller: ActionContext

beforeAll(async () => {
  connection = world.connection
  visit = await billableVisit()
  known = visit.rendering_provider.npi
  biller = world.as.biller
})
beforeEach(async () => {
  const db = await consoleDb()
  await db.delete(fixMemories)
  // What other tests saved is not this one's past.
  const value = JSON.stringify({ saves: 0, isDone: true })
  await db
    .insert(facts)
    .values({ name: `fixes_learnt ${connection.id}`, value })
    .onConflictDoNothing()
})

const npi = 'data.rendering_provider.npi'
const member = 'data.subscriber_primary.insurance_card.member_id'

type Party = {
  npi: string
  first_name?: string
  last_name?: string
  organization_name?: string
  name?: string
  status?: string
}
let visit: ReturnType<typeof cleanData>
let known: string

/**
 * A visit that bills: the sandbox's own billing provider, rendering provider, facility and payer.
 */
async function billableVisit() {
  const { all } = world
  const clean = cleanData()
  const [billing] = await all<Party>('/api/organization-providers/v3', { is_billing: true })
  const rendering = (
    await all<Party & { employment_termination_date?: string }>('/api/organization-providers/v3', {
      is_rendering: true,
    })
  ).find((each) => !each.employment_termination_date)!
  const facility = (await all<Party>('/api/organization-service-facilities/v2')).find(
    (each) => each.status === 'active' && each.npi,
  )!
  const [payer] = await all<{ payer_id: string; payer_name: string }>('/api/payers/v3')
  const card = { ...clean.subscriber_primary.insurance_card, ...payer }
  return {
    ...clean,
    subscriber_primary: { ...clean.subscriber_primary, ...person, insurance_card: card },
    billing_provider: {
      ...clean.billing_provider,
      organization_name: billing!.organization_name!,
      npi: billing!.npi,
    },
    rendering_provider: {
      first_name: rendering.first_name!,
      last_name: rendering.last_name!,
      npi: rendering.npi,
      taxonomy_code: '207Q00000X',
    },
    service_facility: {
      ...clean.service_facility,
      organization_name: facility.name!,
      npi: facility.npi,
    },
    service_lines: clean.service_lines.slice(0, 1),
  }
}
const { first_name, last_name, gender, date_of_birth, address } = cleanData().patient
const person = { first_name, last_name, gender, date_of_birth, address }

const value = async <T>(result: Promise<Result<T>>) => valueOf(await result)

type Made = { id: string; claim_creation_id: string; charge_capture_data: ChargeCaptureData }
let made = 0

/**
 * A billable capture of a new patient, which cannot bill for one reason: its rendering NPI is
 * mistyped.
 */
async function errored(change: object = {}, patient = `PAT-FIX-${(made += 1)}`): Promise<Made> {
  const data = {
    ...visit,
    patient: { ...visit.patient, external_id: patient },
    rendering_provider: { ...visit.rendering_provider, npi: '1234567890' },
    ...change,
  }
  const body = captureBody(data, { patient_external_id: patient, status: 'billable' })
  return (await world.sandbox.send('POST', '/api/charge_captures/v1', body)).json
}

async function save({ id }: Made, change: (data: ChargeCaptureData) => object) {
  const { text } = await world.sandbox.get(`/api/charge_captures/v1/${id}`)
  const data = (JSON.parse(text) as Made).charge_capture_data
  const body = JSON.stringify({ data: { ...data, ...change(data) } })
  const past = { reason: 'A test', findings: [] }
  return value(saveCapture({ id, operation_id: randomId(), base: text, body, past }, biller))
}
const saveNpi = (capture: Made, to: string) =>
  save(capture, (data) => ({ rendering_provider: { ...data.rendering_provider, npi: to } }))

async function offersAt(capture: Made, control: string) {
  const reply = await value(readCaptureWithClaimCreation({ id: capture.id }, biller))
  return Object.values(reply.fixes ?? {})
    .flat()
    .filter(({ path }) => path === control)
}
async function readQueue(): Promise<void> {
  await queueSettled(connection)
  await world.readQueue()
}
const rows = async () => (await consoleDb()).select().from(fixMemories)

const placeWords = () => {
  const { subscriber_primary, rendering_provider, service_facility } = visit
  const provider = `${rendering_provider.first_name} ${rendering_provider.last_name}`
  return `at ${subscriber_primary.insurance_card.payer_name}, for ${provider}, at ${service_facility.organization_name}`
}

test('a save that ended a check’s finding in a field in error counts for that check, and whether it billed', async () => {
  const [billed, other] = [await errored(), await errored()]
  expect(await outcomesOfChecks(connection.boundTo)).toEqual({ of: new Map() })
  await saveNpi(billed, known)
  // Another wrong number: what was found is still found.
  await saveNpi(other, '1234567891')
  const { since, of } = await outcomesOfChecks(connection.boundTo)
  expect([...of]).toEqual([['npi-check-digit', { saves: 1, billed: 1, denied: 0 }]])
  expect(Date.parse(since!)).toBeGreaterThan(Date.now() - 60_000)
})

test('a value that cleared an error is offered for the next capture with that error, with who wrote it and how it billed', async () => {
  const [first, second] = [await errored(), await errored()]
  expect(await offersAt(first, npi)).toEqual([])
  const saved = await saveNpi(first, known)
  expect(saved).toMatchObject({
    kind: 'saved',
    claim_creation_change: { remaining: 0, status_after: 'successful' },
  })
  expect(await offersAt(second, npi)).toEqual([
    {
      path: npi,
      value: JSON.stringify(known),
      times: 1,
      billed: 1,
      denied: 0,
      by: biller.account.name,
      where: placeWords(),
    },
  ])
  const read = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'readFixMemory'))
    .orderBy(desc(auditRecords.id))
    .limit(1)
  expect(read).toMatchObject([
    { stage: 'read', outcome: 'ok', recordIds: [first.id], recordKind: 'charge-capture' },
  ])
})

test('a save that leaves the error is not offered, and a later one that clears it is', async () => {
  const [first, second] = [await errored(), await errored()]
  await saveNpi(first, '1111111111')
  expect(await rows()).toMatchObject([{ state: 'open' }])
  expect(await offersAt(second, npi)).toEqual([])
  await saveNpi(first, known)
  expect((await rows()).map(({ state }) => state)).not.toContain('open')
  expect(await offersAt(second, npi)).toMatchObject([{ value: JSON.stringify(known), times: 1 }])
})

test('the reply to a save has offers for the errors that are left', async () => {
  const [first, second] = [await errored(), await errored()]
  await saveNpi(first, known)
  const saved = await saveNpi(second, '1111111111')
  const fixes = 'fixes' in saved ? Object.values(saved.fixes ?? {}).flat() : []
  expect(fixes).toMatchObject([{ path: npi, value: JSON.stringify(known), times: 1 }])
})

test('a member id is offered for the same patient, and for no other', async () => {
  const { subscriber_primary: subscriber } = visit
  const withId = (member_id: string) => ({
    rendering_provider: visit.rendering_provider,
    subscriber_primary: {
      ...subscriber,
      insurance_card: { ...subscriber.insurance_card, member_id },
    },
  })
  const first = await errored(withId('W-777!'), 'PAT-SAME')
  await save(first, () => withId('W777'))
  expect(await rows()).toHaveLength(1)
  const same = await errored({ ...withId('W_777'), date_of_service: '2026-10-06' }, 'PAT-SAME')
  expect(await offersAt(await errored(withId('W-777!')), member)).toEqual([])
  expect(await offersAt(same, member)).toMatchObject([
    { value: '"W777"', times: 1, where: 'for this patient' },
  ])
})

test('a later reading of the queue finds that a claim billed, and that a person resolved an error', async () => {
  const first = await errored({ diagnoses: [] })
  await saveNpi(first, known)
  expect(await rows()).toMatchObject([{ state: 'cleared' }])
  await readQueue()
  expect(await rows()).toMatchObject([{ state: 'cleared' }])
  const { text } = await world.sandbox.get(`/api/charge_captures/v1/${first.id}`)
  const { charge_capture_data: data } = JSON.parse(text) as Made
  await world.sandbox.send('PATCH', `/api/charge_captures/v1/${first.id}`, {
    data: { ...data, diagnoses: visit.diagnoses },
  })
  await readQueue()
  expect(await rows()).toMatchObject([{ state: 'billed' }])

  const second = await errored()
  await saveNpi(second, '1111111111')
  const { json } = await world.sandbox.get(
    `/api/charge_capture_claim_creation/v1/${second.claim_creation_id}`,
  )
  for (const { id, resolved } of (json as { errors: { id: string; resolved: boolean | null }[] })
    .errors)
    if (resolved !== true)
      await value(
        resolveError(
          { operation_id: randomId(), error_id: id, resolution_reason: 'Fine.' },
          biller,
        ),
      )
  await readQueue()
  expect((await rows()).map(({ claimCreationId }) => claimCreationId)).toEqual([
    first.claim_creation_id,
  ])
})

test('a cause of the queue has the value that fits most of its items, and no item tells what decides it', async () => {
  const [first] = [await errored(), await errored(), await errored()]
  await saveNpi(first, known)
  await readQueue()
  const filter = { view: 'causes', sort: 'claims' } as const
  const { causes } = await value(readState(filter, biller))
  const cause = causes.find(
    ({ words }) => words === 'Rendering provider NPI fails its check digit',
  )!
  expect(cause.fix).toEqual({
    path: npi,
    value: JSON.stringify(known),
    times: 1,
    billed: 1,
    denied: 0,
    by: biller.account.name,
    where: placeWords(),
  })
  const { items } = await value(
    readItems({ filter: { ...filter, cause: cause.key }, position: 0 }, biller),
  )
  expect(items.length).toBeGreaterThan(1)
  expect(items.filter((item) => 'target' in item)).toEqual([])
})

test('an installation learns from the saves of its past, each time a few, and once', async () => {
  const [first, second] = [await errored(), await errored()]
  await saveNpi(first, '1111111111')
  await saveNpi(first, known)
  const db = await consoleDb()
  await db.delete(fixMemories)
  await db.delete(facts).where(like(facts.name, 'fixes_learnt %'))
  expect(await offersAt(second, npi)).toEqual([])
  const progress = async () => {
    const [fact] = await db.select().from(facts).where(like(facts.name, 'fixes_learnt %'))
    return JSON.parse(fact?.value ?? '{}') as { isDone: boolean; saves: number }
  }
  for (let times = 0; times < 5 && !(await progress()).isDone; times += 1)
    await learnFromTrail(connection, new AbortController().signal)
  expect(await progress()).toMatchObject({ isDone: true })
  const learnt = (await rows()).filter(({ chargeCaptureId }) => chargeCaptureId === first.id)
  expect(learnt).toMatchObject([{ state: 'billed', accountId: biller.account.id }])
  expect(await offersAt(second, npi)).toMatchObject([
    { value: JSON.stringify(known), by: biller.account.name },
  ])
  const count = (await rows()).length
  await learnFromTrail(connection, new AbortController().signal)
  expect(await rows()).toHaveLength(count)
})

test('a value that was replaced elsewhere before the error cleared is forgotten', async () => {
  const first = await errored()
  await saveNpi(first, '1111111111')
  await world.sandbox.send('PATCH', `/api/charge_captures/v1/${first.id}`, {
    data: { ...first.charge_capture_data, rendering_provider: visit.rendering_provider },
  })
  await readQueue()
  expect(await rows()).toEqual([])
})

test('what is remembered is sealed, opens for its own row and connection only, and is forgotten with the trail', async () => {
  const first = await errored()
  await saveNpi(first, known)
  const [row] = await rows()
  expect(JSON.stringify(row)).not.toContain(known)
  expect(row!.sealedFixWith).toMatch(/^health/)
  const db = await consoleDb()
  const second = await errored()
  await db.update(fixMemories).set({ id: 'moved' })
  expect(await offersAt(second, npi)).toEqual([])
  await db.update(fixMemories).set({ id: row!.id })
  expect(await offersAt(second, npi)).toHaveLength(1)
  const dayMs = 86_400_000
  await db.insert(facts).values({ name: 'audit_retention_days', value: '30' })
  world.passTime(29 * dayMs)
  await sweepOnceADay()
  expect(await rows()).toHaveLength(1)
  world.passTime(2 * dayMs)
  expect(await offersAt(second, npi)).toEqual([])
  await sweepOnceADay()
  expect(await rows()).toEqual([])
})
