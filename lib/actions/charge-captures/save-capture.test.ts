import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { notePreEncounterCapture } from '#lib/console/records/pre-encounter-captures.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { readSaveReasons } from '#lib/console/records/save-reasons.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { readReasons } from './read-charge-capture.ts'
import { saveCapture, type SaveCaptureInput } from './save-capture.ts'
import { setClock } from '#lib/console/clock.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
const loaded =
  '{"id":"c1","status":"billable","claim_creation_id":"b1","charge_capture_data":{"patient":{"first_name":"Ann","last_name":null},"x_unknown":1.0,"service_lines":[{"quantity":"1"}]},"error":{"id":"e1"}}'

type Stored = { capture: string; creation: string }
type Fault = 'none' | 'adds' | 'lost-before' | 'lost-after' | 'ignored' | 'refused' | 'unread'

/** A partner that holds one capture and does with a PATCH what the fault says. */
async function partnerWith(
  fault: Fault,
  stored: Stored = {
    capture: loaded,
    creation:
      '{"id":"b1","status":"in-error","errors":[{"id":"e1","message":"Last name is missing"}]}',
  },
) {
  let unread = 0
  const started = await startTestPartner((response, { method, url, body }) => {
    const json = (text: string) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    if (method === 'GET' && unread > 0) {
      unread -= 1
      return sendJson(response, 404, { errorName: 'EntityNotFoundError', content: {} })
    }
    if (method === 'GET')
      return json(url.includes('claim_creation') ? stored.creation : stored.capture)
    if (fault === 'refused')
      return sendJson(response, 422, {
        errorName: 'HttpRequestValidationsError',
        content: [{ fieldName: 'data.patient.lastName', humanReadableMessage: 'Too short' }],
      })
    if (fault === 'lost-before') return response.destroy()
    if (fault !== 'ignored') {
      const data = /^\{"data":(.*)\}$/.exec(body)?.[1]
      stored.capture = loaded.replace(
        /"charge_capture_data":.*,"error"/,
        `"charge_capture_data":${data},"error"`,
      )
      if (fault === 'adds')
        stored.capture = stored.capture.replace(
          '{"first_name"',
          '{"added_by_partner":true,"first_name"',
        )
      stored.creation = '{"id":"b1","status":"successful","errors":[]}'
    }
    if (fault === 'unread') unread = 1
    return fault === 'lost-after' ? response.destroy() : json(stored.capture)
  })
  onTestFinished(started.close)
  const context: ActionContext = {
    account: { id: 'a1', name: 'Bill', email: 'b@x.example', role: 'biller', isDemo: false },
    connection: connectionTo(started.url),
  }
  return { context, seen: started.seen, stored }
}

const newData =
  '{"patient":{"first_name":"Ann","last_name":"Moss"},"x_unknown":1.0,"service_lines":[{"quantity":"1"}]}'
const past = { reason: 'Still being written', findings: [] }
// The little that it holds is full of errors, so that a save needs a reason.
const input = { id: 'c1', base: loaded, body: `{"data":${newData}}`, past }
const save = (given: Omit<SaveCaptureInput, 'operation_id'>, context: ActionContext) =>
  saveCapture({ operation_id: randomUUID(), ...given }, context)
const patches = (seen: { method: string; body: string }[]) =>
  seen.filter((entry) => entry.method === 'PATCH').map((entry) => entry.body)

test('a save sends one PATCH with the exact text, reads again and says what changed', async () => {
  const { context, seen } = await partnerWith('none')
  const result = await save(input, context)
  expect(result).toMatchObject({
    ok: true,
    value: {
      kind: 'saved',
      also_kept_text: '[]',
      claim_creation_change: {
        id: 'b1',
        status_before: 'in-error',
        status_after: 'successful',
        cleared: [{ id: 'e1', message: 'Last name is missing' }],
        added: [],
        remaining: 0,
      },
      is_verified: true,
    },
  })
  expect(patches(seen)).toEqual([`{"data":${newData}}`])
  const audit = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(sql`operation = 'updateChargeCapture'`)
    .orderBy(sql`id desc`)
    .limit(2)
  expect(audit).toMatchObject([
    { stage: 'outcome', outcome: 'ok' },
    { stage: 'intent', outcome: 'sent', recordIds: ['c1'] },
  ])
})

test('a refusal names its field', async () => {
  const { context } = await partnerWith('refused')
  expect(await save(input, context)).toMatchObject({
    ok: false,
    error: {
      name: 'HttpRequestValidationsError',
      issues: [{ path: 'data.patient.last_name', message: 'Too short' }],
    },
  })
})

test('a change whose answer was lost counts as saved, and nothing is sent again', async () => {
  const { context, seen } = await partnerWith('lost-after')
  expect(await save(input, context)).toMatchObject({
    ok: true,
    value: { kind: 'saved', is_verified: true },
  })
  expect(patches(seen)).toHaveLength(1)
})

test('a change that was saved and could not be read is answered by a look when it is asked again', async () => {
  const { context, seen } = await partnerWith('unread')
  const asked = { ...input, operation_id: randomUUID() }
  expect(await saveCapture(asked, context)).toMatchObject({ error: { name: 'SavedButUnread' } })
  expect(await saveCapture(asked, context)).toMatchObject({
    ok: true,
    value: { kind: 'saved', is_verified: true },
  })
  expect(patches(seen)).toHaveLength(1)
})

test('a change that never arrived is sent once more, once the record has not shown it for a while', async () => {
  const { context, seen } = await partnerWith('lost-before')
  const asked = { ...input, operation_id: randomUUID() }
  expect(await saveCapture(asked, context)).toEqual({ ok: true, value: { kind: 'checking' } })
  expect(await saveCapture(asked, context)).toEqual({ ok: true, value: { kind: 'checking' } })
  expect(patches(seen)).toHaveLength(1)
  setClock(() => Date.now() + 5_000)
  expect(await saveCapture(asked, context)).toEqual({ ok: true, value: { kind: 'checking' } })
  expect(patches(seen)).toHaveLength(2)
  setClock(() => Date.now() + 10_000)
  expect(await saveCapture(asked, context)).toMatchObject({
    ok: false,
    error: { name: 'OutcomeUnknown' },
  })
  expect(patches(seen)).toHaveLength(2)
  setClock(undefined)
})

test('after a lost answer, a record that somebody changed is a conflict; nothing is sent again by itself', async () => {
  const { context, seen, stored } = await partnerWith('lost-before')
  const asked = { ...input, operation_id: randomUUID() }
  await saveCapture(asked, context)
  stored.capture = loaded.replace('"Ann"', '"Anne"')
  const result = await saveCapture(asked, context)
  expect(result).toMatchObject({ ok: true, value: { kind: 'conflict' } })
  expect(
    JSON.parse((result as { value: { conflicts_text: string } }).value.conflicts_text),
  ).toEqual([
    {
      path: 'data.patient.last_name',
      base: { first_name: 'Ann', last_name: null },
      mine: { first_name: 'Ann', last_name: 'Moss' },
      theirs: { first_name: 'Anne', last_name: null },
      unit: 'person',
    },
  ])
  expect(patches(seen)).toHaveLength(1)
})

test('the same operation sent again returns the same answer and writes nothing', async () => {
  const { context, seen } = await partnerWith('none')
  const asked = { ...input, operation_id: randomUUID() }
  const first = await saveCapture(asked, context)
  expect(await saveCapture(asked, context)).toEqual(first)
  expect(patches(seen)).toHaveLength(1)
  expect(
    await saveCapture({ ...asked, body: '{"data":{"x_unknown":1.00}}' }, context),
  ).toMatchObject({
    ok: false,
    error: { name: 'OperationReused' },
  })
})

test('a value that the partner accepted but did not store is named', async () => {
  const { context } = await partnerWith('ignored')
  expect(await save(input, context)).toMatchObject({
    ok: true,
    value: { is_verified: false, unverified: ['data.patient.last_name'] },
  })
})

test('a removed row that the partner kept is named, a member that it added is not', async () => {
  const { context } = await partnerWith('ignored')
  const body = `{"data":${newData.replace('[{"quantity":"1"}]', '[]').replace('"Moss"', 'null')}}`
  expect(await save({ ...input, body }, context)).toMatchObject({
    ok: true,
    value: { is_verified: false, unverified: ['data.service_lines.0.quantity'] },
  })
  const adding = await partnerWith('adds')
  expect(await save(input, adding.context)).toMatchObject({
    ok: true,
    value: { is_verified: true, unverified: [] },
  })
})

test('another person’s changes in other fields are kept and named with their author', async () => {
  const { context, seen, stored } = await partnerWith('none')
  stored.capture = loaded
    .replace('"quantity":"1"', '"quantity":"2"')
    .replace('"x_unknown":1.0', '"x_unknown":1.50')
  const result = await save(input, context)
  expect(result).toMatchObject({
    ok: true,
    value: { kind: 'saved', is_verified: true, changed_by: null },
  })
  const kept = (result as { value: { also_kept_text: string } }).value.also_kept_text
  expect(kept).toBe(
    '[{"path":"data.x_unknown","before":1.0,"after":1.50},{"path":"data.service_lines.0.quantity","before":"1","after":"2"}]',
  )
  expect(patches(seen)).toEqual([
    `{"data":${newData.replace('"quantity":"1"', '"quantity":"2"').replace('1.0', '1.50')}}`,
  ])
})

test('two changes of the same field are a conflict before anything is sent, and a choice counts only for the version that was seen', async () => {
  const { context, seen, stored } = await partnerWith('none')
  stored.capture = loaded.replace('"last_name":null', '"last_name":"Reed"')
  const asked = await save(input, context)
  expect(asked).toMatchObject({
    ok: true,
    value: {
      kind: 'conflict',
      conflicts_text:
        '[{"path":"data.patient.last_name","base":{"first_name":"Ann","last_name":null},"mine":{"first_name":"Ann","last_name":"Moss"},"theirs":{"first_name":"Ann","last_name":"Reed"},"unit":"person"}]',
    },
  })
  expect(patches(seen)).toEqual([])
  const { seen: hash } = (asked as { value: { seen: string } }).value
  const choices = [{ path: 'data.patient.last_name', take: 'mine' as const }]
  stored.capture = loaded.replace('"last_name":null', '"last_name":"Reid"')
  expect(await save({ ...input, choices, seen: hash }, context)).toMatchObject({
    ok: true,
    value: { kind: 'conflict' },
  })
  stored.capture = loaded.replace('"last_name":null', '"last_name":"Reed"')
  expect(await save({ ...input, choices, seen: hash }, context)).toMatchObject({
    ok: true,
    value: { kind: 'saved' },
  })
  expect(patches(seen)).toEqual([`{"data":${newData}}`])
})

test('choosing only their values writes nothing', async () => {
  const { context, seen, stored } = await partnerWith('none')
  stored.capture = loaded.replace('"last_name":null', '"last_name":"Reed"')
  const asked = (await save(input, context)) as { value: { seen: string } }
  expect(
    await save(
      {
        ...input,
        choices: [{ path: 'data.patient.last_name', take: 'theirs' }],
        seen: asked.value.seen,
      },
      context,
    ),
  ).toMatchObject({ ok: true, value: { kind: 'saved', is_verified: true } })
  expect(patches(seen)).toEqual([])
})

test('a save of a capture from pre-encounter records omits the members that they fill', async () => {
  const { context, seen } = await partnerWith('none')
  await notePreEncounterCapture(context.connection.id, 'c1', {
    source: 'made',
    patient_id: 'p1',
    appointment_ids: [],
  })
  const body = `{"data":${newData.replace('"Moss"', 'null').replace('"quantity":"1"', '"quantity":"2"')}}`
  expect(await save({ ...input, body }, context)).toMatchObject({
    ok: true,
    value: { kind: 'saved' },
  })
  expect(patches(seen)).toEqual(['{"data":{"x_unknown":1.0,"service_lines":[{"quantity":"2"}]}}'])
})

test('a change that only the partner makes, such as an error, is no conflict', async () => {
  const { context, stored } = await partnerWith('none')
  stored.capture = loaded.replace('{"id":"e1"}', '{"id":"e2"}')
  expect(await save(input, context)).toMatchObject({ ok: true })
})

test('a new invalid value is refused before anything is sent, a loaded one is not', async () => {
  const { context, seen } = await partnerWith('none')
  const body = '{"data":{"patient":{"first_name":5},"x_unknown":1.0}}'
  expect(await save({ ...input, body }, context)).toMatchObject({
    ok: false,
    error: { name: 'InvalidInput', issues: [{ path: 'data.patient.first_name' }] },
  })
  expect(seen).toEqual([])
  const odd = loaded.replace('"Ann"', '5')
  const kept = await partnerWith('none', { capture: odd, creation: '{"id":"b1"}' })
  const oddBody = `{"data":${newData.replace('"Ann"', '5')}}`
  expect(await save({ id: 'c1', base: odd, body: oddBody, past }, kept.context)).toMatchObject({
    ok: true,
  })
})

test('an input whose parts belong to different records is refused', async () => {
  const { context, seen } = await partnerWith('none')
  for (const wrong of [
    { ...input, id: 'c2' },
    { ...input, body: '[]' },
    { ...input, base: '{' },
    { ...input, body: '{"data":{"__proto__":{}}}' },
  ]) {
    expect(await save(wrong, context)).toMatchObject({ ok: false, error: { name: 'InvalidInput' } })
  }
  expect(seen).toEqual([])
})

const clean = JSON.stringify(cleanData())
const captureWith = (data: string) =>
  `{"id":"c1","status":"billable","charge_capture_data":${data}}`
const withWrongNpi = (data: string) => data.replace('"npi":"1234567893"', '"npi":"1234567890"')
const rightCapture = { capture: captureWith(clean), creation: '{}' }
// A save that makes an error.
const making = {
  id: 'c1',
  base: captureWith(clean),
  body: `{"data":${withWrongNpi(clean)}}`,
}

test('the reason for errors that a save makes is stored with them, and not with a refused save', async () => {
  const reason = { reason: 'The registry is down', findings: ['tax-id-shape'] }
  const refused = await partnerWith('refused', { ...rightCapture })
  await save({ ...making, past: reason }, refused.context)
  const kept = await partnerWith('none', { ...rightCapture })
  await save({ ...making, past: reason }, kept.context)
  const [first, ...more] = await readSaveReasons(kept.context.connection.id, 'c1')
  expect(more.filter((one) => one.reason === 'The registry is down')).toEqual([])
  expect(first).toMatchObject({ reason: 'The registry is down' })
  expect(first!.rules).toEqual(['npi-check-digit'])
  // A reason may mention the patient: the trail has who read it.
  expect(await readReasons({ id: 'c1' }, kept.context)).toMatchObject({ ok: true })
  expect(await readReasons({ id: 'without reasons' }, kept.context)).toEqual({
    ok: true,
    value: [],
  })
  const reads = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'readSaveReasons'))
  expect(reads).toMatchObject([
    { accountId: kept.context.account.id, stage: 'read', outcome: 'ok', recordIds: ['c1'] },
  ])
})

test('errors that a save makes are refused without a reason, at their fields and before anything is sent', async () => {
  const { context, seen } = await partnerWith('none', { ...rightCapture })
  expect(await save(making, context)).toMatchObject({
    ok: false,
    error: {
      name: 'ReasonNeeded',
      message: expect.stringMatching(/^Nothing was sent: it has 1 error\./),
      issues: [{ path: 'data.rendering_provider.npi' }],
    },
  })
  expect(patches(seen)).toEqual([])
})

test('errors that were there before need no reason: those of the stored capture, another person’s, and those that they fixed', async () => {
  const full = await partnerWith('none')
  expect(await save({ ...input, past: undefined }, full.context)).toMatchObject({ ok: true })
  const body = `{"data":${clean.replace('"Avery"', '"Ada"')}}`
  const made = await partnerWith('none', {
    capture: captureWith(withWrongNpi(clean)),
    creation: '{}',
  })
  expect(await save({ ...making, body }, made.context)).toMatchObject({ ok: true })
  const mended = await partnerWith('none', { ...rightCapture })
  const [base, theirs] = [captureWith(withWrongNpi(clean)), withWrongNpi(body)]
  expect(await save({ id: 'c1', base, body: theirs }, mended.context)).toMatchObject({ ok: true })
  // A second line with the problem of the first has a problem of its own.
  const lineWithout = (place: number) => {
    const data = cleanData()
    for (const line of data.service_lines.slice(0, place)) line.quantity = '0'
    return JSON.stringify(data)
  }
  const first = captureWith(lineWithout(1))
  const second = await partnerWith('none', { capture: first, creation: '{}' })
  expect(
    await save({ id: 'c1', base: first, body: `{"data":${lineWithout(2)}}` }, second.context),
  ).toMatchObject({
    error: { name: 'ReasonNeeded', issues: [{ path: 'data.service_lines.1.quantity' }] },
  })
})

test('a capture that becomes billable with errors needs a reason for them', async () => {
  const data = cleanData()
  const planned = `{"id":"c1","status":"planned","charge_capture_data":${JSON.stringify({ ...data, diagnoses: [] })}}`
  const { context } = await partnerWith('none', { capture: planned, creation: '{}' })
  expect(
    await save({ id: 'c1', base: planned, body: '{"status":"billable"}' }, context),
  ).toMatchObject({ error: { name: 'ReasonNeeded', issues: [{ path: 'data.diagnoses' }] } })
})

test('if pre-encounter records are only inferred, editing the members that they would fill needs the usual reasons', async () => {
  const clean = JSON.stringify(cleanData())
  const capture = (data: string) => `{"id":"c1","status":"billable","charge_capture_data":${data}}`
  const unnamed = clean.replace('"first_name":"Avery"', '"first_name":null')
  const concluded = async (source: 'seen' | 'made', data: string) => {
    const partner = await partnerWith('none', { capture: capture(data), creation: '{}' })
    await notePreEncounterCapture(partner.context.connection.id, 'c1', {
      source,
      patient_id: source === 'made' ? 'p1' : null,
      appointment_ids: [],
    })
    return partner.context
  }
  const edit = { id: 'c1', base: capture(clean), body: `{"data":${unnamed}}` }
  expect(await save(edit, await concluded('seen', clean))).toMatchObject({
    ok: false,
    error: { name: 'ReasonNeeded', issues: [{ path: 'data.patient.first_name' }] },
  })
  expect(await save({ ...edit, past }, await concluded('seen', clean))).toMatchObject({ ok: true })
  // An unedited member may come from pre-encounter records, and the fault is in those records. If
  // we know that it does, it is not sent.
  const elsewhere = {
    id: 'c1',
    base: capture(unnamed),
    body: `{"data":${unnamed.replace('"place_of_service_code":"11"', '"place_of_service_code":"22"')}}`,
  }
  expect(await save(elsewhere, await concluded('seen', unnamed))).toMatchObject({ ok: true })
  expect(await save(edit, await concluded('made', clean))).toMatchObject({ ok: true })
})
